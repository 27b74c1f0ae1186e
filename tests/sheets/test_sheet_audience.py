"""Sheets for each audience: whatever stands along the route can be read in the cells they get."""

from __future__ import annotations

import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.page import Page
from mazeeditor.page.tokens import TOKENS
from mazeeditor.sheets.pages.page_files import judge
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for
from mazeeditor.sheets.sheet_files import SheetOrder

KINDS = [kind.name for kind in TOKENS if not kind.to_first]  # a riddle needs several exits


@pytest.mark.slow(2)
@pytest.mark.parametrize("along", KINDS)
def test_what_stands_along_the_route_can_be_read(along: str) -> None:
    sheet = Sheet(count=2, per_page="2", answers="end")
    for name, audience in AUDIENCES.items():
        asked = Page(along=along, sentence="HELLO YOU", stops="2", largest=20)
        recipe, page = recipe_for(audience, sheet, asked, Recipe(seed=11))
        planned = SheetOrder(sheet, page, recipe, audience=name).plan(Job())
        for plan in (*planned.pages, *planned.answers):
            assert not [str(found) for found in judge(plan, Job()) if found.bad], name
