"""Areas that join have a colour each, in every shape and at every step, forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.memory import peak_of
from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.films.recording import BYTES_PER_CELL, film_of_generation
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.pixel_colours import AREA, AREAS, CONES, LAB, rgb_of
from tests.breadth import stress
from tests.films.samples import lattice_of
from tests.graphs import graph_of
from tests.lattices import LATTICES

JOINING = [generator.name for generator in GENERATORS if generator.areas]
SLACK = 300_000  # bytes that do not grow with the maze
NAMES = {AREA + number for number in range(AREAS)}


def areas_of(player: Player) -> list[set[int]]:
    """Return the areas of two cells or more, by the walls alone."""
    components = nx.connected_components(graph_of(player.maze))
    return [area for area in components if len(area) > 1]


def marks_of(player: Player) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return the marks without the head, which covers one."""
    head, player.head = player.head, -1
    player.marks[:] = player.marks_of(slice(None))
    player.head = head
    return player.marks.copy()


def shown(film: Film, steps: list[int]) -> Iterator[tuple[Player, bytes]]:
    player = Player(film)
    for step in steps:
        player.seek(step)
        yield player, marks_of(player).tobytes()


def touching(player: Player, areas: list[set[int]]) -> tuple[int, int]:
    """Return how many pairs of areas touch, and how many of those have one colour."""
    lattice, marks = player.film.lattice, marks_of(player)
    number = {cell: place for place, area in enumerate(areas) for cell in area}
    pairs: dict[tuple[int, int], bool] = {}
    for cell, own in number.items():
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            there = number.get(other, own)
            if there != own:
                pairs[min(own, there), max(own, there)] = bool(marks[cell] == marks[other])
    return len(pairs), sum(pairs.values())


def film_on(shape: str, name: str = "kruskal", side: int = 24) -> Film:
    lattice = build(shape, **sizes_about(shape, side, {}))
    return film_of_generation(Recipe(name, shape=shape, seed=3), lattice)


@pytest.mark.parametrize("kind", LATTICES)
def test_on_every_lattice_in_both_directions(kind: str) -> None:
    random = Random(kind)
    lattice = LATTICES[kind](random)
    film = film_of_generation(Recipe("kruskal", shape=lattice.shape, seed=8), lattice)
    steps = [*range(film.steps + 1)]
    forwards = {player.step: marks for player, marks in shown(film, steps)}
    backwards = {player.step: marks for player, marks in shown(film, steps[::-1])}
    assert forwards == backwards
    anywhere = random.choices(steps, k=20)
    assert all(forwards[player.step] == marks for player, marks in shown(film, anywhere))
    assert not np.frombuffer(forwards[film.steps], np.uint8)[lattice.inside].any(), "all done"
    for player, _marks in shown(film, steps[:-1:7]):
        marks = marks_of(player)
        for area in areas_of(player):
            (colour,) = {int(marks[cell]) for cell in area}
            assert colour in NAMES


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_areas_that_touch_have_two_colours(shape: str) -> None:
    film, pairs, alike = film_on(shape), 0, 0
    for player, _marks in shown(film, [*range(1, film.steps, film.steps // 10)]):
        counts = touching(player, areas_of(player))
        pairs, alike = pairs + counts[0], alike + counts[1]
    assert pairs > 200
    assert alike <= pairs / 200


@pytest.mark.slow
@pytest.mark.parametrize("name", JOINING if stress() else ["kruskal"])
def test_recording_takes_no_more_memory_than_estimated(name: str) -> None:
    side = 150 if stress() else 90
    lattice, recipe = lattice_of(side, side), Recipe(name, seed=1)
    films: list[Film] = []

    def run() -> None:
        films[:] = [film_of_generation(recipe, lattice)]

    run()
    peak = peak_of(run)[1] - films[0].size
    assert lattice.size * BYTES_PER_CELL / 10 < peak < lattice.size * BYTES_PER_CELL + SLACK


# The matrices of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model
# for simulation of color vision deficiency" (2009), for eyes that lack one kind of cones
EYES = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def test_any_eyes_tell_the_colours_apart() -> None:
    for (theme, palette), (eyes, matrix) in product(PALETTES.items(), EYES.items()):
        colours = [*palette.areas, palette.filled, palette.paper, palette.head]
        shares = rgb_of(colours) / 255
        linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
        seen = np.cbrt(np.clip(linear @ matrix.T, 0, 1) @ CONES.T) @ LAB.T
        away = np.linalg.norm(seen[:, None] - seen[None], axis=-1) + np.eye(len(colours))
        assert away[:AREAS].min() > 0.09, (theme, eyes)  # 0.02 is just visible
