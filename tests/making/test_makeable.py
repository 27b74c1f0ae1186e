"""What is warned of can be mended: each suggestion is planned, and nothing is warned of then."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.making.advice import MakingError, Suggestion
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import stress
from tests.making.designs import SIZES, maze_of, small_maze

JOBS = ["stencil", "inlay", "slots"]
MASKS = [None, "heart", "star", "ring"]
MATERIALS = ["plywood-3", "acrylic-6", "paper", "mdf-6"]
MACHINES = ["own", "glowforge", "xtool-f1", "grbl-router"]
SMALL: list[dict[str, Any]] = [
    {"cell": 4.4, "wall": 0.44},
    {"cell": 2.5},
    {"wall": 0.3},
    {"overall": 60.0},
    {"overall": 45.0, "wall": 0.3},
    {"cell": 9.0, "wall": 5.0},
]


def masked(shape: str, mask: str | None) -> Maze:
    """Return a maze of a shape, with a mask or without."""
    return maze_of(shape, mask=mask) if mask else maze_of(shape)


# walls alone, whose narrowest place is a wall, or in a plate
OUTLINE = defaultdict(lambda: "automatic", stencil="none")


def planned(maze: Maze, job: str, sizes: dict[str, Any], **options: Any) -> MakePlan:
    """Plan with sizes that a user chose of the page or of the piece."""
    of_page = {name: value for name, value in sizes.items() if name in ("cell", "wall")}
    overall = sizes.get("overall")
    chosen = MakeOptions(job=job, overall=overall, outline=OUTLINE[job], **options)
    return plan_making(maze, Page(**of_page), chosen)


def again(maze: Maze, job: str, sizes: dict[str, Any], mend: Suggestion, **options: Any) -> Any:
    """Plan with the values of a suggestion."""
    of_page = {name: value for name, value in sizes.items() if name in ("cell", "wall")}
    asked = MakeOptions(job=job, overall=sizes.get("overall"), outline=OUTLINE[job], **options)
    page, changed = mend.applied(Page(**of_page), asked)
    return plan_making(maze, page, changed)


@pytest.mark.sample(2)
@pytest.mark.each_value_once
@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("sizes", SMALL)
def test_each_suggestion_mends_all_that_is_thin(
    job: str, shape: str, mask: str | None, material: str, sizes: dict[str, Any]
) -> None:
    maze = masked(shape, mask)
    try:
        plan = planned(maze, job, sizes, material=material)
    except MakingError as problem:
        again(maze, job, sizes, problem.suggestions[0], material=material)
        return
    for advice in plan.advice:
        if "may warp" in advice.text or "breaks" in advice.text:
            assert advice.text.startswith(("All walls are", "Only "))
            assert advice.suggestions
            for mend in advice.suggestions:
                better = again(maze, job, sizes, mend, material=material)
                assert [text for text in better.warnings if "needs cells" not in text] == []
                assert better.figures.smallest >= better.material.safe - 0.005


@pytest.mark.each_value_once
@pytest.mark.parametrize("job", [*JOBS, "score", "line", "path"])
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("machine", MACHINES if stress() else MACHINES[1:3])
def test_defaults_give_what_neither_breaks_nor_burns(
    job: str, shape: str, mask: str | None, material: str, machine: str
) -> None:
    plan = plan_making(
        masked(shape, mask), Page(), MakeOptions(job=job, material=material, machine=machine)
    )
    assert not any("breaks" in text or "loose" in text for text in plan.warnings)
    # where the bed makes it so small that it may warp, a thinner material would not
    for advice in plan.advice:
        assert advice.suggestions
        assert set(advice.suggestions[0].values) == {"thickness"}


def test_heart_of_thin_walls() -> None:
    maze = maze_of("rectangular", mask="heart")
    plan = plan_making(maze, Page(cell=4.4, wall=0.44), MakeOptions(job="stencil"))
    (advice,) = plan.advice
    assert advice.text == (
        "All walls are only 0.44 mm wide. "
        "Plywood 3 mm breaks or burns away where it is narrower than 1.5 mm."
    )
    assert [one.label for one in advice.suggestions] == ["Use 3 mm", "Use cells of 6 mm"]
    assert advice.for_terminal.endswith("narrower than 1.5 mm. (--wall 3)")
    assert plan.to_dict()["advice"][0]["suggestions"][1]["values"] == {"cell": 6.0, "wall": None}


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("values", "page", "way"),
    [
        ({"job": "slots", "overall": 10.0}, {}, "overall"),
        ({"job": "slots"}, {"wall": 0.1}, "wall"),
        ({"job": "score", "overall": 300.0, "machine": "xtool-f1"}, {}, "overall"),
        ({"job": "stencil", "sheet": "40x40mm"}, {}, "sheet"),
        ({"job": "kit", "border": 1.0}, {}, "border"),
        ({"job": "plate", "border": 0.0}, {}, "border"),
        ({"job": "plate", "outline": "none"}, {}, "outline"),
        ({"job": "slots", "outline": "none", "hole": 3.0}, {}, "outline"),
        ({"job": "score", "outline": "rounded", "rim_text": "Otto"}, {}, "outline"),
    ],
)
def test_ways_out_of_errors(values: dict[str, Any], page: dict[str, Any], way: str) -> None:
    maze, options = small_maze(), MakeOptions(**values)
    with pytest.raises(MazeError) as problem:
        plan_making(maze, Page(**page), options)
    assert isinstance(problem.value, MakingError)
    (suggestion,) = problem.value.suggestions
    assert list(suggestion.values) == [way]
    if "rim_text" in values:
        assert suggestion.flags == "--outline circle"
    changed_page, changed = suggestion.applied(Page(**page), options)
    plan_making(maze, changed_page, changed)
