"""Locks an open file for as long as its process lives: the system frees the lock at its end."""

from __future__ import annotations

import errno
import os
import sys
from time import monotonic, sleep

PLACE = 1 << 40  # the byte that is locked on Windows, where a lock keeps others from reading
PATIENCE, PAUSE = 10.0, 0.01  # s, on Windows


def lock(number: int, *, wait: bool = False) -> bool:
    """Lock an open file; returns False where another process, or another opening, has locked it.

    With ``wait`` it waits for that one, on Windows for ``PATIENCE`` at most.

    Closing ``number`` frees the lock. Raises ``OSError`` where the file system has no locks.
    """
    if sys.platform == "win32":
        place = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, PLACE, os.SEEK_SET)
        try:
            latest = monotonic() + PATIENCE
            while not _lock_byte(number):  # LK_LOCK would look again after a second only
                if not wait or monotonic() > latest:
                    return False
                sleep(PAUSE)
        finally:
            os.lseek(number, place, os.SEEK_SET)
    else:
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
    return True


def _lock_byte(number: int) -> bool:
    """Lock the byte at the place of a file on Windows; False where somebody else has it."""
    if sys.platform != "win32":
        raise NotImplementedError
    import msvcrt

    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in (0, errno.EACCES, errno.EDEADLK):  # 0: Wine names no reason
            return False
        raise
    return True
