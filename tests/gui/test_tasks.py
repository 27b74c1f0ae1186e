"""Tasks, each from the first start in ten steps or fewer, by pointer alone and by keys alone.

Under a window manager, with real events. Nothing is done that could not be seen: what is clicked
shows its text, and a key stands in a menu, a tooltip or on the screen, or is a standard one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageSequence

from mazeeditor import api
from mazeeditor.app.settings import Settings
from mazeeditor.core.disk.paths import settings_path
from mazeeditor.core.job import Job
from mazeeditor.gui import app
from mazeeditor.gui.window.window import Window
from tests.desktop import Desktop
from tests.page.formats.read_pdf import pages_of
from tests.user import MOST, User, watch

Act = Callable[[User, Window], None]


@pytest.fixture
def window(
    bare_desktop: Desktop,  # noqa: ARG001 - where it is shown
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Window:
    """Start the program for the first time, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(tmp_path / "none-yet" / "settings.json"))
    return app.start(Settings.load(settings_path()), gallery=True)


def done_by(
    window: Window, desktop: Desktop, act: Act, until: Callable[[], object] | None = None
) -> None:
    """Let a user act until something is so, by default until the maze has exactly one route.

    A task begins with the gallery on the screen.
    """

    def whole(user: User) -> None:
        user.wait_for_window("Untitled")
        user.find("Classic", ("drawn",))
        act(user, window)
        if until:
            user.wait(until, "the result")
        else:
            user.find("Exactly one route")
        user.wait(lambda: not window.session.services.jobs.busy, "the end of the job")

    steps = watch(window.root, desktop, whole)
    assert len(steps) <= MOST, steps


def wait_for_maze(user: User, window: Window) -> None:
    """Wait until the gallery has gone and the maze with its verdict is there."""

    def ready() -> bool:
        session = window.session
        return (
            not (session.view.in_gallery or session.services.jobs.busy)
            and session.view.verdict.settled
        )

    user.wait(ready, "the maze")


def begin_by_pointer(user: User, window: Window, template: str) -> None:
    """Begin with a template that the gallery shows."""
    user.click(template, ("drawn",))
    user.click("Use this one")
    wait_for_maze(user, window)


def begin_by_keys(user: User, window: Window, words: str, template: str) -> None:
    """Begin with the template that the gallery finds by some words."""
    user.type_anywhere(words)
    user.find(template, ("drawn",))
    user.key("Return")
    wait_for_maze(user, window)


# A sheet for children, with the answer


def sheet_by_pointer(user: User, _window: Window) -> None:
    user.click("Classic")
    user.click("Use this one")
    user.click("Export")
    user.click("Export…")
    user.click("Save")


def sheet_by_keys(user: User, window: Window) -> None:
    user.key("Right")
    user.key("Return")
    wait_for_maze(user, window)
    user.key("ctrl+e")
    user.wait_for_window("Export")
    user.key("Return")
    user.wait_for_file_dialog()
    user.key("Return")


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [sheet_by_pointer, sheet_by_keys])
def test_a_sheet_with_answers(window: Window, desktop: Desktop, tmp_path: Path, act: Act) -> None:
    done_by(window, desktop, act, (tmp_path / "Untitled.pdf").is_file)
    puzzle, answer = pages_of((tmp_path / "Untitled.pdf").read_bytes())
    assert len(answer[1]) > len(puzzle[1]), "the answer draws the route as well"
    assert b"0.0392" in answer[1]


# A wall is closed by hand: what did it break?


def wall_by_pointer(user: User, window: Window) -> None:
    begin_by_pointer(user, window, "Classic")
    user.click("Draw")
    user.click_at("the first passage", *user.ask(lambda: first_passage(window)))
    user.click("No route")
    user.click("Highlight what cannot be reached")


def wall_by_keys(user: User, window: Window) -> None:
    user.key("Right")
    user.key("Return")
    wait_for_maze(user, window)
    user.key("alt+1")
    user.key("alt+Home")
    opened = user.ask(lambda: arrow_of_first_passage(window))
    user.key(f"shift+{opened}")
    user.find("No route")
    user.key("F4")
    user.wait_for_ring("Highlight what cannot be reached")
    user.key("Return")


