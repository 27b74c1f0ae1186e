"""A solid as a picture: seen from above and in front, its faces lighter the more they face up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from mazeeditor.making.solids import Solid

GROUND, MATERIAL = "#fbf8f2", (236, 220, 191)
TURNED, RAISED = np.radians(-25), np.radians(50)  # around the upright axis; above the floor
LIGHT = np.array([-0.35, -0.45, 0.82])  # where it comes from
DARKEST = 0.45  # of the colour, away from the light
SUPER = 2  # samples a pixel, each way
MARGIN = 0.04  # of the picture, on each side


@dataclass(frozen=True, eq=False)
class SolidPicture:
    """A picture of a solid; nothing moves in it, so ``seconds`` is 0."""

    picture: Image.Image
    seconds: float = 0.0

    @classmethod
    def of(cls, solid: Solid, box: tuple[int, int]) -> SolidPicture:
        """Draw a solid as large as it fits ``box`` (px).

        First the ground, then upright faces, the farthest first, and last the highest faces, which
        nothing hides.
        """
        corners = solid.corners @ _turn().T
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        scale = min(box[0] / (high[0] - low[0]), box[1] / (high[1] - low[1])) * (1 - 2 * MARGIN)
        size = tuple(int((high[axis] - low[axis]) * scale / (1 - 2 * MARGIN)) for axis in (0, 1))
        width, height = max(1, size[0]), max(1, size[1])
        image = Image.new("RGB", (width * SUPER, height * SUPER), GROUND)
        draw = ImageDraw.Draw(image)
        middle = (low + high) / 2
        places = (corners[..., :2] - middle[:2]) * (scale * SUPER, -scale * SUPER)
        places += np.array([width, height]) * SUPER / 2
        normals = np.cross(
            solid.corners[:, 1] - solid.corners[:, 0], solid.corners[:, 2] - solid.corners[:, 0]
        )
        length = np.linalg.norm(normals, axis=1)
        seen = (normals @ _turn()[2]) > 0
        light = (normals @ LIGHT) / np.maximum(length, 1e-12)
        colours = np.array(MATERIAL) * (DARKEST + (1 - DARKEST) * light.clip(0, 1))[:, None]
        heights = solid.corners[..., 2]
        level = (normals[:, 2] <= 0.5 * length) + 2 * (heights.min(axis=1) >= heights.max())
        for triangle in np.lexsort((corners[..., 2].mean(axis=1), level)).tolist():
            if seen[triangle]:
                fill = tuple(int(value) for value in colours[triangle])
                draw.polygon(places[triangle].ravel().tolist(), fill=fill)
        return cls(image.resize((width, height), Image.Resampling.BOX))

    def image(self, _share: float = 1.0) -> Image.Image:
        """Return the picture."""
        return self.picture


def _turn() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return float64[3, 3]: right, up and towards the eye, as seen, of x, y and z."""
    along, across = np.cos(TURNED), np.sin(TURNED)
    up, ahead = np.cos(RAISED), np.sin(RAISED)
    around = np.array([[along, -across, 0], [across, along, 0], [0, 0, 1]])
    raised = np.array([[1, 0, 0], [0, ahead, up], [0, -up, ahead]])
    result: np.ndarray[tuple[int, int], np.dtype[np.float64]] = raised @ around
    return result
