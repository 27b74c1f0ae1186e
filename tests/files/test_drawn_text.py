"""Text and tables as other people and programs write them are read as the mazes that they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Expected, Project, read
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.shapes.rectangular import RIGHT
from mazeeditor.maze.solvers import solve

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
    "underscores, wide": " ________ /|  |     |/|_____|__|",
    # numbers
    "numbers in a table": "11,9,3/12,6,14/",
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
    with pytest.raises(MazeError, match=r"\(as digits: '.' is no number from 0 to 15\)"):
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
