"""Films that are left, replaced or closed at any moment: no thread, timer or error is left."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.gui.watching import start_watching
from mazeeditor.gui.window.window import MIN_SIZE_PX
from tests.events import alive, click, key, settle
from tests.gui.desk import Desk, open_desk
from tests.gui.watching.films import Screening, check_shows, film_view, screening_of, stages, teach

pytestmark = pytest.mark.usefixtures("display")
LARGE = {"rows": 400, "columns": 400}  # takes a while to record


def recording() -> Screening:
    """Return a window whose film takes a while to record."""
    desk = open_desk()
    desk.generate.sizes.show(LARGE)
    key(desk.root, "shift+F7")
    desk.wait(lambda: bool(stages(desk)), "the film")
    shown = Screening(desk)
    desk.wait(lambda: shown.pane.film.steps > 100, "some steps")
    assert not shown.playback.complete
    return shown


def playing() -> Screening:
    shown = screening_of("F7")
    shown.wait_for_record()
    assert shown.playback.playing
    shown.desk.wait(lambda: not shown.stage.background.busy, "the threads")
    return shown


STATES = [recording, playing]


def threads_of(shown: Screening) -> list[threading.Thread]:
    return [task.thread for task in shown.stage.background.tasks]


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_another_film_ends_the_one_before(state: Callable[[], Screening]) -> None:
    shown = state()
    desk, running = shown.desk, threads_of(shown)
    assert bool(running) == (state is recording)
    desk.window.run(COMMANDS[shown.view.name])
    desk.wait(lambda: not shown.stage.winfo_exists(), "another film")
    assert not any(thread.is_alive() for thread in running)
    steps = shown.pane.film.steps
    settle(desk.root)
    assert shown.pane.film.steps == steps
    assert alive(desk.root)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "keys"),
    [pytest.param(recording, "Escape", marks=pytest.mark.slow), (playing, "alt+1")],
)
def test_coming_back_shows_the_same_place(state: Callable[[], Screening], keys: str) -> None:
    shown = state()
    desk, stage = shown.desk, shown.stage
    key(stage, keys)
    assert stages(desk) == []
    assert desk.view.winfo_viewable()
    assert not shown.playback.playing
    assert stage.frames.idle
    position = shown.playback.position
    desk.wait(lambda: not stage.background.busy, "the rest of the film", 60)
    assert shown.playback.position == position
    desk.window.run(COMMANDS["workspace-teach"])
    if keys == "Escape":
        click(teach(desk).list.buttons[shown_name(desk)])
    assert stages(desk) == [stage]
    desk.wait(lambda: stage.frames.idle, "the picture", 60)
    check_shows(shown.pane, int(position))
    assert shown.playback.complete
    assert shown.save.instate(["!disabled"])
    key(stage, "space")
    assert shown.playback.playing, "the films have the keyboard"


def shown_name(desk: Desk) -> str:
    """Return the name of the view that has a film."""
    (name,) = desk.session.view.film_shows.shows
    return name


@pytest.mark.slow
@pytest.mark.parametrize(
    "_dpi", [pytest.param(dpi, marks=pytest.mark.dpi(dpi)) for dpi in (96, 192)]
)
def test_a_small_window(_dpi: int) -> None:
    """Check that nothing is cut off in the smallest window: one film, and several."""
    shown = screening_of("shift+F7")  # with Use this maze
    desk, root = shown.desk, shown.desk.root
    root.geometry("{}x{}".format(*(desk.theme.px(side) for side in MIN_SIZE_PX)))
    settle(root)
    check_whole(shown)
    key(root, "shift+F6")
    key(root, "Return")
    desk.wait(lambda: bool(stages(desk)), "the films")
    settle(root)
    check_whole(Screening(desk))  # with Same End


def check_whole(shown: Screening) -> None:
    """Check that all controls, the list and the main action are whole and in the window."""
    root, controls = shown.desk.root, shown.controls
    right, bottom = root.winfo_rootx() + root.winfo_width(), root.winfo_rooty()
    bottom += root.winfo_height()
    row = [part for part in controls.row.winfo_children() if part is not controls.own]
    parts = [*row, *controls.own.winfo_children(), *teach(shown.desk).list.winfo_children()]
    for part in (*parts, controls.step, shown.view.other, shown.save):
        assert part
        assert part.winfo_viewable()
        assert part.winfo_rootx() + part.winfo_width() <= right, part
        assert part.winfo_rooty() + part.winfo_height() <= bottom, part
        assert part.winfo_width() >= part.winfo_reqwidth(), part
    assert controls.scrubber.winfo_width() > 100


def test_a_failed_recording_shows_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_anything: object, job: Job, **_more: object) -> None:
        job.check()
        raise MazeError("There is no film.")

    monkeypatch.setattr(start_watching, "film_of_solving", fail)
    desk = open_desk()
    key(desk.root, "F7")
    desk.wait(lambda: bool(desk.answers.errors), "the message")
    assert desk.answers.errors == ["There is no film."]
    assert stages(desk) == []
    assert film_view(desk).choice.winfo_viewable(), "another one can be chosen"
