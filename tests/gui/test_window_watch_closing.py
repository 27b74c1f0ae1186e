"""Closing the Watch window, or all, at any moment: no thread, timer or error is left."""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable

import pytest

from mazeeditor.app.ui import Unsaved
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.gui.look import Theme, current
from mazeeditor.gui.watching import start_watching
from mazeeditor.gui.window.window import SMALLEST
from tests.events import alive, close, key, press, screenshot, settle
from tests.gui.desk import Desk, open_desk
from tests.gui.watching.films import Screening, screening_of, windows

pytestmark = pytest.mark.usefixtures("display")
LARGE = {"rows": 400, "columns": 400}  # takes a while to record


def recording() -> Screening:
    """Return a window whose film takes a while to record."""
    desk = open_desk()
    desk.generate.sizes.show(LARGE)
    key(desk.root, "shift+F7")
    desk.wait(lambda: bool(windows(desk)), "the Watch window")
    shown = Screening(desk)
    desk.wait(lambda: shown.pane.film.steps > 100, "some steps")
    assert not shown.playback.complete
    return shown


def playing() -> Screening:
    shown = screening_of("F7")
    shown.wait_for_record()
    assert shown.playback.playing
    shown.desk.wait(lambda: not shown.window.background.busy, "the threads")
    return shown


def held() -> Screening:
    shown = playing()
    press(shown.controls.scrubber)
    return shown


def at_end() -> Screening:
    shown = playing()
    shown.wait_for_end()
    return shown


STATES = [recording, playing, held]


def threads_of(shown: Screening) -> list[threading.Thread]:
    return [task.thread for task in shown.window.background.tasks]


@pytest.mark.parametrize("state", STATES)
def test_closing_the_window(state: Callable[[], Screening]) -> None:
    shown = state()
    desk, running = shown.desk, threads_of(shown)
    assert bool(running) == (state is recording)
    close(shown.window)
    assert windows(desk) == []
    assert not any(thread.is_alive() for thread in running)
    steps = shown.pane.film.steps
    settle(desk.root)
    assert shown.pane.film.steps == steps
    assert alive(desk.root)


def close_all(desk: Desk) -> None:
    desk.answers.unsaved = [Unsaved.DISCARD]
    close(desk.root)


@pytest.mark.parametrize("state", [recording, playing])
def test_closing_all(state: Callable[[], Screening]) -> None:
    shown = state()
    running = threads_of(shown)
    close_all(shown.desk)
    assert not alive(shown.desk.root)
    assert not any(thread.is_alive() for thread in running)


@pytest.mark.parametrize("keys", ["Escape", "ctrl+w"])
def test_keys_close_the_window_alone(keys: str) -> None:
    shown = playing()
    key(shown.window, keys)
    assert windows(shown.desk) == []
    assert alive(shown.desk.root)


def test_it_is_idle_where_nothing_moves() -> None:
    shown = at_end()
    shown.desk.wait_for_work()
    assert shown.window.frames.idle
    assert not shown.window.background.busy


def test_a_failed_recording_shows_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_anything: object, job: Job, **_more: object) -> None:
        job.check()
        raise MazeError("There is no film.")

    monkeypatch.setattr(start_watching, "film_of_solving", fail)
    desk = open_desk()
    key(desk.root, "F7")
    desk.wait(lambda: bool(desk.answers.errors), "the message")
    assert desk.answers.errors == ["There is no film."]
    assert windows(desk) == []


def test_the_main_window_stays_usable_meanwhile() -> None:
    shown = recording()
    desk = shown.desk
    recorded = shown.pane.film.steps
    before = desk.document.maze
    desk.generate.sizes.show({"rows": 5, "columns": 6})
    desk.canvas.focus_force()
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.document.maze is not before
    desk.wait(lambda: shown.pane.film.steps > recorded, "more steps")
    assert shown.pane.film.lattice.rows == LARGE["rows"]


def test_several_windows_at_a_time() -> None:
    shown = playing()
    desk: Desk = shown.desk
    desk.canvas.focus_force()
    key(desk.root, "F7")
    assert len(windows(desk)) == 2
    close_all(desk)
    assert not alive(desk.root)


def test_it_follows_the_theme() -> None:
    shown = playing()
    for mode in ("dark", "light"):
        shown.desk.window.windows.set_theme(mode)
        settle(shown.window)
        theme = Theme(mode, shown.desk.window.scale)
        assert current(shown.window) == theme
        view = shown.pane.view
        assert view.theme == theme
        line: tk.Canvas = shown.controls.scrubber
        assert str(line.itemcget("played", "fill")) == theme.accent  # type: ignore[no-untyped-call]
        ground = tuple(int(theme.ground[at : at + 2], 16) for at in (1, 3, 5))
        assert screenshot(view.canvas).getpixel((3, 3)) == ground


@pytest.mark.dpi(96)
def test_a_small_window_at_96_dpi() -> None:
    check_small_window()


@pytest.mark.dpi(192)
def test_a_small_window_at_192_dpi() -> None:
    check_small_window()


def check_small_window() -> None:
    """Check that nothing of the controls is cut off in a window as small as the main one."""
    shown = playing()
    theme, window = shown.window.theme, shown.window
    assert window.minsize()[0] <= theme.px(SMALLEST[0])
    window.geometry("{}x{}".format(*(theme.px(side) for side in SMALLEST)))
    settle(window)
    right, bottom = window.winfo_rootx() + window.winfo_width(), window.winfo_rooty()
    bottom += window.winfo_height()
    parts = [shown.controls, *shown.controls.winfo_children()]
    parts += [*shown.controls.row.winfo_children(), *shown.controls.own.winfo_children()]
    for part in parts:
        assert part.winfo_viewable()
        assert part.winfo_rootx() + part.winfo_width() <= right, part
        assert part.winfo_rooty() + part.winfo_height() <= bottom, part
        assert part.winfo_width() >= min(part.winfo_reqwidth(), 2 * theme.px(8)), part
    for button in (*shown.controls.buttons.values(), shown.controls.speed, shown.window.save):
        assert button.winfo_width() >= button.winfo_reqwidth(), button
