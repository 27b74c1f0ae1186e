"""The File menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mazeeditor.gui.commands import command, idle, submenu
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command("new", _("New"), menu="file", order=11, keys=("Mod+N",), icon="new", bar=11, enabled=idle)
def new(window: Window) -> None:
    """Begin with a new maze."""
    window.filing.new()


@command(
    "open", _("Open…"), menu="file", order=12, keys=("Mod+O",), icon="open", bar=12, enabled=idle
)
def open_file(window: Window) -> None:
    """Open a maze from a file."""
    window.filing.open()


@submenu("recent", _("Open Recent"), menu="file", order=13)
def recent(window: Window) -> list[tuple[str, Callable[[], None]]]:
    """Return the files opened and saved last."""

    def opening(path: Path) -> Callable[[], None]:
        return lambda: window.filing.open_recent(path)

    paths = [Path(each) for each in window.settings.recent]
    items = [(f"{path.name}   ({_short(path.parent)})", opening(path)) for path in paths]
    return items or [(_("No files yet"), lambda: None)]


def _short(folder: Path) -> str:
    """Return a folder as people write it: ``~/mazes``."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # elsewhere, or there is no home
        return str(folder)


@command(
    "import", _("Import…"), menu="file", order=14, keys=("Mod+I",), icon="import", enabled=idle
)
def import_text(window: Window) -> None:
    """Open a maze drawn as text."""
    window.filing.import_text()


@command(
    "save", _("Save"), menu="file", order=21, keys=("Mod+S",), icon="save", bar=13, enabled=idle
)
def save(window: Window) -> None:
    """Write the maze to its file."""
    window.filing.save()


@command("save-as", _("Save As…"), menu="file", order=22, keys=("Mod+Shift+S",), enabled=idle)
def save_as(window: Window) -> None:
    """Write the maze to another file."""
    window.filing.save_as()


@command(
    "export",
    _("Export…"),
    menu="file",
    order=31,
    keys=("Mod+E",),
    icon="export",
    bar=41,
    named=True,
    enabled=idle,
)
def export(window: Window) -> None:
    """Write the page as SVG, PDF, PNG or text."""
    from mazeeditor.gui.dialogs.export import ask_export

    ask_export(window)


@command("quit", _("Quit"), menu="file", order=41, keys=("Mod+Q", "Mod+W"), in_play=True)
def leave(window: Window) -> None:
    """Close the window."""
    window.filing.quit()
