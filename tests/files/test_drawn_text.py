"""Text and tables as other people and programs write them are read as the mazes that they show."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.api import load
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.files import Expected, Project, read
from mazeeditor.files.plain_text import text_of
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import RIGHT
from mazeeditor.maze.solvers import solve
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.files.mazes import assert_same, inner_walls, random_mazes

SERPENT = "#######/#S#   #/# # # #/#   #G#/#######"  # 2 x 3 cells, one route through all
BOX = "┌───┬───────┐/│ S │       │/│   ╵   ╷   │/│       │ G │/└───┴───────┘"
TABLE = "1011111/1010001/1010101/1000101/1111101"


def read_lines(folder: Path, text: str | bytes, expected: Expected | None = None) -> Project:
    """Read a text; ``/`` ends its lines."""
    data = text.replace("/", "\n").encode() if isinstance(text, str) else text
    (folder / "a.txt").write_bytes(data)
    project = read(folder / "a.txt", expected=expected or Expected())
    project.maze.check()
    return project


def turned(wall: str = "#", free: str = " ", start: str = "S", goal: str = "G") -> str:
    """Return the serpent in other signs."""
    return SERPENT.translate({ord("#"): wall, ord(" "): free, ord("S"): start, ord("G"): goal})


def doubled(text: str) -> str:
    return "".join(sign if sign == "/" else 2 * sign for sign in text)


def fields(text: str, between: str) -> str:
    return "/".join(between.join(line) for line in text.split("/"))


def rows_of(text: str, before: str, after: str) -> str:
    return "/".join(before + line + after for line in text.split("/"))


def scaled(text: str, wall: int, passage: int) -> str:
    """Return blocks with walls and passages of other widths."""

    def widths(number: int) -> int:
        return passage if number % 2 else wall

    rows = []
    for number, line in enumerate(text.split("/")):
        wide = "".join(sign * widths(at) for at, sign in enumerate(line))
        rows += [wide] * widths(number)
    return "/".join(rows)


CELLS = ((11, 9, 3), (12, 6, 14))  # the walls at the top 1, right 2, bottom 4 and left 8


def cells_of_a_program(names: tuple[str, ...], *, in_rows: bool) -> str:
    """Return JSON of an object for each cell, which has truth values under names of sides."""
    rows = [
        [
            {
                "y": y,
                "x": x,
                "walls": {name: bool(bits >> side & 1) for side, name in enumerate(names)},
                "visited": True,
            }
            for x, bits in enumerate(row)
        ]
        for y, row in enumerate(CELLS)
    ]
    return json.dumps({"cells": rows if in_rows else [cell for row in rows for cell in row][::-1]})


SERPENTS: dict[str, str | bytes] = {
    # of the issue
    "S and G": SERPENT,
    "A and B": turned(start="A", goal="B"),
    "E for the goal": turned(goal="E"),
    "dots": turned(free="."),
    "asterisks": turned(wall="*"),
    "doubled": doubled(SERPENT),
    "size before": "5 7/" + SERPENT,
    "ones": TABLE,
    "commas": fields(TABLE, ","),
    "digits": "B93/C6E//0,0/2,1/SENES",
    "box": BOX,
    # signs
    "percent, as in lessons on search": turned(wall="%", start="P", goal="."),
    "x": turned(wall="x", free="."),
    "X": turned(wall="X", free="_"),
    "W": turned(wall="W", free="."),
    "at signs": turned(wall="@", free="."),
    "ones with 2 and 3": turned("1", "0", "2", "3"),
    "shades": turned(wall="▓", free="░"),
    "emoji": turned("⬛", "⬜", "\N{LARGE GREEN SQUARE}", "\N{LARGE RED SQUARE}"),
    "emoji with selectors": turned("⬛\ufe0f", "⬜\ufe0f"),
    "full blocks, twice": doubled(turned(wall="█")).replace("SS", "S ").replace("GG", " G"),
    "lower case": turned(start="s", goal="e"),
    "in and out": turned(start="I", goal="O"),
    "S and F": turned(start="S", goal="F"),
    "a drawn route": "#######/#S#...#/#.#.#.#/#...#G#/#######",
    "a drawn route of asterisks": "#######/#S#***#/#*#*#*#/#***#G#/#######",
    "start and goal in the border": "#S#####/# #   #/# # # #/#   # #/#####G#",
    "gaps in the border": "# #####/# #   #/# # # #/#   # #/##### #",
    "underscores for passages": turned(free="_"),
    "middle dots": turned(free="·"),
    # around the signs
    "size before, in two lines": "5/7/" + turned(wall="*"),
    "indented": rows_of(turned(wall="*"), "    ", ""),
    "trailing tabs": rows_of(turned(free="."), "", "\t\t"),
    "numbered rows": "0 #######/1 #S#...#/2 #.#.#.#/3 #...#G#/4 #######",
    "numbered rows and columns": ("  0123456/0 #######/1 #S#...#/2 #.#.#.#/3 #...#G#/4 #######"),
    "a title before": "My first maze/#######/#A#   #/# # # #/#   #B#/#######",
    "spaces between": fields(turned("1", "0", "2", "3"), " "),
    "semicolons": fields(turned("1", "0"), ";"),
    "tabs": fields(turned("1", "0"), "\t"),
    "empty fields": "#,#,#,#,#,#,#/#,S,#,,,,#/#,,#,,#,,#/#,,,,#,G,#/#,#,#,#,#,#,#",
    "a list in Python": "maze = [/" + rows_of(fields(TABLE, ", "), "    [", "],") + "/]",
    "texts in a list": "maze = [/" + rows_of(turned(wall="*"), '  "', '",') + "/]",
    "an array of C": "int maze[5][7] = {/" + rows_of(fields(TABLE, ","), "  {", "},") + "/};",
    "JSON, arrays": "[" + ",".join(f"[{','.join(row)}]" for row in TABLE.split("/")) + "]",
    "JSON, texts": "[" + ",".join(f'"{row}"' for row in turned(wall="*").split("/")) + "]",
    "JSON, an object": '{"name": "x", "maze": ['
    + ",".join(f'"{row}"' for row in turned(wall="*").split("/"))
    + "]}",
    "CRLF": turned(free=".").replace("/", "\r\n").encode(),
    "byte order mark": b"\xef\xbb\xbf" + turned(free=".").replace("/", "\n").encode(),
    "UTF-16": BOX.replace("/", "\n").encode("utf-16"),
    "UTF-16 without a mark": turned(free=".").replace("/", "\n").encode("utf-16-le"),
    "Latin-1": turned(free="·").replace("/", "\n").encode("latin-1"),
    "DOS": turned(wall="█").replace("/", "\n").encode("cp437"),
    "DOS lines": BOX.replace("╵", "│").replace("╷", "│").replace("/", "\n").encode("cp437"),
    "Markdown": "# A maze//```text/" + turned(wall="*") + "/```//Have fun!",
    "truth values": "maze = [/"
    + "/".join(
        f"  [{', '.join('True' if sign == '1' else 'False' for sign in row)}],"
        for row in TABLE.split("/")
    )
    + "/]",
    "arrays that numpy prints": "[["
    + "]/ [".join(". ".join(row) + "." for row in TABLE.split("/"))
    + "]]",
    "arrays that numpy saves": "/".join(
        " ".join(f"{int(sign):.18e}" for sign in row) for row in TABLE.split("/")
    ),
    "pictures and pairs of blanks": turned("\N{BRICK}", "  ", "S ", "G "),
    # wide walls and passages
    "wide passages": scaled(turned(wall="*"), 1, 3),
    "wide walls": scaled(turned(wall="*"), 2, 1),
    "three signs each": scaled(turned(wall="*"), 3, 3),
    "wide passages, doubled": doubled(scaled(turned(wall="*"), 1, 2)),
    # lines
    "ASCII lines": "+---+---+---+/| S |       |/+   +   +   +/|       | G |/+---+---+---+",
    "ASCII lines, narrow": "+--+--+--+/|S |     |/+  +  +  +/|     |E |/+--+--+--+",
    "posts missing": "+---+-------+/| A |       |/|       |   |/|       | B |/+-----------+",
    "ends stripped": "+---+---+---+/  S |       |/+   +   +   +/|       | E/+---+---+---+",
    "heavy": "┏━━━┳━━━━━━━┓/┃ S ┃       ┃/┃   ╹   ╻   ┃/┃       ┃ G ┃/┗━━━┻━━━━━━━┛",
    "double": "╔═══╦═══════╗/║ S ║       ║/║   ║   ║   ║/║       ║ G ║/╚═══════╩═══╝",
    "rounded": "╭───┬───────╮/│ S │       │/│   ╵   ╷   │/│       │ G │/╰───────┴───╯",
    "small boxes": "┌─┬───┐/│S│   │/│ ╵ ╷ │/│   │G│/└───┴─┘",
    "one sign too few": "+---+---+---+/| A |       |/+   +  +   +/|       | B |/+---+---+---+",
    "one sign too many": "+---+---+---+/| A |       |/+   +   +   +/|       | B |/+---+----+---+",
    "frame with bars": "+-----+/|S|   |/| | | |/|   |G|/+-----+",
    "words in cells": "+-----+-----+-----+/|start|           |/+     +     +     +/"
    "|           | end |/+-----+-----+-----+",
    "underscores": " _____ /| |   |/|___|_|",
    "half blocks": "█▀█▀▀▀█/█ ▀ █ █/▀▀▀▀▀▀▀",
    "underscores, wide": " ________ /|  |     |/|_____|__|",
    # numbers
    "numbers in a table": "11,9,3/12,6,14/",
    "JSON, sides of cells in rows": cells_of_a_program(
        ("top", "right", "bottom", "left"), in_rows=True
    ),
    "JSON, cells with places": cells_of_a_program(
        ("wallNorth", "wallEast", "wallSouth", "wallWest"), in_rows=False
    ),
    "JSON, four numbers a cell": json.dumps(
        [[[bits >> side & 1 for side in (0, 2, 1, 3)] for bits in row] for row in CELLS]
    ),
}


IN_TEXTS = {
    "a post that is missing": (
        "+---+---+/|       |/+       +/|   |   |/+---+---+",
        (2, 2, 4, 3),
        "Read as lines of - + |; 2 x 2 cells",
    ),
    "walls in no raster": (
        "########/#S     #/# #### #/#    #G#/########",
        (3, 6, 13, 12),
        "Read as blocks, each free one a cell, of # with S and G; 3 x 6 cells",
    ),
    "rooms": (
        "##########/#S....#..#/#.....#..#/#........#/####.#####/#.......G#/##########",
        (5, 8, 31, 40),
        "Read as blocks, each free one a cell, of # with S and G; 5 x 8 cells",
    ),
    "underscores that are free ground": (
        "%%%%%%%%%%/%AA_BB___%/%AA_BB___%/%__%__%__%/%_____%__%/%_____%__%/%%%%%%%%%%",
        (2, 3, 6, 6),
        "Read as blocks of % with A and B; 2 x 3 cells",
    ),
    "digits that begin with 0": (
        "00004/28001/00000/00000/00000",
        (5, 5, 25, 2),
        "Read as digits of passages at the top 1, right 2, bottom 4, left 8; 5 x 5 cells",
    ),
}


@pytest.mark.parametrize("name", IN_TEXTS)
def test_what_is_read_as_what(name: str, tmp_path: Path) -> None:
    text, expected, sentence = IN_TEXTS[name]
    project = read_lines(tmp_path, text)
    counted, lattice = facts(project.maze), project.maze.lattice
    found = lattice.rows, lattice.columns, counted.cells, counted.passages
    assert found == expected
    assert project.read_as == sentence
    if project.maze.exits:
        assert counted.components == 1
        assert solve("breadth-first", project.maze).solved


def test_an_exit_where_an_editor_has_stripped_blanks(tmp_path: Path) -> None:
    maze = read_lines(tmp_path, "#######/#S#   #/# # # #/#   #/#######").maze
    assert maze.exits == (Opening(maze.lattice.cell(1, 2), RIGHT),)
    assert maze.entrance == Opening(maze.lattice.cell(0, 0))


def test_what_the_program_writes_is_no_guess(tmp_path: Path) -> None:
    project = read_lines(tmp_path, SERPENT)
    assert project.read_as == "Read as blocks of # with S and G; 2 x 3 cells"
    assert not project.guessed
    assert read_lines(tmp_path, turned(wall="*")).guessed


def test_what_stands_below_is_left_out_and_named(tmp_path: Path) -> None:
    maze = turned(wall="*")
    for below in ("The end", maze):
        project = read_lines(tmp_path, f"{maze}//{below}")
        assert len(project.warnings) == 1
        assert "below line 5 is left out" in project.warnings[0]
    project = read_lines(
        tmp_path, "+---+---+---+/| A | k     |/+   +  +   +/|       | B |/+---+---+---+"
    )
    assert project.warnings == [
        "Line 3 had one sign too few: it was added.",
        "What else stands in cells is left out: k.",
    ]


def test_programs_say_what_signs_are(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(turned(wall="*").replace("/", "\n").encode())
    for known in ({}, {"signs": "blocks"}, {"cells": (2, 3)}):
        assert load(tmp_path / "a.txt", **known).lattice.cells == 6
    with pytest.raises(MazeError, match="no sign is a line"):
        load(tmp_path / "a.txt", signs="lines")
    with pytest.raises(UsageError, match="There are no signs 'dots'"):
        load(tmp_path / "a.txt", signs="dots")


def test_what_users_know_decides(tmp_path: Path) -> None:
    room = "*****/*   */*   */*   */*****"
    assert read_lines(tmp_path, room).maze.lattice.cells == 4
    for cells in ((2, 2), (3, 3)):
        lattice = read_lines(tmp_path, room, Expected(cells=cells)).maze.lattice
        assert (lattice.rows, lattice.columns) == cells
    with pytest.raises(MazeError, match=r"as blocks: there are [0-9]+ x [0-9]+ cells"):
        read_lines(tmp_path, room, Expected(cells=(7, 7)))
    lines = "+---+---+/|       |/+---+---+"
    assert read_lines(tmp_path, lines, Expected("lines")).maze.lattice.cells == 2
    with pytest.raises(MazeError, match=r"\(as digits: '.' is not a number from 0 to 15\)"):
        read_lines(tmp_path, lines, Expected("digits"))
    assert read_lines(tmp_path, lines, Expected("blocks")).read_as.startswith("Read as blocks")


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("#######/#S#...#/#.#.#.#/#...G#/#######", ("as blocks: row 4 has 6 signs of 7", "as ")),
        ("+---+---+/| S |   |/+ ? +   +/|     G |/+---+---+", ("as lines: line 3, column 3: '?'",)),
        (
            "9553/C53A/9CEA/C556",
            ("as digits: in any order of the sides 3 of 24 neighbours disagree",),
        ),
        ("a!b?c$/d&e%f=/g(h)i[", ("as blocks: it has 16 different signs",)),
        ("Dear reader,/this is no maze.", ("no rows of signs that could be a maze",)),
    ],
)
def test_why_a_text_cannot_be_read(text: str, reasons: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(MazeError) as caught:
        read_lines(tmp_path, text)
    assert str(caught.value).startswith("Cannot read ")
    assert all(reason in str(caught.value) for reason in reasons), str(caught.value)


@pytest.mark.parametrize("name", SERPENTS)
def test_what_others_write(name: str, tmp_path: Path) -> None:
    project = read_lines(tmp_path, SERPENTS[name])
    counted, lattice = facts(project.maze), project.maze.lattice
    assert (lattice.rows, lattice.columns) == (2, 3), project.read_as
    assert counted.cells == 6
    assert counted.passages == 5, project.read_as
    if project.maze.entrance and project.maze.exits:
        assert (counted.routes, counted.shortest) == ("one", 6), project.read_as
    assert project.read_as.endswith("2 x 3 cells")


# What is written is read again


def box_of(maze: Maze, style: str) -> str:
    """Return box drawing written by code that shares nothing with that of the program."""
    lattice, (rows, columns) = maze.lattice, (maze.lattice.rows, maze.lattice.columns)

    def closed(row: int, column: int, other: tuple[int, int]) -> bool:
        inside = 0 <= row < rows and 0 <= column < columns
        within = 0 <= other[0] < rows and 0 <= other[1] < columns
        return not maze.is_open((row, column), other) if inside and within else inside or within

    def line(row: int, column: int, down: int, right: int) -> bool:
        """Return whether a wall leads from a post to the next."""
        if down:
            row, pair = (row if down > 0 else row - 1), (column - 1, column)
            return 0 <= row < rows and closed(row, pair[0], (row, pair[1]))
        column, ends = (column if right > 0 else column - 1), (row - 1, row)
        return 0 <= column < columns and closed(ends[0], column, (ends[1], column))

    drawn = []
    for row in range(rows + 1):
        posts, cells = "", ""
        for column in range(columns + 1):
            arms = [line(row, column, *step) for step in ((-1, 0), (1, 0), (0, -1), (0, 1))]
            name = [
                word for word, arm in zip(("UP", "DOWN", "LEFT", "RIGHT"), arms, strict=True) if arm
            ]
            posts += corner(style, name)
            posts += corner(style, ["LEFT", "RIGHT"]) * 3 if arms[3] else "   "
            cells += corner(style, ["UP", "DOWN"]) if arms[1] else " "
            here = column < columns and row < rows and lattice.cell(row, column)
            mark = "S" if maze.entrance and here == maze.entrance.cell else " "
            cells += f" {'G' if any(here == one.cell for one in maze.exits) else mark} "
        drawn += [posts.rstrip(), cells.rstrip()]
    return "\n".join(drawn[:-1]) + "\n"


SIDES = ("UP", "DOWN", "LEFT", "RIGHT")


def corner(style: str, arms: list[str]) -> str:
    """Return the sign whose lines lead to these sides."""
    if not arms:
        return "·"
    words = {"UP,DOWN": "VERTICAL", "LEFT,RIGHT": "HORIZONTAL"}
    for pair, word in words.items():
        if set(pair.split(",")) <= {*arms}:
            arms = [word, *(arm for arm in arms if arm not in pair.split(","))]
    if len(arms) == 1 and style == "DOUBLE" and arms[0] in SIDES:
        return corner("HEAVY", arms)  # there are no such ends in double lines
    order = ("VERTICAL", "DOWN", "UP", "HORIZONTAL", "LEFT", "RIGHT")
    ordered = sorted(arms, key=order.index)
    return unicodedata.lookup(f"BOX DRAWINGS {style} {' AND '.join(ordered)}")


@st.composite
def marked_mazes(draw: st.DrawFn, least: int = 1) -> Maze:
    """Any walls, with start and goal in two cells."""
    rows, columns = draw(st.integers(least, 6)), draw(st.integers(2, 6))
    lattice = build("rectangular", rows=rows, columns=columns)
    maze = Maze(lattice)
    walls = inner_walls(lattice)
    chosen = draw(st.lists(st.sampled_from(walls), unique=True))
    maze.toggle(np.array(chosen, np.int64))
    cells = lattice.inside_cells().tolist()
    start, goal = draw(st.lists(st.sampled_from(cells), min_size=2, max_size=2, unique=True))
    maze.set_openings(Opening(start), (Opening(goal),))
    return maze


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("texts")


WRITTEN = (".csv", ".json", "box", "digits")


@pytest.mark.parametrize("form", WRITTEN)
@examples(20)
@given(drawn=random_mazes())
def test_what_the_program_writes_is_read_again(folder: Path, form: str, drawn: Maze) -> None:
    path = folder / (f"a{form}" if form.startswith(".") else "a.txt")
    if form.startswith("."):
        export(drawn, path, Page())
    else:
        export(drawn, path, Page(), signs=form)
    project = read(path)
    assert_same(project.maze, drawn, order=False)
    assert project.warnings == []


@examples(40)
@given(
    drawn=marked_mazes(),
    signs=st.sampled_from(["#.SE", "%_AB", "10SG", "@ IO", "X.se", "*·SF", "W.23", "█░SG"]),
    widths=st.sampled_from([(1, 1), (2, 1), (1, 2), (1, 3), (3, 3)]),
    twice=st.booleans(),
)
def test_blocks_of_any_signs(
    folder: Path, drawn: Maze, signs: str, widths: tuple[int, int], twice: bool
) -> None:
    text = text_of(drawn, form="blocks").decode().strip("\n").replace("\n", "/")
    wide = scaled(text, *widths).translate(dict(zip(map(ord, "# SG"), signs, strict=True)))
    project = read_lines(folder, doubled(wide) if twice else wide)
    assert_same(project.maze, drawn)


@pytest.mark.parametrize("style", ["LIGHT", "HEAVY", "DOUBLE"])
@examples(15)
@given(drawn=marked_mazes())
def test_box_drawing(folder: Path, style: str, drawn: Maze) -> None:
    project = read_lines(folder, box_of(drawn, style).encode())
    assert_same(project.maze, drawn)


@examples(40)
@given(drawn=marked_mazes(3), order=st.permutations(range(4)), walls=st.booleans())
def test_digits_in_any_order_of_sides(
    folder: Path, drawn: Maze, order: list[int], walls: bool
) -> None:
    """Another maze only where the digits fit several, which is said."""
    lattice, rows = drawn.lattice, []
    for row in range(lattice.rows):
        numbers = []
        for column in range(lattice.columns):
            closed = int(drawn.walls[lattice.cell(row, column)])
            bits = [(closed >> side & 1) == walls for side in order]
            numbers.append(sum(bit << at for at, bit in enumerate(bits)))
        rows.append("".join(f"{number:x}" for number in numbers))
    text = "\n".join(rows).encode()
    project = read_lines(folder, text, Expected("digits"))
    ambiguous = any("fit other mazes" in warning for warning in project.warnings)
    same = np.array_equal(project.maze.walls, drawn.walls)
    assert same or ambiguous
