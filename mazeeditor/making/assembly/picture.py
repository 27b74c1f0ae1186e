r"""Parts put together, seen from any side: whole, pulled apart, up to a step, with a rolling ball.

::

        /\           faces first, each sample keeps what is nearest to the eye; then the edges of
       /  \   ___    parts and what is engraved on them, where nothing is nearer; then the ball;
      /\  /  |   |   last of all what is clear, over what is behind it
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor

from mazeeditor.core.job import Job
from mazeeditor.making.assembly.bodies import Assembly, Body, Places
from mazeeditor.making.parts import BallRun
from mazeeditor.making.solid_picture import (
    DARKEST,
    GROUND,
    LIGHT,
    MARGIN,
    SUPER,
    Samples,
    SeenFaces,
    draw_faces,
)

MATERIAL, NEW, CLEAR, INK, EDGE = (236, 220, 191), (242, 176, 88), (176, 214, 232), 0.35, 0.55
STEEL = (176, 184, 194)
TONES = (1.0, 0.94, 0.8, 0.88)  # of parts one after the other, so that they can be told apart
SHADES = 48  # of a tone
OF_NEW = len(TONES)  # the palette of what is added in a step
OF_EDGES, OF_MARKS = 251, 252  # shades
SEEN_THROUGH = 0.3  # of the colour of what is clear
EDGES_CLOSE, MARKS_CLOSE = 1.5, 0.7  # px: how much farther than faces lines on them may seem
CORNER_COSINE = 0.9  # the cosine of the angle at which a ring has a corner
TURN = np.radians(-30)
RAISE = np.radians(35)


class Eye(NamedTuple):
    """From where all is seen: turned around the upright axis, and raised, in radians.

    ``apart`` is how far parts are pulled apart, from 0 to 1, ``zoom`` how much larger than it fits.
    """

    turned: float = float(TURN)
    raised: float = float(RAISE)
    apart: float = 0.0
    zoom: float = 1.0

    @property
    def matrix(self) -> NDArray[np.float64]:
        """float64[3, 3]: right, up and towards the eye, as seen, of x, y and z."""
        along, across = np.cos(self.turned), np.sin(self.turned)
        up, ahead = np.sin(self.raised), np.cos(self.raised)
        around = np.array([[along, -across, 0], [across, along, 0], [0, 0, 1]])
        raised = np.array([[1, 0, 0], [0, up, ahead], [0, -ahead, up]])
        result: NDArray[np.float64] = raised @ around
        return result


@dataclass(frozen=True, eq=False)
class Shown:
    """What is shown of an assembly: the steps up to one, None for all; the ball after a share."""

    step: int | None = None
    ball: float | None = None


def picture_of(
    assembly: Assembly,
    eye: Eye,
    size: tuple[int, int],
    shown: Shown | None = None,
    ground: str = GROUND,
    job: Job | None = None,
    *,
    across: int = SUPER,
) -> Image.Image:
    """Draw an assembly in the middle of ``size`` px; a pixel has ``across`` samples each way.

    Raises ``CancelledError``.
    """
    return _Painting(assembly, eye, size, shown or Shown(), ground, across).image(job or Job())


def ball_place(run: BallRun, share: float) -> Places:
    """Return float64[3], where the middle of the ball is after a share of its whole way."""
    steps = np.linalg.norm(np.diff(run.points, axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    at = min(max(share, 0.0), 1.0) * way[-1]
    return np.array([np.interp(at, way, axis) for axis in run.points.T])


class _Painting:
    """Samples that are painted, and how places in mm become samples."""

    def __init__(
        self,
        assembly: Assembly,
        eye: Eye,
        size: tuple[int, int],
        shown: Shown,
        ground: str,
        across: int,
    ) -> None:
        self.assembly, self.eye, self.shown, self.size = assembly, eye, shown, size
        self.ground, self.across = ground, across
        self.width, self.height = size[0] * across, size[1] * across
        self.turn = eye.matrix
        low, high = assembly.reach
        far_low, far_high = assembly.exploded_reach
        low = low + eye.apart * (far_low - low)
        high = high + eye.apart * (far_high - high)
        wide, deep, tall = np.maximum(high - low, 1e-3)
        round_about = np.hypot(wide, deep)  # so it is as large from every side
        rise, fall = abs(np.sin(eye.raised)), abs(np.cos(eye.raised))
        room = 1 - 2 * MARGIN
        fits = min(size[0] / round_about, size[1] / (round_about * rise + tall * fall))
        self.scale = fits * room * eye.zoom * across
        self.middle = self.turn @ ((low + high) / 2)
        self.ball = None
        if shown.ball is not None and assembly.ball is not None:
            self.ball = ball_place(assembly.ball, shown.ball)

    def image(self, job: Job) -> Image.Image:
        solid, clear = self._bodies()
        count = self.width * self.height
        samples = Samples(np.full(count, -np.inf), np.zeros(count, np.uint8), self.width)
        job.phase(2 * len(solid) + len(clear) + 1)
        for number, body in enumerate(solid):
            job.step(number)
            self._paint_faces(body, samples)
        for number, body in enumerate(solid):
            job.step(len(solid) + number)
            self._paint_lines(body, samples)
        pixels = self._colours()[samples.shades]
        if self.ball is not None:
            self._paint_ball(pixels, samples.nearness)
        for number, body in enumerate(clear):
            job.step(2 * len(solid) + number)
            self._paint_clear(body, pixels, samples.nearness)
        picture = pixels.reshape(self.height, self.width, 3)[::-1].astype(np.uint8)
        image = Image.fromarray(np.ascontiguousarray(picture))
        return image if self.across == 1 else image.resize(self.size, Image.Resampling.BOX)

    def _bodies(self) -> tuple[list[Body], list[Body]]:
        """Return the bodies that are seen: solid ones, and clear ones.

        Sheets above the ball would hide it: they are left out.
        """
        last = self.shown.step
        bodies = [body for body in self.assembly.bodies if last is None or body.seat.step <= last]
        if self.ball is not None and self.assembly.ball is not None:
            top = self.ball[2] + self.assembly.ball.diameter / 2
            solid = [body for body in bodies if not body.clear and body.lowest < top]
            if len(solid) < sum(not body.clear for body in bodies):
                return solid, []
        return (
            [body for body in bodies if not body.clear],
            [body for body in bodies if body.clear],
        )

    def _seen(self, places: Places) -> tuple[Places, Places, Places]:
        """Return where places in mm are: from the left, from below, towards the eye, in samples."""
        seen = (places @ self.turn.T - self.middle) * self.scale
        x, y, near = seen.T.copy()
        return x + self.width / 2, y + self.height / 2, near

    def _palette(self, body: Body) -> int:
        if self.shown.step is not None and body.seat.step == self.shown.step:
            return OF_NEW
        return body.number % len(TONES)

    def _paint_faces(self, body: Body, samples: Samples, darkest: int | None = None) -> None:
        slab, count = body.slab, len(body.slab.points)
        apart = self.eye.apart
        points = np.concatenate(
            [body.places(slab.points, height, apart) for height in (0.0, slab.thickness)]
        )
        x, y, near = self._seen(points)
        here, there = np.arange(count, dtype=np.int32), slab.after
        triangles = np.concatenate(
            [
                slab.faces + count,
                slab.faces[:, ::-1],
                np.stack([here, there, there + count], axis=1),
                np.stack([here, there + count, here + count], axis=1),
            ]
        ).astype(np.int32)
        first = 1 + SHADES * self._palette(body) if darkest is None else darkest
        right, up, ahead = (Eye().matrix @ LIGHT).tolist()  # it does not turn with the parts
        corners = np.ascontiguousarray(triangles.ravel())
        faces = SeenFaces(corners, x, y, near, right, up, ahead, first, SHADES - 1)
        draw_faces(faces, 0, len(triangles), samples)

    def _paint_lines(self, body: Body, samples: Samples) -> None:
        edges = self._edges(body)
        self._paint_pairs(edges, samples, OF_EDGES, EDGES_CLOSE)
        slab = body.slab
        apart = self.eye.apart
        marks = [(slab.marks, slab.thickness)]
        marks.append((body.names, 0.0 if body.seat.turned else slab.thickness))
        for pairs, height in marks:
            if len(pairs):
                places = body.places(pairs.reshape(-1, 2), height, apart)
                self._paint_pairs(places.reshape(-1, 2, 3), samples, OF_MARKS, MARKS_CLOSE)

    def _edges(self, body: Body) -> Places:
        """Return float64[k, 2, 3], edges of a body in mm: rings, and between them at corners."""
        slab, apart = body.slab, self.eye.apart
        low, high = (body.places(slab.points, height, apart) for height in (0.0, slab.thickness))
        along = slab.points[slab.after] - slab.points
        unit = along / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
        corners = slab.after[(unit * unit[slab.after]).sum(axis=1) < CORNER_COSINE]
        return np.concatenate(
            [
                np.stack([high, high[slab.after]], axis=1),
                np.stack([low, low[slab.after]], axis=1),
                np.stack([low[corners], high[corners]], axis=1),
            ]
        )

    def _paint_pairs(self, pairs: Places, samples: Samples, shade: int, close: float) -> None:
        """Paint lines where nothing is nearer to the eye by more than ``close`` px."""
        x, y, near = (axis.reshape(-1, 2) for axis in self._seen(pairs.reshape(-1, 3)))
        long = np.maximum(np.abs(np.diff(x, axis=1)), np.abs(np.diff(y, axis=1))).ravel()
        counts = np.ceil(np.minimum(long, 4 * (self.width + self.height))).astype(np.int64) + 1
        line = np.repeat(np.arange(len(pairs)), counts)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        share = (np.arange(len(line)) - first) / np.maximum(counts[line] - 1, 1)
        at_x, at_y, at = (
            axis[line, 0] + share * (axis[line, 1] - axis[line, 0]) for axis in (x, y, near)
        )
        for right, up in ((0, 0), (1, 0), (0, 1)) if self.across > 1 else ((0, 0),):
            column, row = (
                np.floor(at_x).astype(np.int64) + right,
                np.floor(at_y).astype(np.int64) + up,
            )
            inside = (column >= 0) & (column < self.width) & (row >= 0) & (row < self.height)
            index = row[inside] * self.width + column[inside]
            seen = at[inside] + close * self.across >= samples.nearness[index]
            samples.shades[index[seen]] = shade

    def _paint_ball(self, pixels: NDArray[np.float64], nearness: NDArray[np.float64]) -> None:
        assert self.ball is not None
        assert self.assembly.ball is not None
        x, y, near = (float(axis[0]) for axis in self._seen(self.ball[None]))
        radius = self.assembly.ball.diameter / 2 * self.scale
        columns = np.arange(max(0, ceil(x - radius)), min(self.width, ceil(x + radius)))
        rows = np.arange(max(0, ceil(y - radius)), min(self.height, ceil(y + radius)))
        right, up = np.meshgrid((columns + 0.5 - x) / radius, (rows + 0.5 - y) / radius)
        ahead = 1 - right**2 - up**2
        inside = ahead > 0
        ahead = np.sqrt(np.maximum(ahead, 0.0))
        light = Eye().matrix @ LIGHT
        lit = np.clip(right * light[0] + up * light[1] + ahead * light[2], 0.0, 1.0)
        index = rows[:, None] * self.width + columns[None, :]
        seen = inside & (near + ahead * radius >= nearness[index])
        shade = (0.35 + 0.65 * lit)[..., None] * np.array(STEEL) + (90 * lit**24)[..., None]
        pixels[index[seen]] = np.minimum(shade[seen], 255.0)
        nearness[index[seen]] = (near + ahead * radius)[seen]

    def _paint_clear(
        self, body: Body, pixels: NDArray[np.float64], nearness: NDArray[np.float64]
    ) -> None:
        count = len(nearness)
        samples = Samples(nearness.copy(), np.zeros(count, np.uint8), self.width)
        self._paint_faces(body, samples, 1)
        self._paint_pairs(self._edges(body), samples, OF_EDGES, EDGES_CLOSE)
        covered = np.flatnonzero((samples.shades > 0) & (samples.shades < OF_EDGES))
        light = DARKEST + (1 - DARKEST) * (samples.shades[covered] - 1) / SHADES
        tint = light[:, None] * np.array(CLEAR)
        pixels[covered] += SEEN_THROUGH * (tint - pixels[covered])
        edges = np.flatnonzero(samples.shades == OF_EDGES)
        pixels[edges] = np.array(CLEAR) * EDGE

    def _colours(self) -> NDArray[np.float64]:
        """Return float64[256, 3], the colour of each shade."""
        result = np.zeros((256, 3))
        result[0] = ImageColor.getrgb(self.ground)[:3]
        light = DARKEST + (1 - DARKEST) * np.linspace(0, 1, SHADES)[:, None]
        bases = [*(np.array(MATERIAL) * tone for tone in TONES), np.array(NEW)]
        for number, base in enumerate(bases):
            first = 1 + number * SHADES
            result[first : first + SHADES] = base * light
        result[OF_EDGES] = np.array(MATERIAL) * EDGE
        result[OF_MARKS] = np.array(MATERIAL) * INK
        return result
