"""Each breach of a rule is found on its page, whatever carries it; clean pieces are not blamed."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.prepress.preflight import preflight
from tests.breadth import rotating, stress
from tests.prepress.planted.carriers import CARRIERS
from tests.prepress.planted.clean_pieces import PIECES
from tests.prepress.planted.fragments import UNCHECKED
from tests.prepress.planted.planted_files import cases, identity, missed, sampled, write

CASES = cases() if stress() else sampled(150)
CLEAN = rotating(
    (
        (piece, carrier)
        for piece in PIECES.values()
        for carrier in CARRIERS.values()
        if not carrier.reason(piece)
    ),
    share=4,
)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "carrier",
    [pytest.param(name, marks=[pytest.mark.slow] * name.startswith("more")) for name in CARRIERS],
)
def test_it_is_found(carrier: str, tmp_path: Path) -> None:
    for case in CASES:
        if case[1].name == carrier:
            assert missed(case, write(case, tmp_path / "a.pdf")) == "", identity(case)


@pytest.mark.slow
def test_nothing_is_found_in_clean_pieces(tmp_path: Path) -> None:
    for case in CLEAN:
        carrier = case[1]
        expected = {*carrier.own, *([UNCHECKED] if carrier.beyond else [])}
        findings = preflight(write(case, tmp_path / "a.pdf"), rules="kdp").findings
        assert [str(one) for one in findings if one.rule not in expected] == [], identity(case)
