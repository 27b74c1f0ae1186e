"""Where the files of a user are: settings, state that outlives one run, paths below the home."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SETTINGS, STATE = "MAZEEDITOR_SETTINGS", "MAZEEDITOR_STATE"  # environment: a file, a folder


def settings_path() -> Path | None:
    """Return the path of the settings of this user; ``MAZEEDITOR_SETTINGS`` names another file.

    ``None`` where the user has no home folder.
    """
    file = os.environ.get(SETTINGS)
    if file:
        return Path(file)
    with suppress(RuntimeError):
        return _config_folder() / "mazeeditor" / "settings.json"
    return None


def presets_folder() -> Path | None:
    """Return the folder for presets of this user, beside the settings; it may not exist yet."""
    settings = settings_path()
    return settings and settings.parent / "presets"


def stamps_folder() -> Path | None:
    """Return the folder for stamps of this user, beside the settings; it may not exist yet."""
    settings = settings_path()
    return settings and settings.parent / "stamps"


def rules_folder() -> Path | None:
    """Return the folder for rules of print shops, beside the settings; it may not exist yet."""
    settings = settings_path()
    return settings and settings.parent / "rules"


def rules_folders(*further: Path) -> tuple[Path, ...]:
    """Return where rules of print shops are looked for besides the program's, the last one first.

    ``further`` are folders such as that of the book which names them.
    """
    own = rules_folder()
    return (own, *further) if own else further


def making_folders() -> dict[str, tuple[Path, ...]]:
    """Return the folders for machines and materials, beside the settings; they may not exist yet.

    As ``ChosenPresets`` takes them.
    """
    settings = settings_path()
    kinds = ("machines", "materials")
    return {kind: (settings.parent / kind,) if settings else () for kind in kinds}


def _config_folder() -> Path:
    """Return where this system keeps the settings of a user."""
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        return platformdirs.user_config_path()
    # the same as platformdirs, which takes longer to import than all else before the first window
    folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return folder if folder.is_absolute() else Path.home() / ".config"


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


def unsaved_books_folder() -> Path | None:
    """Return the folder for unsaved books; ``None`` where the user has no home folder."""
    folder = state_folder()
    return folder and folder / "recovery-books"


def with_tilde(folder: Path) -> str:
    """Return a folder as users write it: ``~/mazes``."""
    with suppress(ValueError, RuntimeError):  # it is elsewhere, or there is no home
        return str(Path("~") / folder.relative_to(Path.home()))
    return str(folder)


def holds(check: Callable[[], bool]) -> bool:
    """Whether a check of a path holds; not where the path is too long or may not be looked at."""
    with suppress(OSError, ValueError):
        return check()
    return False
