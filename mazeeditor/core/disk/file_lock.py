"""Locks an open file for as long as its process lives: the system frees the lock at its end."""

from __future__ import annotations

import sys
from time import monotonic, sleep

PLACE = 1 << 40  # the byte that is locked on Windows, where a lock keeps others from reading
LOCK_VIOLATION = 33  # as winerror.h numbers it
TIMEOUT_S, PAUSE_S = 10.0, 0.01  # s, on Windows


def lock(number: int, *, wait: bool = False) -> bool:
    """Lock an open file; returns False where another process, or another opening, has locked it.

    With ``wait`` it waits for that one, on Windows for ``TIMEOUT_S`` at most.

    Closing ``number`` frees the lock. Raises ``OSError`` where the file system has no locks.
    """
    if sys.platform == "win32":
        latest = monotonic() + TIMEOUT_S
        while not _lock_byte(number):
            if not wait or monotonic() > latest:
                return False
            sleep(PAUSE_S)
    else:
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
    return True


def _lock_byte(number: int) -> bool:
    """Lock the byte at ``PLACE`` of a file on Windows; False where somebody else has it.

    Not by ``msvcrt.locking``: that locks where the next byte will be written, and a failure on the
    way back from there would let it be written at ``PLACE``.
    """
    if sys.platform != "win32":
        raise NotImplementedError
    import ctypes
    import msvcrt

    handle = ctypes.c_void_p(msvcrt.get_osfhandle(number))
    high, low = divmod(PLACE, 1 << 32)
    library = ctypes.WinDLL("kernel32", use_last_error=True)
    if library.LockFile(handle, low, high, 1, 0):
        return True
    problem = ctypes.get_last_error()
    if problem == LOCK_VIOLATION:
        return False
    raise ctypes.WinError(problem)
