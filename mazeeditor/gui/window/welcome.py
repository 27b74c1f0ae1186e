"""What a first start shows over the canvas: eight things to make, by mouse and by keys.

::

    +-----------------------------------------+
    |                Start with               |
    |   [ page  ] [ class ] [ book ] [ heart ]|   1 to 8, arrows and Return, or a click;
    |   [ word  ] [ round ] [ draw ] [ open  ]|   Escape shows the canvas
    |          Examples        Skip           |
    +-----------------------------------------+

What the canvas and the status bar say of a maze below is hidden as long.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from tkinter import font, ttk

from PIL import Image, ImageDraw, ImageTk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.new_menu import begin
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.keys import chord_label
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import child_of, follow, on_destroy
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import empty_grid
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page

SIDES = (96, 44, 20)  # px at 96 dpi of a picture
AROUND = (
    34,
    36,
)  # px at 96 dpi that a card takes next to its text, and above and below its picture
REST = 106  # px at 96 dpi of all that is above and below the cards
SEED, MARGIN = 5, 1.0  # of the mazes in the pictures; mm around them
EDGE, PORTRAIT = "#8a8d94", 1.4  # of the pages in the pictures: their colour, height by width
WORD_SIZE = {"rows": 26, "columns": 90}
WORD = MaskStep("text")
PAGE = Page(solution="page")


def _recipe(shape: str, *masks: MaskStep, **sizes: int) -> Recipe:
    return Recipe("backtracker", braid=0.0, shape=shape, sizes=sizes, masks=masks)


def _begin(
    recipe: Recipe, page: Page, document: Document, opened: OpenDocument, view: View
) -> None:
    opened.gate.leave(lambda: begin(document, opened, view, recipe.seeded(), page))


def _begin_sheet(context: Context, document: Document, opened: OpenDocument, view: View) -> None:
    _begin(_recipe("rectangular", rows=24, columns=17), PAGE, document, opened, view)
    context.show_section("page")


def _begin_class(context: Context, view: View) -> None:
    """Ask for a sheet, and let Generate make small mazes for it."""
    view.draft.take(_recipe("rectangular", rows=16, columns=12), whole=True)
    context.run(COMMANDS["sheet"])


def _begin_word(
    context: Context, document: Document, opened: OpenDocument, view: View, services: Services
) -> None:
    """Ask for the word, with a preview of its outline."""
    from mazeeditor.gui.dialogs.mask_dialog import MaskDialog

    size = ("rectangular", WORD_SIZE)
    answer = MaskDialog(context.root, document, services, [WORD], 0, None, size).show()
    if answer:
        mask, pieces = answer
        recipe = Recipe("backtracker", {}, None, 0.0, size[0], WORD_SIZE, (mask,), pieces)
        _begin(recipe, PAGE, document, opened, view)


def _draw_by_hand(document: Document, opened: OpenDocument, view: View) -> None:
    recipe = _recipe("rectangular", rows=24, columns=17)
    opened.gate.leave(lambda: begin(document, opened, view, recipe, Page(), empty_grid))
    view.toolbox.choose("wall")


@dataclass(frozen=True, eq=False)
class Card:
    """Something to make: what a click does, and a picture of mazes or an icon.

    ``pages`` is how many pages the picture shows next to each other, and below each other.
    """

    label: str
    summary: str
    run: Callable[..., object]
    picture: Recipe | None = None
    pages: tuple[int, int] = (1, 1)
    icon: str = ""


CARDS = (
    Card(
        _("A page"),
        _("A maze on A4, its solution on a second page"),
        _begin_sheet,
        _recipe("rectangular", rows=9, columns=9),
    ),
    Card(
        _("A class"),
        _("Many mazes, each another one, with names from a list and answers"),
        _begin_class,
        _recipe("rectangular", rows=6, columns=6),
        (2, 2),
    ),
    Card(
        _("A book"),
        _("Chapters of mazes with a cover and answers, ready for a print shop"),
        lambda context: context.run(COMMANDS["book"]),
        _recipe("rectangular", rows=9, columns=7),
        (2, 1),
    ),
    Card(
        _("A heart"),
        _("A maze in the outline of a heart; the panel has stars and more"),
        partial(_begin, _recipe("rectangular", MaskStep("heart"), rows=41, columns=41), PAGE),
        _recipe("rectangular", MaskStep("heart"), rows=13, columns=13),
    ),
    Card(
        _("A word"),
        _("A maze in the outline of a word or name"),
        _begin_word,
        _recipe("rectangular", MaskStep("text", {"text": "Ab"}), rows=19, columns=23),
    ),
    Card(
        _("A round one"),
        _("A maze of rings, from the border into the middle"),
        partial(_begin, _recipe("polar", rings=14), PAGE),
        _recipe("polar", rings=5),
    ),
    Card(
        _("Draw by hand"),
        _("An empty grid: a click or a drag adds walls"),
        _draw_by_hand,
        icon="tool-wall",
    ),
    Card(
        _("Open"),
        _("A maze from a file"),
        lambda context: context.run(COMMANDS["open"]),
        icon="open",
    ),
)


def _labels() -> list[str]:
    return [f"{number}  {card.label}" for number, card in enumerate(CARDS, 1)]


class Welcome(ttk.Frame):
    """The cards; they go with the first thing that is made, opened, changed or shown."""

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        super().__init__(context.root)
        self._context, self._background = context, services.background
        self._view, self._services = view, services
        self._theme = current(self)
        self._photos: dict[Card, ImageTk.PhotoImage] = {}
        self._side = 0  # px of the pictures
        px = self._theme.px
        inner = ttk.Frame(self)
        inner.place(relx=0.5, rely=0.5, anchor="center")
        heading = ttk.Label(inner, text=_("Start with"), style="Heading.TLabel")
        heading.pack(pady=(0, px(12)))
        self._grid = ttk.Frame(inner)
        self._grid.pack()
        self.cards = [self._card(number, card) for number, card in enumerate(CARDS, 1)]
        row = ttk.Frame(inner)
        row.pack(pady=(px(12), 0))
        skip = f"{_('Skip')} ({chord_label('Escape')})"
        for label, action in ((_("Examples…"), self._show_examples), (skip, self.close)):
            button = ttk.Button(row, text=label, command=action, style="Flat.TButton")
            press_by_enter(button)
            button.bind("<Escape>", lambda _event: self.close())
            button.pack(side="left", padx=px(4))
        self._before = self._canvas_state()
        on_destroy(self, document.changed.follow(Follower.WELCOME, lambda _change: self.close()))
        follow(self, services.updated, self._look)
        self.bind("<Configure>", self._fit)
        self.place(in_=context.maze_view, relwidth=1, relheight=1)
        self.lift()
        context.status.cover(covered=True)
        self.cards[0].focus_set()

    def _card(self, number: int, card: Card) -> ttk.Button:
        button = ttk.Button(
            self._grid,
            text=_labels()[number - 1],
            compound="top",
            style="TButton",
            command=partial(self._choose, card),
        )
        Tooltip(button, card.summary)
        press_by_enter(button)
        button.bind("<Escape>", lambda _event: self.close())
        button.bind("<Key>", self._key)
        return button

    # Place

    def _fit(self, event: tk.Event[tk.Misc]) -> None:
        """Use as many columns, and as large pictures, as there is room for."""
        px = self._theme.px
        text = font.nametofont("TkDefaultFont", self).measure(max(_labels(), key=len))
        for side, columns in product(SIDES, (4, 2)):
            wide = columns * (max(px(side), text) + px(AROUND[0]))
            high = -(-len(CARDS) // columns) * px(side + AROUND[1]) + px(REST)
            if wide <= event.width and high <= event.height:
                break
        for place, button in enumerate(self.cards):
            button.grid(
                row=place // columns, column=place % columns, sticky="nsew", padx=px(5), pady=px(5)
            )
        self._columns = columns
        self._grid.columnconfigure((0, 1, 2, 3), uniform="")
        self._grid.columnconfigure(tuple(range(columns)), uniform="cards")
        if self._side != px(side):
            self._side = px(side)
            self._show_pictures()

    def _show_pictures(self) -> None:
        """Show icons at once, and mazes as soon as they are drawn in the background."""
        side = self._side
        for card, button in zip(CARDS, self.cards, strict=True):
            blank = Image.new("RGBA", (side, side))
            self._photos[card] = ImageTk.PhotoImage(blank, master=self)
            button.configure(image=str(self._photos[card]))
            if card.picture is None:
                size = side / self._theme.scale
                button.configure(image=self._context.icons.get(card.icon, size))
            else:
                show = partial(self._show_picture, card, side)
                self._background.run(partial(drawn, card.picture, card.pages, side), show, ignore)

    def _show_picture(self, card: Card, side: int, picture: Image.Image) -> None:
        if self.winfo_exists() and side == self._side:
            self._photos[card].paste(picture)

    # What is chosen

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        """Choose a card by its number, or go to another one."""
        here = self.cards.index(event.widget)  # type: ignore[arg-type]
        step = {"Left": -1, "Right": 1, "Up": -self._columns, "Down": self._columns}
        place = here + step.get(event.keysym, 0)
        if event.char in map(str, range(1, len(CARDS) + 1)):
            self.cards[int(event.char) - 1].invoke()
        elif event.keysym in step and 0 <= place < len(self.cards):
            self.cards[place].focus_set()
        elif event.keysym not in step:
            return None
        return "break"

    def _choose(self, card: Card) -> None:
        self._context.parts.call(card.run)

    def _show_examples(self) -> None:
        self._context.run(COMMANDS["examples"])

    def _canvas_state(self) -> tuple[object, ...]:
        """Return what is chosen and shown on the canvas, below the cards."""
        tweaks = vars(self._view).get("tweaks")  # made at the first access
        tweaked = tweaks is not None and tweaks.active
        shown = self._view.highlight.active, self._view.repair.active, self._view.explanation.active
        return (self._view.toolbox.tool.name, self._view.selection.cells, tweaked, *shown)

    def _look(self) -> None:
        """Go where something else would be seen now."""
        before, now = self._before, self._canvas_state()
        if any(one is not other for one, other in zip(before, now, strict=True)):
            self.close()

    def close(self) -> None:
        """Show the canvas; the cards come back by the Help menu alone."""
        self._services.settings.welcome = False
        self._context.status.cover(covered=False)
        has_keyboard = str(self.tk.call("focus")).startswith(str(self))
        self.destroy()
        if has_keyboard:
            self._services.ui.focus_maze()


def drawn(recipe: Recipe, pages: tuple[int, int], side: int, job: Job) -> Image.Image:
    """Return mazes on so many pages next to and below each other, a square of ``side`` px."""
    square, (across, down) = Image.new("RGB", (side, side), "white"), pages
    if pages == (1, 1):
        _paste(square, replace(recipe, seed=SEED), (0, 0, side, side), 0, job)
        return square
    high = min(side // down, round(side / across * PORTRAIT))
    wide = min(side // across, round(high / PORTRAIT))
    left, top = (side - across * wide) // 2, (side - down * high) // 2
    for place in range(across * down):
        x, y = left + place % across * wide, top + place // across * high
        box = (x, y, x + wide, y + high)
        _paste(square, replace(recipe, seed=SEED + place), box, max(2, wide // 8), job)
        ImageDraw.Draw(square).rectangle((x, y, x + wide - 1, y + high - 1), outline=EDGE)
    return square


def _paste(
    square: Image.Image, recipe: Recipe, box: tuple[int, int, int, int], around: int, job: Job
) -> None:
    """Draw the maze of a recipe in the middle of a box, px, with so much room around it."""
    from mazeeditor.app.printing.snapshot import picture_of

    left, top, right, bottom = box
    picture = picture_of(recipe, min(right - left, bottom - top) - 2 * around, MARGIN, job)
    place = (left + right - picture.width) // 2, (top + bottom - picture.height) // 2
    square.paste(picture, place)


def show_welcome(context: Context, document: Document, view: View, services: Services) -> None:
    """Show the cards over the canvas, or give the keyboard to those that are shown."""
    shown = child_of(context.root, Welcome)
    if shown:
        shown.cards[0].focus_set()
    else:
        Welcome(context, document, view, services)
