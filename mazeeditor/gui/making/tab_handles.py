"""Tabs on the picture of a sheet, to be dragged, added and removed by mouse and keys.

::

    |  +--------------------+  |
    |  |    sheet    (o)    |  |     the chosen tab has a ring
    |  +--------------------+  |
    |  5 tabs, by hand · one piece   [ Automatic ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from mazeeditor.app.jobs import ignore
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import chord
from mazeeditor.gui.look import current
from mazeeditor.gui.making.zoomed_sheet import ZOOM_HINT, ZoomedSheet
from mazeeditor.gui.widgets import follow, has_keyboard, wrap_in
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.making.sheets.holes import SheetHoles
from mazeeditor.making.sheets.picture import TAB
from mazeeditor.making.tabs.places import Bridge
from mazeeditor.screen.overlay_shapes import square_around

MARK, HOLE = "tab-mark", "hole-mark"  # tags
REACH = 12  # px at 96 dpi from a tab at which it is taken
RING, DOT, LINE = 7, 4, 3  # px at 96 dpi of the chosen tab: radii, and how thick it is
STEPS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
HINT = _("Drag a tab, or double-click to add one. Keys: arrows, Shift+arrows, Insert, Delete.")
HOLE_HINT = _("Drag the hole to move it.")
TURN_HINT = _("Drag or arrows turn it, wheel zooms, 0 shows it as at first.")
WITHOUT_HINT = _("Nothing is changed by looking. Choose With tabs to move tabs or to add some.")


class TabHandles(ttk.Frame):
    """A line about the tabs below the sheet of ``pane``; what is done goes to ``draft``.

    A drag that begins on no tab moves the sheet.
    """

    def __init__(
        self,
        parent: tk.Misc,
        pane: ZoomedSheet,
        draft: TabDraft,
        put_hole: Callable[[str], None] = ignore,
    ) -> None:
        super().__init__(parent)
        self._pane, self._draft, self._put_hole = pane, draft, put_hole
        self._dragged: int | None = None
        self._sketch: Bridge | None = None
        self.holes: SheetHoles | None = None  # to hang a piece by
        self._hole: int | None = None  # the copy whose hole is dragged
        self._turned = False  # whether the parts put together lie over the sheet
        self._instead = ""  # said in the place of how many tabs there are
        px = current(self).px
        self._row = ttk.Frame(self)
        self.hint = ttk.Label(self, style="Small.TLabel")
        self.hint.pack(side="bottom", anchor="w", pady=(px(2), 0))
        Tooltip(pane.canvas, lambda: "" if self.hint.winfo_manager() else self._hint)
        self.button = ttk.Button(self._row, text=_("Automatic"), command=self._automatic)
        self.button.pack(side="right", padx=(px(8), 0))
        Tooltip(self.button, _("Place all tabs automatically again"), _("Home"))
        self.summary = ttk.Label(self._row, style="Small.TLabel")
        self.summary.pack(side="left", fill="x", expand=True)
        self.summary.bind("<Configure>", lambda event: self._wrap(event.width))
        wrap_in(self, self.hint)
        self._bind_events(pane.canvas)
        follow(self, draft.changed, self.draw)

    def _bind_events(self, view: tk.Canvas) -> None:
        view.bind("<Button-1>", self._press)
        view.bind("<B1-Motion>", self._drag)
        view.bind("<ButtonRelease-1>", self._release)
        view.bind("<Double-Button-1>", self._double)
        for more in ("<Triple-Button-1>", "<Quadruple-Button-1>"):  # are no second double click
            view.bind(more, ignore)
        view.bind("<Motion>", self._hover)
        view.bind("<KeyPress>", self._key)
        for event in ("<FocusIn>", "<FocusOut>"):
            view.bind(event, lambda _event: self.draw(), add=True)

    def _wrap(self, width: int) -> None:
        self.summary.configure(wraplength=width)

    def show_hint(self, *, shown: bool) -> None:
        """Show a hint below, or where there is no room for that in a tooltip."""
        if shown and not self.hint.winfo_manager():
            self.hint.pack(side="bottom", anchor="w", pady=(current(self).px(2), 0))
        elif not shown:
            self.hint.pack_forget()

    @property
    def _hint(self) -> str:
        """What can be done with the sheet, or why the last thing was not done."""
        if self._turned:
            return TURN_HINT
        if self._instead:
            return f"{WITHOUT_HINT} {ZOOM_HINT}"
        if self._draft.sheet_tabs is None:
            hint = f"{HOLE_HINT} {ZOOM_HINT}" if self.holes else ZOOM_HINT
            return hint if self._pane.view else ""
        return self._draft.problem or f"{HINT} {ZOOM_HINT}"

    def show(self, instead: str = "") -> None:
        """Show what the draft has; nothing where nothing comes loose.

        A text ``instead`` takes their place while the sheet is seen without them.
        """
        self._instead = instead
        shown = bool(instead) or self._draft.sheet_tabs is not None
        self._pane.canvas.configure(takefocus=self._pane.view is not None)
        if shown and not self._row.winfo_manager():
            self._row.pack(side="top", fill="x", pady=(current(self).px(6), 0))
        if not shown:
            self._row.pack_forget()
            self.configure(height=1)  # Tk keeps the size of what was there
        self.draw()

    def show_turned(self, turned: bool) -> None:
        """Explain what a drag does while the parts put together lie over the sheet."""
        self._turned = turned
        self.hint.configure(text=self._hint)

    def draw(self) -> None:
        """Draw the chosen tab over the sheet, and say how many there are."""
        draft, pane = self._draft, self._pane
        view = pane.canvas
        view.delete(MARK)
        self.summary.configure(text=self._instead or draft.summary)
        self.hint.configure(text=self._hint)
        self.button.state(["!disabled" if draft.by_hand else "disabled"])
        bridge = self._sketch or self._chosen
        if draft.sheet_tabs is None or pane.view is None or bridge is None:
            return
        px = current(self).px
        for begin, end in draft.sheet_tabs.ends([bridge])[:, 0].tolist():
            one, other = pane.view.to_px(*begin), pane.view.to_px(*end)
            view.create_line(*one, *other, fill=TAB, width=px(LINE), tags=MARK)
            x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            self._circle(x, y, px(DOT), TAB, ())
            self._circle(x, y, px(RING), "", () if has_keyboard(view) else (2, 2))

    @property
    def _chosen(self) -> Bridge | None:
        number, bridges = self._draft.chosen, self._draft.bridges
        return bridges[number] if number is not None and number < len(bridges) else None

    def _circle(self, x: float, y: float, radius: int, fill: str, dash: tuple[int, ...]) -> None:
        self._pane.canvas.create_oval(
            *square_around(x, y, radius),
            fill=fill,
            outline=TAB,
            width=current(self).px(2),
            dash=dash,
            tags=MARK,
        )

    # The pointer

    def _at(self, event: tk.Event[tk.Misc]) -> tuple[float, float] | None:
        """Return where the pointer is on the sheet, in mm; None without tabs."""
        if self._draft.sheet_tabs is None or self._pane.view is None:
            return None
        return self._pane.view.to_mm(event.x, event.y)

    def _tab_at(self, event: tk.Event[tk.Misc]) -> int | None:
        at, sheet_tabs, view = self._at(event), self._draft.sheet_tabs, self._pane.view
        if at is None or sheet_tabs is None or view is None:
            return None
        return sheet_tabs.tab_at(self._draft.bridges, *at, current(self).px(REACH) / view.scale)

    def _hole_at(self, event: tk.Event[tk.Misc]) -> int | None:
        """Return the copy whose hole is below the pointer."""
        view, hidden = self._pane.view, self._turned or self._instead
        if self.holes is None or view is None or hidden:
            return None
        at = view.to_mm(event.x, event.y)
        return self.holes.hole_at(*at, current(self).px(REACH) / view.scale)

    def _show_hole(self, event: tk.Event[tk.Misc]) -> None:
        """Draw the hole where it is dragged to."""
        view = self._pane.view
        if view is None or self.holes is None:
            return
        self._pane.canvas.delete(HOLE)
        radius = max(self.holes.hung.radius * view.scale, current(self).px(DOT))
        corners = square_around(event.x, event.y, radius)
        width = current(self).px(2)
        self._pane.canvas.create_oval(*corners, outline=TAB, width=width, tags=HOLE)

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        if self._pane.holds_space or self._pane.grabbed:
            return
        is_taken = self._tab_at(event) is not None or self._hole_at(event) is not None
        hand = "hand2" if is_taken else ""
        if str(self._pane.canvas["cursor"]) != hand:
            self._pane.canvas.configure(cursor=hand)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._pane.canvas.focus_set()
        self._dragged = None if self._pane.holds_space else self._tab_at(event)
        self._sketch = None
        self._hole = None
        if self._dragged is None and not self._pane.holds_space:
            self._hole = self._hole_at(event)
        if self._dragged is None and self._hole is None:
            self._pane.grab(event)
        if not self._pane.holds_space:
            self._draft.choose(self._dragged)
        self.draw()

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._hole is not None:
            self._show_hole(event)
            return
        self._pane.drag(event)
        at = self._at(event)
        if self._dragged is None or at is None:
            return
        # where no tab can be, it stays at the last place
        self._sketch = self._draft.sketch(self._dragged, *at) or self._sketch
        self.draw()

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        if self._hole is not None and self.holes is not None and self._pane.view is not None:
            moved = self._pane.canvas.find_withtag(HOLE)
            place = self.holes.place_of(self._hole, *self._pane.view.to_mm(event.x, event.y))
            self._hole = None
            self._pane.canvas.delete(HOLE)
            if moved:
                self._put_hole(place)
            return
        number, sketch = self._dragged, self._sketch
        self._dragged = self._sketch = None
        if self._pane.grabbed:
            self._pane.release(event)
            self._hover(event)
        if number is not None and sketch:
            self._draft.put(number, sketch)
        self.draw()

    def _double(self, event: tk.Event[tk.Misc]) -> None:
        at = self._at(event)
        if at is not None and self._tab_at(event) is None:
            self._draft.add_at(*at)
            self.draw()

    # Keys

    def _automatic(self) -> None:
        self._draft.automatic()
        self.draw()

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        """Do what a key stands for; the dialog has no other use of these."""
        pressed = chord(event)
        if pressed == "Escape" and self._hole is not None:
            self._hole = None
            self._pane.canvas.delete(HOLE)
            return "break"
        action = self._action(pressed)
        if self._draft.sheet_tabs is None or action is None:
            return None
        action()
        self.draw()
        return "break"

    def _action(self, pressed: str) -> Callable[[], None] | None:
        draft = self._draft
        key = pressed.removeprefix("Shift+").replace("KP_", "")
        if key in STEPS:
            x, y = STEPS[key]
            moves = pressed.startswith("Shift+")
            return lambda: self._go(x, y, moves=moves)
        if pressed == "Escape" and self._dragged is not None:
            return self._cancel
        return {
            "Home": draft.automatic,
            "Insert": draft.add,
            "Delete": draft.remove,
            "BackSpace": draft.remove,
        }.get(pressed)

    def _go(self, x: int, y: int, *, moves: bool) -> None:
        """Move the chosen tab, or choose the next one; it is brought into view."""
        if moves:
            self._draft.shift(x, y)
        else:
            self._draft.choose_next(x, y)
        if self._chosen and self._draft.sheet_tabs:
            middle = self._draft.sheet_tabs.ends([self._chosen])[0, 0].mean(axis=0)
            self._pane.reveal(*middle.tolist())

    def _cancel(self) -> None:
        """Let a tab that is dragged stay where it was."""
        self._dragged = self._sketch = None
