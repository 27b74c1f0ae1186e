"""Which version of the program this is, and of what it stands on; and who wrote a newer file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from mazeeditor.core import VERSION
from mazeeditor.core.translation import _, quote_value

LIBRARIES = ("numba", "numpy", "pillow")
PROGRAM = "program"  # the key of a file for the version of the program that wrote it
MAX_CHARACTERS = 20  # characters of a version


def versions() -> dict[str, str]:
    """Return the versions by name, that of the program first; nothing of it is imported.

    ``--version``, the dialog *About* and the log of errors all show these.
    """
    own = {"mazeeditor": VERSION, "Python": sys.version.split()[0], "Tk": tk_version()}
    return own | {name: _version_of(name) for name in LIBRARIES}


def in_lines(facts: Mapping[str, object], between: str = " ") -> str:
    """Return facts, one a line: ``Python 3.12.1``."""
    return "\n".join(f"{name}{between}{fact}" for name, fact in facts.items())


def _version_of(library: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return _("not installed")


def tk_version() -> str:
    """Return the version of Tk, without a display and without loading it.

    Tcl and Tk of one installation have the same number; Tk's own can only be asked of a window.
    """
    try:
        import _tkinter
    except ImportError:
        return _("not installed")
    try:  # False: without Tk, which would need a display
        tcl = _tkinter.create(None, "mazeeditor", "Tk", False, False, False, False, None)
        return str(tcl.eval("info patchlevel"))
    except Exception:  # its scripts are missing, say: the library itself knows at least this
        return str(_tkinter.TK_VERSION)


def written_by_newer(values: Mapping[str, Any], version: int) -> str:
    """Return why a file of a higher format ``version`` cannot be read.

    The sentence says which program wrote it where the file does, by the key ``PROGRAM``.
    """
    program = values.get(PROGRAM)
    if isinstance(program, str) and 0 < len(program) <= MAX_CHARACTERS and program.isprintable():
        text = _(
            "it was written by mazeeditor {program}, and this is {own}: update mazeeditor to "
            "open it."
        )
        return text.format(program=program, own=VERSION)
    text = _(
        "it was written by a mazeeditor newer than this {own} (format version {version}): update "
        "mazeeditor to open it."
    )
    return text.format(own=VERSION, version=quote_value(version))
