"""Text: what is wrong is named, what editors do is not; letters and gaps are openings."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from mazeeditor.core.errors import MazeError
from mazeeditor.files import IMPORTERS, Project, read, text_reader
from mazeeditor.files.plain_text import Forms, Posts, text_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import examples, in_turns, stress
from tests.files.mazes import assert_same, random_mazes
from tests.files.test_plain_text import VARIANTS, every_variant, read_text


def refusal(folder: Path, text: str | bytes) -> str:
    """Return why the format that a text has refuses it, though another may take it."""
    data = text if isinstance(text, bytes) else text.encode()
    form = next((form for form in IMPORTERS if form.sniff(data)), IMPORTERS["text"])
    form = IMPORTERS["text"] if form.name == "signs" else form
    (folder / "a.txt").write_bytes(data)
    with pytest.raises(MazeError) as caught:
        read(folder / "a.txt", None, form)
    line = str(caught.value)
    assert line.startswith(f"Cannot read {folder / 'a.txt'}: ")
    assert line.isprintable()
    return line.removeprefix(f"Cannot read {folder / 'a.txt'}: ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("texts")


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


def test_too_many_rows_and_columns(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_reader, "MAX_ROWS", 300)
    assert "more than 300 columns" in refusal(folder, "o" + "---o" * 301 + "\n")
    assert "more than 300 rows" in refusal(folder, "o-o\n" + "| |\no-o\n" * 301)
    assert read_text(folder, "o-o\n" + "| |\no-o\n" * 300).maze.lattice.rows == 300


@pytest.mark.slow
def test_too_many_letters(folder: Path) -> None:
    cells = "|" + "G|" * 400
    many = "\n".join(["o-" * 400 + "o", *[cells, "o-" * 400 + "o"] * 251])
    assert "more than 100,000 letters" in refusal(folder, many)


SIZE = 50_000_000 if stress() else 5_000_000
TEXTS = {
    "one line of posts": (b"o---" * (SIZE // 4) + b"o\n", "line 1 has more than 400,002 bytes"),
    "one line of blocks": (b"#" * SIZE, "line 1 has more than 400,002 bytes"),
    "posts far apart": (b"o" + b"-" * 50 + b"o\n", "its second post after 51 characters, not 40"),
    "a long line later": (b"o---o\n|   " + b" " * SIZE + b"|\n", "line 2 has more than"),
    "blank lines": (
        b"\n" * 60_000 + b"o---o\n" + b"\n" * SIZE,
        "there is no row of cells below the first",
    ),
    "nothing but blanks": (b"o---o\n|" + b" \n" * (SIZE // 2), "line 2 has 2 characters"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    data, reason = TEXTS[name]
    (tmp_path / "large.txt").write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(MazeError, match=reason):
            read(tmp_path / "large.txt")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3 * len(data) + 5_000_000  # the bytes, and the buffer while they are read


def test_blank_lines_before_a_maze_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\n  \r\n\n  o---o\n| x |\no---o\n")
    with pytest.raises(MazeError, match="line 4, column 1: ' ' stands where a post"):
        read(tmp_path / "a.txt", None, IMPORTERS["text"])


def read_blocks(folder: Path, blocks: str) -> Project:
    """Read one word a line, ``_`` for a space."""
    (folder / "a.txt").write_text("\n".join(blocks.replace("_", " ").split("/")))
    project = read(folder / "a.txt")
    project.maze.check()
    return project


def name(lattice: Lattice, opening: Opening | None) -> str:
    if opening is None:
        return "none"
    row, column = lattice.place(opening.cell)
    return f"{row},{column}" + ("" if opening.slot is None else " " + lattice.sides[opening.slot])


@pytest.mark.parametrize(
    ("blocks", "entrance", "exits", "warnings"),
    [
        # letters in cells without gaps, and no letters at all
        ("#####/#S_G#/#####", "0,0", ["0,1"], 0),
        ("#####/#G_G#/#####", "none", ["0,0", "0,1"], 0),
        ("#####/#X__#/#####", "0,0", ["0,0"], 0),
        ("#####/#___#/#####", "none", [], 0),
        # letters in cells with gaps
        ("#####/_S_G_/#####", "0,0 left", ["0,1 right"], 0),
        ("#####/_S_G#/#####", "0,0 left", ["0,1"], 0),
        ("#####/_X__#/#####", "0,0 left", ["0,0 left"], 0),
        ("#_###/_G__#/#####", "none", ["0,0 top", "0,0 left"], 0),
        ("#####/#S_G_/###_#", "0,0", ["0,1 right", "0,1 bottom"], 0),
        # letters in gaps
        ("#####/S___G/#####", "0,0 left", ["0,1 right"], 0),
        ("#####/S__GG/#####", "0,0 left", ["0,1", "0,1 right"], 0),
        ("#####/SG__#/#####", "0,0 left", ["0,0"], 0),
        ("#####/X___#/#####", "0,0 left", ["0,0 left"], 0),
        # gaps without letters
        ("#####/____#/#####", "0,0 left", [], 0),
        ("#####/_____/#####", "0,0 left", ["0,1 right"], 0),
        ("#_###/_____/#####", "0,0 top", ["0,0 left", "0,1 right"], 0),
        ("#####/#__G#/#_###", "0,0 bottom", ["0,1"], 0),
        ("#####/#S__#/#_#_#", "0,0 bottom", ["0,1 bottom"], 0),
        ("#_###/_S__#/#####", "0,0 top", ["0,0 left"], 0),
        # gaps that are neither: there are S and G already
        ("#####/#S_G#/#_###", "0,0 bottom", ["0,1"], 0),
        ("#_###/_S_G#/#####", "0,0 top", ["0,1"], 1),
        ("#####/___G#/#_###", "0,0 left", ["0,1"], 1),
        ("#_#_#/#S_G#/#_#_#", "0,0 top", ["0,1 top", "0,1 bottom"], 1),
        ("#######/_S_G___/#####_#", "0,0 left", ["0,1"], 1),
    ],
)
def test_letters_and_gaps(
    blocks: str, entrance: str, exits: list[str], warnings: int, tmp_path: Path
) -> None:
    project = read_blocks(tmp_path, blocks)
    lattice = project.maze.lattice
    assert name(lattice, project.maze.entrance) == entrance
    assert [name(lattice, each) for each in project.maze.exits] == exits
    assert len(project.warnings) == warnings


def test_a_warning_names_what_was_closed(tmp_path: Path) -> None:
    assert read_blocks(tmp_path, "#####/_S_G#/#_###").warnings == [
        "The outer wall had a gap without S or G at the bottom of cell 0,0: it was closed."
    ]
    assert read_blocks(tmp_path, "#######/#S_G___/#####_#").warnings == [
        "The outer wall had 2 gaps without S or G, the first at the right of cell 0,2: "
        "they were closed."
    ]
