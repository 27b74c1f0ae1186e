"""What a machine does along paths: engrave, score, cut."""

from __future__ import annotations

from enum import Enum

from mazeeditor.core.translation import _


class Operation(Enum):
    """What the machine does along paths, in the order in which a part needs it done.

    What is cut loose may move: so engravings come first, and holes before the outline around them.
    """

    ENGRAVE = "engrave"
    SCORE = "score"
    INNER_CUT = "inner-cut"
    OUTER_CUT = "outer-cut"

    @property
    def label(self) -> str:
        """What users read."""
        return {
            Operation.ENGRAVE: _("Engrave"),
            Operation.SCORE: _("Score"),
            Operation.INNER_CUT: _("Cut inside"),
            Operation.OUTER_CUT: _("Cut outside"),
        }[self]

    @property
    def cuts(self) -> bool:
        """Whether it goes through the material."""
        return self in (Operation.INNER_CUT, Operation.OUTER_CUT)
