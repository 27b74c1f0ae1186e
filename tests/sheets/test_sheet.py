"""Sheets: each maze and each answer on its page, read back from what another program draws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.print_warnings import look_again
from mazeeditor.page.scene import Text
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.pages.puzzles import Puzzle
from mazeeditor.sheets.sheet import USUAL_STYLE, Sheet, TextStyle, read_grid, read_style, style_of
from mazeeditor.sheets.sheet_files import Printing, SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run
from tests.core.typefaces.small_fonts import small_font
from tests.sheets.sampled import boxes, coloured, drawn, passages, passages_of

ROWS, COLUMNS, SEED = 6, 5, 40
PLAIN = Page(marks="none", solution_colour="#a0a0ff")
RECIPE = Recipe("backtracker", seed=SEED, sizes={"rows": ROWS, "columns": COLUMNS})


def maze_of(number: int) -> Maze:
    return mazeeditor.generate("backtracker", rows=ROWS, columns=COLUMNS, seed=SEED + number)


def printed(folder: Path, name: str = "sheet.pdf", **options: Any) -> list[Path]:
    order = SheetOrder(Sheet(numbers="none", **options), PLAIN, RECIPE)
    path = folder / name
    return Printing.of(order, path, PageFormat.of(path), Job()).write(Job()).files


def check_puzzles(page: Any, numbers: Sequence[int]) -> None:
    assert len(boxes(page)) == len(numbers)
    for box, number in zip(boxes(page), numbers, strict=True):
        assert passages(page, box, ROWS, COLUMNS) == passages_of(maze_of(number)), number
        assert not coloured(page, box, ROWS, COLUMNS)


def check_answers(page: Any, numbers: Sequence[int]) -> None:
    assert len(boxes(page)) == len(numbers)
    for box, number in zip(boxes(page), numbers, strict=True):
        maze = maze_of(number)
        assert passages(page, box, ROWS, COLUMNS) == passages_of(maze), number
        assert coloured(page, box, ROWS, COLUMNS) == {*mazeeditor.solve(maze).path}, number


@pytest.mark.slow
def test_each_maze_and_each_answer_at_the_end(tmp_path: Path) -> None:
    (file,) = printed(tmp_path, count=7, per_page="4", answers="end", answers_per_page="6")
    pages = drawn(file, tmp_path)
    assert len(pages) == 4
    check_puzzles(pages[0], [0, 1, 2, 3])
    check_puzzles(pages[1], [4, 5, 6])
    check_answers(pages[2], [0, 1, 2, 3])
    check_answers(pages[3], [4, 5, 6])


@pytest.mark.slow
@pytest.mark.parametrize(("answers", "behind"), [("back", [1, 0, 3, 2]), ("next", [0, 1, 2, 3])])
def test_answers_behind_each_page(answers: str, behind: list[int], tmp_path: Path) -> None:
    """On the back the columns are mirrored, so that each answer lies behind its puzzle."""
    texts: dict[str, Any] = {"title": "Four", "instructions": "Find the way.", "stars": 2}
    (file,) = printed(tmp_path, count=4, per_page="2x2", answers=answers, **texts)
    puzzles, behind_them = drawn(file, tmp_path)
    check_puzzles(puzzles, [0, 1, 2, 3])
    check_answers(behind_them, behind)
    width = puzzles.shape[1]
    for (left, top, right, bottom), box in zip(
        boxes(puzzles), [boxes(behind_them)[at] for at in behind], strict=True
    ):
        if answers == "back":
            box = (width - box[2], box[1], width - box[0], box[3])
        assert np.abs(np.subtract(box, (left, top, right, bottom))).max() <= 2


STYLES = next(each.choices for each in options_of(Sheet) if each.name == "answer_style")
BROKEN = {"dashes", "dots"}  # which are not seen in each cell


@pytest.mark.parametrize("style", STYLES)
def test_the_route_in_each_style(style: str, tmp_path: Path) -> None:
    (file,) = printed(tmp_path, answers="file", answer_style=style)[1:]
    (page,) = drawn(file, tmp_path)
    (box,) = boxes(np.where(page < 250, 0, 255).astype(np.uint8))
    cells, path = coloured(page, box, ROWS, COLUMNS), mazeeditor.solve(maze_of(0)).path
    assert cells <= {*path}
    assert len(cells) >= len(path) * (0.3 if style in BROKEN else 1)


def texts_of(sheet: Sheet, page: int = 0, **more: Any) -> list[str]:
    order = SheetOrder(sheet, PLAIN, RECIPE, **more)
    scene = plan_sheet(sheet, PLAIN, order.puzzles()).pages[page].composed(Job())
    return [item.text for item in scene.items if hasattr(item, "text")]


def test_texts_name_the_maze_the_page_and_the_person() -> None:
    sheet = Sheet(
        title="{name}: maze {number} of {count}",
        footer="seed {seed}, {rows} × {columns}",
        page_numbers=True,
    )
    rows = [{"name": "Anna"}, {"name": "Zoë {x}"}]
    assert texts_of(sheet, 1, rows=rows) == ["Zoë {x}: maze 1 of 1", "seed 41, 6 × 5", "2"]


def test_a_text_has_a_typeface_of_its_own(own_fonts: Path) -> None:
    small_font(own_fonts / "odd.ttf", "Odd Sans", "Fot")
    look_again()
    style = 'bottom left 9pt "odd  sans"'
    sheet = Sheet(title="Maze", footer="Foot", footer_style=style, page_numbers=True)
    assert sheet.footer_style == 'bottom left 9pt "odd sans"'
    scene = plan_sheet(sheet, PLAIN, [Puzzle(1, RECIPE)]).pages[0].composed(Job())
    texts = {item.text: item for item in scene.items if isinstance(item, Text)}
    names = [texts[text].lettering.typeface for text in ("Maze", "Foot", "1")]
    assert names == ["", "odd sans", ""]
    assert texts["Foot"].size == pytest.approx(9 * 25.4 / 72)


def test_styles() -> None:
    for text, style in [
        ("Top  LEFT 25.4mm", TextStyle("top", "start", 25.4)),
        ("“Noto Serif” right", TextStyle("top", "end", None, "Noto Serif")),
        ('"A"', TextStyle("top", "middle", None, "A")),
        ('""', USUAL_STYLE),
    ]:
        assert style_of(text, USUAL_STYLE) == style_of(read_style(text), USUAL_STYLE) == style
        assert style_of(str(style), USUAL_STYLE) == style, text


def test_each_row_of_a_list_has_mazes_of_its_own() -> None:
    sheet = Sheet(count=3, per_page="2")
    puzzles = SheetOrder(sheet, PLAIN, RECIPE, rows=[{"name": "A"}, {"name": "A"}]).puzzles()
    seeds = [puzzle.seed for puzzle in puzzles]
    assert seeds == [SEED + number for number in range(6)]
    pages = plan_sheet(sheet, PLAIN, puzzles).pages
    assert [len(page.puzzles) for page in pages] == [2, 1, 2, 1]


def captions(sheet: Sheet, rows: list[dict[str, str]]) -> list[str]:
    """Return the texts of the first page with answers at the end, but for its title."""
    order = SheetOrder(sheet, PLAIN, RECIPE, rows=rows)
    (plan, *_more) = [
        page for page in plan_sheet(sheet, PLAIN, order.puzzles()).pages if page.kind == "answers"
    ]
    return [item.text for item in plan.composed(Job()).items if isinstance(item, Text)][1:]


def test_small_answers_name_whom_they_are_for() -> None:
    rows = [{"class": "3b", "name": "Anna"}, {"class": "3b", "name": "B" * 900}]
    two = captions(Sheet(count=2, answers="end"), rows)
    assert two[:2] == ["Anna · 1", "Anna · 2"]
    assert two[2].startswith("BBB")
    assert two[2].endswith("…")
    assert captions(Sheet(answers="end", numbers="none"), rows[:1]) == ["Anna"]
    assert captions(Sheet(answers="end"), [{"pupil": "Zoë", "class": ""}]) == ["Zoë"]
    assert captions(Sheet(count=2, answers="end"), []) == ["1", "2"]


@pytest.mark.parametrize(
    ("where", "workers"),
    [
        ("title", 1),
        ("footer", 1),
        ("instructions", 1),
        pytest.param("title", 2, marks=pytest.mark.slow),
    ],
)
def test_a_text_that_was_cut_is_named(
    where: str, workers: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING", "mazeeditor")
    texts: dict[str, Any] = {where: "{name}"}
    sizes: dict[str, Any] = {"rows": 5, "columns": 5, "seed": 1}
    names = [{"name": "Anna"}, {"name": "Long " * 300}, {"name": "Longer " * 300}]
    mazeeditor.sheet(tmp_path / "a.pdf", names=names[:1], **sizes, **texts)
    assert not caplog.messages
    mazeeditor.sheet(tmp_path / "a.pdf", names=names[:2], **sizes, **texts)
    assert re.fullmatch("'Long Long.*… is too long for its place and was cut.", caplog.messages[0])
    mazeeditor.sheet(tmp_path / "a.pdf", names=names, workers=workers, **sizes, **texts)
    assert caplog.messages[1].startswith("2 texts are too long for their places and were cut")
    assert len(caplog.messages) == 2


def test_a_puzzle_and_its_answer_carry_the_same_id() -> None:
    sheet = Sheet(count=2, per_page="2", answers="end", numbers="id", lines_below="none")
    puzzles, answers = texts_of(sheet), texts_of(sheet, 1)
    assert puzzles[0].startswith("1 ")
    assert puzzles[0].endswith(f"seed {SEED}")
    assert answers == ["Answers", *puzzles]


def test_one_file_for_each_row(tmp_path: Path) -> None:
    rows = [{"name": "Anna"}, {"name": "a/b: <c>"}, {"name": "con"}]
    order = SheetOrder(Sheet(title="{name}"), PLAIN, RECIPE, rows=rows)
    path = tmp_path / "{name}.pdf"
    files = Printing.of(order, path, PageFormat.of(path), Job()).write(Job()).files
    assert [file.name for file in files] == ["Anna.pdf", "a b c.pdf", "con-.pdf"]
    assert all(file.read_bytes().startswith(b"%PDF") for file in files)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_files_of_many_rows_have_the_same_bytes_and_one_warning(
    workers: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whichever worker makes them; fewer files are made page by page instead."""
    caplog.set_level("WARNING", "mazeeditor")
    rows = [{"name": name} for name in ("Ann\U0010e123", "Ben", "Cem", "Dan\U0010e456")]
    options: Any = {"rows": 6, "columns": 5, "seed": 1, "title": "{name}", "wall": 0.1}
    files = mazeeditor.sheet(tmp_path / "{row}.pdf", names=rows, workers=workers, **options)
    assert len(caplog.messages) == 2
    assert "Lines of 0.28 pt" in caplog.messages[0]
    assert "U+10E123), " in caplog.messages[1]
    assert "U+10E456)" in caplog.messages[1]
    alone = mazeeditor.sheet(tmp_path / "alone {row}.pdf", names=rows[:1], **options)
    assert alone[0].read_bytes() == files[0].read_bytes()


