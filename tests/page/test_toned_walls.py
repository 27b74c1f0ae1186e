"""Walls with the tones of a photo, on every shape and in any colours."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.photo.tones import text_of_tones
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Strokes

HALVES = text_of_tones(np.repeat([[0.0, 1.0]], 20, axis=1), "halves.png")


def strokes_of(name: str, far_colour: str | None = None) -> list[Strokes]:
    """Return the walls of a small maze of a shape, white on the left and black on the right."""
    maze = generate("kruskal", build(name), 3)
    (scene,) = compose(maze, Page(walls="toned", tone=HALVES, marks="none", far_colour=far_colour))
    items = [item for layer in scene.layers if layer.name == "walls" for item in layer.items]
    return [item for item in items if isinstance(item, Strokes)]


@pytest.mark.parametrize("name", SHAPES.names())
def test_walls_are_thick_where_the_photo_is_dark(name: str) -> None:
    maze = generate("kruskal", build(name), 3)
    layout = plan_page(maze, Page(walls="toned", tone=HALVES, marks="none"))
    middle = layout.x + layout.scale.cell * maze.lattice.geometry.width / 2
    thick = max(strokes_of(name), key=lambda item: item.width)
    thin = min(strokes_of(name), key=lambda item: item.width)
    assert thick.width == pytest.approx(layout.scale.wall)
    assert thin.width < 0.2 * thick.width
    cell = layout.scale.cell
    assert np.median(thin.points[:, 0]) < middle - cell
    assert np.median(thick.points[:, 0]) > middle + cell


def test_each_wall_is_drawn_once_in_the_colour_of_its_distance() -> None:
    strokes = strokes_of("rectangular", far_colour="red")
    colours = [item.colour for item in strokes]
    assert len(set(colours)) > 4
    assert sorted(set(colours), key=colours.index) == [
        colour for place, colour in enumerate(colours) if colour not in colours[:place]
    ]
    alike = strokes_of("rectangular")
    assert _length(strokes) == pytest.approx(_length(alike))


def _length(strokes: list[Strokes]) -> float:
    total = 0.0
    for item in strokes:
        for first, last in zip(item.starts[:-1], item.starts[1:], strict=True):
            total += float(np.hypot(*np.diff(item.points[first:last], axis=0).T).sum())
    return total


def test_without_a_photo_all_walls_are_alike() -> None:
    maze = generate("kruskal", build("rectangular", rows=5, columns=5), 3)
    (scene,) = compose(maze, Page(walls="toned", marks="none"))
    (item,) = (item for item in scene.items if isinstance(item, Strokes))
    assert item.width == pytest.approx(scene.wall / 2)


def test_a_tone_is_a_picture() -> None:
    with pytest.raises(UsageError, match="a document opens none"):
        Page(tone="sky.png")
