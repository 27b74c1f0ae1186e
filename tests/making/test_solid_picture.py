"""Pictures of solids: what is nearest to the eye is seen, against rays through all triangles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import ImageColor

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.paths.tool_paths import rectangle
from mazeeditor.making.solid import Solid, walls_on_floor
from mazeeditor.making.solid_picture import DARKEST, GROUND, LIGHT, MATERIAL, SolidPicture
from tests.making.designs import SIZES, design_of, small_maze

AHEAD, ACROSS = np.radians(50), np.radians(25)  # the eye above the floor; right of the front edge
RIGHT = np.array([np.cos(ACROSS), np.sin(ACROSS), 0.0])
DEEP = np.array([-np.sin(ACROSS), np.cos(ACROSS), 0.0])  # along the floor, away from the eye
EYE = np.array([0, 0, np.sin(AHEAD)]) - DEEP * np.cos(AHEAD)
UP = np.cross(EYE, RIGHT)
AROUND = np.array(ImageColor.getrgb(GROUND), float)


def seen_along_rays(solid: Solid, shown: Any) -> tuple[Any, Any]:
    """Return the colour that each pixel of ``shown`` should have, and whether that is certain.

    A ray goes from the middle of each pixel through the whole solid.
    """
    corners = solid.points[solid.triangles].astype(float)
    flat = np.stack([corners @ RIGHT, corners @ UP, corners @ EYE], axis=-1)
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    height, width = shown.shape[:2]
    scale = min(200 / (high[0] - low[0]), 150 / (high[1] - low[1])) * 0.92
    column, row = np.meshgrid(np.arange(width), np.arange(height))
    x = (column + 0.5 - width / 2) / scale + (low + high)[0] / 2
    y = (height / 2 - row - 0.5) / scale + (low + high)[1] / 2
    nearest, colours = np.full(x.shape, -np.inf), np.tile(AROUND, (*x.shape, 1))
    certain = np.ones(x.shape, np.bool_)
    for a, b, c in flat:
        normal = np.cross(b - a, c - a)
        if abs(normal[2]) < 1e-9 * np.linalg.norm(normal):
            continue
        shares = [
            ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) / normal[2]
            for p, q in ((b, c), (c, a), (a, b))
        ]
        least = np.minimum.reduce(shares)
        at = shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2]
        unit = normal / np.linalg.norm(normal)
        light = LIGHT @ (unit[0] * RIGHT + unit[1] * UP + unit[2] * EYE)
        nearer = (least >= 0) & (at > nearest + 1e-9)
        certain[nearer & (np.abs(at - nearest) < 1e-3)] = False
        certain[np.abs(least) < 1e-4] = False
        nearest[nearer] = at[nearer]
        colours[nearer] = np.array(MATERIAL) * (DARKEST + (1 - DARKEST) * max(0.0, light))
    return colours, certain


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "shape",
    # arcs are many triangles, each of which the test looks at
    [pytest.param(shape, marks=[pytest.mark.slow] * (shape == "polar")) for shape in SIZES],
)
def test_what_is_nearest_is_seen(shape: str) -> None:
    solid = JOBS["plate"].run(design_of(small_maze(shape, 2, 0.5), job="plate"), Job()).solid
    shown = np.asarray(SolidPicture.of(solid, (200, 150), across=1, block=100).picture, float)
    expected, certain = seen_along_rays(solid, shown)
    assert certain.mean() > 0.5
    wrong = np.abs(shown - expected).max(axis=2) > 2
    assert (wrong & certain).mean() < 0.005  # sizes are cut to whole pixels
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 3


def test_faces_have_the_light_of_their_side() -> None:
    solid = walls_on_floor(rectangle(0.0, 0.0, 20.0, 20.0), (-1.0, -1.0, 21.0, 21.0), 1.0, 20.0)
    picture = SolidPicture.of(solid, (300, 300)).picture
    width, height = picture.size
    top, left, right = (
        sum(picture.getpixel((int(width * x), int(height * y))))  # type: ignore[arg-type]
        for x, y in ((0.5, 0.2), (0.35, 0.7), (0.8, 0.6))
    )
    assert top > left > right
    assert picture.getpixel((0, 0)) == tuple(AROUND)
    dark = SolidPicture.of(solid, (300, 300), "#202020").picture
    assert dark.getpixel((0, 0)) == (32, 32, 32)
    assert max(picture.size) == pytest.approx(300, abs=2)


def test_pictures_of_large_solids_can_be_cancelled() -> None:
    solid = walls_on_floor(rectangle(0.0, 0.0, 20.0, 20.0), (-1.0, -1.0, 21.0, 21.0), 1.0, 20.0)
    job = Job()
    SolidPicture.of(solid, (30, 30), job=job, block=5)
    assert job.progress > 0.5
    job.cancel()
    with pytest.raises(CancelledError):
        SolidPicture.of(solid, (30, 30), job=job, block=5)
