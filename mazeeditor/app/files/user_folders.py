"""Where the state of a user is that outlives one run, and how paths below the home are shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

STATE = "MAZEEDITOR_STATE"  # environment: another folder


def state_folder() -> Path | None:
    """Return the folder for unsaved work and the log; ``MAZEEDITOR_STATE`` names another one.

    It may not exist yet. ``None`` where the user has no home folder.
    """
    folder = os.environ.get(STATE)
    if folder:
        return Path(folder).absolute()
    import platformdirs

    with suppress(RuntimeError):
        path = platformdirs.user_state_path("mazeeditor", appauthor=False)
        return path if path.is_absolute() else None
    return None


def recovery_folder() -> Path | None:
    """Return the folder for unsaved work; ``None`` where the user has no home folder."""
    folder = state_folder()
    return folder and folder / "recovery"


def with_tilde(folder: Path) -> str:
    """Return a folder as users write it: ``~/mazes``, and whole on Windows, which has no ``~``."""
    if sys.platform == "win32":
        return str(folder)
    with suppress(ValueError, RuntimeError):  # it is elsewhere, or there is no home
        return str(Path("~") / folder.relative_to(Path.home()))
    return str(folder)


def holds(check: Callable[[], bool]) -> bool:
    """Whether a check of a path holds; not where the path is too long or may not be looked at."""
    with suppress(OSError, ValueError):
        return check()
    return False
