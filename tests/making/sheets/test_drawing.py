"""A sheet as it would be without tabs: what its picture shows is what regions say."""

from __future__ import annotations

import pytest

from mazeeditor.core.job import Job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.making.sheets.drawing import BareSheet, SheetDrawing
from mazeeditor.making.sheets.picture import MATERIAL, TINTS, SheetPicture, pixel
from mazeeditor.making.sheets.regions import Kind
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.designs import SIZES, maze_of
from tests.making.sheets.test_regions import shape_of

BOX = 900, 900  # px


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "job"), in_turns(SIZES, ["stencil", "slots"]))
def test_what_comes_loose_without_tabs_is_hatched(shape: str, job: str) -> None:
    mask = "ring" if job == "slots" else None  # its hole comes loose
    maze = maze_of(shape, braid=0.7, mask=mask)
    plan = plan_making(maze, Page(cell=10.0, wall=3.0), MakeOptions(job=job, copies=2))
    (sheet,) = plan.sheets
    bare = BareSheet(sheet, plan.machine)
    drawing = bare.drawing(Job())
    assert bare.drawing(Job()) is drawing, "it is drawn once"
    assert drawing.marks == bare.marks == ("stays", "falls", "loose")
    with_tabs = SheetDrawing.of(sheet, plan.machine)
    assert "loose" not in with_tabs.marks
    assert "tab" in with_tabs.marks
    regions = plan.regions(1, tabs=False)
    assert bare.pieces == sum(each.kind in (Kind.STAYS, Kind.LOOSE) for each in regions)
    view = SheetView.whole((sheet.width, sheet.height), BOX, 1.0)
    picture = SheetPicture.of(drawing, view, "#ffffff", Job())
    tints = {pixel(tint) for tint in TINTS}
    for region in regions:
        if region.kind not in (Kind.STAYS, Kind.LOOSE):
            continue
        at = shape_of(region).representative_point()
        x, y = (round(place * picture.fine) for place in view.to_px(at.x, at.y))
        around = set(picture.done[y - 6 : y + 7, x - 6 : x + 7].ravel().tolist())
        assert bool(around & tints) == (region.kind == Kind.LOOSE)
        assert (pixel(MATERIAL) in around) == (region.kind == Kind.STAYS)
