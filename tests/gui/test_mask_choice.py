"""The fields of masks: one for each and an empty one, options come back, files are read at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from mazeeditor.app.drafts.draft import MaskList
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError
from mazeeditor.gui.dialogs import mask_dialog
from mazeeditor.gui.panels.mask_choice import NONE, MaskChoice, Size
from mazeeditor.maze.masks.cutting import PAINTED, MaskStep
from tests.gui.desk import Desk

SIZE: Size = ("rectangular", {"rows": 10, "columns": 10})
RING = MaskStep("ring", {"inner": 0.3})


class Shown:
    """A choice of masks in the window, and what its dialog was shown for."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch, **options: bool) -> None:
        self.masks, self.size, self.answer = MaskList(), SIZE, None
        self.dialogs: list[tuple[Any, ...]] = []
        services = desk.session.services
        self.choice = MaskChoice(
            desk.root, desk.document, services, self.masks, lambda: self.size, **options
        )
        monkeypatch.setattr(mask_dialog, "MaskDialog", self._dialog)

    size: Size | None
    answer: tuple[MaskStep, str | None] | None

    def _dialog(self, _parent: object, _document: object, _services: object, *asked: Any) -> Shown:
        self.dialogs.append(asked)
        return self

    def show(self) -> tuple[MaskStep, str | None] | None:
        return self.answer

    def choose(self, place: int, name: str) -> None:
        self.choice.rows[place]._fields.edited.notify(self.choice.rows[place]._label, name)

    @property
    def names(self) -> list[str]:
        """What the fields show, whose buttons lead to a dialog only if there is a mask."""
        for row in self.choice.rows:
            assert row.more.instate(["disabled"]) == (row.name == NONE)
            assert row._fields.read()[row._label] == row.name
        return [row.name for row in self.choice.rows]


@pytest.fixture
def picture(tmp_path: Path) -> MaskStep:
    image = Image.new("L", (40, 40), 255)
    ImageDraw.Draw(image).rectangle((5, 5, 35, 35), fill=0)
    image.save(tmp_path / "box.png")
    return MaskStep("picture", {"picture": NamedFile(tmp_path / "box.png")})


def test_a_field_for_each_mask_and_one_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(desk, monkeypatch)
    assert PAINTED in shown.choice._offered, "where a maze is edited"
    assert PAINTED not in Shown(desk, monkeypatch, painted=False).choice._offered
    assert shown.names == [NONE]
    shown.choose(0, "heart")
    shown.choose(1, "hole")
    assert shown.names == ["heart", "hole", NONE]
    shown.choose(0, NONE)
    assert shown.names == ["hole", NONE]
    assert [mask.name for mask in shown.masks.masks] == ["hole"]
    assert shown.dialogs == []
    shown.masks.report = "2 pieces, joined by bridges"
    shown.masks.changed.notify()
    assert shown.choice.note.winfo_manager() == "pack"
    shown.choose(0, NONE)
    assert (shown.names, shown.choice.note.winfo_manager()) == ([NONE], "")


def test_the_dialog_gets_all_masks_and_answers(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(desk, monkeypatch)
    shown.choose(0, "heart")
    shown.choose(1, "ring")
    shown.answer = RING, "largest"
    shown.choice.rows[1].more.invoke()
    ((steps, place, pieces, size),) = shown.dialogs
    assert ([step.name for step in steps], place, pieces, size) == (
        ["heart", "ring"],
        1,
        None,
        SIZE,
    )
    assert shown.masks.masks[1] == RING
    assert shown.masks.pieces == "largest"
    shown.choose(1, "star")
    shown.choose(1, "ring")  # comes back as it was chosen last
    assert shown.masks.masks[1] == RING


def test_a_mask_with_a_text_asks_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(desk, monkeypatch)
    shown.choose(0, "text")  # and Cancel
    assert len(shown.dialogs) == 1
    assert (shown.names, shown.masks.masks) == ([NONE], ())
    shown.size = None  # its field is invalid: there is nothing to show the mask in
    shown.choose(0, "text")
    assert len(shown.dialogs) == 1
    assert shown.names == [NONE]


def test_a_file_is_read_at_once_where_it_is_to_be_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, picture: MaskStep
) -> None:
    shown = Shown(desk, monkeypatch, keep=True)
    shown.answer = picture, None
    shown.choice._ask(0, "picture")
    desk.wait_for_work()
    (mask,) = shown.masks.masks
    assert mask.options["picture"].startswith("data:image/png;name=box.png;")
    shown.choice._ask(1, "picture")
    shown.choose(0, "heart")  # before it is read: nobody waits for it any more
    desk.wait_for_work()
    assert shown.names == ["heart", NONE]
    shown = Shown(desk, monkeypatch)
    shown.answer = picture, None
    shown.choice._ask(0, "picture")
    assert shown.masks.masks == (picture,)


def test_a_file_that_cannot_be_read_now_leaves_the_fields_as_they_were(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, picture: MaskStep
) -> None:
    shown = Shown(desk, monkeypatch, keep=True)
    Path(picture.options["picture"]).write_bytes(b"no picture")
    shown.answer = picture, None
    shown.choose(0, "picture")
    desk.wait_for_work()
    assert len(desk.answers.errors) == 1
    assert "box.png" in desk.answers.errors[0]
    jobs = desk.session.services.jobs
    jobs.start("Counting", lambda job: job.check(), lambda _nothing: None)
    with pytest.raises(MazeError):
        shown.choice._ask(0, "picture")
    desk.wait_for_work()
    assert shown.names == [NONE]
