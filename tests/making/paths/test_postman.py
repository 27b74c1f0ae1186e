"""One line whose ends may be anywhere: no shorter one is found by trying all, or by a matching."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations, product
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.making.paths import postman
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at
from tests.breadth import repeats, stress
from tests.making.areas import lines_of
from tests.making.designs import SIZES, design_of, maze_of
from tests.making.jobs.test_path import (
    CLOSE,
    NEAR,
    apart_at_most,
    closed_maze,
    made,
    noded,
    passages_of,
)
from tests.making.replays import read_gcode

Line = tuple[int, int, int]  # two posts, and how long
BRAIDS = [0.0, 0.1, 0.5, 1.0]
SEEDS = repeats(2, 12)


def twice_of(lines: list[Line], ends: list[int] | None = None) -> set[int]:
    """Return which lines are drawn twice."""
    pairs = np.array([line[:2] for line in lines], np.int32)
    places = np.zeros(int(pairs.max()) + 1)
    graph = graph_at(pairs.ravel(), places, places, STRAIGHT)
    lengths = np.array([line[2] for line in lines], np.float64)
    chosen = None if ends is None else np.array(ends, np.int64)
    doubled = postman.doubled_lines(graph, lengths, chosen, Job())
    assert doubled.shortest == (doubled.junctions <= postman.EXACT)
    return set(np.flatnonzero(doubled.twice).tolist())


def parts_of(lines: list[Line]) -> list[set[int]]:
    graph = networkx.MultiGraph([line[:2] for line in lines])
    return [set(part) for part in networkx.connected_components(graph)]


def is_drawn_at_once(lines: list[Line], twice: set[int]) -> bool:
    """Whether each connected part is one line: no more than two odd posts (Euler)."""
    graph = networkx.MultiGraph([line[:2] for line in lines])
    graph.add_edges_from(lines[i][:2] for i in twice)
    odd = {post for post, degree in graph.degree if degree % 2}
    return all(len(odd & part) <= 2 for part in parts_of(lines))


def least_again(lines: list[Line]) -> int:
    """Return the least that is drawn twice, by trying all."""
    return min(
        sum(lines[i][2] for i in twice)
        for choice in product([False, True], repeat=len(lines))
        for twice in [{i for i, again in enumerate(choice) if again}]
        if is_drawn_at_once(lines, twice)
    )


few_lines = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 9)).filter(
        lambda line: line[0] != line[1]
    ),
    min_size=1,
    max_size=9,
)


@pytest.mark.slow
@settings(max_examples=1000 if stress() else 20, deadline=None)
@given(lines=few_lines)
def test_no_choice_of_lines_is_shorter(lines: list[Line]) -> None:
    twice = twice_of(lines)
    assert is_drawn_at_once(lines, twice)
    assert sum(lines[i][2] for i in twice) == least_again(lines)


def test_ends_are_where_they_save_most() -> None:
    cases: list[tuple[list[Line], int]] = [
        ([(0, 1, 5)], 0),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 0),  # a loop needs no ends
        ([(0, 1, 1), (0, 2, 2), (0, 3, 4)], 1),  # a star: without its two longest arms
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (0, 4, 3)], 0),  # both ends at one post
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (0, 4, 3), (0, 5, 4)], 2),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 9), (1, 4, 9), (2, 5, 5)], 5 + 1),
        ([(0, 1, 1), (0, 1, 1), (2, 3, 1), (2, 4, 2), (2, 5, 3)], 1),  # two parts
    ]
    for lines, again in cases:
        twice = twice_of(lines)
        assert is_drawn_at_once(lines, twice), lines
        assert sum(lines[i][2] for i in twice) == again == least_again(lines), lines


def matched_again(graph: networkx.MultiGraph) -> float:
    """Return the least that is drawn twice: of all odd posts but two, matched in pairs.

    Two more nodes, which cost nothing and are no pair, each take one post.
    """
    again = 0.0
    for part in networkx.connected_components(graph):
        odd = [post for post in part if graph.degree(post) % 2]
        if not odd:
            continue
        apart = {post: networkx.single_source_dijkstra_path_length(graph, post) for post in odd}
        pairs = networkx.Graph()
        pairs.add_weighted_edges_from((a, b, apart[a][b]) for a, b in combinations(odd, 2))
        pairs.add_weighted_edges_from((end, post, 0.0) for end in ("one", "other") for post in odd)
        for a, b in networkx.min_weight_matching(pairs):
            again += pairs.edges[a, b]["weight"]
    return again


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("braid", BRAIDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_line_of_a_maze_is_the_shortest(shape: str, braid: float, seed: int) -> None:
    maze = maze_of(shape, seed, braid)
    product, paths = made(design_of(maze, job="path", continuous=True, ends="anywhere"))
    (line,) = lines_of(paths)
    passages = noded(lines_of(made(design_of(maze, job="path"))[1]))
    assert apart_at_most(line, passages) < CLOSE
    assert apart_at_most(passages, line) < CLOSE
    assert not product.warnings
    graph, _openings = passages_of(maze)
    again = 8.0 * matched_again(graph)
    assert passages.length == pytest.approx(8.0 * graph.size("weight"), rel=NEAR)
    assert product.details["twice"] == pytest.approx(again)
    assert paths.length == pytest.approx(8.0 * graph.size("weight") + again)
    between_openings = made(design_of(maze, job="path", continuous=True))[1]
    assert paths.length <= between_openings.length + CLOSE
    assert line.length == pytest.approx(paths.length, rel=NEAR)


@pytest.mark.parametrize("shape", SIZES)
def test_without_loops_only_the_longest_path_is_drawn_once(shape: str) -> None:
    maze = maze_of(shape)
    _product, paths = made(design_of(maze, job="path", continuous=True, ends="anywhere"))
    graph, _openings = passages_of(maze)
    apart = dict(networkx.all_pairs_dijkstra_path_length(graph))
    longest = max(length for lengths in apart.values() for length in lengths.values())
    assert paths.length == pytest.approx(8.0 * (2 * graph.size("weight") - longest))


def test_each_piece_has_ends_of_its_own() -> None:
    options: dict[str, Any] = {"job": "path", "continuous": True}
    product, paths = made(design_of(closed_maze(), **options, ends="anywhere"))
    assert len(paths) == 2
    graph, _openings = passages_of(closed_maze())
    assert product.details["twice"] == pytest.approx(8.0 * matched_again(graph))
    assert product.details["twice"] < made(design_of(closed_maze(), **options))[0].details["twice"]


def test_openings_do_not_matter() -> None:
    maze = maze_of("rectangular", 3, 0.4)
    cells = [opening.cell for opening in maze.openings]
    shut = maze.copy()
    shut.set_openings(None, ())
    once = [made(design_of(known, job="path"))[1].length for known in (maze, shut)]
    assert len(cells) == 2
    assert once[0] - once[1] == pytest.approx(8.0)  # half a cell into each gap
    product, paths = made(design_of(shut, job="path", continuous=True, ends="anywhere"))
    assert len(paths) == 1
    graph, _openings = passages_of(shut)
    assert product.details["twice"] == pytest.approx(8.0 * matched_again(graph))


@pytest.mark.parametrize("shape", SIZES)
def test_beyond_the_limit_the_line_is_whole_and_says_what_it_is(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = maze_of(shape, 2, 0.5)
    options: dict[str, Any] = {"job": "path", "continuous": True}
    design = design_of(maze, **options, ends="anywhere")
    shortest = made(design)[1].length
    monkeypatch.setattr(postman, "EXACT", 1)
    product, paths = made(design)
    (line,) = lines_of(paths)
    passages = noded(lines_of(made(design_of(maze, job="path"))[1]))
    assert apart_at_most(line, passages) < CLOSE
    assert apart_at_most(passages, line) < CLOSE
    assert paths.length >= shortest - CLOSE
    assert paths.length < made(design_of(maze, **options))[1].length
    assert "may not be the shortest" in product.warnings[0]


@pytest.mark.slow
@settings(max_examples=300 if stress() else 12, deadline=None)
@given(lines=few_lines)
def test_beyond_the_limit_any_lines_are_drawn_at_once(lines: list[Line]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postman, "EXACT", 0)
        twice = twice_of(lines)
    assert is_drawn_at_once(lines, twice)
    assert sum(lines[i][2] for i in twice) >= least_again(lines)


@pytest.mark.slow
def test_matching_apart_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = maze_of("hexagonal", braid=0.5)
    design = design_of(maze, job="path", continuous=True, ends="anywhere")
    here = made(design)[0].details
    monkeypatch.setattr(postman, "AT_ONCE", 0)
    assert made(design)[0].details == here


def test_flag_and_keyword_reach_the_file(tmp_path: Path) -> None:
    """The line is measured in the files: in SVG as this maze has only straight passages."""
    maze = mazeeditor.generate(rows=9, columns=12, seed=5, braid=0.3)
    graph, _openings = passages_of(maze)
    length = {
        "anywhere": 6.0 * (graph.size("weight") + matched_again(graph)),
        "openings": 0.0,
    }
    for ends in ("anywhere", "openings"):
        options: dict[str, Any] = {"job": "path", "continuous": True, "ends": ends, "border": 0}
        drawn = []
        for name in ("a.svg", "a.gcode"):
            mazeeditor.export(maze, tmp_path / name, page="fit", cell=6, **options)
        drawn_lines = read_gcode(tmp_path / "a.gcode").drawn.values()
        (line,) = [line for lines in drawn_lines for line in lines]
        drawn.append(LineString([(at.real, at.imag) for at in line]).length)
        drawn.append(length_of_svg(tmp_path / "a.svg"))
        assert drawn[0] == pytest.approx(drawn[1], rel=1e-4)
        if length[ends]:
            assert drawn[0] == pytest.approx(length[ends], rel=1e-4)
        length[ends] = drawn[0]
    assert length["anywhere"] < length["openings"]


def length_of_svg(path: Path) -> float:
    """Return how long the one path of a file is, in mm: of absolute and relative lines."""
    root = ET.parse(path).getroot()
    width, box = root.attrib["width"], [float(part) for part in root.attrib["viewBox"].split()]
    scale = float(width.removesuffix("mm")) / box[2]
    (drawn,) = [element for element in root.iter() if element.tag.endswith("path")]
    words = re.findall(r"[MLHVZmlhvz]|-?[\d.]+(?:e-?\d+)?", drawn.attrib["d"])
    assert sum(word in "Mm" for word in words) == 1
    place, length, command, at = 0j, 0.0, "", 0
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        here = place if command.islower() else 0j
        if command in "Hh":
            there = complex(here.real if command == "h" else 0.0, place.imag) + float(words[at])
            at += 1
        elif command in "Vv":
            there = complex(place.real, here.imag if command == "v" else 0.0)
            there += 1j * float(words[at])
            at += 1
        else:
            there = here + complex(float(words[at]), float(words[at + 1]))
            at += 2
        length += 0.0 if command in "Mm" else abs(there - place)
        place, command = there, {"M": "L", "m": "l"}.get(command, command)
    return length * scale


def test_a_maze_of_one_loop_needs_no_ends() -> None:
    maze = mazeeditor.generate(rows=2, columns=2, seed=1, braid=1.0)
    maze.set_openings(None, ())
    product, paths = made(design_of(maze, job="path", continuous=True, ends="anywhere"))
    assert product.details["twice"] == 0.0
    assert bool(paths.closed[0])
