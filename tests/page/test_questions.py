"""Questions at forks, read back from the files: who takes the right answers gets to the exit."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import shapely

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below, seeded
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import flatten
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.questions import Draw
from mazeeditor.page.questions.asking import (
    label_of,
    load_questions,
    question_names,
    read_questions,
    sources_of,
)
from mazeeditor.page.scene import Polygons, Text
from tests.breadth import in_turns, repeats, stress
from tests.page.test_tokens import graph_of, in_svg, ink
from tests.page.test_words_beside import layer

SIZES: dict[str, dict[str, int]] = {
    "rectangular": {"rows": 10, "columns": 8},
    "hexagonal": {"rows": 8, "columns": 7},
    "triangular": {"rows": 6, "columns": 11},
    "polar": {"rings": 5},
}
WORDS = (
    "dog,Hund\ncat,Katze\nbird,Vogel\nhouse,Haus\nhouse,Gebäude\ntree,Baum\nmoon,Mond\nsea,See\n"
)
Place = tuple[int, int]  # a cell twice, or the two cells of a passage


def of_shape(shape: str, seed: int, generator: str = "kruskal") -> Maze:
    return generate(generator, build(shape, **SIZES[shape]), seed)


def draws(seed: int) -> Draw:
    random = seeded(seed)
    return Draw(lambda limit: int(below(random, limit)))


def worth(text: str) -> Fraction | str:
    """Return the value of a question or an answer, by an evaluator of our own."""
    words = text.replace("−", "-").split()
    try:
        numbers = [Fraction(word) for word in words[::2]]
    except ValueError:
        return text
    if len(words) == 1:
        return numbers[0]
    one, other = numbers
    match words[1]:
        case "+":
            return one + other
        case "-":
            return one - other
        case "×":
            return one * other
        case "÷":
            return one / other
    raise AssertionError(text)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", question_names())
def test_answers_are_right_and_errors_are_wrong(name: str) -> None:
    (source,) = sources_of(name)
    level = int(name.partition("-")[2] or 0)
    draw, texts = draws(7), set()
    for _number in range(3000 if stress() else 150):
        question = source(draw)
        right = worth(question.answer)
        assert worth(question.text) == right, question
        texts.add(question.text)
        wrong = list(question.wrong(draw, ()))
        values = [worth(text) for text in wrong]
        assert right not in values
        assert len({*values}) == len(values) >= 6, "enough for any fork"
        assert len(question.likely) >= 2, "plausible"
        if level:
            numbers = [int(word) for word in question.text.split()[::2]]
            assert all(0 < number <= level for number in numbers)
            assert 0 <= int(question.answer) <= level
            assert all(0 <= int(text) <= level for text in (*question.likely, *question.others))
            assert values[0] <= level  # type: ignore[operator]
        else:
            assert all(worth(text) > 0 for text in (question.answer, *wrong))  # type: ignore[operator]
    assert len(texts) >= min(60, level or 60)


def test_the_same_maze_is_asked_the_same_for_ever() -> None:
    """The numbers are those of our own generator, whatever Python or numpy do."""
    layout = plan_page(of_shape("rectangular", 5), Page(along="questions", questions="plus-20"))
    assert layout.tokens
    assert layout.tokens.tokens.solved[:3] == GOLDEN


GOLDEN = ("1. 4 + 9 = 13", "2. 15 + 3 = 18", "3. 12 + 3 = 15")


# Read back


def places_of(maze: Maze, page: Page, found: list[tuple[float, float, str]]) -> dict[Place, str]:
    """Return what stands in each cell or passage, of what was read from a file in mm."""
    layout, geometry = plan_page(maze, page), maze.lattice.geometry
    graph = graph_of(maze)
    spots = [(cell, cell) for cell in graph] + [tuple(sorted(edge)) for edge in graph.edges]
    ends = np.array(spots, np.int64)
    middles = (geometry.centres(ends[:, 0]) + geometry.centres(ends[:, 1])) / 2
    result: dict[Place, str] = {}
    for x, y, text in found:
        at = np.array([x - layout.x, y - layout.y]) / layout.scale.cell
        away = np.hypot(*(middles - at).T)
        assert away.min() < 0.3, f"{text} is outside"
        one, other = spots[int(away.argmin())]
        assert (one, other) not in result
        result[one, other] = text
    return result


def follow(
    maze: Maze,
    places: dict[Place, str],
    asked: dict[str, str],
    key: dict[str, set[str]] | None = None,
) -> int:
    """Take the right answers to the exit, and see that no other way leads there.

    ``asked`` has the questions of numbers, ``key`` the answers to words. Return the forks.
    """
    key = key or {}
    graph = graph_of(maze)
    assert maze.entrance
    assert maze.exit
    before, cell, forks, used = -1, maze.entrance.cell, 0, set()
    while cell != maze.exit.cell:
        ways = [other for other in graph[cell] if other != before]
        assert ways, "a dead end"
        if len(ways) == 1:
            before, cell = cell, ways[0]
            continue
        forks += 1
        question = places[cell, cell]
        question = asked.get(question, question)
        right = {worth(text) for text in key.get(question, {question})}
        labels: dict[int, str] = {}
        for way in ways:
            passage = (min(cell, way), max(cell, way))
            place = passage if passage in places else (way, way)
            labels[way] = places[place]
            assert place not in used, "it belongs to another fork"
            used.add(place)
        values = [worth(text) for text in labels.values()]
        assert len({*values}) == len(values), "no two corridors have the same answer"
        (ahead,) = [way for way in ways if worth(labels[way]) in right]
        rest = graph.copy()
        rest.remove_node(cell)
        assert all(nx.has_path(rest, way, maze.exit.cell) == (way == ahead) for way in ways)
        before, cell = cell, ahead
    assert len(used) + forks == len(places), "there is nothing else"
    return forks


def questions_below(texts: list[str]) -> dict[str, str]:
    """Return the questions of a list by their numbers."""
    found = (re.fullmatch(r"(\d+)\. (.*?)(?: =|:) _+", text) for text in texts)
    return {match[1]: match[2] for match in found if match}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "shape"),
    in_turns(["plus-20", "times-100, divided-100", "fractions"], SHAPES.names()),
)
def test_right_answers_lead_to_the_exit_in_svg(name: str, shape: str) -> None:
    """In the cells where there is room, on A2, and by numbers, on A3."""
    for seed in repeats(2, 40):
        for paper in ("420x594mm", "A3"):
            maze = of_shape(shape, seed, "backtracker" if seed % 2 else "kruskal")
            page = Page(along="questions", questions=name, page=paper, margin=10)
            (scene,) = compose(maze, page)
            (data,) = encode_scenes([scene], Path("a.svg")).values()
            below_maze = [item.text for item in layer(scene, "note") if isinstance(item, Text)]
            places = places_of(maze, page, in_svg(data))
            assert follow(maze, places, questions_below(below_maze)) > 0


@pytest.mark.slow
def test_words_of_a_list(tmp_path: Path) -> None:
    """Of two right answers of a word neither is a wrong one; others come from other rows."""
    (tmp_path / "words.csv").write_text("question,answer\n" + WORDS, "utf-8")
    kept = load_questions(tmp_path / "words.csv")
    assert label_of(kept) == "words.csv"
    assert read_questions(kept) == kept
    key: dict[str, set[str]] = {}
    for line in WORDS.split():
        word, right = line.split(",")
        key.setdefault(word, set()).add(right)
    for seed in repeats(6, 200):
        maze = of_shape("rectangular", seed)
        page = Page.chosen({"questions": tmp_path / "words.csv", "page": "A3"})
        assert (page.along, page.questions) == ("questions", kept)
        (scene,) = compose(maze, page)
        (data,) = encode_scenes([scene], Path("a.svg")).values()
        below_maze = [item.text for item in layer(scene, "note") if isinstance(item, Text)]
        asked = questions_below(below_maze)
        places = places_of(maze, page, in_svg(data))
        assert follow(maze, places, asked, key) > 0


def test_wrong_answers_of_a_list_come_first(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("6 x 7;42;36;48\nhalf;1/2;0.25;2/8;1/3\nten;10;1\n", "utf-8")
    (source,) = sources_of(load_questions(tmp_path / "a.csv"))
    seen = set()
    for seed in range(12):
        question = source(draws(seed))
        seen.add(question.text)
        wrong = list(question.wrong(draws(seed), ()))
        if question.text == "6 x 7":
            assert {*wrong[:2]} == {"36", "48"}
        if question.text == "half":
            assert {*wrong[:2]} <= {"0.25", "2/8", "1/3"}
            assert len({"0.25", "2/8"} & {*wrong}) == 1, "equal values are the same answer"
    assert seen == {"6 x 7", "half", "ten"}


BAD_LISTS = {
    "": "needs two questions with different answers",
    "question,answer\n": "needs two questions with different answers",
    "dog,Hund\n": "needs two questions with different answers",
    "dog,Hund\ncat\n": r"Line 2 of .*a\.csv needs a question and its answer",
    "dog,Hund\ncat,Katze,Hund,katze\n": r"Line 2 of .*a\.csv has its answer among the wrong",
    "half,1/2,0.5\nten,10\n": r"Line 1 of .*a\.csv has its answer among the wrong",
    f"dog,Hund\ncat,{'K' * 25}\n": r"Line 2 of .*a\.csv has a text of more than 24 characters",
    "a\0b,c\n": "is not a list of questions",
}


def test_bad_lists_are_refused_in_one_sentence(tmp_path: Path) -> None:
    for text, reason in BAD_LISTS.items():
        (tmp_path / "a.csv").write_text(text, "utf-8")
        with pytest.raises(UsageError, match=reason):
            Page.chosen({"questions": tmp_path / "a.csv"})


def test_what_cannot_be_asked_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no questions 'plus-30'\. Choose one of plus-20, "):
        Page.chosen({"questions": "plus-30"})
    with pytest.raises(MazeError, match=r"Cannot read .*missing\.csv"):
        Page.chosen({"questions": tmp_path / "missing.csv"})
    with pytest.raises(UsageError, match="list of questions is damaged"):
        Page(questions="data:text/csv;name=a.csv;base64,!")
    maze, page = of_shape("rectangular", 2), Page(along="questions")
    with pytest.raises(UsageError, match="Choose what is asked at the forks"):
        compose(maze, Page(along="questions", questions=""))
    with pytest.raises(UsageError, match=r"passes \d+ forks, and 2 questions are to be asked"):
        compose(maze, Page(along="questions", along_count=2))
    large = generate("kruskal", build("rectangular", rows=90, columns=90), 1)
    with pytest.raises(UsageError, match=r"forks, and 60 questions .*transform: fewer-forks"):
        compose(large, page)
    alone = generate("backtracker", build("rectangular", rows=1, columns=9), 1)
    with pytest.raises(UsageError, match="The route passes no fork"):
        compose(alone, page)
    braided = generate("kruskal", build("rectangular", rows=8, columns=8), 1, braid=1.0)
    with pytest.raises(UsageError, match="need exactly one route: this maze has several"):
        compose(braided, page)
    small = generate("kruskal", build("rectangular", rows=12, columns=12), 1)
    with pytest.raises(UsageError, match=r"too small to be read: cells of"):
        compose(small, Page(along="questions", cell=4))
    (tmp_path / "two.csv").write_text("a,b\nc,d\n")
    maze = generate("kruskal", build("rectangular", rows=12, columns=12), 1)
    with pytest.raises(UsageError, match="not enough answers for a fork with 3 ways on"):
        compose(maze, Page.chosen({"questions": tmp_path / "two.csv"}))


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_labels_touch_neither_walls_nor_each_other(shape: str) -> None:
    """Also where forks are next to each other, so that answers stand in passages."""
    in_passages = 0
    for seed in repeats(2, 60):
        maze = generate(
            ("prim", "kruskal", "backtracker")[seed % 3], build(shape, **SIZES[shape]), seed
        )
        for name, walls in (("plus-1000", "lines"), ("fractions", "bands"), ("plus-20", "rounded")):
            page = Page(along="questions", questions=name, page="A3", walls=walls, marks="none")
            scenes = compose(maze, page, solve("breadth-first", maze))
            plan = plan_page(maze, page).tokens
            assert plan
            in_passages += sum(token.toward is not None for token in plan.tokens.tokens)
            for scene in scenes:
                wall = shapely.union_all([ink_of(item) for item in layer(scene, "walls")])
                labels = whole_labels(layer(scene, "tokens"))
                assert len(labels) == len(plan.tokens.tokens)
                tree = shapely.STRtree(labels)
                assert not len(tree.query(wall, "intersects"))
                one, other = tree.query(labels, "intersects")
                assert (one == other).all()
                for item in layer(scene, "tokens"):
                    assert not isinstance(item, Text) or item.size >= 7 * 25.4 / 72 - 1e-9
    assert in_passages > 5


def ink_of(item: Any) -> shapely.Geometry:
    """Return what is drawn; areas are filled where an odd number of rings are around a place."""
    if not isinstance(item, Polygons):
        return ink(item)
    flat = flatten(item, 1e-3)
    ends = pairwise(flat.starts.tolist())
    rings = [shapely.make_valid(shapely.Polygon(flat.points[one:other])) for one, other in ends]
    result: shapely.Geometry = shapely.Polygon()
    for ring in rings:
        result = shapely.symmetric_difference(result, ring)
    return result


def whole_labels(items: list[Any]) -> list[shapely.Geometry]:
    """Return the hull of each label: a frame and the text in it, or a text alone."""
    labels: list[shapely.Geometry] = []
    frame: shapely.Geometry | None = None
    for item in items:
        if not isinstance(item, Text):
            frame = shapely.convex_hull(ink(item))
            continue
        text = shapely.convex_hull(ink(item))
        if frame is not None:
            assert shapely.contains(frame, text), "the text is in its frame"
        labels.append(text if frame is None else frame)
        frame = None
    return labels
