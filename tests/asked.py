"""The dialogs that no command opens by itself: of a window, by name, each with what opens it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from mazeeditor.app.commands import COMMANDS, SUBMENUS, disabled_reason
from mazeeditor.app.drafts.field_draft import FieldDraft
from mazeeditor.app.drafts.picture_review import PictureReview
from mazeeditor.core.translation import _
from mazeeditor.gui.dialogs.field_dialog import FieldDialog
from mazeeditor.gui.dialogs.picture_review_dialog import PictureReviewDialog
from mazeeditor.gui.file_dialogs.desktop_dialogs import FileQuestion
from mazeeditor.gui.file_dialogs.own_dialog import ask
from mazeeditor.gui.panels.generate_panel import GeneratePanel
from mazeeditor.gui.window.window import Window
from mazeeditor.gui.workspaces.make import MakeWorkspace
from mazeeditor.maze.masks import MASKS
from tests.events import wait_until
from tests.recognition.half_walls import picture_with_half_walls

PRESETS = ("material", "machine")


def asked(window: Window, folder: Path) -> dict[str, Callable[[], object]]:
    """Return what opens each dialog; files are asked for in a folder."""
    generate = window.build_panel().content("generate")
    assert isinstance(generate, GeneratePanel)
    transforms = window.session.parts.call(SUBMENUS["transform"].run)
    return {
        **{
            label[:-1].lower(): action
            for label, action in transforms
            if label.endswith("…") and action is not disabled_reason
        },
        **{f"outline {name}": partial(generate.mask._ask, 0, name) for name in MASKS.names()},
        "open": partial(_open, window, folder),
        "field plan": partial(_field_plan, window),
        "picture review": partial(_review, window),
        "save film": partial(_save_film, window),
        **{name: partial(_preset, window, name) for name in PRESETS},
    }


def _open(window: Window, folder: Path) -> None:
    """Ask for a file as where no desktop has a dialog for that."""
    question = FileQuestion(_("Open"), [(_("Mazes and books"), (".maze",))], folder=folder)
    ask(question, window.root, window.icons, [], lambda _path: True)


def _field_plan(window: Window) -> None:
    """Ask what is written of a field, as of one of a file."""
    document, services = window.session.document, window.session.services
    draft = FieldDraft(document.maze.copy(), document.recipe.masks)
    FieldDialog(window.root, draft, services.background).show()


def _review(window: Window) -> None:
    """Show what is read in a picture of a maze."""
    review = PictureReview(picture_with_half_walls().picture, "scan.png")
    PictureReviewDialog(window.root, review, window.session.services.background).show()


def _save_film(window: Window) -> None:
    """Ask how a film is to be saved, once there is one."""
    window.show_workspace("teach", "watch-generating")
    shows = window.session.view.film_shows.shows
    wait_until(window.root, lambda: any(show.savable for show in shows.values()), 60, "the film")
    window.run(COMMANDS["save-film"])


def _preset(window: Window, name: str) -> None:
    """Let a machine or a material be edited."""
    window.show_workspace("make", "")
    content = window.switch.content
    assert isinstance(content, MakeWorkspace)
    wait_until(window.root, lambda: content.pane is not None, 60, "Make")
    assert content.pane
    content.pane.edit(name)
