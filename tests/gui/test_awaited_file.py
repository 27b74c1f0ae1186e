"""Until the file is there with which the program was started, nothing is edited."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.jobs import Jobs
from mazeeditor.app.recovery.left_behind import left_behind
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.gui import app
from mazeeditor.gui.books.book_pane import BookPane
from mazeeditor.gui.books.book_tabs import BookTab
from mazeeditor.gui.widgets.focus_order import COVER
from tests.desktop import Desktop, number_of
from tests.events import alive, click, key, keys_at_once, wait_until
from tests.gui.books import SMALL, shown_book
from tests.gui.desk import Answers, Desk

pytestmark = pytest.mark.own_window("how windows start")


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "m.maze"
    mazeeditor.save(mazeeditor.generate(rows=4, columns=5, seed=3), path)
    return path


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No file is read before this is set."""
    there = threading.Event()
    start = Jobs.start

    def late(jobs: Jobs, title: str, work: Callable[[Job], Any], *then: Any) -> None:
        def run(job: Job) -> Any:
            while not there.wait(0.005):
                job.check()
            return work(job)

        start(jobs, title, run, *then)

    monkeypatch.setattr(Jobs, "start", late)
    yield there
    there.set()


def started_with(path: Path, desktop: Desktop) -> Desk:
    """Start the window, with the keyboard, while nothing can be read yet."""
    desk = Desk(app.start(Settings(gallery=False), path, Answers))
    desk.wait(lambda: desktop.active() == number_of(desk.root), "the keyboard")
    return desk


def cover_of(desk: Desk) -> Any:
    return desk.root.nametowidget(f".{COVER}")


def nothing_is_unsaved(desk: Desk) -> bool:
    return not (desk.document.dirty or desk.document.can_undo or left_behind(Job()))


def test_clicks_do_nothing_keys_wait(desktop: Desktop, given: Path, disk: threading.Event) -> None:
    desk = started_with(given, desktop)
    placeholder, cover = desk.document.maze, cover_of(desk)
    walls = placeholder.walls.copy()
    for place in (40, 300, 305):
        click(cover, place, 300, count=2)
    click(cover, button=3)
    keys_at_once(desk.root, "ctrl+g", "b", "alt+2")
    click(desk.window.bar)
    desk.window.run(COMMANDS["generate"])
    assert desk.document.maze is placeholder
    assert (placeholder.walls == walls).all()
    assert nothing_is_unsaved(desk)
    assert desk.answers.asked == []
    assert desk.session.view.workspaces.name == "draw"
    assert desk.root.title() == "m.maze — mazeeditor"
    assert "m.maze" in desk.window.status.text
    disk.set()
    desk.wait(lambda: desk.document.path == given, "the file", 5)
    desk.wait(lambda: desk.session.view.workspaces.name == "page", "the last key that waited", 3)
    assert desk.document.undo_name == "Generate maze"
    assert desk.document.can_undo


def test_what_is_typed_is_for_the_book(
    desktop: Desktop, tmp_path: Path, disk: threading.Event
) -> None:
    path = tmp_path / "a.mazebook"
    known = {"format": "mazeeditor book", "version": 1, "title": "T", "rules": "general"}
    path.write_text(json.dumps({**known, "chapters": [SMALL]}))
    desk = started_with(path, desktop)
    keys_at_once(desk.root, *"Ada")
    disk.set()
    desk.wait(lambda: desk.session.book.in_front is not None, "the book")
    book = shown_book(desk)
    assert typed_title(book) == "Ada"
    assert not desk.document.dirty


def typed_title(book: BookPane) -> str:
    panel = book.panels["book"]
    assert isinstance(panel, BookTab)
    field = panel.field("title")
    assert isinstance(field, ttk.Entry)
    return field.get()


@pytest.mark.parametrize("end", ["Escape", "damaged"])
def test_without_the_file_there_is_a_new_maze(
    end: str, desktop: Desktop, given: Path, disk: threading.Event
) -> None:
    desk = started_with(given, desktop)
    keys_at_once(desk.root, "ctrl+g")
    if end == "damaged":
        given.write_text("{")
        disk.set()
    else:
        key(desk.root, end)
    desk.wait(lambda: not desk.session.view.awaited, "the end")
    desk.wait_for_work()
    assert len(desk.answers.errors) == (end == "damaged")
    assert nothing_is_unsaved(desk), "the key was for the file"
    desk.wait(lambda: desk.window.switch.content.settled, "the maze")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert desk.document.can_undo
    disk.clear()
    desk = started_with(given, desktop)
    keys_at_once(desk.root, "b", "ctrl+w")
    wait_until(desk.root, lambda: not alive(desk.root), 20, "the end, meanwhile")
    assert not disk.is_set()
