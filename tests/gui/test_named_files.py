"""Documents that name files, in the window: opened, generated again, saved; nothing is touched."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.file_menu import open_path
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.underlay import Underlay
from tests.dialogs import TclWindow, dialog
from tests.events import click, settle
from tests.gui.books import SMALL, book_in, fields_of, open_book, opened_book, show_tab
from tests.gui.desk import Desk, open_desk
from tests.test_named_files import SECRET, check_untouched
from tests.touched import touched

pytestmark = pytest.mark.usefixtures("display")
MAZE = mazeeditor.generate(rows=4, columns=4, seed=1)


def opened(path: Path) -> Desk:
    with touched() as found:
        desk = open_desk(path=path)
    check_untouched(found)
    return desk


def test_a_project_is_opened_generated_again_and_saved(tmp_path: Path) -> None:
    secret = str(tmp_path / f"{SECRET}.png")
    Path(secret).write_bytes(b"secret")
    masks = MaskStep("picture", {"picture": secret}), MaskStep("field", {"field": secret})
    recipe = replace(Recipe("prim", seed=3), masks=masks)
    page = {"logo": secret, "tone": secret, "typeface": secret.replace(".png", ".ttf")}
    project = Project(MAZE, recipe, page, underlay=Underlay(picture=secret))
    path = tmp_path / "a.maze"
    path.write_bytes(as_bytes(project))
    desk = opened(path)
    (said,) = desk.answers.messages
    assert said.count(f"{SECRET}.png") == 5
    assert said.count("again") == 5
    with touched() as found:
        COMMANDS["generate"].perform(desk.session.parts)
        desk.wait_for_work()
        COMMANDS["workspace-page"].perform(desk.session.parts)
        desk.wait_for_work()
        COMMANDS["save"].perform(desk.session.parts)
        desk.wait_for_work()
    check_untouched(found)
    assert desk.answers.errors == []
    assert f"{SECRET}.png" not in path.read_text("utf-8")
    recipe = replace(Recipe("prim", seed=3), subject=ChosenSubject("photo", {"photo": secret}))
    path.write_bytes(as_bytes(Project(MAZE, recipe)))
    with touched() as found:
        open_path(desk.session.opened, desk.session.book, path)
        desk.wait_for_work()
    check_untouched(found)
    assert "Photo is left out: it names the file" in desk.answers.messages[-1]


@pytest.mark.slow
def test_a_book_is_opened(tmp_path: Path) -> None:
    desk = open_desk()
    secret = str(tmp_path / f"{SECRET}.png")
    subject = {"name": "photo", "photo": secret}
    chapters = [{**SMALL, "recipe": {"subject": subject}, "page": {"logo": secret}}]
    path = book_in(desk, tmp_path, chapters=chapters)
    assert SECRET in json.loads(path.read_text())["chapters"][0]["page"]["logo"]
    with touched() as found:
        open_book(desk)
        desk.wait_for_work()
    check_untouched(found)
    (said,) = desk.answers.messages
    assert said.count(f"{SECRET}.png") == 2


@pytest.mark.slow
def test_the_picture_of_an_outline_is_in_the_book_at_once(tmp_path: Path) -> None:
    desk = open_desk()
    image = Image.new("L", (60, 60), 255)
    ImageDraw.Draw(image).rectangle((10, 10, 50, 50), fill=0)
    image.save(tmp_path / "box.png")
    (tmp_path / "book").mkdir()
    book = opened_book(desk, tmp_path / "book", chapters=[SMALL])
    show_tab(book, "chapter")
    fields = fields_of(book)
    assert fields
    desk.answers.paths = [tmp_path / "box.png"]

    def answer(window: TclWindow) -> None:
        click(window.find("TButton", "Browse…"))
        settle(desk.root)
        click(window.find("TButton", "Use outline"))

    with dialog(desk.root, answer, "Shape outline: Picture"):
        fields.masks._ask(0, "picture")
    desk.wait_for_work()
    (mask,) = fields.chapter.choice.values["recipe"]["mask"]
    assert mask["picture"].startswith("data:image/png;name=box.png;")
