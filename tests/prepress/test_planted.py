"""Each breach of a rule is found on its page, whatever carries it; clean pieces are not blamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.prepress.preflight import preflight
from tests.breadth import rotating, stress
from tests.prepress.planted.carriers import CARRIERS, Carrier
from tests.prepress.planted.clean_pieces import PIECES
from tests.prepress.planted.fragments import UNCHECKED
from tests.prepress.planted.planted_files import Case, cases, identity, missed, sampled, write

CASES = cases() if stress() else sampled(150)
CLEAN = [
    (piece, carrier)
    for piece in PIECES.values()
    for carrier in CARRIERS.values()
    if not carrier.reason(piece)
]


@pytest.mark.parametrize("case", CASES, ids=identity)
def test_it_is_found(case: Case, tmp_path: Path) -> None:
    assert missed(case, write(case, tmp_path / "a.pdf")) == ""


@pytest.mark.parametrize("case", rotating(CLEAN), ids=identity)
def test_nothing_is_found_in_clean_pieces(case: Case, tmp_path: Path) -> None:
    _piece, carrier = case
    findings = preflight(write(case, tmp_path / "a.pdf"), rules="kdp").findings
    assert [str(one) for one in findings if one.rule not in _due(carrier)] == []


def _due(carrier: Carrier) -> set[str]:
    return {*carrier.own, *([UNCHECKED] if carrier.beyond else [])}
