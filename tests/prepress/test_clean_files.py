"""Nothing is wrong with clean files of other programs: no error, nothing that was not read."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from mazeeditor.prepress.preflight import preflight
from tests.breadth import in_turns, stress
from tests.prepress.clean import (  # noqa: F401 - they register what they make
    by_cairo,
    by_fpdf2,
    by_ghostscript,
    by_pillow,
    by_reportlab,
)
from tests.prepress.clean.variants import CLEAN, VARIANTS, Subject, Variant
from tests.prepress.second_opinion import PROGRAMS, ink_of, need, unknown

CASES = list(product(CLEAN, VARIANTS)) if stress() else in_turns(CLEAN, VARIANTS)


def name_of(value: Subject | Variant) -> str:
    return value.name if isinstance(value, Variant) else f"{value.producer}, {value.name}"


@pytest.mark.slow(8)
@pytest.mark.parametrize(("subject", "variant"), CASES, ids=name_of)
def test_nothing_is_wrong(subject: Subject, variant: Variant, tmp_path: Path) -> None:
    """Nor is anything painted that the program does not know."""
    need(subject.producer)
    path = tmp_path / "a.pdf"
    subject.make(path, variant)
    report = preflight(path, rules=subject.rules)
    findings = [one for one in report.findings if one.is_error or one.rule not in subject.warned]
    assert [str(one) for one in findings] == []
    ink = ink_of(path, report.pages)
    for program, draw in PROGRAMS.items():
        need(program)
        (page,) = draw([path], report.pages, tmp_path)  # the last one
        assert page.distances is not None
        assert unknown(ink, page) == "", program
