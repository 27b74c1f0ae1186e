"""Letters in one stroke: what is engraved can be read, with accents, and is no outline."""

from __future__ import annotations

import pytest

import mazeeditor
from mazeeditor.core.typefaces.shaping import Lettering, width_of
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.single_line import can_write, write_single_line
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Text

OUTLINED = Lettering(outlines=True)
WORDS = "Ää Öö Üü ß Éé Èè Êê Çç Ññ Åå Øø Łł Čč Šš Žž Őő Ğğ İı Ąą Țț Æœ „Hallo“ – 12×3 …"


def engraved(plan: MakePlan) -> ToolPaths:
    (sheet,) = plan.sheets
    return sheet.paths[Operation.ENGRAVE]


def text(words: str, size: float = 10.0) -> ToolPaths:
    lines = write_single_line(Text(0.0, 0.0, size, words, "start", "", 0.1, OUTLINED))
    assert lines is not None
    return lines


def test_accents_of_europe_are_written_and_other_scripts_are_not() -> None:
    assert all(can_write(word) for word in WORDS.split())
    for word in ("Ωμέγα", "Привет", "迷路", "متاهة", "😀"):
        assert not can_write(word), word
        assert write_single_line(Text(0, 0, 5.0, word, "start", "", 0.1, OUTLINED)) is None


@pytest.mark.parametrize(
    ("plain", "accented", "side"), [("e", "é", 1), ("c", "ç", 3), ("O", "Ö", 1)]
)
def test_an_accent_lies_above_or_below_its_letter(plain: str, accented: str, side: int) -> None:
    bare, marked = text(plain).box, text(accented).box
    beyond = (bare[side] - marked[side]) if side == 1 else (marked[side] - bare[side])
    assert beyond > 0.5
    other = 4 - side
    assert marked[other] == pytest.approx(bare[other])
    assert marked[0] == pytest.approx(bare[0], abs=0.8)


def test_a_dotless_letter_under_an_accent() -> None:
    """í has one mark: that of i and its accent would be two."""
    assert len(text("í")) == len(text("ı")) + 1 == 2


def test_a_text_is_as_long_and_high_as_its_outlines() -> None:
    for words in ("Laurens", "WWW", "ill", "Été 24"):
        left, top, right, bottom = text(words).box
        assert right - left <= width_of(words, OUTLINED) * 10 + 1e-6
        assert -top == pytest.approx(7.3 if "É" not in words else 9.7, abs=0.9)
        assert bottom <= 2.8


def test_texts_of_make_are_single_lines_or_outlines_as_chosen() -> None:
    maze = mazeeditor.generate("prim", shape="polar", rings=4, seed=1)
    page = Page(title="Café", marks="none")

    def made(**options: str) -> ToolPaths:
        chosen = MakeOptions(job="score", outline="circle", rim_text="Zoë", **options)  # type: ignore[arg-type]
        return engraved(plan_making(maze, page, chosen))

    single, outlines = made(), made(lettering="outlines")
    assert not single.closed.any()
    assert outlines.closed.all()
    assert single.length < 0.7 * outlines.length
    for job in ("kerf-test", "fit-test"):
        plan = plan_making(maze, page, MakeOptions(job=job))
        for sheet in plan.sheets:
            assert not sheet.paths[Operation.ENGRAVE].closed.any(), job


def test_what_cannot_be_written_is_said_and_is_an_outline() -> None:
    maze = mazeeditor.generate("prim", rows=4, columns=4, seed=1)
    plan = plan_making(maze, Page(title="Λαβύρινθος", marks="none"), MakeOptions(job="score"))
    assert any(
        "'Λαβύρινθος' has letters that cannot be engraved in one stroke" in one
        for one in plan.warnings
    )
    assert engraved(plan).closed.all()
