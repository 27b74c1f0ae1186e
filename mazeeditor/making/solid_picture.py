r"""A solid as a picture: seen from above and in front, its faces lighter the more they face up.

::

        * light        each triangle that faces the eye is drawn line by line, and a sample of
      ____             the picture keeps the one that is nearest to the eye
     /   /|___
    /___/ /  /|        eye in front of the page
    |___|/__/ /
    |_______|/
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, U8, kernel
from mazeeditor.making.solid import Solid

GROUND, MATERIAL = "#fbf8f2", (236, 220, 191)
TURNED, RAISED = np.radians(-25), np.radians(50)  # around the upright axis; above the floor
LIGHT = np.array([-0.35, -0.45, 0.82])  # where it comes from
DARKEST = 0.45  # of the colour, away from the light
SHADES = 254  # from the darkest to the lightest
SUPER = 2  # samples a pixel, each way
MARGIN = 0.04  # of the picture, on each side
BLOCK_TRIANGLES = 1 << 18  # triangles drawn between two looks at Cancel
GAP_SAMPLES = 1e-9  # samples: no gap is left between triangles that share an edge


@dataclass(frozen=True, eq=False)
class SolidPicture:
    """A picture of a solid; nothing moves in it, so ``seconds`` is 0."""

    picture: Image.Image
    seconds: float = 0.0

    @classmethod
    def of(
        cls,
        solid: Solid,
        box: tuple[int, int],
        ground: str = GROUND,
        job: Job | None = None,
        *,
        across: int = SUPER,
        block: int = BLOCK_TRIANGLES,
    ) -> SolidPicture:
        """Draw a solid as large as it fits ``box`` (px), a colour around it.

        A pixel has ``across`` samples each way; ``block`` triangles are drawn at a time.
        Raises ``CancelledError``.
        """
        job = job or Job()
        turn = _turn()
        seen = solid.points.astype(np.float64) @ turn.T
        low, high = seen.min(axis=0), seen.max(axis=0)
        room = 1 - 2 * MARGIN
        scale = min(box[0] / (high[0] - low[0]), box[1] / (high[1] - low[1])) * room
        size = [max(1, int((high[axis] - low[axis]) * scale / room)) for axis in (0, 1)]
        samples = np.array([*size, 0.0]) * across
        x, y, nearness = ((seen - (low + high) / 2) * (scale * across) + samples / 2).T.copy()
        del seen
        width, height = size[0] * across, size[1] * across
        light = (turn @ LIGHT).tolist()
        corners = solid.triangles.ravel()
        seen_at = SeenFaces(corners, x, y, nearness, light[0], light[1], light[2], 1, SHADES)
        drawn = Samples(np.full(width * height, -np.inf), np.zeros(width * height, np.uint8), width)
        job.phase(len(solid.triangles))
        for first in range(0, len(solid.triangles), block):
            job.step(first)
            draw_faces(seen_at, first, min(first + block, len(solid.triangles)), drawn)
        pixels = _colours(ground)[drawn.shades].reshape(height, width, 3)[::-1]
        image = Image.fromarray(np.ascontiguousarray(pixels))
        return cls(image.resize((size[0], size[1]), Image.Resampling.BOX))

    def image(self, _share: float = 1.0) -> Image.Image:
        return self.picture


class SeenFaces(NamedTuple):
    """Triangles, three corners each: in samples from the left, from below, towards the eye.

    The light comes from the unit vector ``light_x``, ``light_y``, ``light_z``. Shades go from
    ``darkest`` on, ``shades`` more up to the lightest.
    """

    corners: I32
    x: F64
    y: F64
    nearness: F64
    light_x: float
    light_y: float
    light_z: float
    darkest: int
    shades: int


class Samples(NamedTuple):
    """Rows of ``width`` samples from below: how near what is seen there is, and its shade.

    0 is the ground behind all.
    """

    nearness: F64
    shades: U8
    width: int


@kernel
def draw_faces(faces: SeenFaces, first: int, end: int, drawn: Samples) -> int:
    """Draw the triangles from ``first`` to ``end``; return how many face the eye."""
    corners, x, y, near = faces.corners, faces.x, faces.y, faces.nearness
    width, height, count = drawn.width, len(drawn.shades) // drawn.width, 0
    for face in range(first, end):
        a, b, c = corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]
        ux, uy, uz = x[b] - x[a], y[b] - y[a], near[b] - near[a]
        vx, vy, vz = x[c] - x[a], y[c] - y[a], near[c] - near[a]
        right, up, ahead = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        if ahead <= 0:
            continue
        count += 1
        lit = right * faces.light_x + up * faces.light_y + ahead * faces.light_z
        lit /= sqrt(right * right + up * up + ahead * ahead)
        shade = faces.darkest + int(faces.shades * min(max(lit, 0.0), 1.0))
        nearest = max(near[a], near[b], near[c])
        lowest = max(0, ceil(min(y[a], y[b], y[c]) - 0.5))
        for row in range(lowest, min(height, floor(max(y[a], y[b], y[c]) + 0.5))):
            middle, begin, stop = row + 0.5, float(width), 0.0
            for side in range(3):
                p, q = corners[3 * face + side], corners[3 * face + (side + 1) % 3]
                if (y[p] <= middle) != (y[q] <= middle):
                    across = x[p] + (middle - y[p]) / (y[q] - y[p]) * (x[q] - x[p])
                    begin, stop = min(begin, across), max(stop, across)
            from_a = near[a] - (middle - y[a]) * up / ahead
            last = min(width, floor(stop + 0.5 + GAP_SAMPLES))
            for column in range(max(0, ceil(begin - 0.5 - GAP_SAMPLES)), last):
                # a face seen from its edge is no nearer than its corners
                at = min(nearest, from_a - (column + 0.5 - x[a]) * right / ahead)
                i = row * width + column
                if at > drawn.nearness[i]:
                    drawn.nearness[i] = at
                    drawn.shades[i] = shade
    return count


def _colours(ground: str) -> NDArray[np.uint8]:
    """Return uint8[SHADES + 2, 3], the colour of each shade, that of the ground first."""
    light = DARKEST + (1 - DARKEST) * np.linspace(0, 1, SHADES + 1)[:, None]
    around = [ImageColor.getrgb(ground)[:3]]
    return np.concatenate([around, np.array(MATERIAL) * light]).astype(np.uint8)


def _turn() -> NDArray[np.float64]:
    """Return float64[3, 3]: right, up and towards the eye, as seen, of x, y and z."""
    along, across = np.cos(TURNED), np.sin(TURNED)
    up, ahead = np.cos(RAISED), np.sin(RAISED)
    around = np.array([[along, -across, 0], [across, along, 0], [0, 0, 1]])
    raised = np.array([[1, 0, 0], [0, ahead, up], [0, -up, ahead]])
    result: NDArray[np.float64] = raised @ around
    return result
