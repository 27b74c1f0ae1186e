"""The popup of the verdict: what it means, and buttons that show in the maze what it is about.

::

    +----------------------------------------+
    | 2 routes                               |
    | More than one route leads from ...     |     a frame within the window, not a window of its
    | 2 walls to close (the fewest possible) |     own: no window manager can put it elsewhere
    | [> Close the right wall of row 3, ... ]|
    | [> Close the bottom wall of row 7, ...]|     these walls are in colours in the maze, too:
    | [> Close all 2 walls                  ]|     a click changes one, here or there
    | [Highlight all routes] [Make one route]|     what helps first; the rest comes with More
    | [More                                 ]|
    +----------------------------------------+
    [ ! 2 routes ]  21 and 23 cells ...              the status bar
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

import numpy as np

from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.explanation import all_in_words, change_in_words
from mazeeditor.app.shown.highlights import HIGHLIGHTS
from mazeeditor.core.translation import _, ngettext
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import child_of, follow, has_keyboard, on_click, place_of_keyboard
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.repairs import GOALS, Repair
from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

WIDTH = 380  # px at 96 dpi in which the text is wrapped
ROUTE = "highlight-route"  # a command
MORE = _("More")
MOST_ACTIONS = 3  # buttons below the walls; where there are more, the last one shows the rest
STEPS = {"<Up>": -1, "<Down>": 1, "<Left>": -1, "<Right>": 1}
MOST_LISTED = ((640, 6), (380, 2), (0, 1))  # px at 96 dpi of the window, how many walls it lists
GAP_PX = 24  # px at 96 dpi between the popup and a wall that is pointed at
MOST_LOOKED_AT = 1000  # walls that it is placed beside


def toggle_verdict_popup(context: Context, view: View, services: Services) -> None:
    """Open the popup over the chip, or close it."""
    shown = child_of(context.root, VerdictPopup)
    if shown:
        shown.close()
    else:
        VerdictPopup(context, view, services).open()


class PopupButton(NamedTuple):
    """A button of the popup: its text, what it does, and the wall that it changes."""

    text: str
    run: Callable[[], object]
    wall: int | None = None


class VerdictPopup(ttk.Frame):
    """The popup; it closes when a command is used, at Escape, and at a click elsewhere.

    While it is open, what the verdict is about is shown in the maze. It stays open where a wall is
    changed, and shows the verdict after that.
    """

    def __init__(self, context: Context, view: View, services: Services) -> None:
        super().__init__(context.root, style="Popup.TFrame")
        self._context, self._view, self._services = context, view, services
        self._px = px = current(context.root).px
        self.body = ttk.Frame(self, padding=px(12))
        self.body.pack(padx=px(1), pady=px(1))
        self.title = ttk.Label(self.body, style="Bold.TLabel", wraplength=px(WIDTH))
        self.title.pack(anchor="w")
        self.text = ttk.Label(self.body, wraplength=px(WIDTH))
        self.text.pack(anchor="w", pady=(px(4), 0))
        self.walls, self.commands = ttk.Frame(self.body), ttk.Frame(self.body)
        self.commands.columnconfigure((0, 1), weight=1, uniform="commands")
        self.wall_buttons: list[ttk.Button] = []
        self.command_buttons: list[ttk.Button] = []
        self._shown: object = None
        self._all_actions = False  # More was pressed
        self._listed: Points = np.zeros((0, 2))  # the middles of the listed walls, in cells
        self._height = 0  # px: the lower edge stays where it is
        self._size = self._at = 0, 0  # px, when it was placed, and where, which it may not be yet
        self.bind("<Configure>", self._follow_size)
        self._coming: int | None = None  # which button gets the keyboard once it is on the screen
        on_click(self, lambda clicked: None if self.holds(clicked) else self.leave())
        follow(self, self._view.verdict.changed, self.refresh)
        follow(self, self._view.repair.changed, self.refresh)
        follow(self, self._view.explanation.changed, self._follow_explanation)

    def open(self) -> None:
        """Put the popup above the chip, with the keyboard in it; show what it explains."""
        self.refresh()
        self._take_keyboard()
        self._view.explanation.begin()

    def _follow_explanation(self) -> None:
        if not self._view.explanation.active:
            self.close()

    def refresh(self) -> None:
        """Show the verdict as it is now; one that is being counted stays as it was."""
        verdict = self._view.verdict
        if verdict.outdated and self._shown is not None:
            return
        repair, commands = self._repair(), self._commands()
        shown = verdict.chip(), verdict.explanation(), repair, commands, self._reason
        if shown == self._shown:
            return
        self._shown = shown
        focused, before = self._keyboard(), [str(one.cget("text")) for one in self.buttons]
        self.title.configure(text=shown[0][1])
        self.text.configure(text=shown[1])
        if focused is not None:
            self.focus_set()  # else the maze gets the keyboard of a button that is destroyed
        for child in self.buttons:
            child.destroy()
        self.wall_buttons = self._list_walls(repair)
        self.command_buttons = self._list_commands(commands)
        self._place()
        if focused is not None:
            labels = [str(one.cget("text")) for one in self.buttons]
            text = before[focused]
            self._take_keyboard(labels.index(text) if text in labels else focused)

    @property
    def buttons(self) -> list[ttk.Button]:
        return [*self.wall_buttons, *self.command_buttons]

    def _keyboard(self) -> int | None:
        """Return which button has the keyboard, or will have it once it is on the screen."""
        places = (place for place, button in enumerate(self.buttons) if has_keyboard(button))
        return next(places, self._coming)

    @property
    def _reason(self) -> str:
        """Why no walls are proposed though the verdict is about some, "" where that is not so."""
        repair = self._view.repair
        listed = self._view.verdict.chip()[0] in ("warn", "bad")
        return repair.ended_by if listed and not repair.active else ""

    def _repair(self) -> Repair | None:
        """Return the repair whose walls are proposed."""
        repair = self._view.repair
        return repair.result if repair.proposed else None

    def _commands(self) -> list[Command]:
        """Return the commands that apply to the maze as it is."""
        commands = [COMMANDS[f"highlight-{highlight.name}"] for highlight in HIGHLIGHTS]
        facts = self._view.verdict.facts
        offered = [goal for goal in GOALS if facts and goal.offered(facts)]
        repairs = [COMMANDS[f"repair-{goal.name}"] for goal in offered]
        parts = self._context.parts
        seen = [command for command in commands if command.ready(parts)]
        mended = [command for command in repairs if command.ready(parts)]
        if self._view.verdict.chip()[0] in ("warn", "bad"):  # a shortest route shows no fault
            seen = [*seen[1:], *seen[:1]] if seen and seen[0].name == ROUTE else seen
        return [*seen[:1], *mended[:1], *seen[1:], *mended[1:]]

    def _list_walls(self, repair: Repair | None) -> list[ttk.Button]:
        """Show the walls that are proposed, where there are any; return their buttons."""
        self.walls.pack_forget()
        for child in self.walls.winfo_children():
            child.destroy()
        px, shown = self._px, self._view.repair
        self._listed = np.zeros((0, 2))
        if repair is None:
            if self._reason:
                label = ttk.Label(self.walls, text=self._reason, wraplength=px(WIDTH))
                label.pack(anchor="w")
                self.walls.pack(fill="x", pady=(px(8), 0))
            return []
        self.walls.pack(fill="x", pady=(px(8), 0))
        text = f"{repair.text()}:"
        label = ttk.Label(self.walls, text=text[0].upper() + text[1:], wraplength=px(WIDTH))
        label.pack(anchor="w", pady=(0, px(2)))
        left = len(repair)
        actions: list[PopupButton] = []
        places: list[int] = []  # of the listed walls in the repair
        seen: set[int] = set()
        for place, wall in enumerate(repair.walls[:MOST_LOOKED_AT].tolist()):
            if len(actions) == self._most_listed:
                break
            if wall in seen:
                continue
            walls = shown.together(wall).tolist()
            seen |= {*walls}
            left -= len(walls)
            places.append(place)
            text = change_in_words(repair, wall, len(walls) - 1)
            actions.append(PopupButton(text, lambda wall=wall: shown.change(wall), wall))  # type: ignore[misc]
        self._listed = repair.middles[places]
        if left or len(actions) > 1:
            actions.append(PopupButton(all_in_words(repair), self._accept))
        buttons = [self._button(self.walls, action, "Row.TButton") for action in actions]
        sign = self._context.icons.get("chevron-right", 12, "text_soft")
        for button in buttons:
            button.configure(image=sign, compound="left", cursor="hand2")
            button.pack(fill="x", pady=(px(2), 0))
        if left:
            text = ngettext("{number:,} more in the maze", "{number:,} more in the maze", left)
            more_label = ttk.Label(self.walls, text=text.format(number=left), style="Soft.TLabel")
            more_label.pack(anchor="w", padx=px(8), before=buttons[-1])
        return buttons

    def _accept(self) -> None:
        """Change all walls, unless a job runs: it would not be started."""
        if self._services.jobs.busy:
            self._services.ui.show_refusal(self._services.jobs.wait_text)
        else:
            self._view.repair.accept(self._services.start)

    def _list_commands(self, commands: list[Command]) -> list[ttk.Button]:
        """Show what helps first, and More, or all commands, in two columns; return the buttons."""
        self.commands.pack_forget()
        self.commands.pack(fill="x", pady=(self._px(4), 0))
        actions = [
            PopupButton(command.label, lambda command=command: self._use(command))  # type: ignore[misc]
            for command in commands
        ]
        if len(actions) > MOST_ACTIONS and not self._all_actions:
            actions[MOST_ACTIONS - 1 :] = [PopupButton(MORE, self.show_all_actions)]
        buttons = []
        for place, action in enumerate(actions):
            buttons.append(self._button(self.commands, action, "TButton"))
            row, column = divmod(place, 2)
            wide = 2 if place == len(actions) - 1 and column == 0 else 1
            gap = self._px(6) if column else 0
            buttons[-1].grid(row=row, column=column, columnspan=wide, sticky="ew")
            buttons[-1].grid_configure(padx=(gap, 0), pady=(self._px(6), 0))
        return buttons

    def show_all_actions(self) -> None:
        """Show the actions that come after the first ones, too."""
        self._all_actions, self._shown = True, None
        self.refresh()

    def _use(self, command: Command) -> None:
        self.close()
        self._context.run(command)

    def _button(self, parent: ttk.Frame, action: PopupButton, style: str) -> ttk.Button:
        button = ttk.Button(parent, text=action.text, command=action.run, style=style)
        for key in ("<Return>", "<KP_Enter>", "<space>"):
            button.bind(key, lambda _event: button.invoke())
        button.bind("<Enter>", lambda _event: self._point_at(action.wall))
        button.bind("<FocusIn>", lambda _event: self._focused(action.wall))
        self._bind_keys(button)
        return button

    def _focused(self, wall: int | None) -> None:
        self._coming = None
        self._point_at(wall)

    def _point_at(self, wall: int | None) -> None:
        """Point at a wall in the maze, which is moved out where the popup covers it."""
        self._view.repair.point_at(wall)
        repair, maze_view = self._repair(), self._context.maze_view
        if wall is None or repair is None:
            return
        place = maze_view.place_of(wall // repair.lattice.degree)
        canvas, own = maze_view.canvas, self._area(*self._at)

        def where() -> tuple[float, float] | None:
            """Return where the wall is, px, None if the popup does not cover it."""
            x, y = maze_view.viewport.to_px(*place)
            covered = own.left <= x < own.right and own.top <= y < own.bottom
            return (x, y) if covered else None

        at = where()
        if at is None:
            return
        (x, y), near = at, self._px(GAP_PX) // 2
        moves = [
            (0.0, y - own.top) if own.top > near else None,
            (x - own.right, 0.0) if own.right < canvas.winfo_width() - near else None,
            (0.0, y - own.bottom) if own.bottom < canvas.winfo_height() - near else None,
            (x - own.left, 0.0) if own.left > near else None,
        ]
        possible = [move for move in moves if move]
        for move in sorted(possible, key=lambda move: abs(move[0]) + abs(move[1])):
            before = maze_view.viewport
            maze_view.pan(*move)  # no farther than the maze can be moved
            if where() is None:
                return
            maze_view.look(before)

    def _bind_keys(self, widget: tk.Misc) -> None:
        for key, step in STEPS.items():
            widget.bind(key, lambda _event, step=step: self._move(step))  # type: ignore[misc]
        widget.bind("<Escape>", lambda _event: self._escape())
        # a call of the window's: one of the popup's would fail when the popup is gone by then
        later = self._context.root.after_idle
        widget.bind("<FocusOut>", lambda _event: later(self._look_at_focus))

    def _move(self, step: int) -> str:
        if self.buttons:
            place = place_of_keyboard(self.buttons) + step
            self.buttons[place % len(self.buttons)].focus_set()
        return "break"

    def _take_keyboard(self, place: int = 0) -> None:
        if self.buttons:
            self._coming = min(place, len(self.buttons) - 1)
            self.buttons[self._coming].focus_set()
        else:
            self._bind_keys(self)
            self.focus_set()

    def _follow_size(self, event: tk.Event[tk.Misc]) -> None:
        """Find a place for the size that it has once it is on the screen."""
        if event.widget is self and (event.width, event.height) != self._size:
            self._place()

    @property
    def area(self) -> Area:
        """What it covers of the canvas, px, and a bit more."""
        return self._area(*self._at)

    def walls_seen(self, view: Viewport) -> list[Area]:
        """Return where the listed walls are seen, px of the canvas."""
        near = self._px(GAP_PX) // 2
        points = self._listed * view.zoom - (view.left, view.top)
        low, high = np.rint(points - near).astype(int), np.rint(points + near).astype(int)
        return [Area(*box) for box in np.concatenate([low, high], axis=1).tolist()]

    def _area(self, x: int, y: int) -> Area:
        """Return what the popup covers of the canvas at a place in the window, and a bit more."""
        canvas, root = self._context.maze_view.canvas, self._context.root
        left = x - canvas.winfo_rootx() + root.winfo_rootx()
        top = y - canvas.winfo_rooty() + root.winfo_rooty()
        around = self._px(GAP_PX)
        right, bottom = left + self.winfo_reqwidth(), top + self.winfo_reqheight()
        return Area(left - around, top - around, right + around, bottom + around)

    def _place(self) -> None:
        """Lie above the chip, or in another corner where fewer of the listed walls are covered.

        Where it covers none it stays: who clicks one row after the other finds it there.
        """
        chip, root = self._context.status.chip, self._context.root
        canvas, gap = self._context.maze_view.canvas, self._px(8)
        self._size = size = self.winfo_reqwidth(), self.winfo_reqheight()
        left = chip.winfo_rootx() - root.winfo_rootx()
        bottom = chip.winfo_rooty() - root.winfo_rooty() - gap - size[1]
        right = canvas.winfo_rootx() - root.winfo_rootx() + canvas.winfo_width() - gap - size[0]
        top = canvas.winfo_rooty() - root.winfo_rooty() + gap
        inner = canvas.winfo_rootx() - root.winfo_rootx() + gap
        over_panel = root.winfo_width() - gap - size[0]  # in windows as wide as the popup and that
        places = [(left, bottom), (right, bottom), (inner, top), (right, top)]
        wide = [(over_panel, bottom), (over_panel, top)]
        lists = self._view.verdict.chip()[0] in ("warn", "bad")  # walls, or will
        narrow = lists and size[0] + 3 * self._px(GAP_PX) > canvas.winfo_width()
        places = wide if narrow else places + wide  # else no wall could be moved out
        if self.winfo_manager() and not narrow:
            places.insert(0, (self._at[0], self._at[1] + self._height - size[1]))
        places = [(max(0, x), max(0, y)) for x, y in places]
        x, y = min(places, key=self._covered)
        self._height = size[1]
        self._at = x, y
        self.place(x=x, y=y, anchor="nw")
        self.lift()
        self._context.maze_view.show_below(self)
        self._uncover(x, y)
        if self._view.repair.current is not None:
            self._point_at(self._view.repair.current)

    def _uncover(self, x: int, y: int) -> None:
        """Move the maze where the popup still covers a listed wall, if all are seen then."""
        repair, maze_view = self._repair(), self._context.maze_view
        if repair is None or not self._covered((x, y))[0]:
            return
        view, area = maze_view.viewport, self._area(x, y)
        points = self._listed * view.zoom - (view.left, view.top)
        seen = np.all((points >= 0) & (points < (view.width, view.height)), axis=1)
        if not seen.any():
            return
        low, high = points[seen].min(axis=0), points[seen].max(axis=0)
        moves = [
            (0.0, high[1] + 1 - area.top),
            (0.0, low[1] - area.bottom),
            (high[0] + 1 - area.left, 0.0),
            (low[0] - area.right, 0.0),
        ]
        for dx, dy in sorted(moves, key=lambda move: abs(move[0]) + abs(move[1])):
            first, last = low - (dx, dy), high - (dx, dy)
            if (first >= 0).all() and (last < (view.width, view.height)).all():
                maze_view.pan(dx, dy)
                return

    def _covered(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return how many of the listed walls, and of all walls, the popup would cover there."""
        repair = self._repair()
        if repair is None or not len(repair):
            return 0, 0
        view, area = self._context.maze_view.viewport, self._area(*place)

        def covered(middles: Points) -> int:
            points = middles * view.zoom - (view.left, view.top)
            return int(np.all((points >= area[:2]) & (points < area[2:]), axis=1).sum())

        return covered(self._listed), covered(repair.middles[:MOST_LOOKED_AT])

    @property
    def _most_listed(self) -> int:
        """How many walls are listed at most: so that the popup is not higher than the window."""
        height = self._context.root.winfo_height()
        return next(most for low, most in MOST_LISTED if height > self._px(low))

    # Closing

    def _escape(self) -> str:
        self.close()
        return "break"

    def close(self) -> None:
        """Close the popup; the maze gets the keyboard."""
        if self.winfo_exists():
            self.leave()
            self._services.ui.focus_maze()

    def leave(self) -> None:
        """Close the popup, and show no longer what it explains."""
        self.destroy()
        self._context.maze_view.show_below(None)
        self._view.explanation.end()

    def holds(self, widget: object) -> bool:
        """Whether a click on a widget is none elsewhere; the chip closes the popup itself.

        While walls are listed a click in the maze changes one, or ends the explanation.
        """
        own = [str(self), str(self._context.status.chip)]
        if self.wall_buttons or self._view.repair.proposed:  # the next ones are being found
            own.append(str(self._context.maze_view.canvas))
        return str(widget) in own or str(widget).startswith(f"{self}.")

    def _look_at_focus(self) -> None:
        """Close where the keyboard is in another part of the window now."""
        if not self.winfo_exists():
            return
        widget = self.tk.call("focus")
        if str(widget) and not self.holds(widget):
            self.leave()
