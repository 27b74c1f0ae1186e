"""A picture behind the maze, for tracing: chosen, moved, sized, hidden, kept, never printed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.api import export
from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.pictures import load_logo
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetUnderlay
from mazeeditor.files import read
from mazeeditor.files.project import save
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, sizes_about
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay, decoded_underlay
from mazeeditor.screen.area import Area
from mazeeditor.screen.maze_picture import MazePicture, UnderlayPicture
from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.viewport import Viewport
from tests.breadth import in_turns
from tests.events import drag, key, screenshot, settle
from tests.gui.desk import Desk

RED = (230, 20, 20)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a file, twice as wide as high: red at the left, green at the right."""
    image = Image.new("RGB", (200, 100), RED)
    image.paste((20, 160, 40), (100, 0, 200, 100))
    image.save(tmp_path / "drawing.png")
    return tmp_path / "drawing.png"


@pytest.fixture
def desk(desk: Desk, picture: Path) -> Desk:
    desk.answers.paths = [picture]
    desk.window.run(COMMANDS["choose-underlay"])
    desk.wait_for_work()
    desk.wait(lambda: not desk.session.services.background.busy, "the picture")
    settle(desk.root)
    return desk


def pixel(desk: Desk, row: float, column: float) -> tuple[int, int, int]:
    """Return the colour of the screen at a place of the maze."""
    x, y = desk.at(row, column)
    colour = screenshot(desk.canvas).getpixel((int(x), int(y)))
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def is_reddish(colour: tuple[int, int, int]) -> bool:
    return colour[0] > colour[1] + 30


def is_greenish(colour: tuple[int, int, int]) -> bool:
    return colour[1] > colour[0] + 20


def test_it_is_chosen_fitted_and_seen_until_the_key_hides_it(desk: Desk) -> None:
    underlay = desk.document.underlay
    assert (underlay.left, underlay.top, underlay.width) == (0.0, 5.0, 40.0)
    assert is_reddish(pixel(desk, 15.5, 5.5))
    assert is_greenish(pixel(desk, 15.5, 35.5))
    assert len(set(pixel(desk, 1.5, 5.5))) == 1, "paper above it"
    wall = next(column for column in range(39) if desk.is_closed(15, column, "right"))
    assert pixel(desk, 15.5, wall + 1.0) == pixel(desk, 0.0, 5.5), "walls as ever"
    key(desk.root, "k")
    assert len(set(pixel(desk, 15.5, 5.5))) == 1
    key(desk.root, "k")
    assert is_reddish(pixel(desk, 15.5, 5.5))


@pytest.mark.slow
def test_a_drag_moves_it_as_one_step(desk: Desk) -> None:
    before = desk.document.underlay
    key(desk.root, "y")
    drag(desk.canvas, [desk.at(10, 10), desk.at(12, 13)])
    after = desk.document.underlay
    assert after.left == pytest.approx(3, abs=0.2)
    assert after.top == pytest.approx(7, abs=0.2)
    drag(desk.canvas, [desk.at(10, 10), desk.at(10, 15)], keys="shift")
    assert desk.document.underlay.width == pytest.approx(45, abs=0.3)
    key(desk.root, "ctrl+z")
    assert desk.document.underlay == after
    key(desk.root, "ctrl+z")
    assert desk.document.underlay == before
    key(desk.root, "ctrl+z")
    assert desk.document.underlay == NO_UNDERLAY
    assert not desk.document.dirty
    key(desk.root, "ctrl+shift+z")
    assert desk.document.underlay == before
    settle(desk.root)
    assert is_reddish(pixel(desk, 15.5, 5.5))


