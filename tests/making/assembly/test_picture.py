"""Bodies of parts, and pictures of what is put together: what is nearest is seen, and no less."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image
from shapely.geometry import Point

from mazeeditor.core.errors import MazeError
from mazeeditor.making.assembly import bodies
from mazeeditor.making.assembly.bodies import Assembly
from mazeeditor.making.assembly.picture import STEEL, Eye, Shown, _Painting, picture_of
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import BallRun
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.solid_picture import LIGHT
from mazeeditor.page.page import Page
from tests.making.areas import piece_of
from tests.making.assembly.test_bodies import plate
from tests.making.designs import small_maze


def planned(shape: str = "rectangular", job: str = "kit", **options: Any) -> MakePlan:
    return plan_making(small_maze(shape, braid=0.3), Page(), MakeOptions(job=job, **options))


def assembled(plan: MakePlan) -> Assembly:
    return Assembly.of(plan.product, plan.material)


def close_to(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Return how many pixels are about of a hue, lighter or darker."""
    pixels = np.asarray(image, float).reshape(-1, 3)
    wanted = np.array(colour) / np.linalg.norm(colour)
    length = np.linalg.norm(pixels, axis=1)
    return int(((pixels @ wanted / length > 0.9995) & (length < 430)).sum())


@pytest.mark.slow
def test_from_above_that_is_seen_which_lies_on_top() -> None:
    """Base, frame and walls have tones of their own: shapely says which part is where."""
    plan = planned(lid=False)
    assembly, size = assembled(plan), (900, 900)
    eye = Eye(turned=0.0, raised=float(np.pi / 2))
    image = picture_of(assembly, eye, size, across=1)
    painting = _Painting(assembly, eye, size, Shown(), "#ffffff", 1)
    areas = [piece_of(part, 0.0) for part in plan.product.parts]
    base, frame, walls = areas
    shades: dict[str, list[Any]] = {}
    for x, y in np.random.default_rng(1).uniform((0, 0), (200, 200), (3000, 2)) - 30:
        here = Point(x, y)
        if any(area.boundary.distance(here) < 1 for area in areas) or not base.contains(here):
            continue
        on_top = "frame" if frame.contains(here) else "walls" if walls.contains(here) else "base"
        column, row, _near = (axis[0] for axis in painting._seen(np.array([[x, -y, 0.0]])))
        pixel = image.getpixel((int(column), size[1] - 1 - int(row)))
        shades.setdefault(on_top, []).append(pixel)
    usual = {name: max(set(known), key=known.count) for name, known in shades.items()}
    assert len({*usual.values()}) == len(usual) == 3
    for name in ("frame", "walls"):  # on the base are lines, too
        assert {*shades[name]} == {usual[name]}, name


@pytest.mark.slow
def test_what_cannot_be_shown_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MazeError, match="choose an outline"):
        assembled(planned(job="inlay", outline="none"))
    plan = planned()
    monkeypatch.setattr(bodies, "MAX_CORNERS", 100)
    with pytest.raises(MazeError, match="too many for a picture"):
        assembled(plan)


def ball_on_a_plate(x: float, y: float) -> Assembly:
    """Return a ball of 6 mm on a plate."""
    return Assembly((plate(),), BallRun(np.array([(x, -y, 6.0)] * 2), 6.0))


def test_a_picture_from_near_is_a_part_of_a_larger_one() -> None:
    """The ball is drawn up to the edges, too."""
    for x, y in ((2.5, 17.5), (17.5, 2.5)):
        assembly = ball_on_a_plate(x, y)
        eye = Eye(turned=0.0, raised=float(np.pi / 2))
        near = picture_of(assembly, eye._replace(zoom=2.0), (60, 60), Shown(ball=0.0), across=1)
        large = picture_of(assembly, eye, (120, 120), Shown(ball=0.0), across=1)
        assert near.tobytes() == large.crop((30, 30, 90, 90)).tobytes()
        assert close_to(near, STEEL) > 0


def test_the_ball_is_lit_from_the_side_that_the_light_comes_from() -> None:
    assembly, size, eye = ball_on_a_plate(10.0, 10.0), (160, 160), Eye()
    pair = [
        np.asarray(picture_of(assembly, eye, size, shown, across=1), float)
        for shown in (Shown(ball=0.0), Shown())
    ]
    rows, columns = np.nonzero(np.abs(pair[0] - pair[1]).sum(axis=2))
    middle, radius = np.array([columns.mean(), rows.mean()]), np.ptp(columns) / 2
    bright = pair[0].sum(axis=2)[rows, columns]
    place = np.array([columns, rows])[:, bright >= bright.max() - 3].mean(axis=1)
    right, down = (place - middle) / radius
    assert (right, -down) == pytest.approx((eye.matrix @ LIGHT)[:2], abs=0.1)
