"""Every tool, dragged and clicked anywhere on any shape, leaves a sound maze that undo brings back.

The sizes include those where little is left to hold on to: one triangle, one hexagon, one ring.
"""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import MODES, Gesture
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import masked
from mazeeditor.maze.playing.walk import Walk
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import examples
from tests.graphs import graph_of
from tests.maze.shapes.cases import CASES, some_of
from tests.maze.transforms.samples import picture, with_openings

Spot = tuple[float, float]


def spots(lattice: Lattice, random: Random) -> list[Spot]:
    """Return the points of a path: anywhere, through the middle, or across the seam of rings."""
    width, height = lattice.geometry.width, lattice.geometry.height
    if random.random() < 0.3:
        return [(width / 2 - 0.4, height * 0.1), (width / 2 + 0.4, height * 0.1)]
    if random.random() < 0.3:
        return [(width / 2, height / 2), (random.uniform(0, width), random.uniform(0, height))]
    number = random.randint(1, 4)
    ends = [(random.uniform(-1, width + 1), random.uniform(-1, height + 1)) for _ in range(number)]
    return ends * 2 if number == 1 else ends


def use(tool: Gesture, document: Document, random: Random) -> None:
    """Point at something, and drag, click, press Enter or Delete there."""
    lattice = document.maze.lattice
    extend, path = random.random() < 0.3, spots(lattice, random)
    tool.resize(random.randint(-3, 3))
    tool.hover(document, *path[0], extend=extend)
    kind = random.random()
    cell = random.choice(lattice.inside_cells().tolist())
    if kind < 0.15:
        tool.enter(document, cell, extend=extend)
    elif kind < 0.2:
        tool.delete(document, cell)
    else:
        tool.press(document, *path[0], extend=extend)
        for spot in path[1:]:
            tool.move(document, *spot)
            tool.hover(document, *spot, extend=extend)
        if kind < 0.3:
            tool.cancel(document)
        else:
            tool.release(document, *path[-1])
    tool.cancel(document)
    work, tool.work = tool.work, None
    if work:
        assert work[1].deliver(work[1].run(Job()))


def play(document: Document, random: Random) -> None:
    """Walk about, with hints: they lead to an exit where there is a route."""
    maze = document.maze
    if maze.entrance is None:
        return
    walk = Walk(maze)
    walk.set_distances(walk.measure(Job()))
    for _step in range(12):
        passages = walk.passages(walk.cell)
        if walk.won or not passages:
            break
        before = walk.hint()
        assert all(maze.lattice.inside[cell] for cell in before)
        walk.step(random.choice(passages))
    if maze.exits and not walk.won:
        reached = nx.node_connected_component(graph_of(maze), walk.cell)
        assert bool(walk.hint()) == any(each.cell in reached for each in maze.exits)


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SHAPES.names())
@examples(60)
@given(data=st.data(), seed=st.integers(0, 10**9))
def test_any_gestures(shape: str, data: st.DataObject, seed: int) -> None:
    random = Random(seed)
    lattice = build(shape, **data.draw(st.sampled_from(CASES[shape])))
    if random.random() < 0.5:
        lattice = masked(lattice, some_of(lattice, random, random.random()))
    document = Document(with_openings(lattice, random))
    tools, before = [tool.run() for tool in MODES], picture(document.maze)
    for _time in range(random.randint(1, 8)):
        use(random.choice(tools), document, random)
        document.maze.check()
        if random.random() < 0.2:
            document.undo()
            document.maze.check()
    after = picture(document.maze)
    play(document, random)
    assert picture(document.maze) == after, "a game changes nothing"
    steps = 0
    while document.can_undo:
        document.undo()
        document.maze.check()
        steps += 1
    assert picture(document.maze) == before
    for _step in range(steps):
        document.redo()
    assert picture(document.maze) == after
