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

from mazeeditor.gui.keys import chord
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import has_keyboard, wrap_in
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.turning_pages import TurningPages
from mazeeditor.making.sheet_picture import TAB
from mazeeditor.making.tab_places import Bridge
from mazeeditor.translation import _
from mazeeditor.workspace.jobs import ignore
from mazeeditor.workspace.tab_draft import TabDraft

MARK = "tab-mark"  # a tag
REACH = 12  # px at 96 dpi from a tab at which it is taken
RING, DOT, LINE = 7, 4, 3  # px at 96 dpi of the chosen tab: radii, and how thick it is
STEPS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
HINT = _("Drag a tab; double-click adds one. Arrows choose, Shift+arrows move, Insert, Delete.")


class TabHandles(ttk.Frame):
    """A line about the tabs below the ``pages`` that show them; what is done goes to ``draft``.

    Below it is a hint where ``hinted``, else a tooltip.
    """

    def __init__(
        self, parent: tk.Misc, pages: TurningPages, draft: TabDraft, *, hinted: bool
    ) -> None:
        super().__init__(parent)
        self._pages, self._draft = pages, draft
        self._dragged: int | None = None
        self._sketch: Bridge | None = None
        px = current(self).px
        self.hint = ttk.Label(self, style="Small.TLabel")
        if hinted:
            self.hint.pack(side="bottom", anchor="w", pady=(px(2), 0))
        else:
            Tooltip(pages.view, lambda: draft.problem or HINT if draft.board else "")
        self.button = ttk.Button(self, text=_("Automatic"), command=self._automatic)
        self.button.pack(side="right", padx=(px(8), 0))
        Tooltip(self.button, _("Place all tabs automatically again"), _("Home"))
        self.summary = ttk.Label(self, style="Small.TLabel")
        self.summary.pack(side="left")
        wrap_in(self, self.hint)
        self._follow_events(pages.view)

    def _follow_events(self, view: tk.Canvas) -> None:
        view.bind("<Button-1>", self._press)
        view.bind("<B1-Motion>", self._drag)
        view.bind("<ButtonRelease-1>", self._release)
        view.bind("<Double-Button-1>", self._double)
        for more in ("<Triple-Button-1>", "<Quadruple-Button-1>"):  # are no second double click
            view.bind(more, ignore)
        view.bind("<Motion>", self._hover)
        view.bind("<KeyPress>", self._key)
        for event in ("<FocusIn>", "<FocusOut>"):
            view.bind(event, lambda _event: self.draw())

    def show(self) -> None:
        """Show what the draft has; nothing where nothing comes loose."""
        shown = self._draft.board is not None
        self._pages.view.configure(takefocus=shown)
        if shown and not self.winfo_manager():
            self.pack(fill="x", pady=(current(self).px(6), 0), after=self._pages)
        if not shown:
            self.pack_forget()
        self.draw()

    def draw(self) -> None:
        """Draw the chosen tab over the sheet, and say how many there are."""
        draft, theme = self._draft, current(self)
        view = self._pages.view
        view.delete(MARK)
        self.summary.configure(text=draft.summary)
        self.hint.configure(text=draft.problem or HINT)
        self.button.state(["!disabled" if draft.by_hand else "disabled"])
        number = draft.chosen
        if draft.board is None or self._pages.corner is None:
            return
        bridge = self._sketch
        if bridge is None and number is not None and number < len(draft.bridges):
            bridge = draft.bridges[number]
        if bridge is None:
            return
        left, top = self._pages.corner
        for ends in draft.board.ends([bridge])[:, 0] + (left, top):
            view.create_line(*ends.ravel().tolist(), fill=TAB, width=theme.px(LINE), tags=MARK)
            x, y = ends.mean(axis=0).tolist()
            self._circle(x, y, theme.px(DOT), TAB, ())
            dash = () if has_keyboard(view) else (2, 2)
            self._circle(x, y, theme.px(RING), "", dash)

    def _circle(self, x: float, y: float, radius: int, fill: str, dash: tuple[int, ...]) -> None:
        self._pages.view.create_oval(
            *(x - radius, y - radius, x + radius, y + radius),
            fill=fill,
            outline=TAB,
            width=current(self).px(2),
            dash=dash,
            tags=MARK,
        )

    # The pointer

    def _at(self, event: tk.Event[tk.Misc]) -> tuple[float, float] | None:
        """Return where the pointer is on the sheet, in px; None without tabs."""
        if self._draft.board is None or self._pages.corner is None:
            return None
        left, top = self._pages.corner
        return event.x - left, event.y - top

    def _tab_at(self, event: tk.Event[tk.Misc]) -> int | None:
        at, board = self._at(event), self._draft.board
        if at is None or board is None:
            return None
        return board.tab_at(self._draft.bridges, *at, current(self).px(REACH))

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        hand = "hand2" if self._tab_at(event) is not None else ""
        if str(self._pages.view["cursor"]) != hand:
            self._pages.view.configure(cursor=hand)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if self._draft.board is None:
            return
        self._pages.view.focus_set()
        self._dragged = self._tab_at(event)
        self._sketch = None
        self._draft.choose(self._dragged)
        self.draw()

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        at = self._at(event)
        if self._dragged is None or at is None:
            return
        # where no tab can be, it stays at the last place
        self._sketch = self._draft.sketch(self._dragged, *at) or self._sketch
        self.draw()

    def _release(self, _event: tk.Event[tk.Misc]) -> None:
        number, sketch = self._dragged, self._sketch
        self._dragged = self._sketch = None
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
        action = self._action(chord(event))
        if self._draft.board is None or action is None:
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
            return lambda: draft.shift(x, y) if moves else draft.choose_next(x, y)
        if pressed == "Escape" and self._dragged is not None:
            return self._cancel
        return {
            "Home": draft.automatic,
            "Insert": draft.add,
            "Delete": draft.remove,
            "BackSpace": draft.remove,
            "Mod+Z": draft.undo,
            "Mod+Shift+Z": draft.redo,
            "Mod+Y": draft.redo,
        }.get(pressed)

    def _cancel(self) -> None:
        """Let a tab that is dragged stay where it was."""
        self._dragged = self._sketch = None
