"""Tabs by hand: wherever they are placed or moved they bridge one cut, as shapely counts pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.places import (
    ACROSS,
    BETWEEN,
    Bridge,
    HandTabs,
    as_places,
    check_places,
    load_places,
    read_places,
    write_places,
)
from mazeeditor.making.tabs.tabs import Tabs, tabs_across_walls, tabs_between_walls
from mazeeditor.maze.maze import Maze
from tests.breadth import in_turns, stress
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run
from tests.making.areas import area_within, count_of
from tests.making.designs import SIZES, design_of, maze_of
from tests.making.tabs.test_tabs import PLATE, closed_rooms

KINDS = {"stencil": BETWEEN, "slots": ACROSS}
PLACES = 40 if stress() else 6  # at random in each maze
STEPS = ((0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2))


def maze_for(job: str, shape: str, seed: int = 1) -> Maze:
    """Return a maze that a job cuts into several pieces."""
    maze = maze_of(shape, seed, 0.4)
    return closed_rooms(maze, 0.15, seed) if job == "slots" else maze


def tabs_of(maze: Maze, job: str, places: str | None = None, **options: Any) -> Tabs:
    """Return the tabs of a job, and compare the number of pieces with that of shapely."""
    design = design_of(maze, job=job, tabs_at=places, **options)
    tabs, rings = placed(design)
    area = area_within(with_tabs(rings, list(tabs.crossings)))
    assert tabs.loose == count_of(area if job == "stencil" else PLATE.difference(area))
    return tabs


def placed(design: Design) -> tuple[Tabs, ToolPaths]:
    walls = design.options.job == "stencil"
    rings = design.wall_outlines(design.kerf / 2 * (1 if walls else -1), Job())
    return (tabs_between_walls if walls else tabs_across_walls)(design, rings), rings


def text_of(bridges: tuple[Bridge, ...]) -> str:
    return write_places([bridge.numbers for bridge in bridges])


CASES = in_turns(KINDS, SIZES)


@pytest.mark.parametrize(("job", "shape"), CASES)
def test_the_places_of_automatic_tabs_are_the_same_tabs(job: str, shape: str) -> None:
    maze = maze_for(job, shape)
    tabs = tabs_of(maze, job)
    assert tabs.pieces > 2
    again = tabs_of(maze, job, text_of(tabs.bridges))
    assert [(b.one, b.other) for b in again.bridges] == [(b.one, b.other) for b in tabs.bridges]
    for one, other in zip(tabs.crossings, again.crossings, strict=True):
        assert np.array_equal(one.edge, other.edge)
        assert np.allclose(one.share, other.share, atol=1e-5)
    # a place in the middle is enough
    middles = tabs_of(maze, job, write_places([bridge.middle for bridge in tabs.bridges]))
    assert (middles.loose, middles.left_out) == (1, 0)


@pytest.mark.parametrize(("job", "shape"), CASES)
def test_a_tab_moved_in_any_direction_bridges_one_cut(job: str, shape: str) -> None:
    maze = maze_for(job, shape)
    tabs = tabs_of(maze, job, kerf=0.2)
    moves = [0, 0, 0, 0]
    for number, tab in enumerate(tabs.bridges):
        others = tabs.bridges[:number] + tabs.bridges[number + 1 :]
        step = STEPS[number % 4]
        moved = tabs.finder.next_bridge(tab, step, others)
        if moved is None:
            continue
        moves[number % 4] += 1
        assert (moved.middle[0] - tab.middle[0]) * step[0] + (
            moved.middle[1] - tab.middle[1]
        ) * step[1] > 0
        changed = (*others[:number], moved, *others[number:])
        after = tabs_of(maze, job, text_of(changed), kerf=0.2)
        assert (after.left_out, len(after.bridges)) == (0, len(tabs.bridges))
        # as the pieces that were moved to are others, so may the number of loose ones be
        same = {moved.one, moved.other} == {tab.one, tab.other}
        assert after.loose == 1 or not same
    assert sum(moves) >= len(tabs.bridges) / 4
    assert min(moves) > 0 or len(tabs.bridges) < 16


@pytest.mark.parametrize(("job", "shape"), CASES)
def test_a_tab_can_be_at_any_place(job: str, shape: str) -> None:
    maze = maze_for(job, shape, 2)
    bare = tabs_of(maze, job, "")
    assert (bare.loose, bare.bridges) == (bare.pieces, ())
    assert len(bare.further) == bare.pieces - 1
    geometry, random = maze.lattice.geometry, np.random.default_rng(1)
    count = 0
    while count < PLACES:
        x, y = random.random(2) * (geometry.width, geometry.height)
        bridge = bare.finder.bridge_near(float(x), float(y))
        if bridge is None and job == "slots":
            continue  # all that is near holds together
        assert bridge
        count += 1
        assert bridge.one != bridge.other
        tabs = tabs_of(maze, job, text_of((bridge,)))
        assert (tabs.loose, tabs.left_out) == (bare.pieces - 1, 0)


@pytest.mark.parametrize(("job", "shape"), CASES)
def test_tabs_at_one_place_keep_apart(job: str, shape: str) -> None:
    """Each further one lies beside the others, on either side, as long as there is room."""
    tabs = tabs_of(maze_for(job, shape), job, tab=0.5)
    apart = 2 * (tabs.finder.width / 8.0)
    ways: list[tuple[float, float]] = []
    for tab in tabs.bridges[:: max(1, len(tabs.bridges) // 4)]:
        beside = [tab]
        while len(beside) < 9 and (found := tabs.finder.bridge_near(*tab.middle, beside)):
            ends = [end for other in beside for end in (other.begin, other.end)]
            for x, y in (found.begin, found.end):
                assert min(max(abs(x - a), abs(y - b)) for a, b in ends) > apart
            beside.append(found)
        assert len(beside) > 2
        ways += np.subtract([other.middle for other in beside[1:]], tab.middle).round(6).tolist()
    assert np.min(ways) < 0 < np.max(ways)


def test_what_does_not_fit_is_left_out_and_named(tmp_path: Path) -> None:
    maze = maze_for("stencil", "rectangular")
    tabs = tabs_of(maze, "stencil")
    first, *others = tabs.bridges
    across = Bridge((0.5, 0.5), (4.5, 0.5), 0, 1)  # over a wall
    text = text_of((first, first, across, *others))
    after = tabs_of(maze, "stencil", text)
    assert (after.loose, after.left_out, text_of(after.bridges)) == (1, 2, text_of(tabs.bridges))
    mazeeditor.save(maze, tmp_path / "m.maze")
    (tmp_path / "tabs.txt").write_text(text.replace(";", "\n"))
    flags = ["--job", "stencil", "--page", "fit", "--cell", "8", "--tabs-at", "tabs.txt"]
    ran = run("export", "m.maze", "-o", "a.svg", *flags, "--json", cwd=tmp_path)
    assert "mazeeditor: 2 of the tabs that you placed are left out" in ran.error
    figures = json.loads(ran.out.splitlines()[-1])
    assert figures["tabs"] == [list(bridge.numbers) for bridge in tabs.bridges]


def test_damaged_tabs_of_a_project_are_automatic() -> None:
    maze = maze_of("rectangular")
    known: dict[str, object] = {"checksum": HandTabs.of({}, maze).checksum}
    damaged: list[dict[str, object]] = [{"between walls": "here"}, {"between walls": 7}]
    damaged += [{"checksum": "no"}, {}]
    for values in damaged:
        assert HandTabs.of({**known, **values}, maze).at(BETWEEN) is None, values


def test_text(tmp_path: Path) -> None:
    text = "0.5,0 0.5,1  # the first\n\n 3.25 , 1 ;-2,1e1\n"
    assert read_places(text) == ((0.5, 0.0, 0.5, 1.0), (3.25, 1.0), (-2.0, 10.0))
    assert check_places(text) == "0.5,0 0.5,1; 3.25,1; -2,10"
    assert check_places(check_places(text)) == check_places(text)
    assert as_places([(0.5, 0, 0.5, 1)]) == "0.5,0 0.5,1"
    (tmp_path / "t.txt").write_bytes(b"\xef\xbb\xbf1,2\r\n")
    assert load_places(tmp_path / "t.txt") == "1,2"


def test_refused(tmp_path: Path) -> None:
    for text in ("1", "1,2,3", "1,2,3,4,5", "a,b", "nan,1", "1e9,1", "inf,0"):
        with pytest.raises(UsageError, match=r"Line 2 of the tabs is"):
            read_places(f"1,1\n{text}")
    mazeeditor.save(maze_of("rectangular"), tmp_path / "m.maze")
    (tmp_path / "t.txt").write_text("1,1\n1,2,3\n")
    flags = ["-o", "a.svg", "--job", "stencil", "--tabs-at", "t.txt"]
    assert "t.txt: Line 2" in failure("export", "m.maze", *flags, status=2, cwd=tmp_path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: there is no such file"):
        load_places(tmp_path / "t.txt")
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="cannot be read"):
        load_places(tmp_path / "b.txt")
    with pytest.raises(UsageError, match="Tabs must be places"):
        as_places([("a", "b")])
