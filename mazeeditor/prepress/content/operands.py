"""Checks the operands of operators: as many and of the kinds that PDF says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.tokens import Name, shown
from mazeeditor.prepress.document.language import OPERATORS
from mazeeditor.prepress.document.values import UnreadError

_KINDS: dict[str, tuple[type, ...]] = {
    "n": (float,),
    "N": (Name,),
    "s": (bytes,),
    "a": (list,),
    "p": (Name, dict),
}
_COLOUR = "*"
_EXPECTED: dict[bytes, tuple[type, ...]] = {
    operator: tuple(_KINDS[kind][0] for kind in kinds)
    for operator, kinds in OPERATORS.items()
    if kinds != _COLOUR
}


def arguments(operator: bytes, operands: list[Any], report: Callable[[str], None]) -> list[Any]:
    """Return the operands that an operator takes; raises ``UnreadError`` where they are others.

    More than it takes are reported, as readers differ in which of them they take.
    """
    expected = _EXPECTED.get(operator)
    if expected is None or tuple(map(type, operands)) == expected:
        return operands
    kinds = OPERATORS[operator]
    taken = operands[len(operands) - len(kinds) :] if len(operands) > len(kinds) else operands
    if len(operands) > len(kinds):
        report(_("the operator {name} has too many operands").format(name=shown(operator)))
    if len(taken) < len(kinds) or not all(
        isinstance(one, _KINDS[kind]) for one, kind in zip(taken, kinds, strict=True)
    ):
        text = _("the operator {name} has wrong operands")
        raise UnreadError(text.format(name=shown(operator)))
    return taken
