"""Presets in the File menu: begin a maze with one, and keep how this maze is made as one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from mazeeditor.app.commands import command, disabled_reason, idle, submenu
from mazeeditor.app.commands.file.new_menu import begin
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.disk.settings_folder import presets_folder
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document


@submenu("presets", _("New from Preset"), menu="file", order=6)
def begin_with(
    document: Document, opened: OpenDocument, view: View
) -> list[tuple[str, Callable[[], None]]]:
    """Return the presets, and what is wrong with files that are none."""
    from mazeeditor.app.drafts.presets import Preset, presets

    def beginning(preset: Preset) -> Callable[[], None]:
        return lambda: opened.gate.leave(
            lambda: begin(document, opened, view, preset.recipe.seeded(), preset.page)
        )

    known, problems = presets()
    items = [(_labelled(preset.label, preset.about), beginning(preset)) for preset in known]
    return items + [(problem, disabled_reason) for problem in problems]


def _labelled(label: str, about: str) -> str:
    return f"{label}   ({about})" if about else label


@command("save-preset", _("Save as Preset…"), menu="file", order=7, enabled=idle)
def save_preset(document: Document, opened: OpenDocument, view: View, services: Services) -> None:
    """Keep how this maze is made and printed as a preset."""
    from mazeeditor.app.drafts.presets import SUFFIX, write_preset

    recipe, folder = view.draft.recipe(shown=True), presets_folder()
    if folder:
        with suppress(OSError):  # the dialog then shows another folder
            folder.mkdir(parents=True, exist_ok=True)
    proposal = (folder or Path()) / (_("My preset") + SUFFIX)
    label = _("Presets")
    if path := opened.files.ask_file(_("Save as Preset"), label, SUFFIX, proposal):
        write_preset(path, recipe, document.page)
        text = _("{name} is now in File > New from Preset.")
        if folder and path.parent != folder:
            text = _("{name} is written; only presets in {folder} are in the menu.")
        services.ui.show_status(text.format(name=path.stem, folder=folder))
