"""Shapes and masks in the Generate section: what is chosen is made, and what cannot be says why."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mazeeditor.editing.outlining import outlined
from mazeeditor.files.project import load, save
from mazeeditor.generators import GENERATORS
from mazeeditor.generators import generate as carve
from mazeeditor.gui.boxes import Box
from mazeeditor.gui.dialogs.mask import MaskDialog
from mazeeditor.masks import MASKS, cut
from mazeeditor.shapes import SHAPES, build
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, drag, key, settle, type_text
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def choose(desk: Desk, name: str, value: str) -> None:
    """Choose a shape, generator or mask as its box does."""
    panel = desk.window.generate
    choose_in(desk, panel.mask.rows[0].box if name == "mask" else panel.choice.boxes[name], value)


def choose_in(desk: Desk, box: Box, value: str) -> None:
    box.variable.set(box._text.of(value))
    box.commit()
    settle(desk.root)


def generate(desk: Desk) -> None:
    """Make what is chosen."""
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.answers.errors == []


@pytest.mark.parametrize("shape", SHAPES.names())
def test_every_shape_is_made_with_and_without_a_mask(desk: Desk, shape: str) -> None:
    choose(desk, "shape", shape)
    assert set(desk.window.generate.sizes.boxes) == {each.name for each in SHAPES[shape].options}
    for mask in ("none", "heart", "none"):
        choose(desk, "mask", mask)
        generate(desk)
        lattice = desk.document.maze.lattice
        assert lattice.shape == shape
        whole = build(shape, **lattice.parameters)
        expected = whole if mask == "none" else cut(mask, whole).lattice
        assert lattice.same(expected)
        assert desk.verdict == "Exactly one route"
        assert desk.document.recipe.get("mask") == (None if mask == "none" else [{"name": mask}])
    key(desk.root, "ctrl+z")
    assert desk.window.generate.mask.masks == [{"name": "heart"}]


def test_a_generator_that_cannot_make_the_shape_gives_way_and_says_why(desk: Desk) -> None:
    panel = desk.window.generate
    for shape, mask in (("hexagonal", "none"), ("rectangular", "star")):
        choose(desk, "mask", "none")
        choose(desk, "shape", "rectangular")
        choose(desk, "generator", "eller")
        assert panel.generator == "eller"
        choose(desk, "shape", shape)
        choose(desk, "mask", mask)
        reason = GENERATORS["eller"].why_not(shape, whole=mask == "none")
        assert panel.generator != "eller"
        assert panel.summary.cget("text") == reason
        choose(desk, "generator", "sidewinder")
        assert panel.generator != "sidewinder"
        assert "Sidewinder" in panel.summary.cget("text")
        generate(desk)


def test_what_cannot_be_chosen_is_grey(desk: Desk) -> None:
    choose(desk, "shape", "polar")
    box = desk.window.generate.choice.boxes["generator"].widget
    click(box)
    listbox = box.tk.call("ttk::combobox::PopdownWindow", box) + ".f.l"
    for place, generator in enumerate(GENERATORS):
        colour = str(box.tk.call(listbox, "itemcget", place, "-foreground"))
        assert (colour == desk.window.theme.text_soft) == bool(generator.shapes)
    key(desk.root, "Escape")


def test_painted_cells_stay_blank_at_any_size(desk: Desk) -> None:
    panel = desk.window.generate
    key(desk.root, "b")
    key(desk.root, "bracketright", count=4)
    drag(desk.canvas, [desk.at(15, 10), desk.at(15, 30)])
    painted = desk.document.maze.lattice
    assert panel.mask.masks == [{"name": "painted"}]
    generate(desk)
    assert desk.document.maze.lattice is painted
    assert desk.verdict == "Exactly one route"
    panel.sizes.show({"rows": 60, "columns": 80})
    generate(desk)
    larger = desk.document.maze.lattice
    assert larger.rows == 60
    share = painted.cells / painted.inside.size
    assert abs(larger.cells / larger.inside.size - share) < 0.05
    choose(desk, "shape", "hexagonal")
    generate(desk)
    assert not desk.document.maze.lattice.whole


def texts(window: TclWindow) -> list[str]:
    """Return all that stands on the labels of a window."""
    widgets = [TclWindow(window, path) for path in descendants(window, str(window))]
    return [
        str(each.tk.call(each, "cget", "-text"))
        for each in widgets
        if each.winfo_class() == "TLabel"
    ]


def picture(path: Path) -> None:
    """Write a picture of two black discs that do not touch."""
    image = Image.new("L", (200, 100), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((5, 10, 75, 90), fill=0)
    pen.ellipse((125, 10, 195, 90), fill=0)
    image.save(path)


def test_a_picture_is_asked_for_and_shown(desk: Desk, tmp_path: Path) -> None:
    picture(tmp_path / "discs.png")
    desk.answers.paths = [tmp_path / "discs.png"]
    seen: list[str] = []

    def answer(window: TclWindow) -> None:
        click(window.find("TButton", "Browse…"))
        desk.wait(lambda: any("2 pieces" in each for each in texts(window)), "the pieces")
        seen.extend(texts(window))
        click(window.find("TButton", "OK"))

    with dialog(desk.root, answer, "Mask: Picture"):
        choose(desk, "mask", "picture")
    assert any("joined by bridges" in each for each in seen)
    generate(desk)
    assert "2 pieces, joined by bridges" in str(desk.window.generate.mask.note.cget("text"))
    wanted = cut("picture", build("rectangular"), picture=str(tmp_path / "discs.png"))
    assert np.array_equal(desk.document.maze.lattice.inside, wanted.lattice.inside)
    assert desk.verdict == "Exactly one route"


def test_cancel_keeps_the_mask_there_was(desk: Desk) -> None:
    choose(desk, "mask", "star")
    with dialog(desk.root, lambda window: key(window, "Escape"), "Mask: Text"):
        choose(desk, "mask", "text")
    panel = desk.window.generate
    assert panel.mask.masks == [{"name": "star"}]
    assert panel.mask.rows[0].box.variable.get() == MASKS["star"].label


def test_a_word_as_a_maze_saved_and_opened_again(desk: Desk, tmp_path: Path) -> None:
    def answer(window: TclWindow) -> None:
        type_text(window, "OTTO")
        key(window, "Return")

    with dialog(desk.root, answer, "Mask: Text"):
        choose(desk, "mask", "text")
    assert desk.window.generate.mask.masks == [{"name": "text", "text": "OTTO"}]
    generate(desk)
    save(desk.document.project(), tmp_path / "otto.maze")
    desk.document.open(load(tmp_path / "otto.maze"), tmp_path / "otto.maze")
    assert desk.window.generate.mask.masks == [{"name": "text", "text": "OTTO"}]


def test_masks_one_after_the_other(desk: Desk, tmp_path: Path) -> None:
    masks = desk.window.generate.mask

    def shown() -> list[str]:
        assert [each for each in masks.winfo_children() if each.winfo_ismapped()] == masks.rows
        return [row.name for row in masks.rows]

    assert shown() == ["none"]
    choose(desk, "mask", "heart")
    assert shown() == ["heart", "none"], "there is room for one more"
    choose_in(desk, masks.rows[1].box, "hole")
    choose_in(desk, masks.rows[2].box, "ellipse")
    generate(desk)
    whole = build("rectangular")
    wanted = cut(["heart", "hole", "ellipse"], whole).lattice
    assert desk.document.maze.lattice.same(wanted)
    three = [{"name": "heart"}, {"name": "hole"}, {"name": "ellipse"}]
    assert desk.document.recipe["mask"] == three
    save(desk.document.project(), tmp_path / "three.maze")
    choose_in(desk, masks.rows[0].box, "none")
    assert shown() == ["hole", "ellipse", "none"], "the others moved up"
    choose_in(desk, masks.rows[1].box, "none")
    choose_in(desk, masks.rows[0].box, "none")
    assert shown() == ["none"]
    assert masks.value == {}
    generate(desk)
    assert desk.document.maze.lattice.whole
    key(desk.root, "ctrl+z")
    assert masks.masks == three, "undo shows the masks of the maze that is back"
    choose_in(desk, masks.rows[0].box, "painted")
    assert "pieces" not in masks.value, "whoever paints cells apart means it"
    desk.document.open(load(tmp_path / "three.maze"), tmp_path / "three.maze")
    assert masks.masks == three


def test_the_dialog_shows_and_changes_one_of_several(desk: Desk) -> None:
    choose(desk, "mask", "ellipse")
    masks = desk.window.generate.mask
    cells: list[str] = []

    def answer(window: TclWindow) -> None:
        type_text(window, "O")
        assert isinstance(window, TclWindow)
        found = next(each for each in desk.root.winfo_children() if isinstance(each, MaskDialog))
        for name, value in (("combine", "cut-out"), ("pieces", "largest")):
            choose_in(desk, found.form.boxes[name], value)
        desk.wait(lambda: any("only the largest" in each for each in texts(window)), "the sketch")
        cells.extend(texts(window))
        click(window.find("TButton", "OK"))

    with dialog(desk.root, answer, "Mask: Text"):
        choose_in(desk, masks.rows[1].box, "text")
    recipe = {
        "mask": [{"name": "ellipse"}, {"name": "text", "text": "O", "combine": "cut-out"}],
        "pieces": "largest",
    }
    assert masks.value == recipe
    found = outlined(build("rectangular"), recipe)
    assert any(f"{found.lattice.cells:,} cells" in each for each in cells), cells
    generate(desk)
    assert desk.document.maze.lattice.same(found.lattice)
    assert "only the largest is kept" in str(masks.note.cget("text"))
    with dialog(desk.root, lambda window: key(window, "Escape"), "Mask: Ellipse"):
        click(masks.rows[0].more)
    assert masks.value == recipe
    for name in ("none", "none", "heart"):
        choose_in(desk, masks.rows[0].box, name)
    assert masks.value == {"mask": [{"name": "heart"}]}, "what was said of masks that went is gone"


def test_a_brush_stroke_makes_of_all_masks_a_painted_outline(desk: Desk) -> None:
    choose(desk, "mask", "heart")
    choose_in(desk, desk.window.generate.mask.rows[1].box, "hole")
    generate(desk)
    key(desk.root, "b")
    drag(desk.canvas, [desk.at(6, 10), desk.at(6, 14)])
    assert desk.window.generate.mask.value == {"mask": [{"name": "painted"}]}
    painted = desk.document.maze.lattice
    choose_in(desk, desk.window.generate.mask.rows[1].box, "ellipse")
    generate(desk)
    assert desk.document.maze.lattice.cells < painted.cells
    assert desk.document.recipe["mask"] == [{"name": "painted"}, {"name": "ellipse"}]
    assert desk.verdict == "Exactly one route"


@pytest.mark.parametrize("mask", ["nonsense", {"name": "heart", "scale": 9}, {"name": 3}, []])
def test_a_recipe_may_hold_anything(desk: Desk, mask: object) -> None:
    document = desk.document
    document.new(document.maze.copy(), {"generator": "prim", "seed": 1, "mask": mask})
    assert desk.window.generate.mask.value == {}
    lattice = cut("heart", document.maze.lattice).lattice
    document.new(carve("prim", lattice, 1), {"generator": "prim", "seed": 1, "mask": mask})
    assert desk.window.generate.mask.masks == [{"name": "painted"}]
    generate(desk)
    assert desk.document.maze.lattice is lattice