def first_step(window: Window) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the row and column of the first two cells of the route."""
    solution = api.solve(window.session.document.maze, "breadth-first")
    return solution.path[0], solution.path[1]


def first_passage(window: Window) -> tuple[int, int]:
    """Return where on the screen the passage between the first two cells of the route is, px."""
    return between_on_screen(window, *first_step(window))


def between_on_screen(
    window: Window, cell: tuple[int, int], other: tuple[int, int]
) -> tuple[int, int]:
    """Return where on the screen the middle between two cells is, px."""
    canvas = window.maze_view.canvas
    row, column = ((a + b + 1) / 2 for a, b in zip(cell, other, strict=True))
    x, y = window.maze_view.viewport.to_px(column, row)
    return round(canvas.winfo_rootx() + x), round(canvas.winfo_rooty() + y)


def reached(window: Window) -> set[tuple[int, int]]:
    """Return row and column of the cells that can be reached from the entrance."""
    maze = window.session.document.maze
    cells, new = {(0, 0)}, [(0, 0)]
    while new:
        row, column = new.pop()
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            within = 0 <= cell[0] < 28 and 0 <= cell[1] < 20
            if within and cell not in cells and maze.is_open((row, column), cell):
                cells.add(cell)
                new.append(cell)
    return cells


def arrow_of_first_passage(window: Window) -> str:
    (row, column), (next_row, next_column) = first_step(window)
    return {(1, 0): "Down", (0, 1): "Right"}[next_row - row, next_column - column]


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [wall_by_pointer, wall_by_keys])
def test_a_wall_that_breaks_the_maze(window: Window, desktop: Desktop, act: Act) -> None:
    def whole(user: User, window: Window) -> None:
        act(user, window)
        user.wait(lambda: window.session.view.highlight.result, "the cells that are cut off")
        user.find(f"Reached from an exit only: {28 * 20 - len(reached(window))}")

    done_by(window, desktop, whole, lambda: True)
    assert not api.facts(window.session.document.maze).solvable


# A word as a maze


def word_by_pointer(user: User, window: Window) -> None:
    user.click("A shape or a word")
    user.click("Word or name")
    user.click("Use this one")
    user.wait_for_window("Shape outline")
    user.type_text("OTTO")
    user.click("Use outline")
    wait_for_maze(user, window)


def word_by_keys(user: User, window: Window) -> None:
    user.type_anywhere("word")
    user.find("Word or name")
    user.key("Return")
    user.wait_for_window("Shape outline")
    user.type_text("OTTO")
    user.key("Return")
    wait_for_maze(user, window)


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [word_by_pointer, word_by_keys])
def test_a_word_as_a_maze(window: Window, desktop: Desktop, act: Act) -> None:
    done_by(window, desktop, act)
    document = window.session.document
    assert document.recipe.masks[0].options["text"] == "OTTO"
    lattice = document.maze.lattice
    assert 0.2 < lattice.inside.sum() / (lattice.rows * lattice.columns) < 0.6, (
        "letters and no more"
    )
    assert api.facts(document.maze).routes == "one"


# A film of a generator at work


def film_by_pointer(user: User, _window: Window) -> None:
    user.click("Teach")
    user.click("Use this one")
    user.click("Save film")
    user.click("Save…", ("TButton",))
    user.click("Save", ("TButton",))


def film_by_keys(user: User, _window: Window) -> None:
    user.type_anywhere("watch a generator")
    user.find("Watch a generator", ("drawn",))
    user.key("Return")
    user.find("Save film")  # once it is recorded
    user.key(f"alt+{user.find('Solve', ('bar',)).letter}")
    user.choose("Watch")
    user.choose("Save film…")
    user.wait_for_window("Save film")
    user.key("Return")
    user.wait_for_file_dialog()
    user.key("Return")


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [film_by_pointer, film_by_keys])
def test_a_film_of_a_generator(window: Window, desktop: Desktop, tmp_path: Path, act: Act) -> None:
    path = tmp_path / "Untitled.gif"

    done_by(window, desktop, act, path.is_file)
    with Image.open(path) as film:
        frames = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)]
        lasts = film.info["duration"]
    assert lasts > 0
    assert len(frames) > 50
    assert len(set(frames)) > 50, "they differ"


# A class of 24, two mazes a page

PUPILS = [f"Pupil {number}" for number in range(1, 25)]


def class_by_pointer(user: User, _window: Window) -> None:
    user.click("A class")
    user.click("Two a page")
    user.click("Use this one")
    user.click("Choose a file…")
    user.wait_for_file_dialog()
    user.type_text("class.csv")  # its icon is a drawing
    user.click("Open", ("TButton",))
    user.find("24 names found")
    user.find("12 pages of mazes, 4 of answers · A4")
    user.click("Make the PDF")
    user.wait_for_file_dialog()
    user.click("Save", ("TButton",))


def class_by_keys(user: User, _window: Window) -> None:
    user.type_anywhere("two a page")
    user.find("Two a page")
    user.key("Return")
    user.find("Names, one a line")
    user.key("ctrl+v")
    user.find("24 names found")
    user.key("ctrl+e")
    user.wait_for_file_dialog()
    user.key("Return")


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [class_by_pointer, class_by_keys])
def test_a_class_two_a_page(window: Window, desktop: Desktop, tmp_path: Path, act: Act) -> None:
    """The names are in a file, or were copied somewhere else."""
    names = "name\n" + "\n".join(PUPILS)
    (tmp_path / "class.csv").write_text(names)
    window.root.clipboard_clear()
    window.root.clipboard_append(names)

    done_by(window, desktop, act, lambda: window.session.opened.exported)
    (file,) = window.session.opened.exported
    pages = pages_of(file.read_bytes())
    assert len(pages) == 16
    assert sum(b"0.0392" in content for _box, content in pages) == 4, "answers"


# A maze drawn by hand that gets exactly one route


def drawn_by_pointer(user: User, window: Window) -> None:
    user.click("Draw by hand")
    begin_by_pointer(user, window, "Full grid")
    open_walls(user, window)
    user.click("Maze", ("bar",))
    user.click("Finish my maze")
    apply(user, window)


def drawn_by_keys(user: User, window: Window) -> None:
    begin_by_keys(user, window, "full grid", "Full grid")
    user.key("Right")
    user.key("shift+Right")
    user.key("ctrl+shift+k")
    user.find("Apply")
    user.key("Return")


def apply(user: User, window: Window) -> None:
    """Look at what the maze would be, then apply it."""
    user.wait(lambda: window.session.view.repair.outcome, "what the maze would be")
    user.click("Apply")


def open_walls(user: User, window: Window) -> None:
    """Remove two walls by clicks."""
    for column in (3, 4):
        cells = (5, column), (5, column + 1)
        x, y = user.ask(lambda cells=cells: between_on_screen(window, *cells))  # type: ignore[misc]
        user.click_at(f"the wall right of row 5, column {column}", x, y)


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [drawn_by_pointer, drawn_by_keys])
def test_a_drawn_maze_gets_one_route(window: Window, desktop: Desktop, act: Act) -> None:
    done_by(window, desktop, act)
    assert api.facts(window.session.document.maze).routes == "one"
    assert window.session.document.undo_name == "Finish"


# A book of 100 pages with four chapters, with a maze of the user on one page, checked, with cover


def book_by_pointer(user: User, _window: Window) -> None:
    user.type_anywhere("book children")
    user.click("Use this one")
    user.find("100 pages, 72 mazes")
    user.click("From a file…")
    user.wait_for_file_dialog()
    user.type_text("own.maze")
    user.click("Open", ("TButton",))
    user.find("Chapter 1  ·  from a file  ·  replaced")
    user.click("Make the book")
    user.wait_for_file_dialog()
    user.click("Save", ("TButton",))
    user.find("Ready to print")
    user.click("Save the cover")
    user.wait_for_file_dialog()
    user.click("Save", ("TButton",))


def book_by_keys(user: User, _window: Window) -> None:
    user.type_anywhere("book children")
    user.find("Children")
    user.key("Return")
    user.find("100 pages, 72 mazes")
    user.key("ctrl+alt+o")
    user.wait_for_file_dialog()
    user.type_text("own.maze")
    user.key("Return")
    user.find("Chapter 1  ·  from a file  ·  replaced")
    user.key("ctrl+e")
    user.wait_for_file_dialog()
    user.key("Return")
    user.find("Ready to print")
    user.key("ctrl+alt+e")
    user.wait_for_file_dialog()
    user.key("Return")


@pytest.mark.slow(1)
@pytest.mark.parametrize("act", [book_by_pointer, book_by_keys])
def test_a_book_with_a_cover(window: Window, desktop: Desktop, tmp_path: Path, act: Act) -> None:
    own = api.generate(rows=6, columns=5, seed=3)
    api.save(own, tmp_path / "own.maze")
    book, cover = tmp_path / "My First Mazes.pdf", tmp_path / "My First Mazes cover.pdf"

    done_by(window, desktop, act, cover.is_file)
    editor = window.session.book.editor
    assert editor
    assert len(editor.draft.chapters) == 4
    printing = editor.preview.planned.printing
    assert printing
    assert (printing.mazes[0].puzzle.maze(Job()).walls == own.walls).all()
    assert len(pages_of(book.read_bytes())) == 100
    with pikepdf.open(cover) as pdf:
        (page,) = pdf.pages
        left, _bottom, right, _top = map(float, page.mediabox)
    width = 2 * 8.5 + 100 * 0.002252 + 2 * 0.125  # inches: pages, spine of white paper, bleed
    assert (right - left) / 72 == pytest.approx(width, abs=0.01)
    assert editor.found.checked
    assert editor.found.checked.report
    assert not editor.found.checked.report.errors