def test_two_rows_of_one_name_are_refused(tmp_path: Path) -> None:
    order = SheetOrder(Sheet(), PLAIN, RECIPE, rows=[{"name": "A"}, {"name": "A"}])
    path = tmp_path / "{name}.pdf"
    with pytest.raises(UsageError, match=r"A\.pdf is the name of two rows: add \{row\}"):
        Printing.of(order, path, PageFormat.of(path), Job())


def test_no_grid() -> None:
    assert [read_grid(text) for text in ("1x5", "5x1", "20x20")] == ["1x5", "5x1", "20x20"]
    for text in ["0", "5", "0x3", "21x1", "x", "1x", "", "３x3é"]:
        with pytest.raises(UsageError, match="A page holds 1, 2, 3, 4, 6"):
            read_grid(text)


def test_what_cannot_be_printed(tmp_path: Path) -> None:
    for sheet, page, message in [
        (Sheet(title="{nam}"), PLAIN, r"There is no value for \{nam\} in '\{nam\}'"),
        (Sheet(per_page="4"), Page(cell=30), "Maze 1: Cells of 30 mm need 168"),
        (Sheet(), Page(margin=105), "Margins of 105 mm leave no room on a page of 210 × 297 mm"),
        (Sheet(), Page(page="fit"), "A sheet needs a paper such as A4"),
        (Sheet(footer_style='"Nowhere Sans"'), PLAIN, "no typeface 'Nowhere Sans' on this"),
    ]:
        path = tmp_path / "a.pdf"
        with pytest.raises(UsageError, match=message):
            Printing.of(SheetOrder(sheet, page, RECIPE), path, PageFormat.of(path), Job()).write(
                Job()
            )
        assert list(tmp_path.iterdir()) == [], sheet


