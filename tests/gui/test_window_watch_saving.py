"""Save Film: what is asked, the file and its pictures, Cancel, and closing meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from mazeeditor.films import showing
from mazeeditor.films.formats import FILMS
from mazeeditor.gui.dialogs import Unsaved
from mazeeditor.gui.watching import saver
from mazeeditor.gui.watching.saving import SaveFilm
from mazeeditor.job import Job
from tests.dialogs import TclWindow, dialog
from tests.events import alive, click, close, key, settle, type_text
from tests.gui.desk import Desk
from tests.gui.watching.films import Screening, screening_of, windows

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def shown() -> Screening:
    found = screening_of("F7")
    found.wait_for_record()
    return found


def answer(shown: Screening, act: Callable[[SaveFilm], None]) -> None:
    """Press the button that asks, and do ``act`` with the question."""

    def look(window: TclWindow) -> None:
        question = shown.window.nametowidget(str(window))
        assert isinstance(question, SaveFilm)
        act(question)

    with dialog(shown.window, look, "Save Film"):
        click(shown.window.save)


def choosing(name: str, **values: Any) -> Callable[[SaveFilm], None]:
    def act(question: SaveFilm) -> None:
        question.choice.show({"format": name})
        question.options.show(values)
        click(question.save)

    return act


@pytest.mark.parametrize(
    "kind", [each for each in FILMS if each.copies], ids=lambda each: each.name
)
def test_a_film_is_saved(shown: Screening, tmp_path: Path, kind: Any) -> None:
    path = tmp_path / f"film{kind.suffix}"
    shown.desk.answers.paths = [path.with_suffix("")]  # the suffix is added
    answer(shown, choosing(kind.name, length=2.0, frame_rate=5.0, cell=8, end_stays=1.0))
    shown.desk.wait(path.exists, "the file", 60)
    shown.desk.wait(lambda: not shown.window.saver.busy, "the end")
    assert shown.window.saver.progress.news.cget("text") == f"Saved {path.name}"
    assert shown.window.saver.progress.news.winfo_viewable()
    with Image.open(path) as film:
        assert film.info["loop"] == 0, "for ever"
        lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert (len(lengths), sum(lengths)) == (11, 3000)
    assert shown.desk.window.settings.film == kind.name


def test_numbered_pictures_are_not_replaced_unasked(shown: Screening, tmp_path: Path) -> None:
    (tmp_path / "film-0001.png").write_bytes(b"mine")
    for confirmed in (False, True):
        shown.desk.answers.paths = [tmp_path / "film.png"]
        shown.desk.answers.confirmed = [confirmed]
        answer(shown, choosing("png", length=1.0, frame_rate=4.0, cell=6))
        shown.desk.wait(lambda: not shown.window.saver.busy, "the end", 60)
        assert shown.desk.answers.asked[-1] == "Replace film-0001.png?"
        files = sorted(path.name for path in tmp_path.iterdir())
        assert files == ["film-0001.png", *(f"film-000{n}.png" for n in range(2, 6) if confirmed)]
        assert ((tmp_path / "film-0001.png").read_bytes() == b"mine") == (not confirmed)


def test_the_question_says_what_will_be(shown: Screening, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def act(question: SaveFilm) -> None:
        about = question.about
        seen.append(str(about.cget("text")))
        seconds = question.options.boxes["length"]
        seconds.typed_in.focus_force()
        key(question, "ctrl+a")
        type_text(question, "1\n")
        assert not question.winfo_exists(), "Enter takes it"

    shown.desk.answers.paths = [None]
    answer(shown, act)
    assert seen[0].startswith(f"{min(200, shown.pane.film.steps) + 1:,} pictures of ")
    assert seen[0].endswith(" pixels")

    def too_large(question: SaveFilm) -> None:
        assert str(question.about.cget("style")) == "Error.TLabel"
        assert "pictures" in str(question.about.cget("text"))
        click(question.save)
        assert question.winfo_exists(), "what cannot be is not taken"
        key(question, "Escape")

    monkeypatch.setattr(showing, "MEMORY", 1000)
    answer(shown, too_large)
    assert shown.desk.answers.asked == ["Save Film"], "no file is asked for"


def start_endless(shown: Screening, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    def endless(_films: object, _path: Path, _showing: object, job: Job) -> list[Path]:
        job.phase(2)
        job.step(1)
        while not job.cancelled:
            threading.Event().wait(0.001)
        job.check()
        return []

    monkeypatch.setattr(saver, "write_film", endless)
    shown.desk.answers.paths = [path]
    answer(shown, choosing("gif"))
    shown.desk.wait(
        lambda: str(shown.window.saver.progress.work.share.cget("text")) == "50%", "half"
    )


def test_progress_and_cancel(
    shown: Screening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start_endless(shown, monkeypatch, tmp_path / "a.gif")
    work = shown.window.saver.progress.work
    assert work.winfo_viewable()
    assert work.title.cget("text") == "Saving a.gif"
    assert shown.window.save.instate(["disabled"])
    click(work.cancel)
    shown.desk.wait(lambda: not shown.window.saver.busy, "the end")
    settle(shown.window)
    assert not shown.window.saver.progress.winfo_viewable()
    assert shown.window.save.instate(["!disabled"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("all_of_it", [False, True])
def test_closing_while_saving(
    shown: Screening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, all_of_it: bool
) -> None:
    start_endless(shown, monkeypatch, tmp_path / "a.gif")
    running = [task.thread for task in shown.window.threads._tasks]
    desk: Desk = shown.desk
    desk.answers.unsaved = [Unsaved.DISCARD]
    close(desk.root if all_of_it else shown.window)
    assert alive(desk.root) != all_of_it
    assert not any(thread.is_alive() for thread in running)
    assert all_of_it or windows(desk) == []
