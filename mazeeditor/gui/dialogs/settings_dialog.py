"""Settings: what menus have of the look, the mouse and files, and the usual paper, in one window.

Each change is made at once, by the command that a menu has for it, in all windows.
"""

from __future__ import annotations

from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.length_units import IN, MM
from mazeeditor.app.region import paper_of_region, uses_inches
from mazeeditor.app.settings import Settings
from mazeeditor.core.options import Option, Section
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import add_sections
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets.modal import ScrolledModal
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.page.paper import SIZES

LOOK, MAZE, FILES = Section(_("Look"), 1), Section(_("Maze area"), 2), Section(_("Files"), 3)
PRINTING = Section(_("Printing"), 4)
PAPER, UNITS = "paper", "units"
OF_REGION = "region"  # the choice of both that settings keep as ""
# the commands behind the choices of a field, and that behind a switch
CHOICES = {
    "theme": {
        "theme-system": _("Like the system"),
        "theme-light": _("Light"),
        "theme-dark": _("Dark"),
    },
    "wheel": {"wheel-zooms": _("Zooms"), "wheel-scrolls": _("Scrolls")},
}
SWITCHES = {
    "everything": (
        LOOK,
        _("All options in forms"),
        _("show the options below More without opening it"),
    ),
    "rulers": (MAZE, _("Rulers"), _("show numbers of rows and columns at the edges")),
    "minimap": (MAZE, _("Overview"), _("show the whole maze in a corner, if it does not fit")),
    "sealed": (MAZE, _("Sealed cells"), _("tint cells that cannot be reached")),
    "previous": (
        FILES,
        _("Keep the previous version"),
        _("on each save, keep the old file beside the new one, as name.maze~"),
    ),
}


class SettingsDialog(ScrolledModal):
    """Fields for the settings of a ``context``; it is closed without an answer.

    The field of the ``first`` option gets the keyboard.
    """

    manual = "files-and-settings#settings-and-what-you-add"

    def __init__(self, context: Context, settings: Settings, first: str = "theme") -> None:
        super().__init__(context.root, _("Settings"))
        self.context, self.settings = context, settings
        self.fields = FieldValues(settings_options(), self._now())
        self.fields.edited.subscribe(self._change)
        self.forms = add_sections(self.page, self.fields, self.fields.sections)
        ttk.Frame(self.page, width=self.theme.panel_width).pack()
        self.add_button(_("Close"), self.destroy, primary=True)
        self.shortcuts = self.add_button(
            _("Keyboard shortcuts…"), lambda: context.run(COMMANDS["change-shortcuts"]), left=True
        )
        Tooltip(self.shortcuts, COMMANDS["change-shortcuts"].summary)
        form = next(form for form in self.forms if first in form.boxes)
        self.first = form.boxes[first].typed_in

    def _is_on(self, name: str) -> bool:
        checked = COMMANDS[name].checked
        return checked is not None and self.context.parts.call(checked)

    def _now(self) -> dict[str, object]:
        chosen: dict[str, object] = {name: self._is_on(name) for name in SWITCHES}
        for field, commands in CHOICES.items():
            chosen[field] = next(name for name in commands if self._is_on(name))
        paper, units = self.settings.paper, self.settings.units
        chosen[PAPER] = paper if paper in SIZES else OF_REGION
        chosen[UNITS] = units if units in (MM, IN) else OF_REGION
        return chosen

    def _change(self, name: str, value: object) -> None:
        """Run the command of a field, and show what is so then."""
        if name == PAPER:
            self.settings.paper = "" if value == OF_REGION else str(value)
        elif name == UNITS:
            self.settings.units = "" if value == OF_REGION else str(value)
            units_of(self).follow(self.settings)
        elif name in CHOICES:
            self.context.run(COMMANDS[str(value)])
        elif self._is_on(name) != value:
            self.context.run(COMMANDS[name])
        self.fields.update(self._now())


def settings_options() -> list[Option]:
    theme, wheel = (next(iter(commands)) for commands in CHOICES.values())
    help_ = _("action of the mouse wheel; with Shift it does the other one")
    options = [
        Option(
            "theme",
            str,
            theme,
            _("colours of the window"),
            sections=(LOOK,),
            words=_("dark mode night light"),
        ),
        Option(
            "wheel",
            str,
            wheel,
            help_,
            own_label=_("Mouse wheel"),
            sections=(MAZE,),
            words=_("scroll zoom"),
        ),
    ]
    offered = [option.offering(CHOICES[option.name]) for option in options]
    switches = [
        Option(name, bool, False, help_, own_label=label, sections=(section,))
        for name, (section, label, help_) in SWITCHES.items()
    ]
    of_region = _("Region: {paper}").format(paper=paper_of_region())
    help_ = _("paper of new mazes, and of templates that name none")
    paper = Option(
        PAPER,
        str,
        OF_REGION,
        help_,
        own_label=_("Usual paper"),
        sections=(PRINTING,),
        words=_("default a4 letter size"),
    )
    papers = paper.offering({OF_REGION: of_region, **{name: name for name in SIZES}})
    usual = _("Region: {unit}").format(unit=_("inches") if uses_inches() else "mm")
    help_ = _("unit of lengths; other units can be typed anywhere, such as 0.5in and 12mm")
    units = Option(
        UNITS,
        str,
        OF_REGION,
        help_,
        own_label=_("Lengths in"),
        sections=(PRINTING,),
        words=_("units inches centimetres metric imperial"),
    )
    of_lengths = {OF_REGION: usual, MM: _("Millimetres"), IN: _("Inches")}
    return [*offered, *switches, papers, units.offering(of_lengths)]
