"""A window killed while somebody types loses two seconds at most: of books, Sheets, Make."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.breadth import repeats, stress
from tests.desktop import Desktop
from tests.gui.books import SMALL
from tests.gui.typed_states import WatchedWindow, watched_window

pytestmark = [pytest.mark.slow]
LOST = 2.0  # s
LONGEST = 8.0 if stress() else 5.0  # s of typing
OPENED_BY = {"Book": "ctrl+alt+b", "Sheets": "ctrl+alt+s", "Make": "ctrl+alt+m"}
OFFER = "Recover unsaved work"


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    desktop = Desktop()
    yield desktop
    desktop.stop()


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the windows find settings that name a book."""
    path, settings = tmp_path / "a.mazebook", tmp_path / "settings.json"
    known = {"format": "mazeeditor book", "version": 1, "title": "T", "rules": "general"}
    chapters = [{**SMALL, "title": title} for title in ("One", "Two")]
    path.write_text(json.dumps({**known, "chapters": chapters}))
    settings.write_text(json.dumps({"book": str(path), "gallery": False}))
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(settings))
    return path


def open_dialog(window: WatchedWindow, title: str) -> dict[str, Any]:
    """Open a dialog by its keys; return what it shows."""
    window.press_until(OPENED_BY[title], lambda now: title in str(now["titles"]))
    window.wait(lambda now: now.get("keyboard"), title)
    state: dict[str, Any] = window.now["state"]
    return state


def type_without_a_pause(window: WatchedWindow, chance: random.Random, seconds: float) -> None:
    """Type, go from field to field, and in a book from tab to tab, until a random moment."""
    end, pause = time.monotonic() + seconds, chance.uniform(0.04, 0.25)
    while time.monotonic() < end:
        window.key(chance.choice([*"abcdefghij0123456789"] * 2 + ["Tab", "Tab", "BackSpace"]))
        if window.now.get("tab") and chance.random() < 0.03:
            window.key(chance.choice(["alt+3", "F5", "ctrl+alt+b"]))
        time.sleep(pause * chance.uniform(0.5, 1.5))


def recovered(window: WatchedWindow, title: str, before: dict[str, Any]) -> dict[str, Any]:
    """Open what a new window offers; return what the dialog shows that is not as ``before``."""
    window.wait_for(OFFER)
    window.press_until("Return", lambda now: OFFER not in now["titles"])
    if title != "Book":
        window.wait(lambda now: "is there again" in now["status"], "the message")
        window.press_until(OPENED_BY[title], lambda now: now["titles"])
    window.wait(lambda now: now.get("state", before) != before, title)
    return settled(window)


def settled(window: WatchedWindow) -> dict[str, Any]:
    """Return what is shown once it stays so."""
    state: dict[str, Any] = {}
    while state != window.now["state"]:
        state = window.now["state"]
        time.sleep(1.0)
    return state


@pytest.mark.parametrize("title", OPENED_BY)
@pytest.mark.parametrize("seed", repeats(1, 30))
def test_what_was_typed_is_offered(desktop: Desktop, title: str, seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"{title} {seed}")
    with watched_window(desktop, tmp_path / "first") as window:
        before = open_dialog(window, title)
        window.begin_typing("a")
        type_without_a_pause(window, chance, chance.uniform(LOST, LONGEST))
        killed = window.kill()
        with watched_window(desktop, tmp_path / "second") as other:
            assert window.lost(recovered(other, title, before), killed) < LOST


def test_the_warning_that_a_book_is_unsaved(desktop: Desktop, tmp_path: Path) -> None:
    with watched_window(desktop, tmp_path / "first") as window:
        before = open_dialog(window, "Book")
        window.begin_typing("M")
        window.type("azes\t")
        window.press_until("ctrl+w", lambda now: len(now["titles"]) == 2)  # the warning
        time.sleep(LOST)
        last = window.now["state"]
        window.kill()
        with watched_window(desktop, tmp_path / "second") as other:
            assert recovered(other, "Book", before) == last


def test_what_was_typed_comes_with_the_document(desktop: Desktop, tmp_path: Path) -> None:
    with watched_window(desktop, tmp_path / "first") as window:
        window.press_until("ctrl+g", lambda now: now["unsaved"])  # Generate
        before = open_dialog(window, "Sheets")
        window.begin_typing("7")
        time.sleep(5.0)
        last, maze = window.now["state"], window.now["maze"]
        window.kill()
        with watched_window(desktop, tmp_path / "second") as other:
            assert recovered(other, "Sheets", before) == last
            assert other.now["maze"] == maze
            other.kill()
        with watched_window(desktop, tmp_path / "third") as again:  # nothing is lost by that
            assert recovered(again, "Sheets", before) == last
            assert again.now["maze"] == maze


@pytest.mark.parametrize("title", ["Sheets", "Make"])
def test_leaving_keeps_what_was_typed(desktop: Desktop, title: str, tmp_path: Path) -> None:
    with watched_window(desktop, tmp_path / "first") as window:
        open_dialog(window, title)
        for _field in range(8):  # more than one, and some take no text
            window.key("Tab")
        window.begin_typing("9")
        last = window.now["state"]
        window.key("Escape")
        window.press_until("alt+1", lambda now: not now["titles"])
        open_dialog(window, title)
        assert settled(window) == last
