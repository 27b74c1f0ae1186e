"""Make: what a machine is to make of the maze, next to its sheets and the travel of the head.

::

    | [] Coaster |  +--------------+ Size ...  | Stencil            |
    | [x Stencil |  |              | Cuts ...  |   How large [v]    |
    | [] Inlay   |  |    sheet     | Time ...  |   Material .. [v]  |
    | [] Wall art|  |              | Pieces .. |   Machine ... [v]  |
    |   ...      |  +--------------+ Tabs ...  | | what may break | |
    |            |        < 1 of 3 >           | > Details          |
    |            |  [>] ----o------    90 %    | > Sheets           |

In front is what the object asks for; all else is computed, and can be chosen in Details. A button
next to a machine or a material changes it, and keeps it among the files of the user.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Latest, ignore
from mazeeditor.app.making.assembled import SHEET as THE_SHEET
from mazeeditor.app.making.draft import HOLE_AT, KINDS, OBJECT, SIZE, WHAT
from mazeeditor.app.making.making import Making
from mazeeditor.app.making.objects import WORD
from mazeeditor.app.making.preview import (
    MakePreview,
    SketchRequest,
    draw_making,
    draw_sketch,
    failed_preview,
)
from mazeeditor.app.settings import Settings
from mazeeditor.core.options import in_section
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.typed_choices import choose_by_typing
from mazeeditor.gui.forms.forms import Form, button_beside, focus_field
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.making.figure_card import FigureCard
from mazeeditor.gui.making.kind_field import KindField
from mazeeditor.gui.making.object_list import ObjectList
from mazeeditor.gui.making.preset_dialog import PresetDialog
from mazeeditor.gui.making.sheet_notes import BusyNote, MakeNotes, SheetLegend
from mazeeditor.gui.making.tab_handles import TabHandles
from mazeeditor.gui.making.tabs_toggle import TabsToggle
from mazeeditor.gui.making.turning_assembly import AssemblyPane
from mazeeditor.gui.making.turning_pages import TurningPages
from mazeeditor.gui.making.turning_pane import TurningPane
from mazeeditor.gui.making.zoomed_sheet import ZoomedSheet
from mazeeditor.gui.widgets import follow, has_keyboard, on_destroy
from mazeeditor.gui.widgets.fields.zoom_field import ZoomField
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.gui.widgets.warning_box import Mend, WarningBox
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import EQUIPMENT, JOB, SHEET
from mazeeditor.making.sheets.drawing import BareSheet, SheetDrawing
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.making.solid import Solid

if TYPE_CHECKING:
    from PIL.Image import Image

VIEW = 240, 160  # px at 96 dpi of a sheet in the least window
NAMES_WIDTH_PX = 820  # px at 96 dpi of the pane, with room for the names of the objects
HINT_HEIGHT_PX = 620  # px at 96 dpi of the pane, with room for a hint below the sheet
PANEL, PANEL_NARROW = 336, 308  # px at 96 dpi of the fields: names of machines are long
CARD = 1200  # px at 96 dpi of the pane, with room for the figures beside the sheet
NOTED = 4  # notes take no more than this part of the height
FRAME_MS = 40  # ms from one picture of the head to the next
SKETCHED = 100  # ms of planning another object after which the walls are shown
PLAYING_MS = 12_000  # ms: how long playing all of a sheet takes
CHANGES = {  # what a button next to an option does
    "material": _("Change the numbers of this material, or add one of your own"),
    "machine": _("Change the numbers of this machine, or add one of your own"),
    "lid_material": _("Change the numbers of this material, or add one of your own"),
}
FRONT = (
    WORD,
    "overall",
    "outline",
    "rim_text",
    "ball",
    "levels",
    "line",
    "ends",
    "height",
    "floor",
    "upright",
)
ASKED = *FRONT, "material", "machine"  # what objects may ask for, in this order
NOTHING = ("",)  # stands above a closed Details
DETAILS, SHEETS = "make-details", "make-sheets"  # by which it is remembered whether they are open


class MakePane(TurningPane):
    """What is made of the document of ``making``; ``on_preview`` is called with each preview.

    ``view`` is the part of the sheet that is seen at first, None for all of it. ``spell`` is called
    with a word of which the maze is to be made.
    """

    place_text = _("Sheet {number} of {pages}")
    sheet: ZoomedSheet
    tabs: TabHandles

    def __init__(
        self,
        parent: tk.Misc,
        making: Making,
        settings: Settings,
        icons: Icons,
        on_preview: Callable[[MakePreview], object] = ignore,
        view: SheetView | None = None,
        spell: Callable[[str], object] = ignore,
    ) -> None:
        super().__init__(parent, making.request, draw_making, failed_preview)
        self.making, self.draft, self._settings = making, making.draft, settings
        self._icons, self._on_preview, self._timer = icons, on_preview, ""
        self._moved = THE_SHEET  # what the slider moves
        self._spell = spell
        self._beside = True  # whether the figures stand beside the sheet
        self._narrow = False  # whether there is no room for what can be left out
        self._planned: tuple[str, str] | None = None  # the object and job of what is seen
        self._explains = False  # whether there is room to say what the object is
        px = self.theme.px
        self.objects = ObjectList(self, self.draft.fields, icons, self.focus_question)
        self.objects.grid(row=0, column=0, sticky="ns")
        self._side = ttk.Frame(self, padding=(px(12), px(10)))
        self._side.grid(row=0, column=2, sticky="nsew")
        for column in (1, 3):
            ttk.Separator(self, orient="vertical").grid(row=0, column=column, sticky="ns")
        self.columnconfigure(2, weight=1)
        self.rowconfigure(0, weight=1)
        self._add_sheet()
        self.sheet.view = view
        self._add_fields()
        on_destroy(self, self._stop_timer)
        follow(self, self.draft.tabs.changed, self.draw_again)
        follow(self, making.changed, self.draw_again)
        follow(self, self.draft.fields.changed, self._show_object)
        self.bind("<Configure>", lambda event: self._fit(event.width, event.height))
        self.start(self.draft)

    # Fields

    def _add_fields(self) -> None:
        px, draft = self.theme.px, self.draft
        panel = self.panel = ScrolledPanel(self, px(self._panel))
        panel.grid(row=0, column=4, sticky="ns", padx=(px(12), 0), pady=px(10))
        self.heading = ttk.Label(panel.body, style="Heading.TLabel")
        self.heading.pack(anchor="w", pady=(0, px(4)))
        self.about = ttk.Label(panel.body, style="Small.TLabel")
        self.about.configure(wraplength=px(self._panel - 24))
        self._show_about(shown=self._explains)
        fields, options = draft.fields, draft.fields.options.values()
        names = {
            each: [option.name for option in in_section(options, each)]
            for each in (EQUIPMENT, JOB, SHEET)
        }
        asked = [name for name in ASKED if name in fields.options]
        in_details = [WHAT, *names[JOB], *names[EQUIPMENT]]
        front = Form(
            *(panel.body, fields, self._submit, asked), first=asked, hides=self._is_not_asked
        )
        self.kind = KindField(panel.body, draft)
        self.kind.pack(fill="x")
        front.pack(fill="x")
        self.warnings = WarningBox(panel.body, self._icons)
        self.warnings.pack(fill="x")
        self.inner_card = FigureCard(panel.body, stretched=True)
        closed = partial(Form, panel.body, fields, first=NOTHING, hides=self._is_asked)
        closed = partial(closed, usual=draft.is_usual)
        details = closed(names=in_details, more=DETAILS, title=_("Details"))
        page = Form(panel.body, draft.page_fields, more=details.more or "", first=NOTHING)
        sheets = closed(names=names[SHEET], more=SHEETS, title=_("Sheets and copies"))
        self.forms = [front, details, page, sheets]
        for form in self.forms[1:]:
            form.pack(fill="x")
        for form in self.forms:
            for box in form.boxes.values():
                if isinstance(box.widget, ttk.Combobox):
                    choose_by_typing(box.widget)
        button = button_beside(front, _("Go"), self.make_word)
        press_by_enter(button)
        Tooltip(button, _("Make a new maze in the shape of the word"), _("Enter"))
        front.put_next_to(WORD, button)
        self.word_button = button
        self._offer_editing()
        self._show_object()
        self.inner_card.show(self.shown.rows)
        self._show_card(beside=self._beside)

    def _is_asked(self, name: str) -> bool:
        return name in self.draft.asks

    def _is_not_asked(self, name: str) -> bool:
        return name not in self.draft.asks

    def _submit(self) -> None:
        """Make a maze of the word where Enter was pressed in its field."""
        if has_keyboard(self.forms[0].boxes[WORD].typed_in):
            self.make_word()

    def make_word(self) -> None:
        """Make a maze of the word that was typed."""
        self.forms[0].boxes[WORD].commit()
        if word := self.draft.fields[WORD].strip():
            self._spell(word)

    def _show_object(self) -> None:
        self.heading.configure(text=self.draft.heading)
        self.about.configure(text=self.draft.about)

    def _show_about(self, *, shown: bool) -> None:
        """Say below the heading what it is, where there is room."""
        self._explains = shown
        if shown:
            self.about.pack(anchor="w", pady=(0, self.theme.px(6)), after=self.heading)
        else:
            self.about.pack_forget()

    def _offer_editing(self) -> None:
        """Put a button that edits it next to each machine and material."""
        self.edit_buttons: dict[str, ttk.Button] = {}
        for form in self.forms:
            for name in KINDS.keys() & form.boxes.keys():
                button = button_beside(form, "…", partial(self.edit, name))
                press_by_enter(button)
                Tooltip(button, CHANGES[name])
                form.put_next_to(name, button)
                self.edit_buttons.setdefault(name, button)  # in front, where it is asked for

    def _show_warning(self, shown: MakePreview) -> None:
        """Show what may go wrong, or with what something can be made, and buttons that mend it."""
        mends = self._mends(shown)
        self.warnings.show(shown.warning or (shown.problem if mends else ""), mends)

    def _mends(self, shown: MakePreview) -> list[Mend]:
        """Return the buttons that mend what may go wrong."""
        return [Mend(one.label, partial(self.draft.mend, one.values)) for one in shown.mends]

    def edit(self, name: str) -> None:
        """Let the user change the machine or the material that an option names."""
        used = PresetDialog(self, self.draft.edited(name)).show()
        if used is not None:
            self.draft.use(name, used)
            self.panel.destroy()
            self._add_fields()
            self._show_warning(self.shown)
            self.edit_buttons[name].focus_set()

    # The sheet

    def _add_sheet(self) -> None:
        px, side = self.theme.px, self._side
        above = ttk.Frame(side)
        self.where = ttk.Label(above, style="Small.TLabel")
        self.where.pack(side="left")
        self.with_tabs = TabsToggle(above, self.making, self._show_content)
        self._middle = ttk.Frame(side)
        size = px(VIEW[0]), px(VIEW[1])
        self.pages = TurningPages(
            self._middle, self.turn, size, lambda size: self.sheet.resized(size), keys_in=self
        )
        self.sheet = ZoomedSheet(
            self.pages, self.background, self._settings, lambda: self.tabs.draw(), self
        )
        self.sketching: Latest[SketchRequest, Image] = Latest(
            self.background,
            self._take_sketch,
            draw_sketch,
            self._show_sketch,
            ignore,
            delay=SKETCHED,
        )
        self.busy = BusyNote(
            *(self.pages.view, _("Being worked out…"), self),
            *(self.sheet.show_outdated, self._cancel, self.draw_again),
        )
        self.card = FigureCard(self._middle)
        self.legend = SheetLegend(side)
        put_hole = partial(self.draft.fields.edit, HOLE_AT)
        self.tabs = TabHandles(side, self.sheet, self.draft.tabs, put_hole)
        row = self.row = ttk.Frame(side)
        self.play = ttk.Button(row, text=_("Play"), command=self.toggle_playing)
        self.play.pack(side="left", padx=(0, px(8)))
        Tooltip(self.play, _("Watch the order in which the machine cuts and draws"))
        self.share = tk.DoubleVar(self, 1.0)
        self.slider = ttk.Scale(row, variable=self.share, command=self._slide)
        self.slider.pack(side="left", fill="x", expand=True)
        zoom = ZoomField(row)
        zoom.pack(side="right", padx=(px(8), 0))
        Tooltip(zoom, _("Zoom; 100 % is the real size"), self.sheet.keys)
        self.sheet.add_zoom(zoom, self._refuse_zoom)
        self.assembly = AssemblyPane(
            side, self.pages, self.background, self.making.assembled, self._show_mode
        )
        self.notes = MakeNotes(side)
        # the sheet last: where there is not room for all, the others are seen
        above.pack(side="top", fill="x", pady=(0, px(6)))
        self.notes.pack(side="bottom", fill="x", pady=(px(6), 0))
        row.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.tabs.pack(side="bottom", fill="x", pady=(px(2), 0))
        self.legend.pack(side="bottom", fill="x")
        self._middle.pack(side="top", fill="both", expand=True)
        self.pages.pack(side="left", fill="both", expand=True)

    def _fit(self, width: int, height: int) -> None:
        """Leave out what there is no room for: the names of the objects, a hint."""
        px = self.theme.px
        self.objects.fit(height, named=width >= px(NAMES_WIDTH_PX))
        self._show_card(beside=width >= px(CARD))
        self._narrow = width < px(NAMES_WIDTH_PX)
        self._show_where()
        self.tabs.show_hint(shown=height >= px(HINT_HEIGHT_PX))
        self.legend.explain_lines(wanted=height >= px(HINT_HEIGHT_PX))
        self._show_about(shown=height >= px(HINT_HEIGHT_PX))
        self.notes.limit(height // NOTED)

    def _show_where(self) -> None:
        """Say which sheet it is; in a narrow pane the choice of tabs has the room."""
        if self._narrow and self.with_tabs.winfo_manager():
            self.where.pack_forget()
        elif not self.where.winfo_manager():
            self.where.pack(side="left")

    @property
    def settled(self) -> bool:
        """Whether the sheet that is asked for is seen, or what is wrong with it."""
        return self.drawing.settled and self.sheet.settled

    @property
    def progress(self) -> float:
        """The share done of planning, 0 to 1; then the sheet is drawn."""
        return 1.0 if self.drawing.settled else self.drawing.progress

    def _cancel(self) -> None:
        """Plan no further: what is shown stays, and is outdated."""
        self.drawing.stop()

    def _show_card(self, *, beside: bool) -> None:
        """Show the figures beside the sheet, or where there is no room among the fields."""
        self._beside = beside
        if beside and not self.card.winfo_manager():
            px = self.theme.px
            self.card.pack(side="right", anchor="n", padx=(px(12), 0), before=self.pages)
            self.inner_card.pack_forget()
        elif not beside and not self.inner_card.winfo_manager():
            self.card.pack_forget()
            self.inner_card.pack(fill="x", pady=self.theme.px(6), after=self.warnings)

    def say_soon(self) -> None:
        """Say that sheets are being planned, where that takes a while.

        Of another object than is seen, the walls are shown meanwhile.
        """
        super().say_soon()
        self.busy.begin()
        if self._object != self._planned:
            self.sketching.request()

    @property
    def _object(self) -> tuple[str, str]:
        return self.draft.fields[OBJECT], self.draft.fields[WHAT]

    def _take_sketch(self) -> SketchRequest | None:
        of_maze = SIZE not in JOBS[self.draft.fields[WHAT]].ignores  # test pieces have none
        if self.drawing.settled or self.assembly.shown or not of_maze:
            return None
        look = self.sheet.size, self.theme.scale, self.theme.mode
        return SketchRequest(self.making.copied_maze(), *look)

    def _show_sketch(self, image: Image) -> None:
        if not self.drawing.settled:
            self.sheet.show_sketch(image)

    def _refuse_zoom(self, text: str) -> None:
        self.notes.say(_("{text} is not a zoom: type a number, such as 250 %.").format(text=text))

    def show_preview(self, shown: MakePreview) -> None:
        """Show a sheet with its figures, or what is wrong in its place."""
        self.making.preview = shown
        self._planned = self._object
        self.sketching.stop()
        if not shown.drawing:
            self.stop()
        self._show_content()
        for figures in (self.card, self.inner_card):
            figures.show(shown.rows)
        self._show_warning(shown)
        self.notes.say("", "\n".join(filter(None, (shown.shopping, shown.advice))))
        self.assembly.show(shown.plan)
        self._on_preview(shown)

    @property
    def _panel(self) -> int:
        """The width of the fields, px at 96 dpi."""
        return PANEL_NARROW if self.theme.narrow else PANEL

    @property
    def _seen(self) -> SheetDrawing | BareSheet | None:
        """The sheet that is seen: as it is made, or as it would be without tabs."""
        bare = self.shown.bare if self.making.without_tabs else None
        return bare or self.shown.sheet

    def _show_content(self) -> None:
        """Show the sheet with its tabs, or what would fall out without them."""
        shown, seen = self.shown, self._seen
        without = isinstance(seen, BareSheet)
        self.draft.tabs.show(None if without else shown.sheet_tabs)
        self.tabs.holes = None if without else shown.holes
        problem = shown.problem  # which the box says where it has a button
        if problem and shown.mends:
            problem = _("It cannot be made like this: see the advice beside it.")
        self.sheet.show(seen or shown.drawing, problem)
        self.tabs.show(_without_tabs(seen.pieces) if isinstance(seen, BareSheet) else "")
        self._show_mode()

    def _show_mode(self) -> None:
        """Let the slider move what is seen: the head, the ball, or the parts."""
        over, shown, seen = self.assembly.shown, self.shown, self._seen
        mode = self.assembly.view.mode if over else THE_SHEET
        if mode != self._moved:
            self._moved = mode
            self.stop()
            self.share.set(self.assembly.share if over else self.sheet.share)
        self.pages.offer_turning(shown.pages > 1 and not over)
        moves = isinstance(seen, SheetDrawing) and seen.paths.duration > 0
        usable = ["!disabled" if (self.assembly.rolls if over else moves) else "disabled"]
        self.play.state(usable)
        self.slider.state(usable)
        self._show_player(shown=over or not isinstance(shown.drawing, Solid))
        self.legend.show(None if over else seen)
        # parts that are put together lie on no sheet
        self.where.configure(text="" if over else units_of(self).shown(shown.place))
        self.tabs.show_turned(over)
        self.with_tabs.show(offered=shown.bare is not None and not over)
        self._show_where()

        # Zoom, as the commands of the window have it
        self.sheet.offer_zoom(not over)

    def _show_player(self, *, shown: bool) -> None:
        """Show what plays and zooms; neither is there for a solid."""
        if shown:
            self.row.pack(side="bottom", fill="x", pady=(self.theme.px(6), 0), after=self.notes)
        else:
            self.row.pack_forget()

    def zoom_by(self, steps: int) -> None:
        """Show the sheet larger by some steps, or smaller."""
        (self.assembly if self.assembly.shown else self.sheet).zoom_by(steps)

    def fit(self) -> None:
        (self.assembly if self.assembly.shown else self.sheet).fit()

    def actual_size(self) -> None:
        """Show the sheet as large as it is made."""
        self.sheet.zoom_to(100)

    def focus_object(self) -> None:
        take_keyboard(self.objects.list)

    def focus_field(self, name: str) -> None:
        """Show the field of an option, and give it the keyboard; the object, where none has it."""
        for form in self.forms:
            if form.has_place_for(name):
                focus_field(form, name, self.panel)
                self.panel.keep_in_view(form.boxes[name].typed_in)  # figures come later
                return
        self.focus_object()

    def focus_question(self) -> None:
        """Give the keyboard to the first field that the object asks for."""
        for box in self.forms[0].boxes.values():
            if box.widget.winfo_manager():
                box.typed_in.focus_set()
                box.typed_in.event_generate("<<SelectAll>>")
                return

    # The head

    def toggle_playing(self) -> None:
        """Let the head go on from where it is, from the beginning where it is at the end."""
        if self._timer:
            self.stop()
            return
        if self.share.get() >= 1:
            self.share.set(0.0)
        self.play.configure(text=_("Pause"))
        self._timer = self.after(FRAME_MS, self._step)

    def stop(self) -> None:
        """Let the head stay where it is."""
        if self._timer:
            self._stop_timer()
            self.play.configure(text=_("Play"))

    def _stop_timer(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _step(self) -> None:
        self._timer = self.after(FRAME_MS, self._step)
        self.share.set(min(1.0, self.share.get() + FRAME_MS / PLAYING_MS))
        self._seek()
        if self.share.get() >= 1:
            self.stop()

    def _slide(self, _value: str) -> None:
        self._seek()

    def _seek(self) -> None:
        (self.assembly if self.assembly.shown else self.sheet).seek(self.share.get())


def _without_tabs(pieces: int) -> str:
    """Return what would become of a sheet without its tabs."""
    if pieces <= 1:
        return _("Without tabs nothing would fall out: they only keep it from bending.")
    return _("Without tabs it would fall into {pieces:,} pieces.").format(pieces=pieces)
