"""The films of a window: each with its maze and pseudo-code, arranged so that the mazes are large.

::

    name              figures | name              figures
    +-----------------------+ | +-----------------------+     all zoom and pan together
    |         maze          | | |         maze          |
    +-----------------------+ | +-----------------------+
      For each wall in this order:
    >     Open it                                             the lines that ran are marked
    [#] the solver   [-] its path   [ ] visited               the legend of all films
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from tkinter import font as tkfont
from tkinter import ttk
from typing import NamedTuple

import numpy as np

from mazeeditor.app.jobs import Background
from mazeeditor.core.translation import _, count
from mazeeditor.films.film import Film
from mazeeditor.films.legend import LINE, legend_of
from mazeeditor.films.player import Player
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Mark, Solution
from mazeeditor.screen.pixel_colours import AREA, ROUTE, kind_colours
from mazeeditor.screen.viewport import Viewport

INDENT = 4  # spaces of a level in the code
STEP, EDGE, SPACE = 16, 8, 2  # px at 96 dpi: a level, around the code, above and below a line
WIDTH = 290  # px at 96 dpi next to the maze
LONG_FIGURES = "step 99,999 · 99,999 visited"  # whose width is measured
MIN_SHARE = 0.5  # of its size, which a maze must keep for the code to be shown
# of its largest size, which a maze keeps next to code that stands right as usual
USUAL_SHARE = 0.75
RAN = "ran"  # the tag of the lines that ran
CODE_SUMMARY = _("Show the method in words, and the lines that are at work")
NO_ROOM_FOR_CODE = _("Show the method in words: this window is too small for it")
MANY_CELLS = 300_000  # cells: where all of them change at once the window would block too long
STRIDE = 150_000  # steps that such a film advances in a frame
SIDE = 14  # px at 96 dpi of a sample


class CodePlace(NamedTuple):
    """Where the code is: ``side`` is "right", "below" or "" for nowhere; its size in px."""

    side: str = ""
    width: int = 0
    height: int = 0


class CodePane(tk.Text):
    """The lines of ``code``, wrapped; it takes neither the keyboard nor the pointer."""

    def __init__(self, parent: tk.Misc, code: Sequence[str]) -> None:
        theme = current(parent)
        super().__init__(
            parent,
            width=1,
            height=1,
            wrap="word",
            borderwidth=0,
            highlightthickness=0,
            takefocus=False,
            cursor="arrow",
            font=theme.body,
        )
        self._code = code
        self._marked: tuple[int, ...] = ()
        self._heights: dict[int, int] = {}
        self.bindtags((str(self), "all"))
        for number, line in enumerate(code):
            text = line.lstrip(" ")
            level = (len(line) - len(text)) // INDENT
            self.insert("end", ("\n" if number else "") + f"\t{text}", f"level{level}")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Show it in other colours and sizes."""
        self._px, self._heights = theme.px, {}
        edge, space = theme.px(EDGE), theme.px(SPACE)
        self.configure(
            background=theme.window, foreground=theme.text, padx=edge, pady=edge, state="disabled"
        )
        for level in range(10):
            left = self._left(level)
            self.tag_configure(f"level{level}", lmargin1=space, tabs=(left,), lmargin2=left)
        self.tag_configure(RAN, background=theme.tint, foreground=theme.tint_text)
        self.configure(spacing1=space, spacing3=space)

    def _left(self, level: int) -> int:
        """Return the px from the edge to the letters of a level, which leave room for the sign."""
        return self._px(STEP) * (1 + level)

    def mark(self, lines: tuple[int, ...]) -> None:
        """Mark the lines that ran, counted from 1, and no others."""
        if lines == self._marked:
            return
        self.configure(state="normal")
        for line in self._marked:
            self.delete(f"{line}.0")
            self.tag_remove(RAN, f"{line}.0", f"{line + 1}.0")
        for line in lines:
            levels = self.tag_names(f"{line}.0")
            self.insert(f"{line}.0", "▸", levels)
            self.tag_add(RAN, f"{line}.0", f"{line + 1}.0")
        self.configure(state="disabled")
        self._marked = lines

    def height_for(self, width: int) -> int:
        """Return the px that all lines take, wrapped in a width."""
        if width not in self._heights:
            font = tkfont.nametofont(str(self.cget("font")), root=self)
            room, wrapped = width - 2 * self._px(EDGE), 0
            for line in self._code:
                text = line.lstrip(" ")
                left = self._left((len(line) - len(text)) // INDENT)
                wrapped += _lines_of(text.split(" "), room - left, font)
            line_height = font.metrics("linespace") + 2 * self._px(SPACE)
            self._heights[width] = wrapped * line_height + 2 * self._px(EDGE)
        return self._heights[width]


def place_for(
    codes: Sequence[CodePane], area: tuple[int, int], maze: tuple[float, float], width: int
) -> CodePlace:
    """Return where code leaves mazes of one size large, or nowhere where that is too small.

    It stands right of the maze unless the maze is clearly larger above it: so code has one place
    for most algorithms. Each of the ``codes`` has room there, at most ``width`` px wide beside its
    maze. ``area`` is what both have in px and ``maze`` the size of the maze, width before height.
    """
    width, height = min(width, area[0]), area[1]
    low = max(code.height_for(area[0]) for code in codes)

    def zoom(right: int, below: int) -> float:
        return min((area[0] - right) / maze[0], (area[1] - below) / maze[1])

    fits = all(code.height_for(width) <= height for code in codes)
    right = zoom(width, 0) if fits else 0.0
    below = zoom(0, low)
    if max(right, below) < MIN_SHARE * zoom(0, 0) or area[0] <= 1:
        return CodePlace()
    return (
        CodePlace("right", width, height)
        if right >= USUAL_SHARE * below
        else CodePlace("below", 0, low)
    )


def _lines_of(words: Sequence[str], room: int, font: tkfont.Font) -> int:
    """Return how many lines words take."""
    lines, line = 1, ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and font.measure(longer) > room:
            lines, longer = lines + 1, word
        line = longer
    return lines


class FilmPane(ttk.Frame):
    """Shows ``film``, step by step."""

    def __init__(self, parent: tk.Misc, film: Film, background: Background) -> None:
        super().__init__(parent)
        theme = current(self)
        self.film, self.player = film, Player(film)
        self.head = ttk.Frame(self)
        self.heading = ttk.Label(self.head, text=film.title, style="Bold.TLabel")
        self.figures = ttk.Label(self.head, style="Soft.TLabel")
        self.view = MazeView(self, theme, background)
        FocusRing(self.view.canvas)
        self.view.show_rulers(False)
        self.view.pans = True
        self.view.set_cursor("")
        self.view.show(self.player.maze)
        gap = theme.px(8)
        self.head.grid(row=0, column=0, sticky="ew", padx=gap, pady=theme.px(4))
        self.head.columnconfigure(0, weight=1)
        self.heading.grid(row=0, column=0, sticky="w")
        self.stack_figures(False)
        self.view.grid(row=1, column=0, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.code = CodePane(self, film.code)
        self.code_place = CodePlace()
        self._size = (1, 1)  # px
        self.on_size: Callable[[], object] = lambda: None
        self.bind("<Configure>", self._resized)
        self.note = ttk.Label(self, style="Soft.TLabel", padding=(gap, theme.px(4)))
        self._stride = STRIDE if film.lattice.size > MANY_CELLS else sys.maxsize
        self._text = ""
        self._noted = False

    def show(self, step: int) -> None:
        """Show the maze at a step, or where that is far in a large maze, on the way there."""
        player = self.player
        goal = min(max(step, player.step - self._stride), player.step + self._stride)
        change = player.seek(goal)
        if len(change.walls):
            self.view.changed(change.walls)
        if len(change.cells):
            self.view.paint(change.cells, player.marks[change.cells], player.path[change.cells])
        self.code.mark(player.lines)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if (event.width, event.height) != self._size:
            self._size = event.width, event.height
            self.on_size()

    @property
    def room(self) -> tuple[int, int]:
        """The px that the maze and the code have."""
        return self._size[0], self._size[1] - self.head.winfo_reqheight()

    @property
    def head_width(self) -> int:
        """The px that name and figures take in one line, also at the end of a long film."""
        theme = current(self)
        bold, body = (tkfont.nametofont(name, root=self) for name in (theme.bold, theme.body))
        return bold.measure(self.film.title) + body.measure(LONG_FIGURES) + 3 * theme.gap

    def name_lines(self, room: int) -> int:
        """Return how many lines the name takes in so many px."""
        font = tkfont.nametofont(current(self).bold, root=self)
        return _lines_of(self.film.title.split(), room, font)

    def stack_figures(self, stacked: bool, room: int = 0, lines: int = 1) -> None:
        """Put the figures below the name, or right of it.

        Below it, the name is wrapped in ``room`` px, and has room for so many ``lines``: those of
        the films beside it, so that the mazes stay level.
        """
        body = tkfont.nametofont(current(self).body, root=self)
        for label in (self.heading, self.figures):
            label.configure(wraplength=room if stacked else 0)
        for row, number in ((0, lines), (1, _lines_of(LONG_FIGURES.split(" "), room, body))):
            self.head.rowconfigure(row, minsize=number * body.metrics("linespace") * stacked)
        if stacked:
            self.figures.grid(row=1, column=0, sticky="nw")
        else:
            self.figures.grid(row=0, column=1, sticky="e")

    def place_code(self, place: CodePlace) -> None:
        """Put the code next to or below the maze, or nowhere."""
        if place == self.code_place:
            return
        self.code_place = place
        self.columnconfigure(1, minsize=place.width)
        self.rowconfigure(2, minsize=place.height if place.side == "below" else 0)
        if place.side == "right":
            self.code.grid(row=1, column=1, sticky="nsew")
        elif place.side == "below":
            self.code.grid(row=2, column=0, sticky="nsew")
        else:
            self.code.grid_forget()

    def show_figures(self) -> None:
        """Show the figures of the step, and the note of a finished film."""
        text = figures_of(self.film, self.player)
        if text != self._text:
            self._text = text
            self.figures.configure(text=text)
        if self.film.finished and not self._noted:
            self._noted = True
            self._show_note()

    def _show_note(self) -> None:
        """Show why the film is not complete, or why there is no route."""
        result = self.film.result
        notes = [self.film.note, result.note if isinstance(result, Solution) else ""]
        text = " ".join(filter(None, notes))
        if text:
            self.note.configure(text=text)
            self.note.grid(row=3, column=0, columnspan=2, sticky="ew")
            self.note.bind("<Configure>", self._wrap)

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        self.note.configure(wraplength=event.width - 2 * current(self).gap)


def figures_of(film: Film, player: Player) -> str:
    """Return the figures of a film at a step: ``step 98 · 71 visited``."""
    result = film.result if film.finished and player.step == film.steps else None
    if isinstance(result, Maze):
        return _("done: {cells}").format(cells=_cells(result.lattice.cells))
    if isinstance(result, Solution):
        done = _("done: {cells}").format(cells=_cells(len(result.route)))
        done = done if result.solved else _("done: no route")
        return _("{done} · {visited:,} visited").format(done=done, visited=result.visited)
    step = _("step {step:,}").format(step=player.step)
    if film.solves:
        seen = (player.marks == Mark.VISITED) | (player.marks == Mark.FILLED)
        return _("{step} · {visited:,} visited").format(step=step, visited=np.count_nonzero(seen))
    return _("{step} · {cells}").format(step=step, cells=_cells(_count_carved(player.maze)))


def _cells(number: int) -> str:
    return count(number, "cell", "cells")


def _count_carved(maze: Maze) -> int:
    return int(np.count_nonzero(maze.walls != maze.lattice.closed))


class LinkedViews:
    """Lets views of one maze zoom and pan together."""

    def __init__(self, views: Sequence[MazeView]) -> None:
        self._views = views
        self._led: dict[MazeView, Viewport] = {}  # what a view shows because another one does
        for view in views:
            view.bind("<<ViewChanged>>", partial(self._follow, view), add=True)

    def _follow(self, leader: MazeView, _event: tk.Event[tk.Misc]) -> None:
        """Show in all views what one shows: the same zoom, and the same point in the middle."""
        led = leader.viewport
        if self._led.get(leader) == led:
            return
        x, y = led.x + led.width / 2, led.y + led.height / 2
        for view in self._views:
            own = view.viewport
            if leader.fitted and not view.fitted:
                view.fit()
            elif view is not leader and not leader.fitted:
                view.look(replace(own, zoom=led.zoom, x=x - own.width / 2, y=y - own.height / 2))
            self._led[view] = view.viewport


def columns_for(number: int, area: tuple[float, float], maze: tuple[float, float]) -> int:
    """Return the columns in which ``number`` mazes of a size fill an area best.

    Sizes are width before height::

        wide mazes   +------+     high mazes   +--+--+
                     +------+                  |  |  |
                     +------+                  +--+--+
    """

    def zoom(columns: int) -> float:
        rows = ceil(number / columns)
        return min(area[0] / columns / maze[0], area[1] / rows / maze[1])

    return max(range(1, number + 1), key=zoom)


class PaneGrid(ttk.Frame):
    """A pane for each film of one maze, in rows and columns."""

    def __init__(self, parent: tk.Misc, films: Sequence[Film], background: Background) -> None:
        super().__init__(parent)
        self.panes = [FilmPane(self, film, background) for film in films]
        self._code_shown = False
        self._placing = ""  # the timer
        self._linked = LinkedViews([pane.view for pane in self.panes])
        self._columns = 0
        self.has_room_for_code = True
        self._line = current(self).px(1)
        self.bind("<Configure>", lambda event: self._arrange(event.width, event.height))
        for pane in self.panes:
            pane.on_size = self._place_soon
        on_destroy(self, self._stop)

    def _arrange(self, width: int, height: int) -> None:
        view = self.panes[0].view.viewport
        number = len(self.panes)
        columns = columns_for(number, (width, height), (view.columns, view.rows))
        rows = ceil(number / columns)
        self.configure(padding=(0, 0, width % columns, height % rows))  # all panes are alike
        if columns == self._columns:
            return
        self._columns = columns
        for index, pane in enumerate(self.panes):
            row, column = divmod(index, columns)
            across, down = self._gap(column, columns), self._gap(row, rows)
            pane.grid(row=row, column=column, sticky="nsew", padx=across, pady=down)
        for index in range(number):  # Tk remembers the rows and columns there were before
            self._use(self.columnconfigure, index, index < columns)
            self._use(self.rowconfigure, index, index * columns < number)

    def _gap(self, index: int, count: int) -> tuple[int, int]:
        """Return what a pane leaves of its row or column: as much as each other, for a line."""
        if count == 1:
            return 0, 0
        return (self._line, 0) if index else (0, self._line)

    @staticmethod
    def _use(configure: Callable[..., object], index: int, used: bool) -> None:
        configure(index, weight=used, uniform="pane" if used else "")

    def set_theme(self, theme: Theme) -> None:
        for pane in self.panes:
            pane.view.set_theme(theme)
            pane.code.set_theme(theme)

    def show_code(self, shown: bool) -> None:
        """Show the pseudo-code of all films where there is room, or of none."""
        self._code_shown = shown
        self._place_code()

    def _place_soon(self) -> None:
        """Place the code once all panes have their sizes: their mazes stay equally large."""
        if not self._placing:
            self._placing = self.after_idle(self._place_code)

    def _stop(self) -> None:
        if self._placing:
            self.after_cancel(self._placing)
            self._placing = ""

    def _place_code(self) -> None:
        """Show the code of all films in one place, or of none where one has no room for it.

        Films without code leave as much room, so that all mazes are equally large and level.
        """
        self._stop()
        stacked = any(pane.head_width > pane.winfo_width() > 1 for pane in self.panes)
        name_room = max(min(p.winfo_width() for p in self.panes) - 2 * current(self).gap, 1)
        lines = max(pane.name_lines(name_room) for pane in self.panes)
        for pane in self.panes:
            pane.stack_figures(stacked, name_room, lines)
        codes = [pane.code for pane in self.panes if pane.film.code]
        view, wide = self.panes[0].view.viewport, current(self).px(WIDTH)
        room = min(pane.room[0] for pane in self.panes), min(pane.room[1] for pane in self.panes)
        place = CodePlace()
        if codes:
            place = place_for(codes, room, (view.columns, view.rows), wide)
        self.has_room_for_code = not codes or bool(place.side)
        for pane in self.panes:
            pane.place_code(place if self._code_shown else CodePlace())


class LegendBar(ttk.Frame):
    """Samples with labels in as many lines as they need, but for kinds that no step has shown."""

    def __init__(self, parent: tk.Misc, films: Sequence[Film]) -> None:
        self._px = current(parent).px
        super().__init__(parent, padding=(self._px(10), self._px(6), self._px(10), 0))
        self._films = films
        self._shown: list[tuple[int, str]] = []
        self._samples: dict[int, tk.PhotoImage] = {}
        self.labels: list[ttk.Label] = []
        self._row = FlowRow(self, centred=False)
        self._row.pack(fill="x")

    def show(self) -> None:
        """Show the kinds that are recorded by now."""
        legend = legend_of(self._films)
        if legend == self._shown:
            return
        self._shown = legend
        self._row.clear()
        self.labels = []
        self.set_theme(current(self))
        for kind, text in legend:
            label = ttk.Label(self._row, text=f" {text}", compound="left", style="Soft.TLabel")
            label.configure(image=self._samples[kind], padding=(0, 0, self._px(8), 0))
            self.labels.append(label)
        if self.labels:
            self._row.add(*self.labels)

    def set_theme(self, theme: Theme) -> None:
        """Draw the samples in the colours of the mazes."""
        side, edge, colours = theme.px(SIDE), theme.px(1), kind_colours(theme)
        for kind, _label in self._shown:
            sample = self._samples.get(kind) or tk.PhotoImage(master=self, width=side, height=side)
            self._samples[kind] = sample
            fill = {LINE: theme.paper, ROUTE: theme.route_soft}.get(kind, colours.get(kind, ""))
            sample.put(theme.outline, to=(0, 0, side, side))
            sample.put(fill, to=(edge, edge, side - edge, side - edge))
            if kind == AREA:  # a stripe of each colour
                stripes = theme.areas
                for number, colour in enumerate(stripes):
                    left, right = (
                        edge + (side - 2 * edge) * place // len(stripes)
                        for place in (number, number + 1)
                    )
                    sample.put(colour, to=(left, edge, right, side - edge))
            if kind in (LINE, ROUTE):
                middle, half = side // 2, theme.px(2)
                sample.put(theme.route, to=(edge, middle - half, side - edge, middle + half))
