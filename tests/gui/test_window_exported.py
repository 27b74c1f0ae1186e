"""After Export: the file is opened, or shown in its folder, by a button or a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.gui import statusbar
from mazeeditor.workspace import desktop_programs
from mazeeditor.workspace.commands.file_menu import start_export
from tests.events import click, key
from tests.gui.desk import Desk, open_desk

REAL = desktop_programs.run_program  # other tests start no programs
pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.skipif("sys.platform != 'linux'", reason="the programs of Linux"),
]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which the programs of the desktop note what they are asked to open."""
    monkeypatch.setattr(desktop_programs, "run_program", REAL)
    log = tmp_path / "log"
    for name in ("xdg-open", "gdbus"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" {name} "$@" >> "{log}"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return log


def exported(tmp_path: Path) -> Desk:
    """Return a desk whose maze was exported as a picture of vectors."""
    desk = open_desk()
    start_export(desk.workspace, tmp_path / "round.svg", {})
    desk.wait(lambda: bool(desk.workspace.exported), "the file")
    desk.wait_for_work()
    return desk


def wait_for(desk: Desk, log: Path, program: str, argument: str) -> None:
    def there() -> bool:
        lines = log.read_text().splitlines() if log.exists() else []
        return lines[:1] == [program] and any(argument in line for line in lines)

    desk.wait(there, f"{program} {argument}")
    desk.wait(lambda: not desk.workspace.threads.busy, "its end")
    log.unlink()


def test_by_keys_and_by_the_buttons(tmp_path: Path, log: Path) -> None:
    desk = exported(tmp_path)
    status = desk.window.status
    assert status.hint.cget("text") == "Exported round.svg"
    opening, showing = status.offers.winfo_children()
    assert [button.cget("text") for button in (opening, showing)] == ["Open", "Show in Folder"]
    assert status.hint.winfo_rootx() < opening.winfo_rootx() < showing.winfo_rootx()
    click(opening)
    wait_for(desk, log, "xdg-open", str(tmp_path / "round.svg"))
    click(showing)
    wait_for(desk, log, "gdbus", (tmp_path / "round.svg").as_uri())
    key(desk.root, "ctrl+shift+e")
    wait_for(desk, log, "xdg-open", str(tmp_path / "round.svg"))
    key(desk.root, "ctrl+shift+f")
    wait_for(desk, log, "gdbus", "round.svg")
    assert desk.answers.errors == []


def test_a_file_that_is_gone_is_one_sentence(tmp_path: Path, log: Path) -> None:
    desk = exported(tmp_path)
    (tmp_path / "round.svg").unlink()
    key(desk.root, "ctrl+shift+e")
    desk.wait(lambda: bool(desk.answers.errors), "the sentence")
    assert desk.answers.errors == [f"round.svg is not in {tmp_path} any more."]
    assert not log.exists()


def test_the_buttons_go_with_the_message(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statusbar, "OFFER_TIME", 300)
    desk = exported(tmp_path)
    status = desk.window.status
    desk.wait(lambda: not status.offers.winfo_children(), "the end of the message")
    assert not status.offers.winfo_ismapped()
    key(desk.root, "ctrl+shift+e")  # still there by its key
    wait_for(desk, log, "xdg-open", "round.svg")


def test_the_buttons_are_seen_in_a_small_window(tmp_path: Path, log: Path) -> None:
    desk = exported(tmp_path)
    desk.root.geometry("700x500")
    desk.wait(lambda: desk.root.winfo_width() == 700, "the size")
    status = desk.window.status
    desk.window.show_status("Exported " + "a long name " * 9, {"open-exported": "Open"})
    desk.root.update()
    (opening,) = status.offers.winfo_children()
    assert opening.winfo_viewable()
    assert opening.winfo_rootx() + opening.winfo_width() <= desk.root.winfo_rootx() + 700
    assert not log.exists()


def test_there_is_nothing_to_open_before_an_export(log: Path) -> None:
    desk = open_desk()
    key(desk.root, "ctrl+shift+e")
    key(desk.root, "ctrl+shift+f")
    desk.wait_for_work()
    assert desk.answers.errors == []
    assert not log.exists()
