"""Make: what a laser, a plotter or a printer makes of the maze, on its sheets, with its figures.

It takes 150 ms to import, so that is done by a worker when it is first shown.
"""

from __future__ import annotations

from importlib import import_module
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import MAKE
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import has_keyboard
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.gui.workspaces import WorkspaceContent, workspace

if TYPE_CHECKING:
    from mazeeditor.app.making.making import Making
    from mazeeditor.app.making.preview import MakePreview
    from mazeeditor.gui.making.make_pane import MakePane

DRAFT, PANE = "mazeeditor.app.making.making", "mazeeditor.gui.making.make_pane"


@workspace(
    MAKE,
    _("Make"),
    order=4,
    words=_("laser cnc router plotter g-code gcode dxf lightburn stl 3mf nesting cut engrave"),
    manual="laser-and-router",
    keys=("Alt+4", "Mod+Alt+M"),
    buttons=("save-making",),
    instead={"export": "save-making"},
)
class MakeWorkspace(WorkspaceContent):
    """Choose an object, a machine and a material, and save the files for the machine."""

    def __init__(
        self,
        context: Context,
        document: Document,
        opened: OpenDocument,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(context)
        self._document = document
        self._opened, self._chosen, self._services = opened, view.workspaces, services
        self.whole = self._frame = ttk.Frame(context.root, takefocus=False)
        self._note = ttk.Label(self._frame, text=_("Opening Make…"), style="Soft.TLabel")
        self._note.place(relx=0.5, rely=0.4, anchor="center")
        self.pane: MakePane | None = None
        self._making: Making | None = None
        self._loading = False
        self._field = ""  # the option whose field gets the keyboard once there is one
        self._frame.bind("<<ThemeChanged>>", lambda _event: self._follow_theme())

    @property
    def _shown(self) -> bool:
        return self._chosen.name == MAKE

    def enter(self) -> None:
        """Show what is to be made of the document as it is now."""
        if self.pane is None:
            self._load()
            return
        self._follow_theme()
        self._begin(self.pane)

    def leave(self) -> None:
        """Let the document have what was chosen, and draw nothing any more."""
        if self.pane and self._making:
            self._making.apply()
            self._making.show(False)
            self.pane.stop()
            self.pane.hold()

    def focus(self) -> None:
        """Give the keyboard to the object that is chosen."""
        if self.pane:
            self.pane.focus_object()
        else:
            take_keyboard(self._frame)

    def focus_field(self, option: str) -> None:
        """Give the keyboard to the field of an option, once it is made."""
        self._field = option
        if self.pane:
            self._focus_field(self.pane)

    def _focus_field(self, pane: MakePane) -> None:
        pane.focus_field(self._field)
        self._field = ""

    @property
    def settled(self) -> bool:
        """Whether the sheet is planned and drawn."""
        pane = self.pane
        return pane is not None and pane.settled

    @property
    def zoomed(self) -> MakePane | None:
        return self.pane

    # How it is made

    def _load(self) -> None:
        if not self._loading:
            self._loading = True
            self._services.background.run(
                lambda _job: load(), lambda _none: self._build(), self._services.report
            )

    def _build(self) -> None:
        """Make the widgets; hidden where another workspace was chosen meanwhile."""
        from mazeeditor.gui.making.make_pane import MakePane

        making = self._making = self._opened.begin_making()
        making.draft.steps.changed.subscribe(self._services.update)
        self._add(MakePane, making)
        assert self.pane
        if self._shown:
            self._begin(self.pane)
            if self._field:
                self._focus_field(self.pane)
            elif has_keyboard(self._frame) or has_keyboard(self.context.root):
                self.focus()
        else:
            self.pane.hold()

    def _add(self, make: type[MakePane], making: Making) -> None:
        """Put a new pane in the place of the note, or of the one before."""
        view = None
        if self.pane:
            view = self.pane.sheet.view
            self.pane.destroy()
        settings, icons = self._services.settings, self.context.icons
        self._theme = current(self._frame)
        self.pane = make(self._frame, making, settings, icons, self._tell, view, self._spell)
        self.pane.pack(fill="both", expand=True)
        self._note.place_forget()

    def _spell(self, word: str) -> None:
        from mazeeditor.app.making.words import make_word

        make_word(self._document, self._services, word)

    def _follow_theme(self) -> None:
        """Make all widgets again in other colours: they keep nothing but the zoom."""
        if self.pane and self._making and current(self._frame) != self._theme:
            self._add(type(self.pane), self._making)
            if not self._shown:
                self.pane.hold()

    def _begin(self, pane: MakePane) -> None:
        assert self._making
        self._making.show(True)
        self.steps = self._chosen.steps = self._making.draft.steps
        pane.go_on()
        self._tell(pane.shown)
        self._services.update()

    def _tell(self, shown: MakePreview) -> None:
        """Say at the lower left whether it holds, and how many sheets it takes."""
        if self._shown:
            sheets = ngettext("{count} sheet", "{count} sheets", shown.pages)
            text = sheets.format(count=shown.pages) if shown.sheet else ""
            self.context.status.say(*shown.verdict, text)
            self._services.update()


def load() -> None:
    """Import all that it needs, and find the jobs, machines and materials: in a worker."""
    import_module(DRAFT)
    import_module(PANE)
    import_module("mazeeditor.app.making.draft").all_labels()
    import_module("mazeeditor.app.making.objects").made_objects()
