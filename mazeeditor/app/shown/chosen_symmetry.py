"""The symmetry by which edits are repeated and mazes generated. Neither undone nor saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.tools import NOT_KEPT

if TYPE_CHECKING:
    from mazeeditor.editing.document import Document
    from mazeeditor.maze.lattice import Lattice
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup


class ChosenSymmetry:
    """The symmetry of a window: its ``name``, None for none; ``changed`` is notified of another.

    It stays chosen while a maze does not have it, and then does nothing.
    """

    def __init__(self, document: Document, ui: Ui) -> None:
        self._document, self._ui = document, ui
        self.name: str | None = None
        self.changed: Listeners[[]] = Listeners()
        self._last: str | None = None  # what was chosen before
        self._known: tuple[Lattice, SymmetryGroup | None] | None = None
        document.find_symmetry = self._find
        document.changed.follow(Follower.SYMMETRY, self._follow)

    @property
    def group(self) -> SymmetryGroup | None:
        """The symmetry of the present maze, None where it has none or none is chosen."""
        return self._find(self._document.maze.lattice)

    @property
    def not_kept(self) -> str:
        """What to say of a change that is not repeated, "" where no symmetry is chosen."""
        return str(NOT_KEPT) if self.group else ""

    def _find(self, lattice: Lattice) -> SymmetryGroup | None:
        if self.name is None:
            return None
        if self._known is None or self._known[0] is not lattice:
            from mazeeditor.maze.transforms.symmetry.group import group_of  # the start does without

            self._known = lattice, group_of(lattice, self.name)
        return self._known[1]

    def choose(self, name: str | None) -> None:
        """Choose a symmetry of the present maze, or none; raises ``UsageError``."""
        from mazeeditor.maze.transforms.symmetry.group import checked_symmetry, label_of, why_not

        if name is None:
            text = _("No symmetry: each wall is changed alone")
        else:
            name = checked_symmetry(name)
            if reason := why_not(self._document.maze.lattice, name):
                raise UsageError(reason + ".")
            text = _("Symmetry: {name}; edits are repeated, and Generate keeps it")
            text = text.format(name=label_of(name))
        self._last = self.name or self._last
        self.name, self._known = name, None
        self._ui.show_status(text)
        self.changed.notify()

    def switch(self) -> None:
        """Choose none, or again the last one, else the first that the maze has.

        Raises ``UsageError`` where it has none.
        """
        from mazeeditor.maze.transforms.symmetry.group import symmetries_of

        if self.name is not None:
            self.choose(None)
            return
        offered = symmetries_of(self._document.maze.lattice)
        able = [name for name in offered if not offered[name]]
        if not able:
            raise UsageError(
                _("This maze has no symmetry, as neither its outline nor its grid has one.")
            )
        self.choose(self._last if self._last in able else able[0])

    def _follow(self, _change: Change) -> None:
        if self.name is not None:
            self.changed.notify()
