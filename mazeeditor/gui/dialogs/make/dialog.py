"""Make: what a machine is to make of the maze, next to its sheets and the travel of the head.

::

    | What                  |  +------------+ |
    |   Job ......... [v]   |  |   sheet    | |
    | Machine and Material  |  |            | |
    |   ...                 |  +------------+ |
    |                       |  < 1 of 3 >     |
    |                       |  [>] ---o- 90 % |
    |                       |  3 parts, ...   |
                        [ Close ] [ Save… ]

A button next to a machine or a material changes it, and keeps it among the files of the user.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.jobs import Latest
from mazeeditor.app.making.draft import KINDS, MakeDraft, MakePreview, MakeRequest, draw_making
from mazeeditor.app.making.presets import PresetDraft
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.dialogs.make.sheet_pane import SheetPane
from mazeeditor.gui.dialogs.make.tab_handles import TabHandles
from mazeeditor.gui.dialogs.turning_dialog import TurningDialog
from mazeeditor.gui.forms.forms import add_sections, align
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, on_destroy, wrap_in
from mazeeditor.gui.widgets.fields.zoom_field import ZoomField
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.modal import Modal, press_by_enter, room_on_screen
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.turning_pages import TurningPages
from mazeeditor.making.sheets.drawing import SheetDrawing
from mazeeditor.page.page import OF_MACHINES

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage


SIDE = 720  # px at 96 dpi: the height of the fields, where the screen has room
AROUND = 130  # px at 96 dpi that the dialog takes above and below them
BELOW = 250  # px at 96 dpi: what stands below the sheet
ROOMY = 200  # px at 96 dpi: a sheet as high has room for a hint below it
NOTED = 3  # notes take no more than this part of the height
FRAME = 40  # ms from one picture of the head to the next
PLAYED = 12_000  # ms: how long playing all of a sheet takes
FIRST = "job"
SCROLLING_KEYS = {"<Up>": -1, "<Down>": 1}
LINE = 20  # px at 96 dpi that a key scrolls
MARK_LABELS = {
    "tab": _("a tab"),
    "breaks": _("too thin: it breaks"),
    "warps": _("thin: it may warp"),
    "loose": _("hatched pieces are loose"),
}
AROUND_PRESET = 190  # px at 96 dpi that the dialog takes above and below its fields
LOOK = 100  # ms from one look at the work to the next
PATIENCE = 4  # looks at work that runs before it is shown
LENGTH = 160  # px at 96 dpi of the bar


class MakeDialog(TurningDialog):
    """Answers what is to be made; ``request`` makes that of the fields as they are."""

    place_text = _("Sheet {number} of {pages}")

    def __init__(
        self, parent: tk.Misc, draft: MakeDraft, request: Callable[[], MakeRequest]
    ) -> None:
        super().__init__(
            parent, _("Make"), request, draw_making, lambda problem: MakePreview(problem=problem)
        )
        self.draft = draft
        self._timer = ""
        px = self.theme.px
        self._height = min(px(SIDE), room_on_screen(self)[1] - px(AROUND))
        self.room = self._height, self._height - px(BELOW)
        self._add_fields()
        self._add_sheet()
        self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Close"), self.destroy)
        self.first = self.forms[0].boxes[FIRST].typed_in
        on_destroy(self, self._stop_timer)
        follow(self, draft.tabs.changed, self.draw_again)
        self.start(draft, Shortcuts(draft.settings))

    def _add_fields(self) -> None:
        panel = self.panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.canvas.configure(height=self._height)
        panel.pack(side="left", fill="y")
        body, draft = panel.body, self.draft
        first, *rest = draft.fields.sections
        self.forms = [
            *add_sections(body, draft.fields, [first], self.go),
            *add_sections(body, draft.page_fields, [OF_MACHINES], self.go),
            *add_sections(body, draft.fields, rest, self.go),
        ]
        align(self.forms)
        self._offer_editing()

    def _offer_editing(self) -> None:
        """Put a button that edits it next to each machine and material."""
        self.edit_buttons: dict[str, ttk.Button] = {}
        for form in self.forms:
            for name in KINDS.keys() & form.boxes.keys():
                button = ttk.Button(form, text="…", width=2, command=partial(self.edit, name))
                press_by_enter(button)
                Tooltip(button, _("Change its values, or make another one of it"))
                form.put_next_to(name, button)
                self.edit_buttons[name] = button

    def edit(self, name: str) -> None:
        """Let the user change the machine or the material that an option names."""
        used = PresetDialog(self, self.draft.edited(name)).show()
        if used is not None:
            self.draft.use(name, used)
            self.panel.destroy()
            self._add_fields()
            self.panel.pack(before=self._side)
            self.edit_buttons[name].focus_set()

    def show_problem(self, problem: str) -> None:
        """Show what is wrong above the figures."""
        self.notes.say(problem)

    def _add_sheet(self) -> None:
        px, side = self.theme.px, ttk.Frame(self.body)
        self._side = side
        side.pack(side="left", fill="both", expand=True, padx=(px(16), 0))
        self.pages = TurningPages(side, self.turn, self.room, lambda size: self.pane.resized(size))
        self.pane = SheetPane(
            self.pages, self.background, self.draft.settings, lambda: self.tabs.draw()
        )
        roomy = self.room[1] >= px(ROOMY)
        BusyNote(self.pages.view, _("Planning…"), self.drawing)
        self.legend = SheetLegend(side)
        self.tabs = TabHandles(side, self.pane, self.draft.tabs, hinted=roomy)
        row = ttk.Frame(side)
        self.play = ttk.Button(row, text=_("Play"), command=self.toggle_playing)
        self.play.pack(side="left", padx=(0, px(8)))
        Tooltip(self.play, _("Follow the head of the machine"))
        self.share = tk.DoubleVar(self, 1.0)
        self.slider = ttk.Scale(row, variable=self.share, command=self._slide)
        self.slider.pack(side="left", fill="x", expand=True)
        zoom = ZoomField(row)
        zoom.pack(side="right", padx=(px(8), 0))
        Tooltip(zoom, _("Zoom; at 100 % all is as large as it is made"), self.pane.keys)
        self.pane.add_zoom(zoom, self._refuse_zoom)
        self.notes = MakeNotes(side, self._height // NOTED)
        # the sheet last: where there is not room for all, the others are seen
        self.notes.pack(side="bottom", fill="x", pady=(px(6), 0))
        row.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.tabs.pack(side="bottom", fill="x", pady=(px(2), 0))
        self.legend.pack(side="bottom", fill="x")
        self.pages.pack(side="top", fill="both", expand=True)

    def _refuse_zoom(self, text: str) -> None:
        problem = _("{text} is no zoom: type a number, such as 250 %.").format(text=text)
        self.show_problem(problem)

    def show_preview(self, shown: MakePreview) -> None:
        """Show a sheet with its figures, or what is wrong in its place."""
        self.draft.tabs.show(shown.sheet_tabs)
        if not shown.drawing:
            self.stop()
        self.pane.show(shown.drawing, shown.problem)
        self.legend.show(shown.sheet)
        self.tabs.show()
        self.pages.offer_turning(shown.pages > 1)
        self.notes.say(shown.warning, shown.figures)
        moves = shown.sheet is not None and shown.sheet.paths.duration > 0
        usable = ["!disabled" if moves else "disabled"]
        self.play.state(usable)
        self.slider.state(usable)

    # The head

    def toggle_playing(self) -> None:
        """Let the head go on from where it is, from the beginning where it is at the end."""
        if self._timer:
            self.stop()
            return
        if self.share.get() >= 1:
            self.share.set(0.0)
        self.play.configure(text=_("Pause"))
        self._timer = self.after(FRAME, self._step)

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
        self._timer = self.after(FRAME, self._step)
        self.share.set(min(1.0, self.share.get() + FRAME / PLAYED))
        self.pane.seek(self.share.get())
        if self.share.get() >= 1:
            self.stop()

    def _slide(self, _value: str) -> None:
        self.pane.seek(self.share.get())

    def go(self) -> None:
        """Take what is to be made, unless something is wrong with it, which is shown."""
        request = self.valid_request()
        if request is not None:
            self.close_with(request)


class MakeNotes(ScrolledPanel):
    """What Make says of a plan: a ``warning`` and ``figures``, at most ``most`` px high.

    They scroll where there is more, by the wheel, and by Up and Down.
    """

    def __init__(self, parent: tk.Misc, most: int) -> None:
        super().__init__(parent, 2)
        self._most = most
        theme = current(self)
        self.warning = ttk.Label(self.body, style="Error.TLabel")
        self.figures = ttk.Label(self.body, style="Small.TLabel")
        self.figures.pack(fill="x")
        wrap_in(self.body, self.figures, self.warning)
        # a frame shows that it has the keyboard
        self.canvas.configure(highlightthickness=theme.px(1), highlightcolor=theme.accent)
        self.canvas.configure(highlightbackground=str(self.canvas["background"]))
        for key, step in SCROLLING_KEYS.items():
            self.canvas.bind(key, lambda _event, step=step: self._scroll(step * theme.px(LINE)))  # type: ignore[misc]
        self.body.bind("<Configure>", lambda _event: self._fit(), add=True)

    def say(self, warning: str, figures: str | None = None) -> None:
        """Show what may go wrong, "" for nothing, and what it takes (None as before)."""
        self.warning.configure(text=warning)
        if warning:
            self.warning.pack(fill="x", before=self.figures)
        else:
            self.warning.pack_forget()
        if figures is not None:
            self.figures.configure(text=figures)
        self.canvas.yview_moveto(0)

    def _fit(self) -> None:
        height = self.body.winfo_reqheight()
        self.canvas.configure(height=min(height, self._most), takefocus=height > self._most)

    def _scroll(self, distance: int) -> str:
        self.canvas.yview_scroll(distance, "units")
        return "break"


class SheetLegend(FlowRow):
    """What the marks on a sheet mean: small pictures with words, of those that are there."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, centred=False)
        self._photos: dict[str, PhotoImage] = {}

    def show(self, drawing: SheetDrawing | None) -> None:
        """Explain the marks of a sheet."""
        self.clear()
        labels = [self._label(mark) for mark in drawing.marks] if drawing else []
        if labels:
            self.add(*labels)
        self.configure(width=1)  # no wider than what it stands below

    def _label(self, mark: str) -> ttk.Label:
        px = current(self).px
        label = ttk.Label(self, image=self._photo(mark), text=MARK_LABELS[mark], compound="left")
        label.configure(style="Small.TLabel", padding=(0, px(4), px(6), 0))
        return label

    def _photo(self, mark: str) -> PhotoImage:
        from PIL import ImageTk

        from mazeeditor.making.sheets.picture import sample

        if mark not in self._photos:
            image = sample(mark, current(self).scale)
            self._photos[mark] = ImageTk.PhotoImage(image, master=self)
        return self._photos[mark]


