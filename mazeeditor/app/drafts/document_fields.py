"""Page, openings and underlay of a document as fields, to edit which is a step; own paper sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.state import Part
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option, values_of
from mazeeditor.core.translation import _
from mazeeditor.editing.changes import entrances
from mazeeditor.editing.changes.entrances import MIDDLE
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings, SetPage, SetUnderlay
from mazeeditor.editing.followers import Follower
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.page.page import NOTHING, page_options, with_last_size
from mazeeditor.page.paper import OFFERS, read_paper
from mazeeditor.page.shown_page import page_with, placed_on
from mazeeditor.page.underlay import Underlay, underlay_options

LOGO = "logo"  # its value is a picture, which cannot be typed


class PageFields(FieldValues):
    """The page of a document, without its logo."""

    def __init__(self, document: Document) -> None:
        typed = [option for option in page_options() if option.name != LOGO]
        self._document, self._typed = document, typed
        self._moved: Listeners[[]] = Listeners()
        super().__init__(typed, part=Part(self._page, self._put_page, self._moved))
        document.changed.follow(Follower.PAGE_FIELDS, self._follow_document)

    def _page(self) -> dict[str, Any]:
        return values_of(self._typed, self._document.page)

    def _put_page(self, values: Mapping[str, Any]) -> None:
        page = self._page()
        self.apply({name: values[name] for name in values if values[name] != page[name]})

    def apply(self, values: Mapping[str, Any]) -> None:
        """Change the page of the document; raises ``UsageError`` for an invalid value.

        Of cells and the whole maze that one has a size for which it was chosen last. Stops to
        collect keep their places from then on.
        """
        page = self._document.page
        before = vars(page)
        after = replace(page, **with_last_size(before, {**before, **values}))
        if after.along != NOTHING:
            after = page_with(after, placed_on(self._document.maze, after))
        if after != page:
            self._document.apply(SetPage(page, after))

    def _follow_document(self, change: Change) -> None:
        """Notify of what has changed; an invalid text in another field stays."""
        if change.file:
            self.discard_texts()
        if change.page or change.file:
            self._moved.notify()


class OpeningFields:
    """The openings of a document: side, row and column of the entrance, then of each exit.

    ``lines`` are these fields, their values None where there is no such opening; it is another list
    when their number or options are others. ``problem`` is why what the user asked for last was not
    done. ``changed`` is notified of both.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.lines: list[FieldValues] = []
        self._lattice: Lattice | None = None  # of which the lines are
        self.problem = ""
        self.changed: Listeners[[]] = Listeners()
        self._show_openings()
        document.changed.follow(Follower.OPENING_FIELDS, self._follow)

    @property
    def lattice(self) -> Lattice:
        return self._document.maze.lattice

    def _follow(self, change: Change) -> None:
        if change.openings or change.maze:
            self.problem = ""
            self._show_openings()
            self.changed.notify()

    def _show_openings(self) -> None:
        """Show the openings; a maze of the same grid keeps the fields, which take widgets."""
        maze, before = self._document.maze, self._lattice
        openings = [maze.entrance, *(maze.exits or (None,))]
        if before is None or not maze.lattice.same(before) or len(openings) != len(self.lines):
            self.lines = [self._line(row) for row in range(len(openings))]
        self._lattice = maze.lattice
        for line, opening in zip(self.lines, openings, strict=True):
            line.update(self._values(opening))

    def _line(self, row: int) -> FieldValues:
        """Return the fields of the entrance (``row`` 0) or of an exit."""
        lattice = self.lattice
        sides = {side: _(side.replace("-", " ")) for side in lattice.sides}
        line = FieldValues(
            (
                Option("side", str, MIDDLE).offering({MIDDLE: _("middle")} | sides),
                Option("row", int, 0, low=0, high=lattice.rows - 1),
                Option("column", int, 0, low=0, high=lattice.columns - 1),
            )
        )
        line.edited.subscribe(partial(self._edited, row))
        return line

    def _values(self, opening: Opening | None) -> Mapping[str, Any]:
        if opening is None:
            return {"side": None, "row": None, "column": None}
        row, column = self.lattice.place(opening.cell)
        slot = opening.slot
        side = MIDDLE if slot is None else self.lattice.side(opening.cell, slot)
        return {"side": side, "row": row, "column": column}

    def _edited(self, row: int, _name: str, _value: Any) -> None:
        """Move an opening to where its fields say, unless another one of them is invalid."""
        line = self.lines[row]
        try:
            values = {
                name: line.options[name].default if value is None else value
                for name, value in line.read().items()
            }
            cell = self.lattice.cell(values["row"], values["column"])
        except UsageError as problem:
            self.show_problem(str(problem))
            return
        self.put(row, entrances.place(self.lattice, cell, values["side"]))

    def put(self, row: int, opening: Opening | None) -> None:
        """Set, move or remove the entrance (``row`` 0) or an exit."""
        maze = self._document.maze
        exits: list[Opening | None] = list(maze.exits) or [None]
        entrance = opening if row == 0 else maze.entrance
        if row:
            exits[row - 1] = opening
        self._apply(SetOpenings(maze, entrance, tuple(filter(None, exits))))

    def add_exit(self) -> None:
        """Add an exit in the first corner that is free."""
        maze, lattice = self._document.maze, self.lattice
        taken = {maze.entrance, *maze.exits}
        ends = (lattice.last.cell, lattice.first.cell)
        corners = [opening for cell in ends for opening in entrances.choices(lattice, cell)]
        free = next((opening for opening in corners if opening not in taken), None)
        if free:
            self._apply(entrances.add_exit(maze, free))
        else:
            self.show_problem(_("Use the Exit tool with Shift to add further exits."))

    def _apply(self, edit: SetOpenings) -> None:
        try:
            self._document.apply(edit)
        except UsageError as problem:
            self.show_problem(str(problem))

    def show_problem(self, problem: str) -> None:
        """Show why something was not done, or with "" that nothing is wrong."""
        self.problem = problem
        self.changed.notify()


