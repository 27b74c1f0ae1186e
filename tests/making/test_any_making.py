"""Anything that can be chosen of a stencil, an inlay or slots: what the files leave is one piece.

The files are read by ezdxf, and shapely counts the pieces, with all tabs and without each.
"""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, make
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import repeats
from tests.making.replays import read_dxf

TRIED = 3  # of the tabs of a maze are left out, one at a time
MASKS = [None, None, "heart", "star", "ellipse", "ring", "hole", "diamond", ["heart", "hole"]]
AROUND = box(-2000, -2000, 4000, 4000)  # of slots that are cut into a sheet without an outline


def any_maze(dice: random.Random, seed: int) -> Maze:
    """Return a maze of any shape and mask, with some walls changed by hand."""
    shape = dice.choice(["rectangular", "hexagonal", "triangular", "polar"])
    sizes: dict[str, Any] = {"rows": dice.randint(3, 7), "columns": dice.randint(4, 8)}
    if shape == "polar":
        sizes = {"rings": dice.randint(3, 5), "hole": dice.randint(0, 3)}
    known: dict[str, Any] = {
        "shape": shape,
        "mask": dice.choice(MASKS),
        "braid": dice.choice([0, 0, 0.3, 1.0]),
    }
    generator = dice.choice(["backtracker", "prim", "kruskal", "wilson"])
    maze = mazeeditor.generate(generator, seed=seed, **known, **sizes)
    for _change in range(dice.choice([0, 0, 6])):
        with suppress(MazeError):  # some walls must stay
            maze.toggle(np.array([dice.choice(list(maze.closed_walls()))]))
    return maze


def any_options(dice: random.Random) -> tuple[Page, dict[str, Any]]:
    """Return a page without marks, and options of a job that cuts."""
    cell, wall = dice.choice([6.0, 8.0, 10.5]), dice.choice([0.6, 1.0, 1.5, 2.0])
    job = dice.choice(["stencil", "stencil", "inlay", "slots"])
    options = {
        "job": job,
        "kerf": dice.choice([0.0, 0.08, 0.15, 0.2, 0.3]),
        "tab": dice.choice([0.3, 0.5, 0.5, 1.0]),
        "corners": dice.choice(["mitred", "rounded"]),
        "border": None if job == "stencil" else dice.choice([None, 0.0, 5.0]),
    }
    return Page(page="fit", cell=cell, wall=wall, marks="none"), options


def odd(rings: list[Polygon]) -> BaseGeometry:
    """Return what lies in an odd number of rings."""
    assert all(ring.is_valid for ring in rings)
    area: BaseGeometry = Polygon()
    for ring in rings:
        area = area.symmetric_difference(ring)
    return area


def left_in(path: Path, options: dict[str, Any]) -> BaseGeometry:
    """Return what stays of the material once the tool has followed the paths of a file."""
    drawn = read_dxf(path)
    lines = {name: drawn.get(f"{name}-cut", []) for name in ("inner", "outer")}
    rings = {
        name: [Polygon([(at.real, at.imag) for at in line[:-1]]) for line in some]
        for name, some in lines.items()
    }
    if options["job"] == "slots":
        plate = odd(rings["outer"]) if rings["outer"] else AROUND
        kept = plate.difference(odd(rings["inner"]))
    else:
        kept = odd([*rings["inner"], *rings["outer"]])
    return kept.buffer(-options["kerf"] / 2, join_style="mitre", mitre_limit=20)


def count_of(area: BaseGeometry) -> int:
    """Return how many pieces an area has, without the dust of computing it."""
    return sum(piece.area > 1e-6 for piece in getattr(area, "geoms", [area]))


def without(tabs: list[list[float]], n: int) -> str:
    """Return the places of all tabs but one, as a file of them has these."""
    rest = [tab for i, tab in enumerate(tabs) if i != n]
    pairs = [[f"{x!r},{y!r}" for x, y in zip(tab[::2], tab[1::2], strict=True)] for tab in rest]
    return "; ".join(map(" ".join, pairs))


@pytest.mark.parametrize("seed", repeats(2, 300))
def test_all_holds_together_and_no_tab_too_many(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    maze, (page, options) = any_maze(dice, seed), any_options(dice)

    def pieces(**tabs: Any) -> tuple[int, MakePlan]:
        (path,), making = make(maze, tmp_path / "a.dxf", page, MakeOptions(**options, **tabs))
        return count_of(left_in(path, options)), making

    try:
        count, making = pieces()
    except UsageError as refusal:
        assert "make the walls thinner" in str(refusal)  # noqa: PT017 - it may not be refused
        return
    values = making.to_dict()
    uncut = options["job"] == "inlay" and options["border"] == 0  # its base is only scored
    assert values["pieces"] == values["parts"] == count + uncut
    tabs = values["tabs"]
    for n in dice.sample(range(len(tabs)), min(TRIED, len(tabs))):
        others = {"tabs_at": without(tabs, n)} if len(tabs) > 1 else {"tabs": "leave"}
        assert pieces(**others)[0] == count + 1
