"""A picture of a maze with the walls that were read in it, to look at and correct before it opens.

::

    +------------------------------+  19 × 24 cells were found. 3 walls are doubtful.
    |  o---------------------o     |  Shape     [Rectangular v]
    |  |  picture and walls  |     |  Rows      [      ]
    |  |    ~~ doubtful      |     |  ...
    |  o---------------------o     |  [<] 2 of 3 [>]   +-------+
    |                              |  [x] Keep the     | close |
    +------------------------------+      picture      +-------+
                                             [Cancel] [Use]

Looking for the maze, and drawing, are done by workers.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from math import hypot
from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.picture_review import PictureReview, review_options, try_recognise
from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.gui.widgets.modal import Modal, press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.geometry import Points
from mazeeditor.recognition.choices import Choices, Corner
from mazeeditor.recognition.recognise import Recognition

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.core.job import Job

WIDTH, HEIGHT = 1100, 720  # px at 96 dpi of the dialog, at most
SIDE = 300  # px at 96 dpi of what stands right of the picture
CLOSE, CLOSER = 150, 3.0  # px at 96 dpi of the part that is seen closer, and how much closer
PAUSE_MS = 300  # ms after a change of a field before the maze is looked for again
GRIP = 7  # px at 96 dpi around a corner that can be dragged
REACH = 14  # px at 96 dpi from the middle of a wall that a click turns
MARGIN_PX = 12  # px at 96 dpi around the picture
PICTURE_OPACITY = 0.45  # how much of the picture is seen below the walls
CLOSED, AMBER, TURNED = "#1257c4", "#e08600", "#0a8a3a"
CORNER = "corner"  # a tag


class View(NamedTuple):
    """What is drawn on a ``ground``: a picture with walls, at a scale and an offset in px."""

    picture: Image
    size: tuple[int, int]
    scale: float
    offset: tuple[float, float]
    lines: Points
    closed: Any
    doubtful: Any
    turned: frozenset[int]
    current: int | None
    px: float
    ground: str


class PictureReviewDialog(Modal):
    """Answers whether the maze of ``review`` is to be used."""

    manual = "from-elsewhere"

    def __init__(self, parent: tk.Misc, review: PictureReview, background: Background) -> None:
        super().__init__(parent, _("Maze in {name}").format(name=review.name))
        self.review = review
        self._photos: list[PhotoImage] = []
        self._dragged = -1  # which corner
        self._corners: list[Corner] = []
        self._looking: Latest[Choices, Recognition | MazeError] = Latest(
            background,
            lambda: review.choices,
            self._recognise,
            self._found,
            self._failed,
            delay=PAUSE_MS,
        )
        self._drawing: Latest[View, tuple[Image, Image]] = Latest(
            background, self._view, _draw, self._show, self._failed, delay=0
        )
        self._add_side()
        self._add_canvas()
        self.use = self.add_button(_("Use this maze"), self._use, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.canvas
        follow(self, review.changed, self._refresh)
        on_destroy(self, self._stop)
        self.extent = self.theme.px(WIDTH), self.theme.px(HEIGHT)
        self._refresh()

    def _stop(self) -> None:
        self._looking.stop()
        self._drawing.stop()

    # The parts

    def _add_side(self) -> None:
        px = self.theme.px
        side = ttk.Frame(self.body, width=px(SIDE))
        side.pack(side="right", fill="y", padx=(px(14), 0))
        side.pack_propagate(False)
        self.text = ttk.Label(side, wraplength=px(SIDE))
        self.text.pack(fill="x", pady=(0, px(8)))
        self.fields = FieldValues(review_options())
        self.fields.edited.subscribe(self._edit)
        self.form = Form(side, self.fields)
        self.form.pack(fill="x")
        self.guesses = ttk.Frame(side)
        self.guesses.pack(fill="x")
        row = ttk.Frame(side)
        row.pack(fill="x", pady=(px(10), 0))
        self.before = ttk.Button(row, text="◂", width=3, command=partial(self.review.step, -1))
        self.after_it = ttk.Button(row, text="▸", width=3, command=partial(self.review.step, 1))
        self.place = ttk.Label(row, anchor="center")
        self.before.pack(side="left")
        self.after_it.pack(side="right")
        self.place.pack(side="left", fill="x", expand=True)
        Tooltip(self.before, _("The doubtful wall before"), _("Shift+Tab"))
        Tooltip(self.after_it, _("The next doubtful wall"), _("Tab"))
        self.turn = ttk.Button(side, command=self._turn_current)
        press_by_enter(self.turn)
        Tooltip(self.turn, _("Close the wall, or open it"), _("Enter"))
        self.turn.pack(fill="x", pady=(px(6), 0))
        self.kept = tk.BooleanVar(self, self.review.keeps_picture)
        self.keep = ttk.Checkbutton(
            side,
            text=_("Keep the picture behind the maze"),
            variable=self.kept,
            command=self._keep,
        )
        self.keep.state(["!disabled" if self.review.can_keep_picture else "disabled"])
        self.keep.pack(side="bottom", anchor="w")
        # the last one: it gives way, and its middle, which is the wall, is what stays in sight
        self.close_up = tk.Canvas(side, width=px(CLOSE), height=px(CLOSE), highlightthickness=0)
        self.close_up.configure(background=self.theme.window, takefocus=False)
        self.close_up.bind("<Configure>", lambda _event: self._show_close_up())
        self.close_up.pack(pady=(px(8), 0))

    def _add_canvas(self) -> None:
        canvas = self.canvas = tk.Canvas(self.body, takefocus=True, highlightthickness=0)
        canvas.configure(background=self.theme.ground, width=200, height=150)
        canvas.pack(side="left", fill="both", expand=True)
        FocusRing(canvas)
        canvas.bind("<Configure>", lambda _event: self._drawing.request())
        canvas.bind("<ButtonPress-1>", self._press)
        canvas.bind("<B1-Motion>", self._drag)
        canvas.bind("<ButtonRelease-1>", self._release)
        keys: dict[str, Callable[[], object]] = {
            "<Tab>": partial(self._tab, 1),
            "<Shift-Tab>": partial(self._tab, -1),
            "<Right>": partial(self.review.step, 1),
            "<Left>": partial(self.review.step, -1),
            "<Return>": self._turn_current,
            "<KP_Enter>": self._turn_current,
            "<space>": self._turn_current,
        }
        if canvas.tk.call("tk", "windowingsystem") == "x11":
            keys["<ISO_Left_Tab>"] = keys["<Shift-Tab>"]
        for key, act in keys.items():
            canvas.bind(key, lambda _event, act=act: self._done(act))  # type: ignore[misc]

    @staticmethod
    def _done(act: Callable[[], object]) -> str | None:
        return None if act() is False else "break"

    def _tab(self, by: int) -> bool:
        """Go to the next doubtful wall; past the last one the keyboard goes on as usual."""
        review = self.review
        last = len(review.doubtful) - 1
        if last < 0 or (by > 0 and review.current == last) or (by < 0 and review.current <= 0):
            return False
        review.step(by)
        return True

    # What is known

    def _edit(self, name: str, value: Any) -> None:
        self.review.know(**{name: value})
        self._look()

    def _look(self) -> None:
        """Look for the maze again, by what is known of it."""
        self.text.configure(text=_("Looking for the maze…"))
        self.use.state(["disabled"])
        self._looking.request()

    def take_guess(self, shape: str, rows: int, columns: int) -> None:
        """Look for a grid of another size."""
        self.review.know(shape=shape, rows=rows, columns=columns)
        self._look()

    def _recognise(self, choices: Choices, job: Job) -> Recognition | MazeError:
        return try_recognise(self.review.picture, choices, job)

    def _found(self, found: Recognition | MazeError) -> None:
        self.review.take(found)

    def _failed(self, problem: Exception) -> None:
        self.review.take(problem if isinstance(problem, MazeError) else MazeError(str(problem)))

    # Walls

    def _turn_current(self) -> bool:
        wall = self.review.current_wall
        if wall is None:
            return False
        self.review.turn(wall)
        return True

    def _keep(self) -> None:
        self.review.keeps_picture = self.kept.get()

    def _use(self) -> None:
        if self.review.seen and self._looking.settled:
            self.close_with(True)

    # On the screen

    @property
    def settled(self) -> bool:
        """Whether what is known is looked for, found and drawn."""
        return self._looking.settled and self._drawing.settled

    @property
    def scale(self) -> float:
        """Pixels of the screen for one of the picture."""
        px, picture = self.theme.px, self.review.picture
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        room = width - 2 * px(MARGIN_PX), height - 2 * px(MARGIN_PX)
        return max(min(room[0] / picture.width, room[1] / picture.height), 1e-3)

    @property
    def offset(self) -> tuple[float, float]:
        """Where the picture begins on the canvas, px."""
        scale, picture = self.scale, self.review.picture
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        return (width - scale * picture.width) / 2, (height - scale * picture.height) / 2

    def _refresh(self) -> None:
        """Show what is read by now."""
        review = self.review
        style = "TLabel" if review.seen else "Error.TLabel"
        self.text.configure(text=review.text, style=style)
        if review.seen:
            found = {"rows": review.seen.rows, "columns": review.seen.columns}
            self.fields.update({"shape": review.seen.shape, **found})
            self._corners = list(review.seen.corners)
        self.use.state(["!disabled" if review.seen else "disabled"])
        number, wall = len(review.doubtful), review.current_wall
        known = {"place": review.current + 1, "number": number}
        self.place.configure(
            text=_("Doubtful wall {place} of {number}").format(**known)
            if wall is not None
            else _("No doubtful wall")
            if not number
            else _("Doubtful walls: {number}").format(**known)
        )
        for button in (self.before, self.after_it):
            button.state(["!disabled" if number else "disabled"])
        self.turn.state(["!disabled" if wall is not None else "disabled"])
        opens = wall is not None and bool(review.closed[wall])
        self.turn.configure(text=_("Open this wall") if opens else _("Close this wall"))
        self._offer_guesses()
        self._drawing.request()

    def _offer_guesses(self) -> None:
        for child in self.guesses.winfo_children():
            child.destroy()
        for guess in self.review.guesses:
            text = _("Is it {rows} × {columns}?").format(rows=guess.rows, columns=guess.columns)
            act = partial(self.take_guess, guess.shape, guess.rows, guess.columns)
            button = ttk.Button(self.guesses, text=text, command=act)
            press_by_enter(button)
            button.pack(fill="x", pady=(self.theme.px(4), 0))

    def _view(self) -> View | None:
        size = self.canvas.winfo_width(), self.canvas.winfo_height()
        if size[0] <= 1:  # not laid out yet
            return None
        review = self.review
        return View(
            picture=review.picture,
            size=size,
            scale=self.scale,
            offset=self.offset,
            lines=review.lines,
            closed=review.closed.copy(),
            doubtful=review.doubtful,
            turned=frozenset(review.turned),
            current=review.current_wall,
            px=self.theme.scale,
            ground=self.theme.ground,
        )

    def _show(self, drawn: tuple[Image, Image]) -> None:
        from PIL import ImageTk

        whole, close = (ImageTk.PhotoImage(image, master=self) for image in drawn)
        self._photos = [whole, close]
        self.canvas.delete("all")
        self.canvas.create_image(0, 0, image=whole, anchor="nw")
        self._show_close_up()
        self._draw_corners()

    def _show_close_up(self) -> None:
        self.close_up.delete("all")
        if self._photos and self.review.current_wall is not None:
            middle = self.close_up.winfo_width() // 2, self.close_up.winfo_height() // 2
            self.close_up.create_image(*middle, image=self._photos[1])

    def _draw_corners(self) -> None:
        self.canvas.delete(CORNER)
        reach, (left, top), scale = self.theme.px(GRIP), self.offset, self.scale
        for x, y in self._corners:
            x, y = left + scale * x, top + scale * y
            self.canvas.create_oval(
                *(x - reach, y - reach, x + reach, y + reach),
                outline=self.theme.accent,
                width=self.theme.px(2),
                fill="white",
                tags=CORNER,
            )

    # The pointer

    def _in_picture(self, event: tk.Event[tk.Misc]) -> Corner:
        (left, top), scale = self.offset, self.scale
        return (event.x - left) / scale, (event.y - top) / scale

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        x, y = self._in_picture(event)
        reach = 2 * self.theme.px(GRIP) / self.scale
        near = [hypot(x - one[0], y - one[1]) for one in self._corners]
        self._dragged = int(np.argmin(near)) if near and min(near) <= reach else -1
        if self._dragged < 0:
            wall = self.review.wall_at(x, y, self.theme.px(REACH) / self.scale)
            if wall is not None:
                self.review.turn(wall)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._dragged >= 0:
            self._corners[self._dragged] = self._in_picture(event)
            self._draw_corners()

    def _release(self, _event: tk.Event[tk.Misc]) -> None:
        if self._dragged < 0:
            return
        self._dragged = -1
        first, second, third, fourth = self._corners
        self.review.move_corners((first, second, third, fourth))
        self._look()


def _draw(view: View, job: Job) -> tuple[Image, Image]:
    """Return the picture with its walls, and the part around the current one; for a worker."""
    from PIL import Image, ImageDraw

    paper = view.picture.convert("RGB")
    job.check()
    left, top = view.offset
    wide = max(round(paper.width * view.scale), 1), max(round(paper.height * view.scale), 1)
    seen = Image.blend(
        Image.new("RGB", wide, "white"), paper.resize(wide, Image.Resampling.BOX), PICTURE_OPACITY
    )
    whole = Image.new("RGB", view.size, view.ground)
    whole.paste(seen, (round(left), round(top)))
    _draw_walls(ImageDraw.Draw(whole), view, view.lines * view.scale + view.offset)
    job.check()
    side = round(CLOSE * view.px)
    if view.current is None:
        return whole, Image.new("RGB", (1, 1), "white")
    x, y = view.lines[view.current, 1]
    zoom = view.scale * CLOSER
    half = side / zoom / 2
    box = x - half, y - half, x + half, y + half
    close = paper.transform(
        (side, side), Image.Transform.EXTENT, box, Image.Resampling.BILINEAR, fillcolor="white"
    )
    _draw_walls(ImageDraw.Draw(close), view, (view.lines - (x - half, y - half)) * zoom)
    return whole, close


def _draw_walls(draw: Any, view: View, lines: Points) -> None:
    """Draw walls at ``lines`` float64[k, 3, 2] in px: closed, doubtful and turned ones."""
    thin, thick = max(round(2 * view.px), 1), max(round(4 * view.px), 2)
    doubtful = set(view.doubtful.tolist())
    flat = lines.reshape(len(lines), 6).tolist()
    for wall in np.flatnonzero(view.closed).tolist():
        if wall not in doubtful and wall not in view.turned:
            draw.line(flat[wall], fill=CLOSED, width=thin)
    for wall in [*doubtful, *view.turned]:
        colour = TURNED if wall in view.turned else AMBER
        if view.closed[wall]:
            draw.line(flat[wall], fill=colour, width=thick)
        else:  # where it would be
            for x, y in zip(flat[wall][::2], flat[wall][1::2], strict=True):
                draw.ellipse(
                    (x - thick, y - thick, x + thick, y + thick), outline=colour, width=thin
                )
    if view.current is not None:
        x, y = lines[view.current, 1].tolist()
        reach = 14 * view.px
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=AMBER, width=thick)
