"""The picture of what machines make: a stencil, the parts of a marble maze, and a plate."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from subjects import HIGH, beside

import mazeeditor
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.solid_picture import SolidPicture
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT

HALF_WAY = 0.55  # of the time that the machine takes


def making(path: Path) -> None:
    """Draw a heart as a stencil half-way, a marble maze for a ball of 10 mm, and a printed star."""
    beside([_stencil(), *_kit(), _plate()], path, colours=128)


def _stencil() -> Image.Image:
    maze = mazeeditor.generate("backtracker", rows=20, columns=22, seed=5, mask="heart")
    plan = plan_making(maze, Page(page=FIT, cell=8, wall=2.5), MakeOptions(job="stencil"))
    return _sheets(plan, 500, HALF_WAY)[0]


def _kit() -> list[Image.Image]:
    maze = mazeeditor.generate("kruskal", rows=4, columns=4, seed=4)
    options = MakeOptions(job="kit", ball=10.0, sheet="292x270mm")
    return _sheets(plan_making(maze, Page(), options), 700)[:1]


def _plate() -> Image.Image:
    maze = mazeeditor.generate("prim", shape="polar", rings=8, seed=2)
    plan = plan_making(maze, Page(page=FIT, cell=6, wall=1.6), MakeOptions(job="plate"))
    solid = plan.product.solid
    assert solid is not None
    return SolidPicture.of(solid, (440, HIGH)).picture


def _sheets(plan: MakePlan, wide: int, share: float = 1.0) -> list[Image.Image]:
    sheets = [SheetPicture.whole(sheet, plan.machine, (wide, HIGH)) for sheet in plan.sheets]
    return [sheet.image(share) for sheet in sheets]
