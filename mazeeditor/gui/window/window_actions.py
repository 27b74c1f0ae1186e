"""What the palette offers of a window besides commands: sections of the panel, and settings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mazeeditor.app.command_palette import Action, actions
from mazeeditor.app.commands import COMMANDS, hindered
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.panels import SECTIONS


def _sections(view: View, services: Services) -> Iterator[Action]:
    for section in SECTIONS:
        yield Action(
            f"section:{section.name}",
            section.label,
            _("Section"),
            partial(services.ui.show_section, section.name),
            hindered(False, False, view),
            also=section.words,
        )


def _settings(context: Context, services: Services) -> Iterator[Action]:
    """Yield the fields of the settings that no command has."""
    from mazeeditor.gui.dialogs.settings_dialog import SettingsDialog, settings_options

    for option in settings_options():
        if option.name not in COMMANDS.names():
            yield Action(
                f"setting:{option.name}",
                option.label,
                _("Setting"),
                lambda name=option.name: SettingsDialog(context, services.settings, name).show(),  # type: ignore[misc]
                summary=option.summary,
                also=option.words,
            )


def all_actions(context: Context, services: Services) -> list[Action]:
    """Return all that can be done in a window, those chosen last first."""
    return actions(context.parts, services, (_sections, _settings))
