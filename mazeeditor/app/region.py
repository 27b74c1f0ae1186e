"""What is usual where a person lives: the paper that printers there hold, and inches."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings

A4, LETTER = "A4", "Letter"
# Unicode CLDR, supplemental data: measurementSystem US
INCH_TERRITORIES = "LR MM US"
# the same: paperSize US-Letter
LETTER_TERRITORIES = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE"
VARIABLES = "LC_ALL", "LC_PAPER", "LANG"  # the first that is set counts
_LOCALE = re.compile(r"[A-Za-z]{2,3}[_-](?:[A-Za-z]{4}[_-])?([A-Za-z]{2})\b")  # en_US.UTF-8


def territory() -> str:
    """Return the code of the country whose customs the system follows, "" if it says none."""
    name = next((os.environ[each] for each in VARIABLES if os.environ.get(each)), "")
    if not name and sys.platform == "win32":
        import ctypes
        import locale

        language = ctypes.windll.kernel32.GetUserDefaultLCID()
        name = locale.windows_locale.get(language, "")
    elif not name and sys.platform == "darwin":  # programs of the desktop have no such variable
        import locale

        name = locale.getlocale()[0] or ""
    match = _LOCALE.match(name)
    return match[1].upper() if match else ""


def paper_of_region() -> str:
    """Return the name of the paper that is usual in the country of the system."""
    return LETTER if territory() in LETTER_TERRITORIES.split() else A4


def uses_inches() -> bool:
    """Whether lengths are in inches in the country of the system."""
    return territory() in INCH_TERRITORIES.split()


def usual_paper(settings: Settings) -> str:
    """Return the paper on which a person prints: the chosen one, else that of the region."""
    from mazeeditor.core.errors import UsageError
    from mazeeditor.page.paper import FIT, read_paper

    try:
        paper = read_paper(settings.paper) if settings.paper else FIT
    except UsageError:  # the file of the settings was changed by hand
        paper = FIT
    return paper_of_region() if paper == FIT else paper
