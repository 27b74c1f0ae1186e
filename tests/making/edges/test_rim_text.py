"""A text along the rim: between maze and edge all round, or one sentence says why not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely.geometry import Point

from mazeeditor.core.errors import UsageError
from mazeeditor.core.typefaces.typefaces import face_of
from mazeeditor.making.edges.rim_text import LEAST_GAP, rim_text
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.making.plan import plan_making
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import corners_of, rings_of
from tests.making.designs import SIZES, maze_of

TEXT = "Guldenstraße 7 · Ann & Björn"
WORDS = {"latin": TEXT, "arabic": "متاهة للقهوة", "japanese": "迷路のコースター", "low": "gypsy"}


def made(shape: str, text: str, job: str = "score", **options: Any) -> CutPart:
    chosen = MakeOptions(job=job, rim_text=text, **options)
    page = Page(page="fit", marks="none")
    return plan_making(maze_of(shape), page, chosen).product.parts[0]


@pytest.mark.parametrize(("shape", "job"), in_turns(SIZES, ["score", "slots", "inlay"]))
def test_it_stays_between_maze_and_edge(shape: str, job: str) -> None:
    part = made(shape, TEXT, job, overall=140.0, kerf=0.0)
    (edge,) = rings_of(part.paths[Operation.OUTER_CUT])
    middle, radius = edge.centroid, 70.0
    assert edge.area == pytest.approx(np.pi * radius**2, rel=1e-4)
    letters = part.paths[Operation.ENGRAVE].points
    away = np.hypot(letters[:, 0] - middle.x, letters[:, 1] - middle.y)
    assert away.max() <= radius - LEAST_GAP + 1e-3
    kind = Operation.INNER_CUT if job == "slots" else Operation.SCORE
    drawn = part.paths[kind]
    walls = [
        corners_of(drawn.points[low:high], drawn.bulges[low:high], bool(closed), 0.05)
        for low, high, closed in zip(drawn.starts[:-1], drawn.starts[1:], drawn.closed, strict=True)
    ]
    farthest = max(Point(at).distance(middle) for line in walls for at in line)
    assert away.min() >= farthest + LEAST_GAP / 2
    assert letters[:, 1].mean() < middle.y, "in the middle of the top"
    assert letters[:, 0].mean() == pytest.approx(middle.x, abs=3.0)


@pytest.mark.parametrize("words", WORDS)
def test_scripts_that_join_letters_are_bent_as_a_whole(words: str) -> None:
    if face_of(WORDS[words][0]) is None:
        pytest.skip("no typeface here has these letters")
    paths = rim_text(WORDS[words], (0.0, 0.0), 40.0, 50.0)
    away = np.hypot(*paths.points.T)
    assert away.min() >= 40.0 + LEAST_GAP - 0.01
    assert away.max() <= 50.0 - LEAST_GAP
    assert paths.closed.all()
    angles = np.degrees(np.arctan2(paths.points[:, 0], -paths.points[:, 1]))
    assert angles.max() == pytest.approx(-angles.min(), abs=4.0)


def test_letters_that_no_typeface_has_are_refused() -> None:
    with pytest.raises(UsageError, match=r"No typeface here has letters for '\\U0010fffd'"):
        rim_text("\U0010fffd", (0.0, 0.0), 40.0, 50.0)


def test_rings_and_automatic_outlines_are_round() -> None:
    assert len(made("rectangular", "Anna").paths[Operation.OUTER_CUT].points) == 2


def test_a_hole_makes_way_for_it() -> None:
    part = made("polar", "Anna's maze", overall=120.0, border=15.0, hole=4.0)
    (hole,) = rings_of(part.paths[Operation.INNER_CUT])
    letters: ToolPaths = part.paths[Operation.ENGRAVE]
    assert min(Point(at).distance(hole) for at in letters.points) > 0.5


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"outline": "rectangle"}, "choose the outline circle"),
        ({"outline": "none"}, "choose the outline circle"),
        ({"border": 3.0}, "choose a wider border"),
        ({"rim_text": "x" * 400}, "Shorten it, or make the piece larger"),
    ],
)
def test_what_has_no_room_is_said(options: dict[str, Any], words: str) -> None:
    text = options.pop("rim_text", "Anna")
    with pytest.raises(UsageError, match=words):
        made("polar", text, **options)


@pytest.mark.parametrize("shape", SIZES)
def test_marks_of_the_openings_do_not_reach_into_it(shape: str) -> None:
    """As a project has them that nobody has chosen marks for."""
    options = MakeOptions(rim_text=TEXT, overall=100.0, lettering="outlines")
    part = plan_making(maze_of(shape), Page(), options).product.parts[0]
    (edge,) = rings_of(part.paths[Operation.OUTER_CUT])
    assert edge.area == pytest.approx(np.pi * 50.1**2, rel=1e-3)
    rings = rings_of(part.paths[Operation.ENGRAVE])
    assert len(rings) > len(TEXT) - TEXT.count(" ")
