"""The tool that moves the picture behind the maze."""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetUnderlay
from mazeeditor.editing.tools import Gesture, Preview, mode
from mazeeditor.page.underlay import Underlay

NO_UNDERLAY = _("No picture lies behind the maze: Tools > Underlay takes one.")


@mode(
    "underlay",
    _("Move underlay"),
    tool="hand",
    short=_("Underlay"),
    key="Y",
    icon="tool-underlay",
    hint=_("Drag to move the picture behind the maze; with Shift its size changes"),
    order=22,
    shift=_("Size"),
)
class MoveUnderlay(Gesture):
    """A drag moves it, with Shift held it changes its width: the upper left corner stays."""

    def __init__(self) -> None:
        self._before: Underlay | None = None  # as it was at the press
        self._at = (0.0, 0.0)
        self._sizes = False

    @property
    def busy(self) -> bool:
        return self._before is not None

    def hover(
        self,
        document: Document,
        x: float,  # noqa: ARG002 - the whole picture moves
        y: float,  # noqa: ARG002
        *,
        extend: bool = False,  # noqa: ARG002
    ) -> Preview | None:
        return None if document.underlay.picture else Preview(hint=NO_UNDERLAY)

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a drag."""
        if document.underlay.picture:
            self._before, self._at, self._sizes = document.underlay, (x, y), extend

    def move(self, document: Document, x: float, y: float) -> None:
        """Show it where the pointer takes it; it is one step in the end."""
        before = self._before
        if before is None:
            return
        right, down = x - self._at[0], y - self._at[1]
        if self._sizes:
            after = replace(before, width=round(max(0.1, before.width + right), 2))
        else:
            after = replace(
                before, left=round(before.left + right, 2), top=round(before.top + down, 2)
            )
        if after != document.underlay:
            document.apply(SetUnderlay(document.underlay, after))

    def release(self, document: Document, x: float, y: float) -> None:
        """End the drag here."""
        self.move(document, x, y)
        self._before = None

    def cancel(self, document: Document) -> None:
        """Put it back where it was."""
        before, self._before = self._before, None
        if before is not None and before != document.underlay:
            document.apply(SetUnderlay(document.underlay, before))