class PresetDialog(Modal):
    """Answers the name of the preset that is to be used now, as it was saved or restored."""

    def __init__(self, parent: tk.Misc, draft: PresetDraft) -> None:
        super().__init__(parent, draft.kind.title)
        self.draft = draft
        panel = ScrolledPanel(self.body, self.theme.panel_width)
        panel.pack(fill="both", expand=True)
        self.forms = [
            form
            for part in draft.sections
            for form in add_sections(panel.body, part.fields, part.fields.sections, self.go)
        ]
        if draft.note:
            note = ttk.Label(panel.body, text=draft.note, style="Small.TLabel")
            note.configure(wraplength=self.theme.panel_width - self.theme.px(12))
            note.pack(fill="x", pady=(self.theme.px(10), 0))
        self.problem = ttk.Label(self.body, style="Error.TLabel", wraplength=self.theme.panel_width)
        self.problem.pack(fill="x", pady=(self.theme.px(6), 0))
        wrap_in(self.body, self.problem)
        if not draft.problem:
            self.add_button(_("Save"), self.go, primary=True)
        self.first = self.add_button(_("Cancel"), self.destroy)
        if draft.is_own:
            text = _("Restore") if draft.replaces else _("Delete")
            self.remove = self.add_button(text, self.restore, left=True)
        if self.forms:
            self.first = self.forms[0].boxes["name"].typed_in
        self._show_damage()
        self.update_idletasks()
        room = room_on_screen(self)[1] - self.theme.px(AROUND_PRESET)
        panel.canvas.configure(height=min(panel.body.winfo_reqheight(), room))

    def _show_damage(self) -> None:
        """Say what is wrong with a damaged file, and what can be done about it."""
        if not self.draft.problem:
            return
        restores = _("Restore puts the one of the program back; what the file holds is lost then.")
        deletes = _("Mend the file, or delete it here.")
        advice = restores if self.draft.replaces else deletes
        self.problem.configure(text=f"{self.draft.problem}\n{advice}")

    def go(self) -> None:
        """Save what was changed, unless something is wrong with it."""
        try:
            for form in self.forms:
                form.values()
        except UsageError:  # the form shows the reason
            return
        try:
            self.close_with(self.draft.save())
        except MazeError as problem:
            self.problem.configure(text=str(problem))

    def restore(self) -> None:
        """Remove the file of the user: the program's own comes back, where there is one."""
        try:
            self.draft.remove()
        except MazeError as problem:
            self.problem.configure(text=str(problem))
            return
        self.close_with(self.draft.name if self.draft.replaces else "")


class BusyNote(ttk.Frame):
    """A text with a bar in the lower left corner of ``parent`` while ``work`` takes long."""

    def __init__(self, parent: tk.Misc, text: str, work: Latest[Any, Any]) -> None:
        px = current(parent).px
        super().__init__(parent, padding=px(8))
        self._work, self._looks = work, 0
        ttk.Label(self, text=text).pack(side="left", padx=(0, px(8)))
        self.bar = ttk.Progressbar(self, length=px(LENGTH), maximum=1.0)
        self.bar.pack(side="left")
        self._timer = self.after(LOOK, self._look)
        on_destroy(self, lambda: self.after_cancel(self._timer))

    def _look(self) -> None:
        self._timer = self.after(LOOK, self._look)
        self._looks = 0 if self._work.settled else self._looks + 1
        if self._looks < PATIENCE:
            if self.winfo_manager():
                self.place_forget()
            return
        self.bar.configure(value=self._work.progress)
        if not self.winfo_manager():
            self.place(relx=0, rely=1, anchor="sw")
