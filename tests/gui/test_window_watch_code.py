"""The pseudo-code beside a film: shown and hidden, the lines of each step marked, over no cell."""

from __future__ import annotations

import pytest

from mazeeditor.gui.watching.film_panes import RAN, WIDTH, CodePlace, FilmPane, place_for
from mazeeditor.gui.watching.start_watching import show_generators
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.solvers import SOLVERS
from tests.events import click, key, settle
from tests.gui.watching.films import Screening, screening_of, stages

pytestmark = pytest.mark.usefixtures("display")
SIGN = "▸"


@pytest.fixture
def shown() -> Screening:
    screening = screening_of("shift+F7")
    screening.wait_for_record()
    key(screening.stage, "space")
    return screening


def texts(pane: FilmPane) -> list[str]:
    return str(pane.code.get("1.0", "end-1c")).split("\n")


def marked(pane: FilmPane) -> tuple[int, ...]:
    """Return the lines with a sign; they must be those with the colour."""
    signs = [number for number, text in enumerate(texts(pane), 1) if text.startswith(SIGN)]
    ranges = pane.code.tag_ranges(RAN)
    numbers = {str(index).partition(".")[0] for index in ranges[::2]}
    coloured = [line for line in signs if RAN in pane.code.tag_names(f"{line}.3")]
    assert coloured == signs
    assert bool(numbers) == bool(signs)
    return tuple(signs)


def check_place(pane: FilmPane) -> None:
    """All lines are in view, and cover neither the maze nor anything else of the pane."""
    code, canvas = pane.code, pane.view.canvas
    assert code.winfo_viewable()
    last = code.bbox("end-1c") or code.bbox("end-2c")
    assert last, "the last line is in view"
    assert last[1] + last[3] <= code.winfo_height()
    if pane.code_place.side == "right":
        assert code.winfo_rootx() >= canvas.winfo_rootx() + canvas.winfo_width()
    else:
        assert code.winfo_rooty() >= canvas.winfo_rooty() + canvas.winfo_height()
    assert code.winfo_rootx() + code.winfo_width() <= pane.winfo_rootx() + pane.winfo_width()
    assert code.winfo_rooty() + code.winfo_height() <= pane.winfo_rooty() + pane.winfo_height()


@pytest.mark.slow
def test_the_lines_of_each_step_are_marked_in_both_directions(shown: Screening) -> None:
    pane, window = shown.pane, shown.stage
    assert not pane.code.winfo_ismapped()
    key(window, "c")
    settle(window)
    check_place(pane)
    assert [text.strip(f"{SIGN}\t") for text in texts(pane)] == [
        line.strip() for line in GENERATORS["backtracker"].code_lines
    ]
    key(window, "Home")
    assert marked(pane) == ()
    for keys in ["Right"] * 25 + ["Left"] * 20 + ["shift+Right"] * 4 + ["Left"] * 3:
        key(window, keys)
        step = pane.player.step
        assert marked(pane) == tuple(sorted(pane.film.lines_of(step))), f"step {step}"
    key(window, "End")
    assert marked(pane) == (), "nothing runs"


@pytest.mark.slow
def test_the_key_and_the_button_are_remembered(shown: Screening) -> None:
    settings = shown.desk.session.services.settings
    key(shown.stage, "c")
    assert settings.code
    key(shown.desk.root, "F7")
    shown.desk.wait(lambda: stages(shown.desk) not in ([], [shown.stage]), "the film")
    again = Screening(shown.desk)
    again.wait_for_record()
    settle(again.stage)
    check_place(again.pane)
    assert len(texts(again.pane)) == len(SOLVERS[shown.desk.session.view.solver.name].code_lines)
    click(again.stage.code)
    settle(again.stage)
    assert not settings.code
    assert not again.pane.code.winfo_ismapped()


def test_mazes_side_by_side_are_equally_large_and_level(shown: Screening) -> None:
    """Codes of another length left them another height, and an odd width one more px."""
    desk = shown.desk
    desk.session.services.settings.code = True
    key(desk.root, "F9")
    recipe = Recipe("prim", seed=7)
    for size in ("1366x768", "1181x901"):
        desk.root.geometry(size)
        names = ["backtracker", "kruskal"]
        desk.window.parts.call(show_generators, desk.document.maze.lattice, recipe, names)
        settle(desk.root)
        films = Screening(desk)
        films.wait_for_record()
        settle(films.stage)
        one, other = films.stage.panes
        assert one.code.winfo_viewable()
        assert one.view.viewport == other.view.viewport
        assert one.view.canvas.winfo_rooty() == other.view.canvas.winfo_rooty()


@pytest.mark.slow
@pytest.mark.dpi(192)
def test_a_maze_keeps_its_size_where_there_is_no_room(shown: Screening) -> None:
    root, px = shown.desk.root, shown.stage.theme.px
    key(shown.stage, "c")
    root.minsize(1, 1)
    root.geometry(f"{px(400)}x{px(330)}")
    shown.desk.wait(lambda: root.winfo_width() == px(400), "the size")
    settle(root)
    assert not shown.pane.code.winfo_ismapped()
    assert not shown.stage.grid_of_panes.has_room_for_code
    root.geometry(f"{px(900)}x{px(700)}")
    shown.desk.wait(lambda: root.winfo_width() == px(900), "the size")
    settle(root)
    check_place(shown.pane)


def test_it_stands_where_the_maze_stays_largest(shown: Screening) -> None:
    code, px = shown.pane.code, shown.stage.theme.px
    area, wide = (px(900), px(600)), px(WIDTH)
    assert place_for([code], area, (40, 10), wide).side == "below"
    assert place_for([code], area, (10, 10), wide).side == "right"
    assert place_for([code], area, (10, 40), wide).side == "right"
    assert place_for([code], (px(150), px(150)), (10, 10), wide) == CodePlace()
    for width in (px(200), px(290), px(700)):
        assert code.height_for(width) >= code.height_for(2 * width)
