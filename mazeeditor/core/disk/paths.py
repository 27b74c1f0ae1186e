"""Where files belong: settings, what users add next to them, icons; and names from any text."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

SETTINGS = "MAZEEDITOR_SETTINGS"  # environment: another file
ICONS = "icons"
FORBIDDEN = str.maketrans(dict.fromkeys('\\/:*?"<>|', " "))  # on one system or another
LONGEST = 100  # bytes of a name
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # on Windows


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
    """Return the folder for presets of this user, next to the settings; it may not exist yet."""
    return _next_to_settings("presets")


def templates_folder() -> Path | None:
    """Return the folder for templates of this user, next to the settings; it may not exist yet."""
    return _next_to_settings("templates")


def stamps_folder() -> Path | None:
    """Return the folder for stamps of this user, next to the settings; it may not exist yet."""
    return _next_to_settings("stamps")


def themes_folder() -> Path | None:
    """Return the folder for themes of this user, next to the settings; it may not exist yet."""
    return _next_to_settings("themes")


def rules_folder() -> Path | None:
    """Return the folder for rules of print shops, next to the settings; it may not exist yet."""
    return _next_to_settings("rules")


def rules_folders(*further: Path) -> tuple[Path, ...]:
    """Return the folders with further rules of print shops; those in later ones replace others.

    ``further`` are folders such as that of the book which names them.
    """
    own = rules_folder()
    return (own, *further) if own else further


def making_folders() -> dict[str, tuple[Path, ...]]:
    """Return the folders for machines and materials, next to the settings; they may not exist yet.

    As ``ChosenPresets`` takes them.
    """
    folders = {kind: _next_to_settings(kind) for kind in ("machines", "materials")}
    return {kind: (folder,) if folder else () for kind, folder in folders.items()}


def _next_to_settings(name: str) -> Path | None:
    settings = settings_path()
    return settings and settings.parent / name


def _config_folder() -> Path:
    """Return where this system keeps the settings of a user."""
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        return platformdirs.user_config_path()
    # the same as platformdirs, which takes longer to import than all else before the first window
    folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return folder if folder.is_absolute() else Path.home() / ".config"


@cache
def icons_folder() -> Path:
    """Return the folder with the icons.

    A checkout has them at its top level, also where another copy of the program is installed that
    the checkout hides; so the folder is found from this file, and not by importing it.
    """
    package = Path(__file__).parents[2]
    installed = package / ICONS
    return installed if installed.is_dir() else package.parent / ICONS


def file_name_of(text: str) -> str:
    """Return a text as a name that every system can have, without a suffix; "" for none."""
    import unicodedata  # here: the window starts without it

    text = unicodedata.normalize("NFC", text)
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    name = " ".join(text.translate(FORBIDDEN).split()).strip(". ")
    while len(name.encode()) > LONGEST:
        name = name[:-1].rstrip(". ")
    return f"{name}-" if _RESERVED.fullmatch(name) else name