def test_an_answer_without_a_route(tmp_path: Path) -> None:
    maze = maze_of(0)
    for row in range(ROWS):
        if maze.is_open((row, 1), (row, 2)):
            maze.toggle_wall((row, 1), (row, 2))
    project = mazeeditor.files.Project(maze)
    order = SheetOrder(Sheet(answers="end"), PLAIN, projects=[project])
    path = tmp_path / "a.pdf"
    with pytest.raises(MazeError, match="Maze 1 has no route: print it without answers"):
        Printing.of(order, path, PageFormat.of(path), Job()).write(Job())


@pytest.mark.slow
def test_python_and_the_command_line_make_the_same_sheet(tmp_path: Path) -> None:
    flags = ["--count", 3, "--rows", 7, "--columns", 7, "--seed", 3, "--title", "Maze {number}"]
    flags += ["--answers", "file", "--page", "A5", "-o", "a.pdf"]
    (tmp_path / "names.csv").write_text("name\nAnna\nBob\n")
    assert run("sheet", *flags, "--names", "names.csv", cwd=tmp_path).status == 0
    options: dict[str, Any] = {"count": 3, "rows": 7, "columns": 7, "seed": 3, "page": "A5"}
    options |= {"title": "Maze {number}", "answers": "file"}
    files = mazeeditor.sheet(tmp_path / "b.pdf", names=tmp_path / "names.csv", **options)
    for file in files:
        assert file.read_bytes() == file.with_name(file.name.replace("b", "a")).read_bytes()


