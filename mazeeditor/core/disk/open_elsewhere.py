"""Why a file cannot be changed: Windows lets nobody do that while another program has it open."""

from __future__ import annotations

import sys
from pathlib import Path

from mazeeditor.core.translation import _

NO_ACCESS = 5  # an error of Windows: the file is open, or may not be changed
SHARING = (NO_ACCESS, 32, 33)  # while another program, such as a scanner, reads a file
NAMED_PROGRAMS = 3  # programs in a sentence


def is_shared(error: OSError) -> bool:
    """Whether Windows says that another program has a file open, or may have."""
    return getattr(error, "winerror", None) in SHARING


def reason_of(error: OSError, path: Path) -> str:
    """Return why something could not be done with a file, as the end of a sentence.

    On Windows it may be open in another program; for workers, as that one is asked for.
    """
    names = programs_with(path) if isinstance(error, PermissionError) else []
    if names:
        shown = ", ".join(names[:NAMED_PROGRAMS]) + (" …" if len(names) > NAMED_PROGRAMS else "")
        text = _("it is open in {programs}; close it there, then try again")
        return text.format(programs=shown)
    if not is_shared(error):
        return error.strerror or str(error)
    if getattr(error, "winerror", None) == NO_ACCESS:
        return _("it is open in another program, or Windows protects it; close it, or move it")
    return _("it is open in another program; close it there, then try again")


def programs_with(path: Path) -> list[str]:
    """Return the names of the programs that have a file open; none where that is not known.

    It may take half a second, so it is for workers, when something has failed.
    """
    if sys.platform != "win32":
        return []
    import ctypes

    from mazeeditor.core.disk.restart_manager import names_by

    try:
        return names_by(ctypes.WinDLL("rstrtmgr"), path)
    except (OSError, AttributeError):  # an older Windows
        return []
