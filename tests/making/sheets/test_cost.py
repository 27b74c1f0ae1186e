"""What material costs: a share of a sheet as it is sold, or whole sheets of a chosen size."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import ChosenPresets, plan_making
from mazeeditor.making.presets.materials import MATERIAL_FILES
from mazeeditor.page.page import Page
from tests.making.designs import maze_of

COASTERS = MakeOptions(job="score", outline="circle", overall=90.0, copies=12)


@pytest.mark.slow
def test_twelve_coasters_of_a_sheet_that_is_sold() -> None:
    presets = ChosenPresets.of(COASTERS)
    assert plan_making(maze_of("polar"), Page(), COASTERS, presets).cost is None
    sold = replace(presets.material, price=8.0, sheet="600x400mm", currency="EUR")
    plan = plan_making(maze_of("polar"), Page(), COASTERS, replace(presets, material=sold))
    (width, height) = plan.figures.sheet_sizes[0]
    assert plan.cost
    assert plan.cost.total == pytest.approx(8.0 * width * height / 240_000)
    assert plan.cost.each == pytest.approx(plan.cost.total / 12)
    known = plan.to_dict()
    assert (known["currency"], known["cost"]) == ("EUR", round(plan.cost.total, 4))
    assert any(line.startswith("Material 3.") and "EUR each" in line for line in plan.summary)


@pytest.mark.slow
def test_sheets_of_a_chosen_size_are_paid_whole() -> None:
    options = replace(COASTERS, copies=30, sheet="300x300mm", price=2.5, currency="£")
    plan = plan_making(maze_of("polar"), Page(), options)
    assert plan.cost
    assert plan.cost.total == 2.5 * len(plan.sheets)
    assert "cost" not in plan_making(maze_of("polar"), Page(), COASTERS).to_dict()


@pytest.mark.slow
def test_parts_that_are_ordered_are_paid_as_often_as_they_are_needed() -> None:
    options = MakeOptions(job="slots", machine="sendcutsend", copies=3, price=30.0)
    plan = plan_making(maze_of("rectangular"), Page(marks="none"), options)
    assert len(plan.sheets) == 1
    assert plan.cost
    assert (plan.cost.total, plan.cost.each) == (90.0, 30.0)


def test_materials_that_users_have_prices_for(tmp_path: Path) -> None:
    values = {"format": "mazeeditor material", "version": 1, "name": "Birch", "thickness": 4}
    values |= {"kerf": 0.2, "price": 7, "sheet": "600x300mm", "currency": "kr"}
    (tmp_path / "birch.json").write_text(json.dumps(values))
    birch = MATERIAL_FILES.find("birch", [tmp_path])
    assert (birch.price, birch.sheet, birch.currency) == (7.0, "600x300mm", "kr")
    known = {MATERIAL_FILES.read(path).thickness for path in MATERIAL_FILES.paths(()).values()}
    assert {2, 3, 4, 5, 6} <= known


@pytest.mark.slow
def test_a_lid_has_a_price_of_its_own() -> None:
    options = MakeOptions(job="kit", price=5.0)
    presets = ChosenPresets.of(options)
    assert plan_making(maze_of("polar"), Page(), options, presets).cost is None
    assert presets.lid
    lid = replace(presets.lid, price=4.0, sheet="1000x1000mm")
    plan = plan_making(maze_of("polar"), Page(), options, replace(presets, lid=lid))
    clear = [sheet for sheet in plan.sheets if sheet.material]
    wood = len(plan.sheets) - len(clear)
    area = sum(sheet.width * sheet.height for sheet in clear)
    assert plan.cost
    assert plan.cost.total == pytest.approx(5.0 * wood + 4.0 * area / 1e6)
