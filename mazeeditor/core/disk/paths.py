"""Where files belong: settings, what users add next to them, icons; and names from any text."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, printable

SETTINGS = "MAZEEDITOR_SETTINGS"  # environment: another file
CACHES = "MAZEEDITOR_CACHE"  # environment: another folder
ICONS = "icons"
FORBIDDEN = str.maketrans(dict.fromkeys('\\/:*?"<>|', " "))  # on one system or another
MAX_BYTES = 100  # bytes of a name
# On Windows, whatever follows; the signs of COM¹ are digits there, too.
_DEVICE = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?=[.:]|$)", re.IGNORECASE
)
_NO_NAME = re.compile(r'[<>:"|?*\x00-\x1f]')  # what no name on Windows has, beside / and \
_NOTHING = "nul"  # the device that stands for no file
LONGEST_PATH = 259  # characters on Windows, where it is not told to take longer ones
_OWN = 85  # of them that the names of temporary files have at most


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


def caches_folder() -> Path:
    """Return the folder for what can be made again; ``MAZEEDITOR_CACHE`` names another one.

    It is relative for a user without a home folder. Raises ``RuntimeError`` there, too.
    """
    if chosen := os.environ.get(CACHES):
        return Path(chosen).absolute()
    import platformdirs

    return platformdirs.user_cache_path("mazeeditor", appauthor=False)


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


def rules_folders() -> tuple[Path, ...]:
    """Return the folders with further rules of print shops, as ``rule_set`` takes them."""
    own = rules_folder()
    return (own,) if own else ()


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

        return platformdirs.user_config_path(roaming=True)
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
    while len(name.encode()) > MAX_BYTES:
        name = name[:-1].rstrip(". ")
    device = _DEVICE.match(name)
    return f"{device[1]}-{name[device.end(1) :].lstrip()}" if device else name


def check_name(path: Path) -> None:
    """Raise ``MazeError`` where Windows would write another file than the one of that name."""
    if sys.platform == "win32" and (problem := name_problem(path.name)):
        text = _("Cannot write {file}: {problem}. Choose another name.")
        raise MazeError(text.format(file=printable(path), problem=problem))


def name_problem(name: str) -> str:
    """Return why Windows can have no file of that name, as the end of a sentence; "" if it can.

    It would write to a device, into a hidden part of another file, or leave out letters.
    """
    if name.lower() == _NOTHING:  # where users write what they do not want
        return ""
    if device := _DEVICE.match(name):
        text = _("Windows has a device called {name}")
        return text.format(name=device[1].upper())
    if sign := _NO_NAME.search(name):
        text = _("Windows allows no {sign} in names")
        return text.format(sign=sign[0] if sign[0].isprintable() else ascii(sign[0]))
    if name != name.rstrip(". "):
        return _("Windows allows no dot or space at the end of a name")
    return ""


def reachable(path: Path) -> Path:
    """Return a path as Windows opens it however long it is; the same path elsewhere."""
    if sys.platform != "win32":
        return path
    whole = os.path.abspath(path)  # noqa: PTH100 - without dots, which a long one may not have
    long = extend_path(whole)
    return path if long == whole else Path(long)


def extend_path(path: str) -> str:
    r"""Return an absolute path of Windows in the form that may be long: ``\\?\C:\a``, if it is.

    As temporary files beside it have longer names, it need not be too long itself.
    """
    if len(path) <= LONGEST_PATH - _OWN or path.startswith(("\\\\?\\", "\\\\.\\")):
        return path
    return f"\\\\?\\UNC\\{path[2:]}" if path.startswith("\\\\") else f"\\\\?\\{path}"
