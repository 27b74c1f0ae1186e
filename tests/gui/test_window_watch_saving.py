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
from mazeeditor.films import frames
from mazeeditor.films.formats import FILMS
from mazeeditor.gui.watching import save_film_dialog
from mazeeditor.gui.watching.save_film_dialog import SaveFilmDialog
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, close, key, settle, type_text
from tests.gui.watching.films import Screening, screening_of

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


def test_the_number_of_frames_is_shown(shown: Screening, monkeypatch: pytest.MonkeyPatch) -> None:
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

    monkeypatch.setattr(frames, "MEMORY_BYTES", 1000)
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
