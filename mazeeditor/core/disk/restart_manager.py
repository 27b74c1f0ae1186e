"""Asks the Restart Manager of Windows which programs have a file open, as installers do.

The calls and their structures are those of restartmanager.h in Microsoft's reference.
"""

from __future__ import annotations

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

from mazeeditor.core.translation import without_controls

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
