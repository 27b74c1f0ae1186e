"""What the verdict is about, shown in the maze while it is explained: cells, and walls to change.

Where there is no route: what cannot be reached, and the fewest walls to open. Where there are
several: a second route beside the first, and few walls that leave one. Else sealed cells, and the
fewest walls that open them. Each wall is changed by one click; the rest stays shown, and what the
verdict is about then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.shown.highlights import ShownHighlight
from mazeeditor.app.shown.repair import ShownRepair
from mazeeditor.app.shown.verdict import Verdict, lost_exits
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext

if TYPE_CHECKING:
    from mazeeditor.app.shown.highlights import Highlight
    from mazeeditor.maze.facts.facts import Facts
    from mazeeditor.maze.repairs import Goal, Repair

# pairs of a highlight and the goal of its repair; the first one that applies is shown, but for an
# exit that cannot be reached, which comes before other routes
SUBJECTS = (("unreached", "solvable"), ("second", "one-route"), ("sealed", "unsealed"))


class Explanation:
    """Shows in the maze what the verdict is about, from ``begin`` to ``end``.

    ``changed`` is notified where it begins and where it ends.
    """

    def __init__(
        self,
        verdict: Verdict,
        highlight: ShownHighlight,
        repair: ShownRepair,
        symmetry: ChosenSymmetry,
    ) -> None:
        self._verdict, self._highlight, self._repair = verdict, highlight, repair
        self._symmetry = symmetry
        self.active = False
        self.changed: Listeners[[]] = Listeners()
        self._unsubscribe: Callable[[], None] | None = None

    def begin(self) -> None:
        """Show what the verdict is about, now and after each change of it."""
        if not self.active:
            self.active = True
            self._unsubscribe = self._verdict.changed.subscribe(self._follow)
            self.changed.notify()
            self._follow()

    def end(self) -> None:
        if self._unsubscribe:
            self.active = False
            self._unsubscribe()
            self._unsubscribe = None
            self._hide()
            self.changed.notify()

    def _hide(self) -> None:
        if self._repair.proposed:
            self._repair.hide()
        self._highlight.hide()

    def _follow(self) -> None:
        facts = self._verdict.facts
        if facts is None or self._verdict.outdated:
            return
        subject = subject_of(facts, self._verdict.fakes())
        if subject is None:
            self._hide()
            return
        highlight, goal = subject
        if self._highlight.requested is not highlight:
            self._highlight.show(highlight)
        requested = self._repair.requested
        if requested is None or requested.name != goal.name:
            self._repair.propose(goal, self._symmetry.group)


def subject_of(facts: Facts, fakes: int = 0) -> tuple[Highlight, Goal] | None:
    """Return what to highlight in a maze with these facts, and the goal of its repair.

    As many exits as there are ``fakes`` need not be reached.
    """
    from mazeeditor.app.shown.highlights import HIGHLIGHTS
    from mazeeditor.maze.repairs import GOALS

    highlights = {highlight.name: highlight for highlight in HIGHLIGHTS}
    lost = facts.routes != "none" and bool(lost_exits(facts, fakes))
    for name, goal in SUBJECTS[::-1] if lost else SUBJECTS:
        if highlights[name].applies(facts):
            return highlights[name], GOALS[goal]
    return None


def change_in_words(repair: Repair, wall: int, images: int = 0) -> str:
    """Return what changing one wall of a repair does: ``Open the right wall of row 3, column 4``.

    ``images`` are how many others change with it by a symmetry. Rows and columns are counted from
    0, as in the status bar.
    """
    from mazeeditor.editing.cursor import in_words

    lattice = repair.lattice
    cell, slot = divmod(wall, lattice.degree)
    text = _("Close the {side} wall of {cell}")
    if wall in repair.opened:
        text = _("Open the {side} wall of {cell}")
    text = text.format(side=lattice.side(cell, slot), cell=in_words(lattice, cell))
    if not images:
        return text
    others = ngettext("{text}, and its image", "{text}, and its {number} images", images)
    return others.format(text=text, number=images)


def all_in_words(repair: Repair) -> str:
    """Return what accepting a repair does: ``Open all 3 walls``."""
    text = _("Change all {number:,} walls")
    if not len(repair.closed):
        text = _("Open all {number:,} walls")
    elif not len(repair.opened):
        text = _("Close all {number:,} walls")
    return text.format(number=len(repair))
