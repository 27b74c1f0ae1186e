"""What is chosen by its picture has that picture when it is first seen."""

from __future__ import annotations

import time

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.dialogs import picture_chooser
from mazeeditor.gui.dialogs.picture_chooser import PictureChooser
from tests.dialogs import dialog
from tests.events import key
from tests.gui.desk import Desk


def drawn(chooser: PictureChooser) -> int:
    """Return how many choices show more than nothing."""
    call = chooser.tk.call
    middles = [(photo.width() // 2, photo.height() // 2) for photo in chooser.photos]
    return sum(
        not chooser.tk.getboolean(call(str(photo), "transparency", "get", x, y))
        for photo, (x, y) in zip(chooser.photos, middles, strict=True)
    )


@pytest.fixture
def when_shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return how many choices had their pictures, and how many there are, as each was shown."""
    seen: list[tuple[int, int]] = []
    deiconify = PictureChooser.deiconify

    def note(chooser: PictureChooser) -> None:
        seen.append((drawn(chooser), len(chooser.photos)))
        deiconify(chooser)

    monkeypatch.setattr(PictureChooser, "deiconify", note)
    monkeypatch.setattr(picture_chooser, "TIMEOUT_MS", 20_000)  # the machine may be busy
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stamps", "choose-generator"])
def test_all_pictures_are_there(desk: Desk, when_shown: list[tuple[int, int]], name: str) -> None:
    with dialog(desk.root, lambda window: key(window, "Escape")):
        desk.window.run(COMMANDS[name])
    assert len(when_shown) == 1
    ready, every = when_shown[0]
    assert ready == every > 5


@pytest.mark.slow
def test_one_that_is_closed_waits_no_longer(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_chooser, "TIMEOUT_MS", 20_000)
    before = time.monotonic()

    def close() -> None:
        (chooser,) = (
            child for child in desk.root.winfo_children() if isinstance(child, PictureChooser)
        )
        chooser.destroy()

    desk.root.after(1, close)
    desk.window.run(COMMANDS["choose-generator"])
    assert time.monotonic() - before < 15
