"""The pseudo-code of a film's algorithm, beside or below the maze; the lines that ran are marked.

::

      For each wall in this order:
          If there are two areas on its sides:
    >         Open it, so that they are one area
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import font as tkfont
from typing import NamedTuple

from mazeeditor.core.translation import _
from mazeeditor.gui.look import Theme, current

INDENT = 4  # spaces of a level in the code
STEP, EDGE, SPACE = 16, 8, 2  # px at 96 dpi: a level, around the code, above and below a line
WIDTH = 290  # px at 96 dpi beside the maze
LEAST = 0.5  # of its size, which a maze must keep for the code to be shown
RAN = "ran"  # the tag of the lines that ran


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
        self.tag_configure(RAN, background=theme.accent, foreground=theme.accent_text)
        self.configure(spacing1=space, spacing3=space)

    def _left(self, level: int) -> int:
        """Return the px from the edge to the letters of a level: beside the first is the sign."""
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

    def place_for(self, area: tuple[int, int], maze: tuple[float, float]) -> CodePlace:
        """Return where the code leaves the maze largest, or nowhere where that is too small.

        ``area`` is what both have in px and ``maze`` the size of the maze, width before height.
        """
        width, height = min(self._px(WIDTH), area[0]), area[1]
        low = self.height_for(area[0])

        def zoom(right: int, below: int) -> float:
            return min((area[0] - right) / maze[0], (area[1] - below) / maze[1])

        right = zoom(width, 0) if self.height_for(width) <= height else 0.0
        below = zoom(0, low)
        if max(right, below) < LEAST * zoom(0, 0) or area[0] <= 1:
            return CodePlace()
        return CodePlace("right", width, height) if right >= below else CodePlace("below", 0, low)


def _lines_of(words: Sequence[str], room: int, font: tkfont.Font) -> int:
    """Return how many lines words take."""
    lines, line = 1, ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and font.measure(longer) > room:
            lines, longer = lines + 1, word
        line = longer
    return lines


SUMMARY = _("Show the pseudo-code, and the lines of it that made the step")
NO_ROOM = _("Show the pseudo-code: this window is too small for it")
