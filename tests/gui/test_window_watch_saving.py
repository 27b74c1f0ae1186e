"""Save film: the dialog, the file and its frames, Cancel, and closing meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from mazeeditor.app.ui import Unsaved
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.films import frames
from mazeeditor.films.formats import FILMS
from mazeeditor.gui.watching import save_film_dialog
from mazeeditor.gui.watching.save_film_dialog import SaveFilmDialog
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, close, key, settle, type_text
from tests.gui.openers import Openers
from tests.gui.watching.films import Screening, screening_of, teach

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def shown() -> Screening:
    screening = screening_of("F7")
    screening.wait_for_record()
    return screening


def answer(shown: Screening, act: Callable[[SaveFilmDialog], None]) -> None:
    """Press the button, and call ``act`` with the dialog that it opens."""

    def look(window: TclWindow) -> None:
        save_dialog = shown.desk.root.nametowidget(str(window))
        assert isinstance(save_dialog, SaveFilmDialog)
        act(save_dialog)

    with dialog(shown.desk.root, look, "Save film"):
        click(shown.save)


def choosing(name: str, **values: Any) -> Callable[[SaveFilmDialog], None]:
    def act(save_dialog: SaveFilmDialog) -> None:
        save_dialog.choice.show({"format": name})
        save_dialog.options.show(values)
        click(save_dialog.save)

    return act


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "target",
    [film_format for film_format in FILMS if film_format.copies],
    ids=lambda each: each.name,
)
def test_a_film_is_saved(shown: Screening, tmp_path: Path, target: Any) -> None:
    path = tmp_path / f"film{target.suffix}"
    shown.desk.answers.paths = [path.with_suffix("")]  # the suffix is added
    answer(shown, choosing(target.name, length=2.0, frame_rate=5.0, cell=8, end_stays=1.0))
    shown.desk.wait(path.exists, "the file", 60)
    shown.desk.wait(lambda: not shown.saver.busy, "the end")
    assert shown.desk.window.status.text == f"Saved {path.name}"
    with Image.open(path) as film:
        assert film.info["loop"] == 0, "forever"
        lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert (len(lengths), sum(lengths)) == (11, 3000)
    assert shown.desk.session.services.settings.film == target.name


@pytest.mark.slow
def test_numbered_frames_are_not_replaced_without_asking(shown: Screening, tmp_path: Path) -> None:
    (tmp_path / "film-0001.png").write_bytes(b"mine")
    for confirmed in (False, True):
        shown.desk.answers.paths = [tmp_path / "film.png"]
        shown.desk.answers.confirmed = [confirmed]
        answer(shown, choosing("png", length=1.0, frame_rate=4.0, cell=6))
        shown.desk.wait(lambda: not shown.saver.busy, "the end", 60)
        assert shown.desk.answers.asked[-1] == "Replace film-0001.png?"
        files = sorted(path.name for path in tmp_path.iterdir())
        assert files == ["film-0001.png", *(f"film-000{n}.png" for n in range(2, 6) if confirmed)]
        assert ((tmp_path / "film-0001.png").read_bytes() == b"mine") == (not confirmed)


def test_the_dialog_shows_the_number_of_frames(
    shown: Screening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def act(save_dialog: SaveFilmDialog) -> None:
        about = save_dialog.about
        seen.append(str(about.cget("text")))
        seconds = save_dialog.options.boxes["length"]
        seconds.typed_in.focus_force()
        key(save_dialog, "ctrl+a")
        type_text(save_dialog, "1\n")
        assert not save_dialog.winfo_exists(), "Enter accepts"

    shown.desk.answers.paths = [None]
    answer(shown, act)
    assert seen[0].startswith(f"{min(200, shown.pane.film.steps) + 1:,} pictures of ")
    assert seen[0].endswith(" pixels")

    def too_large(save_dialog: SaveFilmDialog) -> None:
        assert str(save_dialog.about.cget("style")) == "Error.TLabel"
        assert "frames" in str(save_dialog.about.cget("text"))
        click(save_dialog.save)
        assert save_dialog.winfo_exists(), "what is not possible is not accepted"
        key(save_dialog, "Escape")

    monkeypatch.setattr(frames, "MEMORY", 1000)
    answer(shown, too_large)
    assert shown.desk.answers.asked == ["Save film"], "there is no file dialog"


def start_endless(shown: Screening, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    def endless(_films: object, _path: Path, _options: object, job: Job) -> list[Path]:
        job.phase(2)
        job.step(1)
        while not job.cancelled:
            threading.Event().wait(0.001)
        job.check()
        return []

    monkeypatch.setattr(save_film_dialog, "write_film", endless)
    shown.desk.answers.paths = [path]
    answer(shown, choosing("gif"))
    shown.desk.wait(lambda: str(shown.saver.progress.work.share.cget("text")) == "50%", "half")


@pytest.mark.slow
def test_progress_and_cancel(
    shown: Screening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start_endless(shown, monkeypatch, tmp_path / "a.gif")
    work = shown.saver.progress.work
    assert work.winfo_viewable()
    assert work.title.cget("text") == "Saving a.gif"
    assert shown.save.instate(["disabled"])
    click(work.cancel)
    shown.desk.wait(lambda: not shown.saver.busy, "the end")
    settle(shown.stage)
    assert not shown.saver.progress.winfo_viewable()
    assert shown.save.instate(["!disabled"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("closed", [False, True])
def test_closing_or_another_film_while_saving(
    shown: Screening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, closed: bool
) -> None:
    start_endless(shown, monkeypatch, tmp_path / "a.gif")
    desk, saver = shown.desk, shown.saver
    (task,) = saver._background.tasks
    desk.answers.unsaved = [Unsaved.DISCARD]
    if closed:
        close(desk.root)
        assert not alive(desk.root)
        assert not task.thread.is_alive()
        return
    key(shown.stage, "F7")
    desk.wait(lambda: not shown.stage.winfo_exists(), "another film")
    assert saver.busy, "it is still being saved"
    again = Screening(desk)
    again.wait_for_record()
    settle(desk.root)
    assert again.save.instate(["disabled"]), "one at a time"
    click(saver.progress.work.cancel)
    desk.wait(lambda: not saver.busy, "the end")
    settle(desk.root)
    assert again.save.instate(["!disabled"])


@pytest.mark.slow
def test_the_key_saves_the_film_and_never_the_project(shown: Screening) -> None:
    desk = shown.desk
    for widget in (shown.stage, teach(desk).list.buttons["watch-solving"]):
        widget.focus_set()

        def look(window: TclWindow) -> None:
            key(window, "Escape")

        with dialog(desk.root, look, "Save film"):
            key(desk.root, "ctrl+s")
    shown.pane.film.finished = False
    shown.stage.frames.wake()
    settle(desk.root)
    assert shown.save.instate(["disabled"])
    key(shown.stage, "ctrl+s")
    assert "still being recorded" in desk.window.status.text
    shown.pane.film.finished = True
    desk.document.apply(SetOpenings(desk.document.maze, None, desk.document.maze.exits))
    key(desk.root, "ctrl+F7")
    desk.window.show_workspace("teach", "watch-solvers")  # which need an entrance
    settle(desk.root)
    key(desk.root, "ctrl+s")
    assert "no film" in desk.window.status.text
    assert desk.answers.asked == []


@pytest.mark.skipif("sys.platform != 'linux'", reason="the programs of Linux")
@pytest.mark.usefixtures("real_programs")
@pytest.mark.slow
@pytest.mark.parametrize("name", ["gif", "png"])
def test_what_was_saved_is_opened_or_shown_in_its_folder(
    shown: Screening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    openers = Openers(tmp_path, monkeypatch)
    key(shown.stage, "ctrl+shift+e")
    settle(shown.stage)
    assert not openers.used, "nothing is saved yet"
    shown.desk.answers.paths = [tmp_path / f"film.{name}"]
    answer(shown, choosing(name, length=1.0, frame_rate=3.0, cell=6))
    shown.desk.wait(lambda: bool(shown.desk.session.opened.exported), "the film", 60)
    settle(shown.stage)
    files = shown.desk.session.opened.exported
    first, second = shown.desk.window.status.offers.winfo_children()
    assert [button.cget("text") for button in (first, second)] == ["Open", "Show in folder"]
    right = second.winfo_rootx() + second.winfo_width()
    assert right <= shown.desk.root.winfo_rootx() + shown.desk.root.winfo_width()
    click(first)
    openers.wait_for(shown.desk, "xdg-open", str(files[0]))
    click(second)
    openers.wait_for(shown.desk, "gdbus", files[-1].as_uri())
    key(shown.stage, "ctrl+shift+e")
    openers.wait_for(shown.desk, "xdg-open", files[0].name)
    key(shown.stage, "ctrl+shift+f")
    openers.wait_for(shown.desk, "gdbus", files[0].name)
    assert shown.desk.answers.errors == []