def test_it_is_kept_and_not_exported(desk: Desk, tmp_path: Path) -> None:
    desk.answers.paths = [tmp_path / "a.maze"]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    project = read(tmp_path / "a.maze")
    assert project.underlay == desk.document.underlay
    assert str(tmp_path) not in (tmp_path / "a.maze").read_text()
    export(desk.document.maze, tmp_path / "a.svg")
    assert "image" not in (tmp_path / "a.svg").read_text()
    desk.document.new(desk.document.maze.copy())
    assert desk.document.underlay == NO_UNDERLAY
    desk.document.open(project, tmp_path / "a.maze")
    desk.wait(lambda: not desk.session.services.background.busy, "the picture")
    settle(desk.root)
    assert is_reddish(pixel(desk, 15.5, 5.5))


DAMAGE: dict[str, object] = {"opacity": 900, "width": -3, "left": "x", "picture": "/etc/passwd"}


def test_a_damaged_one_is_left_out_with_a_warning(picture: Path, tmp_path: Path) -> None:
    maze = maze_of(Recipe("prim", seed=1, shape="rectangular", sizes={"rows": 5, "columns": 6}))
    document = Document(maze)
    document.apply(SetUnderlay(NO_UNDERLAY, Underlay(picture=load_logo(picture))))
    save(document.project(), tmp_path / "a.maze")
    lines = (tmp_path / "a.maze").read_text().splitlines()[:-1]
    place = next(at for at, line in enumerate(lines) if line.startswith('"underlay"'))
    values = json.loads(lines[place].partition(": ")[2].rstrip(","))
    for name, value in DAMAGE.items():
        lines[place] = f'"underlay": {json.dumps({**values, name: value})},'
        (tmp_path / "b.maze").write_text("\n".join(lines).rstrip(",") + "}")
        project = read(tmp_path / "b.maze")
        assert project.underlay == NO_UNDERLAY, name
        assert any("underlay" in warning for warning in project.warnings), name


def laid(underlay: Underlay) -> UnderlayPicture:
    place = underlay.left, underlay.top, underlay.width, underlay.opacity
    return UnderlayPicture(decoded_underlay(underlay.picture), *place)


@pytest.mark.parametrize(
    ("shape", "mode", "zoom"), in_turns(SHAPES.names(), sorted(PALETTES), [1.0, 1.0, 14.0, 14.0])
)
def test_every_shape_and_zoom(picture: Path, shape: str, mode: str, zoom: float) -> None:
    maze = maze_of(Recipe("prim", seed=1, shape=shape, sizes=sizes_about(shape, 20, {})))
    geometry = maze.lattice.geometry
    underlay = Underlay.fitted(load_logo(picture), geometry.width, geometry.height)
    shown = MazePicture(PALETTES[mode])
    shown.set_maze(maze)
    view = Viewport(geometry.width, geometry.height, 600, 400, margin=0, scale=1.0, zoom=zoom)
    before = shown.compose(view).copy()
    shown.set_underlay(laid(underlay))
    after = shown.compose(view)
    changed = np.count_nonzero(before != after) / (geometry.width * geometry.height * zoom**2)
    assert changed > 0.15
    shown.set_underlay(None)
    assert np.array_equal(shown.compose(view), before)


def test_pixels_are_mixed_byte_by_byte(picture: Path) -> None:
    """Against the plain formula, for every grey of what was painted, and any transparency."""
    random = np.random.default_rng(1)
    below = random.integers(0, 256, (64, 64, 4), np.uint8)
    for mode in sorted(PALETTES):
        palette = PALETTES[mode]
        out = random.integers(0, 256, (64, 64, 4), np.uint8)
        out[..., 3] = 255
        before = out.astype(int)
        UnderlayPicture(below, 0, 0, 64, 60).blend(
            Area(0, 0, 64, 64), 1, palette, out.view(np.uint32)[..., 0]
        )
        paper, wall = (int(colour[3:5], 16) for colour in (palette.paper, palette.wall))
        seen = ((before[..., 1] - wall) / (paper - wall)).clip(0, 1) * 0.6
        share = (seen * below[..., 3] / 255)[..., None]
        expected = before * (1 - share) + below * share
        assert np.abs(out.astype(int) - expected)[..., :3].max() < 3
        assert (out[..., 3] == 255).all()
    assert picture.exists()
