"""Why a file cannot be changed: Windows lets nobody do that while another program has it open."""

from __future__ import annotations

import sys
from ctypes import (
    Structure,
    byref,
    c_int,
    c_uint32,
    c_wchar,
    c_wchar_p,
    create_unicode_buffer,
)
from pathlib import Path
from typing import Any

from mazeeditor.core.translation import _, without_controls

MAX_PROGRAMS = 16  # programs
KEY = 33  # characters of the key of a session, with the one that ends it


class ProcessInfo(Structure):
    """RM_PROCESS_INFO: a program as the Restart Manager describes it."""

    _fields_ = (
        ("process", c_uint32),
        ("started", c_uint32 * 2),
        ("name", c_wchar * 256),
        ("service", c_wchar * 64),
        ("kind", c_int),
        ("status", c_uint32),
        ("session", c_uint32),
        ("restarts", c_int),
    )


def names_by(manager: Any, path: Path) -> list[str]:
    """Return the names of the programs that have a file open; ``manager`` is the library.

    None where it does not say, as with more than ``MAX_PROGRAMS`` of them.
    """
    session, key = c_uint32(), create_unicode_buffer(KEY)
    if manager.RmStartSession(byref(session), 0, key):
        return []
    try:
        files = (c_wchar_p * 1)(str(path.absolute()))
        if manager.RmRegisterResources(session, 1, files, 0, None, 0, None):
            return []
        needed, count, reasons = c_uint32(), c_uint32(MAX_PROGRAMS), c_uint32()
        found = (ProcessInfo * MAX_PROGRAMS)()
        if manager.RmGetList(session, byref(needed), byref(count), found, byref(reasons)):
            return []
        names = (without_controls(info.name) for info in found[: count.value])
        return list(dict.fromkeys(filter(None, names)))
    finally:
        manager.RmEndSession(session)


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

    try:
        return names_by(ctypes.WinDLL("rstrtmgr"), path)
    except (OSError, AttributeError):  # an older Windows
        return []
