"""Drawings open as mazes: our own exports, those of other programs, and hostile ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.files import Expected, Project, read
from mazeeditor.making.plan import make_by_names
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.files.other_drawings import DRAWINGS, SVG, pdf_of, walls_of

SHAPES: dict[str, dict[str, Any]] = {
    "squares": {"shape": "rectangular", "rows": 9, "columns": 14},
    "hexagons": {"shape": "hexagonal", "rows": 7, "columns": 9},
    "hexagon": {"shape": "hexagonal", "rows": 9, "columns": 12, "outline": "hexagon"},
    "triangles": {"shape": "triangular", "rows": 8, "columns": 15},
    "triangle": {"shape": "triangular", "rows": 8, "columns": 15, "outline": "triangle"},
    "rings": {"shape": "polar", "rings": 6},
    "rings with a hole": {"shape": "polar", "rings": 5, "hole": 3},
}
# of an arc of which every second dash is left out, too little is drawn to tell a wall
UNREAD = {("rings with a hole", "dashed")}
BROKEN = {"dotted", "dashed", "hand-drawn"}  # at least 99.5 % of the walls


def made(name: str) -> Maze:
    parameters = dict(SHAPES[name])
    return generate("backtracker", build(parameters.pop("shape"), **parameters), 7)


def drawn(maze: Maze, folder: Path, format_: str, style: str = "lines", **page: Any) -> Project:
    """Return what a drawing of a maze is read as."""
    path = folder / f"drawn.{format_}"
    if format_ == "dxf":
        making = {"job": "score", "outline": "none"}
        make_by_names(maze, path, making, making_folders(), None)
    else:
        export(maze, path, Page.chosen({"walls": style, **page}))
    return read(path)


def wrong_walls(project: Project, maze: Maze) -> int:
    """Return how many sides of cells differ; fails where the cells do."""
    found = project.maze
    assert found.lattice.same(maze.lattice), project.read_as
    return int(np.unpackbits((found.walls ^ maze.walls)[maze.lattice.inside]).sum())


def assert_read(project: Project, maze: Maze, style: str = "lines") -> None:
    wrong = wrong_walls(project, maze)
    assert wrong <= (0.005 * maze.lattice.cells * maze.lattice.degree if style in BROKEN else 0)
    assert wrong <= 2 * len(project.doubtful)
    assert (project.maze.entrance, project.maze.exits) == (maze.entrance, maze.exits)
    assert project.guessed


@pytest.mark.parametrize(
    ("name", "format_"), [("squares", "svg"), ("hexagons", "svg"), ("squares", "pdf")]
)
def test_a_drawing_of_ours_is_the_maze(name: str, format_: str, tmp_path: Path) -> None:
    maze = made(name)
    project = drawn(maze, tmp_path, format_)
    assert_read(project, maze)
    assert not project.doubtful


@pytest.mark.slow(14)
@pytest.mark.parametrize("style", WALL_STYLES.names())
@pytest.mark.parametrize("format_", ["svg", "pdf"])
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_in_every_style(name: str, format_: str, style: str, tmp_path: Path) -> None:
    if (name, style) in UNREAD:
        pytest.skip("known to be told by no drawing")
    maze = made(name)
    assert_read(drawn(maze, tmp_path, format_, style), maze, style)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_dxf_of_every_shape(name: str, tmp_path: Path) -> None:
    maze = made(name)
    project = drawn(maze, tmp_path, "dxf")
    assert wrong_walls(project, maze) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        {"title": "Otto and the long way", "solution": "drawn"},
        {"marks": "none"},
        {"marks": "letter"},
        {"colour": "blue", "background": "#ffffcc"},
        {"theme": "ocean", "title": "Sea"},
        {"wall": 0.3},
    ],
    ids=str,
)
def test_titles_marks_routes_and_themes_are_no_walls(page: dict[str, Any], tmp_path: Path) -> None:
    maze = made("squares")
    for format_ in ("svg", "pdf"):
        assert_read(drawn(maze, tmp_path, format_, **page), maze)


def heart(maze_rows: int = 12) -> Maze:
    """Return a maze whose outline has steps, a notch and a hole."""
    lattice = build("rectangular", rows=maze_rows, columns=12)
    rows, columns = lattice.places(lattice.inside_cells()).T
    blank = (rows + columns < 4) | ((rows > 8) & (columns > 8)) | ((rows == 5) & (columns == 6))
    inside = lattice.inside.copy()
    inside[lattice.inside_cells()[blank]] = False
    return generate("backtracker", mask_lattice(lattice, inside), 3)


def test_blank_cells_are_told_from_openings(tmp_path: Path) -> None:
    maze = heart()
    assert_read(drawn(maze, tmp_path, "svg"), maze)


OTHERS = generate("backtracker", build("rectangular", rows=9, columns=12), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_of_other_programs(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(DRAWINGS[name](walls_of(OTHERS)))
    project = read(path)
    assert wrong_walls(project, OTHERS) == 0
    assert project.maze.openings == OTHERS.openings
    painted = name == "tiles.svg"
    assert project.read_as == (
        "Read as a picture of the drawing, 9 × 12 cells"
        if painted
        else "Read as a drawing of 9 × 12 squares"
    )
    if name == "inkscape.svg":
        assert project.warnings == ["What is not a wall is left out: Frame, Solution, texts."]


def test_words_say_which_gap_is_the_start(tmp_path: Path) -> None:
    """By the order of reading the entrance would be at the left."""
    body = DRAWINGS["one-path.svg"](walls_of(OTHERS)).decode()
    words = '<text x="1" y="9">Goal</text><text x="128" y="90">Start</text></svg>'
    path = tmp_path / "a.svg"
    path.write_text(body.replace("</svg>", words))
    maze = read(path).maze
    assert (maze.entrance, maze.exits) == (OTHERS.exits[0], (OTHERS.entrance,))


@pytest.mark.parametrize("format_", ["svg", "pdf"])
def test_arrows_say_which_gap_is_the_start(format_: str, tmp_path: Path) -> None:
    """The entrance is below, after the exit in the order of reading."""
    maze = generate("wilson", build("rectangular", rows=6, columns=6), seed=3)
    cells = maze.lattice.cell(5, 4), maze.lattice.cell(0, 0)
    maze.set_openings(Opening(cells[0], 2), (Opening(cells[1], 3),))
    export(maze, tmp_path / f"a.{format_}", Page(page="fit", cell=8.0))
    read_again = read(tmp_path / f"a.{format_}").maze
    assert read_again.openings == maze.openings
    assert np.array_equal(read_again.walls, maze.walls)


def test_what_is_said_of_a_file_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(DRAWINGS["one-path.svg"](walls_of(OTHERS)))
    assert read(path, expected=Expected("drawing", (9, 12))).maze.lattice.rows == 9
    with pytest.raises(MazeError, match="cannot be read as blocks: it is a file of another kind"):
        read(path, expected=Expected("blocks"))
    with pytest.raises(MazeError, match="lie on no lattice"):
        read(path, expected=Expected("drawing", (8, 12)))


def test_a_wall_that_is_drawn_in_part_is_doubtful(tmp_path: Path) -> None:
    walls = walls_of(OTHERS)
    inner = int(np.flatnonzero((walls[:, 0] == walls[:, 2]) & (walls[:, 0] % 12 != 0))[0])
    walls[inner, 3] = walls[inner, 1] + (walls[inner, 3] - walls[inner, 1]) * 0.5
    path = tmp_path / "a.svg"
    path.write_bytes(DRAWINGS["one-path.svg"](walls))
    project = read(path)
    assert len(project.doubtful) == 1
    cell, slot = project.doubtful[0]
    posts = project.maze.lattice.geometry.posts(
        np.array([project.maze.lattice.wall(cell, slot)], np.int64)
    )
    ends = project.maze.lattice.geometry.post_positions(posts)[0]
    assert [walls[inner, 0], walls[inner, 1]] in ends.tolist()


def scribble() -> bytes:
    random = np.random.default_rng(1)
    places = random.uniform(0, 100, (60, 4)).round(2).tolist()
    lines = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in places)
    return f'{SVG}viewBox="0 0 100 100"><path stroke="red" fill="none" d="{lines}"/></svg>'.encode()


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "scribble.svg": (scribble, "its lines lie on no lattice of squares, hexagons"),
    "empty.svg": (lambda: f"{SVG}/>".encode(), "there are no lines in it."),
    "frame.svg": (
        lambda: f'{SVG}><rect width="90" height="60" fill="none" stroke="red"/></svg>'.encode(),
        "its lines lie on no lattice",
    ),
    "glass.svg": (
        lambda: (
            f'{SVG}><g stroke="red" fill="none" stroke-width="1.75"><circle cx="10" cy="10" r="6"/>'
            '<path d="M14.5 14.5l6 6M7.5 10h5"/></g></svg>'
        ).encode(),
        "its lines lie on no lattice",
    ),
    "entities.svg": (
        lambda: b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + f"{SVG}>&a;</svg>".encode(),
        "it declares entities",
    ),
    "deep.svg": (lambda: f"{SVG}>{'<g>' * 400}{'</g>' * 400}</svg>".encode(), "deep"),
    "itself.svg": (
        lambda: f'{SVG}><g id="a"><use xlink:href="#a"/></g></svg>'.encode(),
        "its groups lie more than 50 deep",
    ),
    "laughs.svg": (
        lambda: (
            f"{SVG}>"
            + '<g id="a0"><path d="M0 0L1 1" stroke="red"/></g>'
            + "".join(
                f'<g id="a{n}">' + f'<use xlink:href="#a{n - 1}"/>' * 10 + "</g>"
                for n in range(1, 20)
            )
            + "</svg>"
        ).encode(),
        "it takes more work than a drawing",
    ),
    "nan.svg": (
        lambda: f'{SVG}><path stroke="red" d="M1e999 0L1 1"/></svg>'.encode(),
        "it is damaged",
    ),
    "text.pdf": (lambda: pdf_of("BT (a) Tj ET"), "its pages hold no lines, only texts"),
    "words.pdf": (lambda: b"%PDF-1.4 nothing", "it is damaged (unable to find trailer"),
    "half.pdf": (lambda: DRAWINGS["tikz.pdf"](walls_of(OTHERS))[:300], ""),
    "half.dxf": (lambda: b"  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n 10\n", ""),
    "values.dxf": (
        lambda: b"  0\nSECTION\n" + b"9\n\n" * 3_100_000,
        "it has more than 3,000,000 values",
    ),
    "nan.dxf": (
        lambda: (
            b"  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n  8\n0\n 10\nnan\n 20\n0\n 11\n1\n 21\n1\n"
            b"  0\nENDSEC\n  0\nEOF\n"
        ),
        "",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_hostile_drawings_are_refused_in_time(name: str, tmp_path: Path) -> None:
    make, reason = REFUSED[name]
    path = tmp_path / name
    path.write_bytes(make())
    started = process_time()
    with pytest.raises(MazeError) as caught:
        read(path)
    assert process_time() - started < 15
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_blocks_that_repeat_blocks_are_bounded(tmp_path: Path) -> None:
    """Ten blocks, each of which inserts the one before thirty times."""
    import ezdxf

    document = ezdxf.new("R2010")  # type: ignore[attr-defined]
    document.blocks.new("b0").add_line((0, 0), (1, 0))
    for level in range(1, 10):
        block = document.blocks.new(f"b{level}")
        for number in range(30):
            block.add_blockref(f"b{level - 1}", (number, level))
    document.modelspace().add_blockref("b9", (0, 0))
    path = tmp_path / "a.dxf"
    document.saveas(path)
    with pytest.raises(MazeError, match="more than 250,000 lines and blocks"):
        read(path)


def test_an_opening_in_the_middle_is_told_by_its_mark(tmp_path: Path) -> None:
    maze = made("rings")
    assert maze.exits == (Opening(int(maze.lattice.row_starts[0])),)
    assert_read(drawn(maze, tmp_path, "svg"), maze)