class UnderlayFields(FieldValues):
    """Place and strength of the picture behind the maze."""

    def __init__(self, document: Document) -> None:
        options = [option for option in underlay_options() if not option.file]
        self._document, self._placed, moved = document, options, Listeners[[]]()
        super().__init__(options, part=Part(self._place, self._put_place, moved))
        document.changed.follow(Follower.UNDERLAY_FIELDS, lambda _change: moved.notify())

    def _place(self) -> dict[str, Any]:
        return values_of(self._placed, self._document.underlay)

    def _put_place(self, values: Mapping[str, Any]) -> None:
        self.replace(replace(self._document.underlay, **values))

    def replace(self, after: Underlay) -> None:
        """Change all of it as one step."""
        before = self._document.underlay
        if after != before:
            self._document.apply(SetUnderlay(before, after))


MOST_PAPERS = 6  # sizes
PAGE = "page"  # the option of a page that is its size


class OwnPapers:
    """Keeps the sizes in ``settings``, which all windows share."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def sizes(self) -> list[str]:
        """The sizes, the one typed last first; what is none in the file is left out."""
        return [size for size in self._settings.papers if _is_own(size)][:MOST_PAPERS]

    @property
    def offers(self) -> list[str]:
        """All sizes to choose from: the user's own, then those that have a name."""
        return [*self.sizes, *OFFERS]

    def note(self, name: str, value: Any) -> None:
        """Put a size that was chosen for a page at the head, unless it is offered anyway."""
        if name == PAGE and _is_own(value):
            others = [size for size in self.sizes if size != value]
            self._settings.papers[:] = [value, *others][:MOST_PAPERS]

    def remove(self, size: str) -> None:
        self._settings.papers[:] = [other for other in self.sizes if other != size]


def _is_own(size: str) -> bool:
    """Whether a text is a size in its usual spelling, but no usual size."""
    try:
        return size not in OFFERS and read_paper(size) == size
    except UsageError:
        return False
