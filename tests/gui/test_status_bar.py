"""The status bar in narrow windows: nothing lies over anything else, whatever the language."""

from __future__ import annotations

import tkinter as tk
from itertools import combinations

import pytest

from mazeeditor.app.jobs import ignore
from mazeeditor.app.shown.verdict import SEPARATOR
from mazeeditor.core.job import Job
from mazeeditor.gui.statusbar import Offer
from mazeeditor.gui.window.window import MIN_SIZE_PX
from tests.breadth import stress
from tests.events import move, settle
from tests.gui.desk import Desk

LONGER = 1.8  # texts of other languages, of those in English
WIDTHS = (MIN_SIZE_PX[0], 700, 800)  # px at 96 dpi


def longer(text: str) -> str:
    """Return a text as long as that of another language."""
    return text + "wxyz"[: len(text)] * round(len(text) * (LONGER - 1) / 4)


def parts(widget: tk.Misc) -> list[tk.Misc]:
    """Return what of the bar is seen and holds nothing else."""
    children = [child for child in widget.winfo_children() if child.winfo_viewable()]
    seen = [child for child in children if child.winfo_class() != "Toplevel"]
    inner = [part for child in seen for part in parts(child)]
    return inner or ([widget] if widget.winfo_reqwidth() > 1 else [])


def check(desk: Desk) -> list[str]:
    """Fail where a part is squeezed, beyond the edge or over another; return the texts."""
    settle(desk.root)
    bar = desk.window.status
    right = bar.winfo_rootx() + bar.winfo_width()
    seen = parts(bar)
    for part in seen:
        assert part.winfo_width() >= part.winfo_reqwidth(), part
        assert part.winfo_rootx() + part.winfo_width() <= right, part
    for one, other in combinations(seen, 2):
        first, second = sorted((one, other), key=lambda part: part.winfo_rootx())
        assert first.winfo_rootx() + first.winfo_width() <= second.winfo_rootx(), (first, second)
    return [str(part.cget("text")) for part in seen if "text" in part.keys()]  # noqa: SIM118


def resize(desk: Desk, width: int) -> None:
    theme = desk.theme
    desk.root.geometry(f"{theme.px(width)}x{theme.px(500)}")
    desk.wait(lambda: desk.root.winfo_width() == theme.px(width), "the size")


def use_long_texts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every text of the bar as if it were of another language."""
    verdict, status = desk.session.view.verdict, desk.window.status
    chip, figures, note = verdict.chip, verdict.figures, status.show_note
    monkeypatch.setattr(verdict, "chip", lambda: (chip()[0], longer(chip()[1])))
    monkeypatch.setattr(
        verdict, "figures", lambda: SEPARATOR.join(map(longer, figures().split(SEPARATOR)))
    )
    monkeypatch.setattr(
        status, "show_note", lambda text, longest: note(longer(text), longer(longest))
    )
    status.make_room_for(longer("row 29, column 39"))
    status.show_cell(longer("row 29, column 39"))
    status.show_hint(longer(status.hint.cget("text")))
    verdict.changed.notify()


def check_all(desk: Desk) -> None:
    """Check the bar at every width: as it is, with distances, a message, and a job."""
    status = desk.window.status
    for width in WIDTHS:
        resize(desk, width)
        plain = check(desk)
        assert any(text.strip().startswith("Exactly") for text in plain)
    desk.session.view.distances.show(True)
    desk.wait(lambda: not desk.session.view.distances.counting, "the distances")
    move(desk.canvas, *desk.at(3.5, 3.5))
    for width in WIDTHS:
        resize(desk, width)
        status.show_note("440 steps", "440 steps")
        assert any("440" in text for text in check(desk)), "how far it is comes first"
        open_file = Offer(longer("Open"), "", "", ignore)
        status.show_message(longer("Exported maze-for-otto.svg"), [open_file, open_file])
        assert any(text.startswith("Exported") for text in check(desk))
        status._message_expired()
    work = "Generating 4,000,000 cells by Recursive backtracker"
    desk.session.services.jobs.start(work, wait_for_cancel, ignore)
    desk.wait(status.work.winfo_viewable, "the progress")
    for width in WIDTHS:
        resize(desk, width)
        assert any(text.startswith("Generating") for text in check(desk))
        assert status.work.cancel.winfo_viewable()
    desk.session.services.jobs.cancel()


def wait_for_cancel(job: Job) -> None:
    from time import sleep

    while True:
        job.check()
        sleep(0.01)


FINE = pytest.mark.dpi(192)
CASES = [pytest.param(192, True, marks=FINE), (96, False)]
CASES += [pytest.param(192, False, marks=FINE), (96, True)] if stress() else []


@pytest.mark.slow
@pytest.mark.parametrize(("dpi", "long"), CASES)
def test_nothing_overlaps(
    desk: Desk, dpi: int, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desk.theme.scale == dpi / 96
    if long:
        use_long_texts(desk, monkeypatch)
    check_all(desk)


def test_a_message_that_is_cut_is_in_its_tooltip(desk: Desk) -> None:
    status = desk.window.status
    message = "The settings were damaged and all have their defaults; " * 4
    status.show_message(message)
    assert any(text.startswith("The settings") and text.endswith("…") for text in check(desk))
    move(status.hint)
    desk.wait(lambda: bool(tooltips(desk)), "the tooltip")
    assert tooltips(desk) == [message.strip()]


def tooltips(desk: Desk) -> list[str]:
    """Return the texts of the tooltips of the message."""
    children = desk.window.status.hint.winfo_children()
    windows = [child for child in children if child.winfo_viewable()]
    return [str(label.cget("text")).strip() for top in windows for label in top.winfo_children()]


def test_what_does_not_fit_comes_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    resize(desk, MIN_SIZE_PX[0])
    verdict, shown = desk.session.view.verdict, desk.verdict
    with monkeypatch.context() as patch:
        patch.setattr(verdict, "chip", lambda: ("good", "W" * 200))
        verdict.changed.notify()
        assert desk.verdict.endswith("W…")
        check(desk)
    verdict.changed.notify()
    assert desk.verdict == shown
    resize(desk, 1500)
    texts = check(desk)
    assert verdict.figures() in texts
    assert desk.hint in texts