@pytest.mark.slow
def test_a_subject_and_the_page_have_a_margin_each(tmp_path: Path) -> None:
    """Flags of a subject that the page has too begin with its name."""
    flags = ["--show", "picture", "--figure", "star", "--picture-pixels", 9]
    flags += ["--picture-margin", 0, "--margin", 30, "--seed", 3, "-o", "a.svg"]
    ran = run("sheet", *flags, cwd=tmp_path)
    assert ran.status == 0, ran
    show = {"name": "picture", "figure": "star", "pixels": 9, "margin": 0}
    maze = mazeeditor.generate(show=show, seed=3)
    (file,) = mazeeditor.sheet(tmp_path / "b.svg", [maze], margin=30)
    assert (tmp_path / "a.svg").read_bytes() == file.read_bytes()
    for other, message in (
        (["--qr", "x"], "QR code has no option --picture-margin"),
        (["--mask", "heart"], "Heart has no option --picture-margin"),
        ([], "A maze without --mask has no option --picture-margin"),
    ):
        flags = [*other, "--picture-margin", 1, "-o", "c.svg"]
        assert message in failure("sheet", *flags, cwd=tmp_path, status=2)


def test_flags_that_do_nothing_are_refused(tmp_path: Path) -> None:
    mazeeditor.save(maze_of(0), tmp_path / "m.maze")
    for flags, message in (
        (["m.maze", "--rows", 3], "m.maze has its own shape"),
        (["m.maze", "--seed", 3], "has no option --seed"),
        (["m.maze", "--count", 3], "is a maze already: leave out --count"),
        (["--pages", "png"], "Only a ZIP has --pages"),
        (["--transparent"], "PDF has no option --transparent"),
    ):
        assert message in failure("sheet", *flags, "-o", "a.pdf", cwd=tmp_path, status=2)
