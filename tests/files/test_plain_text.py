"""Every maze comes back from its text, and what is wrong with a text is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.files import Project, read
from mazeeditor.files.plain_text import Forms, Posts, text_chunks, text_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import examples, in_turns, stress
from tests.files.mazes import assert_same, possible_openings, random_mazes
from tests.lattices import LATTICES
from tests.oracle import draw, maze_of, parse

VARIANTS: list[tuple[Forms, Posts]] = [
    ("lines", "o"),
    ("lines", "+"),
    ("blocks", "o"),
    ("full-blocks", "o"),
]
every_variant = pytest.mark.parametrize(("form", "posts"), VARIANTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("texts")


def read_text(folder: Path, text: str | bytes) -> Project:
    (folder / "a.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(folder / "a.txt")


def refusal(folder: Path, text: str | bytes) -> str:
    with pytest.raises(MazeError) as caught:
        read_text(folder, text)
    line = str(caught.value)
    assert line.startswith(f"Cannot read {folder / 'a.txt'}: ")
    assert line.isprintable()
    return line.removeprefix(f"Cannot read {folder / 'a.txt'}: ")


@every_variant
@examples(20)
@given(drawn=random_mazes())
def test_a_maze_comes_back_from_its_text(
    folder: Path, form: Forms, posts: Posts, drawn: Maze
) -> None:
    project = read_text(folder, text_of(drawn, form=form, posts=posts))
    assert_same(project.maze, drawn, order=False)
    assert project.warnings == []


@every_variant
def test_every_choice_of_openings_of_small_mazes(folder: Path, form: Forms, posts: Posts) -> None:
    larger = [(2, 2, 2)] if stress() else []
    for rows, columns, number in [(1, 1, 3), (1, 2, 2), (2, 1, 2), *larger]:
        lattice = build("rectangular", rows=rows, columns=columns)
        places = [None, *possible_openings(lattice)]
        for entrance, *others in product(places, repeat=number):
            exits = tuple(exit_ for exit_ in dict.fromkeys(others) if exit_)
            drawn = Maze(lattice, None, entrance, exits)
            project = read_text(folder, text_of(drawn, form=form, posts=posts))
            assert_same(project.maze, drawn, order=False)
            assert project.warnings == []


def test_the_text_is_what_an_independent_reader_reads() -> None:
    for seed in range(40):
        drawn = draw(Random(seed), 12)
        again = parse(text_of(maze_of(drawn)).decode())
        edges, expected = (set(map(frozenset, one.graph.edges)) for one in (again, drawn))
        assert edges == expected, seed
        assert (again.rows, again.columns) == (drawn.rows, drawn.columns), seed
        if drawn.start not in drawn.goals:
            assert again.start == drawn.start, seed
            assert set(again.goals) == set(drawn.goals), seed


def test_the_forms(folder: Path) -> None:
    text = "o---o---o\n  S |   |\no   o   o\n|       |\no---o---o\n"
    drawn = read_text(folder, text).maze
    assert drawn.entrance == Opening(4, 3)
    assert text_of(drawn).decode() == text
    assert text_of(drawn, posts="+").decode() == text.replace("o", "+")
    blocks = "#####\n S# #\n# # #\n#   #\n#####\n"
    assert text_of(drawn, form="blocks").decode() == blocks
    assert text_of(drawn, form="full-blocks").decode() == blocks.replace("#", "█")


def test_real_mazes_come_back_byte_for_byte(mazes: list[Path], tmp_path: Path) -> None:
    for path in mazes:
        project = read(path)
        project.maze.check()
        assert project.warnings == []
        assert text_of(project.maze) == path.read_bytes()
        for form, posts in VARIANTS:
            text = text_of(project.maze, form=form, posts=posts)
            assert_same(read_text(tmp_path, text).maze, project.maze)


EDITED: dict[str, Any] = {
    "spaces stripped": lambda text: re.sub(rb" +\n", b"\n", text),
    "spaces added": lambda text: text.replace(b"\n", b"  \n"),
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "CRLF, spaces stripped": lambda text: re.sub(rb" *\n", b"\r\n", text),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "no line end": lambda text: text.rstrip(b"\n"),
    "blank lines": lambda text: b"\n  \r\n" + text + b"\n \n",
}


@pytest.mark.parametrize(("edit", "variant"), in_turns(EDITED, VARIANTS))
@examples(15)
@given(drawn=random_mazes(3))
def test_what_editors_do_to_text(
    folder: Path, edit: str, variant: tuple[Forms, Posts], drawn: Maze
) -> None:
    form, posts = variant
    text = EDITED[edit](text_of(drawn, form=form, posts=posts))
    project = read_text(folder, text)
    assert_same(project.maze, drawn, order=False)


@pytest.mark.parametrize("width", [1, 2, 4, 5, 9])
def test_cells_of_other_widths(width: int, folder: Path) -> None:
    drawn = generate("backtracker", build("rectangular", rows=4, columns=6), 3)
    wide = [
        re.sub(r"(.)(.)(.)(.)", lambda cell: cell[1] + _widen(cell[0][1:], width), line)
        for line in text_of(drawn).decode().splitlines()
    ]
    assert len({len(line) for line in wide}) == 1
    assert_same(read_text(folder, "\n".join(wide)).maze, drawn)


def _widen(inside: str, width: int) -> str:
    return inside.strip().center(width) if inside.strip().isalpha() else inside[0] * width


def test_what_is_wrong_is_named(folder: Path) -> None:
    cases: list[tuple[str | bytes, str]] = [
        ("o---o\n|   |\n", "it ends after line 2, in the middle of the maze."),
        ("o---o\n", "there is no row of cells below the first line."),
        ("o\n", "line 1 has one post: two are needed."),
        ("oo\n||\noo\n", "line 1, column 2: 'o' stands where a wall or a gap should be."),
        ("o---o--o\n", "line 1 ends between two posts: it has 8 characters"),
        ("o---o---o--\n", "line 1 ends between two posts: it has 11 characters"),
        ("o---o\n| \t |\no---o\n", "line 2 has a tab: replace it with spaces."),
        ("\to---o\n|   |\no---o\n", "line 1 has a tab"),
        (" o---o\n |   |\n o---o\n", "line 1, column 1: ' ' stands where a post should be."),
        ("o---o\n|   |\nx---o\n", "line 3, column 1: 'x' stands where a post should be."),
        ("o---o\n|   |\n ---o\n", "line 3, column 1: ' ' stands where a post should be."),
        ("o---o\n| x |\no---o\n", "line 2, column 2: ' x ' stands where a space, S, G or X should"),
        ("o---o\n|SG |\no---o\n", "line 2, column 2: 'SG ' stands where"),
        ("o---o\nx   |\no---o\n", "line 2, column 1: 'x' stands where a wall or a gap should be."),
        ("o-- o\n|   |\no---o\n", "line 1, column 2: '-- ' stands where a wall or a gap should"),
        ("o---o---o\n|   S   |\no---o---o\n", "line 2, column 5: 'S' stands where"),
        ("o---o\n|   |\no S o\n|   |\no---o\n", "line 3, column 2: ' S ' stands where"),
        ("o---o\n| é |\no---o\n", "line 2, column 3: 'é' stands where"),
        (b"o---o\n| \xff |\no---o\n", "line 2, column 3: '�' stands where"),
        ("o---o\n| S |\no---o\n| S |\no---o\n", "line 4 has a second start (S or X)"),
        ("o---o\n| S |\no---o\n| X |\no---o\n", "line 4 has a second start (S or X)"),
        ("o---o\n|   |\no---o\nThe end\n", "line 4 has 7 characters where 5 are needed."),
        ("o---o\n\n|   |\n\no---o\n", "line 2 has 0 characters where 5 are needed."),
    ]
    for text, reason in cases:
        assert reason in refusal(folder, text)


@every_variant
def test_rows_of_unequal_length_are_named(folder: Path, form: Forms, posts: Posts) -> None:
    """A line that is cut may only pass where it shows the same as before."""
    drawn = generate("backtracker", build("rectangular", rows=3, columns=4), 3)
    drawn.set_openings(None, (Opening(drawn.lattice.last.cell),))
    lines = text_of(drawn, form=form, posts=posts).decode().splitlines()
    for at, line in enumerate(lines):
        variants = {line[:cut] for cut in range(1, len(line))} | {line + line[-1]}
        for changed in variants - {line}:
            text = "\n".join([*lines[:at], changed, *lines[at + 1 :]])
            needed = f"line {at + 1} has {len(changed)} characters where {len(line)} are needed"
            if at == 0:  # the line that determines the length of the others
                refusal(folder, text)
            elif changed.endswith("G") and len(changed) < len(line):
                assert read_text(folder, text).maze.exits[0].slot == 1  # as if spaces were stripped
            else:
                assert needed in refusal(folder, text)


def test_a_post_may_be_missing_where_no_wall_meets_it(folder: Path) -> None:
    text = "#####\n#   #\n#   #\n#   #\n#####\n"
    assert text_of(read_text(folder, text).maze, form="blocks").decode()[14] == "#"
    for walls, reason in [
        ((1, 2), "line 3, column 3: ' ' stands where a post should be"),
        ((2, 1), "line 3, column 3: ' ' stands where a post should be"),
        ((2, 3), "line 3, column 3: ' ' stands where a post should be"),
        ((3, 2), "line 4, column 3: '#' stands where a space (the post above is missing)"),
    ]:
        lines = [list(line) for line in text.splitlines()]
        lines[walls[0]][walls[1]] = "#"
        assert reason in refusal(folder, "\n".join("".join(line) for line in lines))


def test_too_many_rows_and_columns(folder: Path) -> None:
    wide = "o" + "---o" * 10_001
    assert "more than 10,000 columns" in refusal(folder, f"{wide}\n")
    assert "more than 10,000 rows" in refusal(folder, "o-o\n" + "| |\no-o\n" * 10_001)
    assert read_text(folder, "o-o\n" + "| |\no-o\n" * 10_000).maze.lattice.rows == 10_000
    cells = "|" + "G|" * 400
    many = "\n".join(["o-" * 400 + "o", *[cells, "o-" * 400 + "o"] * 251])
    assert "more than 100,000 letters" in refusal(folder, many)


def test_only_rectangles_become_text() -> None:
    hexagons = Maze(LATTICES["hexagons"](Random(1)))
    with pytest.raises(
        UsageError, match="whole rectangles only, and this maze is test: write it to a project"
    ):
        text_of(hexagons)


def test_a_job_shows_how_far_it_is_and_can_be_cancelled(folder: Path) -> None:
    drawn = Maze(build("rectangular", rows=50, columns=3))
    chunks: Iterator[bytes]
    job = Job()
    seen = [job.progress for _chunk in text_chunks(drawn, job=job)]
    assert seen == sorted(seen)
    assert seen[-1] > 0.9
    chunks = text_chunks(drawn, job=job)
    next(chunks)
    job.cancel()
    with pytest.raises(CancelledError):
        list(chunks)
    with pytest.raises(CancelledError):
        read(folder / "a.txt", job)


def test_ten_thousand_columns_come_back(folder: Path) -> None:
    """Longer than the first bytes by which a format is known would be in full blocks."""
    drawn = Maze(build("rectangular", rows=2, columns=10_000))
    drawn.toggle(np.array([drawn.lattice.wall(drawn.lattice.cell(0, 9_999), 2)]))
    for form, posts in VARIANTS:
        assert_same(read_text(folder, text_of(drawn, form=form, posts=posts)).maze, drawn)
