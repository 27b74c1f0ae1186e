"""What a tool does with pointer and keys; positions are in cells, x to the right and y down."""

from __future__ import annotations

from typing import Any

from mazeeditor.editing.document import Document
from mazeeditor.editing.preview import Preview
from mazeeditor.editing.work import Work


class Gesture:
    """One tool in use. By itself it does nothing; each tool fills in what it needs.

    ``press``, any number of ``move`` and then ``release`` or ``cancel`` are one drag; a click is a
    drag without moves. ``extend`` says that Shift is held. ``news`` is a sentence on what the last
    release did beside what it was to do, or why it did nothing; who has read it empties it.
    ``work`` is what the last release left to be done in a thread, as it takes long, with a name for
    people; who has taken it empties it, and looks for news when it is delivered.
    """

    news: str = ""
    work: tuple[str, Work[Any]] | None = None

    @property
    def busy(self) -> bool:
        """Whether a drag is going on, so that Escape means ``cancel``."""
        return False

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return what a click (or, within a drag, letting go) here would do."""

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a drag."""

    def move(self, document: Document, x: float, y: float) -> None:
        """Go on; the pointer came here in a straight line."""

    def release(self, document: Document, x: float, y: float) -> None:
        """End the drag here; what it changed is one step."""

    def cancel(self, document: Document) -> None:
        """Leave everything as it was before the drag."""

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:  # noqa: ARG002
        """Use the tool at the cell cursor; returns whether it does anything with keys."""
        return False

    def resize(self, steps: int) -> bool:  # noqa: ARG002
        """Make the tool larger (``steps`` > 0) or smaller; returns whether it has a size."""
        return False

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002
        """Remove what the tool sets from a cell; returns whether there was any."""
        return False
