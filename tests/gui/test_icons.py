"""Icons: each picture is the render of its source, and shows in the colours of the theme."""

from __future__ import annotations

import io
import shutil
import subprocess
import tkinter as tk
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from icons.render import COLOURED, MADE_FROM, SIZE, digest
from mazeeditor.gui.look import Theme, apply
from mazeeditor.gui.look.icons import Icons
from tests.events import settle

FOLDER = Path(__file__).parents[2] / "icons"
SOURCES = sorted(FOLDER.glob("*.svg"))
MASKS = [source for source in SOURCES if source.stem not in COLOURED]


def alpha(path: Path) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    return np.array(Image.open(path).getchannel("A"))


def test_every_picture_has_its_source_and_none_is_stale() -> None:
    assert len(SOURCES) > 20
    assert [p.stem for p in sorted(FOLDER.glob("*.png"))] == [p.stem for p in SOURCES]
    for source in SOURCES:
        with Image.open(source.with_suffix(".png")) as picture:
            made_from, size = picture.info[MADE_FROM], picture.size
        assert made_from == digest(source), f"{source.stem}: run python icons/render.py"
        assert size == (COLOURED.get(source.stem, SIZE),) * 2, source.stem


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")
def test_every_picture_shows_its_source() -> None:
    for source in SOURCES:
        side = str(COLOURED.get(source.stem, SIZE))
        command = ["rsvg-convert", "-w", side, "-h", side, str(source)]
        drawn = subprocess.run(command, check=True, capture_output=True).stdout
        fresh = np.array(Image.open(io.BytesIO(drawn)).convert("RGBA").getchannel("A"), dtype=int)
        # Another version of the renderer may round otherwise.
        assert np.abs(fresh - alpha(source.with_suffix(".png"))).max() <= 16, source.stem


def test_icons_are_of_one_family() -> None:
    """Strokes, no fills, with a margin, and of about one size; no two are alike."""
    masks = {source.stem: alpha(source.with_suffix(".png")) for source in MASKS}
    for name, picture in masks.items():
        mask = picture > 127
        assert mask.sum() == mask[4:-4, 4:-4].sum(), f"{name} has no margin"
        assert 0.02 < mask.mean() < 0.35, f"{name} is not of strokes"
        rows, columns = np.nonzero(mask)
        assert max(np.ptp(rows), np.ptp(columns)) >= SIZE * 0.45, f"{name} is small"
    assert len({picture.tobytes() for picture in masks.values()}) == len(masks)


def colours(root: tk.Tk, image: str) -> set[tuple[int, ...]]:
    """Return the colours of an image's pixels, the clear ones left out."""
    width, height = (int(root.tk.call("image", side, image)) for side in ("width", "height"))
    return {
        tuple(int(v) for v in root.tk.splitlist(root.tk.call(image, "get", x, y)))
        for x in range(width)
        for y in range(height)
        if not root.tk.getboolean(root.tk.call(image, "transparency", "get", x, y))
    }


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def test_an_icon_shows_in_the_colour_asked_for(root: tk.Tk) -> None:
    theme = apply(root, "light", 1.5)
    icons = Icons(root, theme)
    assert icons.get("undo") == icons.get("undo", 20, "text"), "made once"
    assert len({icons.get("undo"), icons.get("undo", 24), icons.get("undo", role="accent")}) == 3
    own = icons.application()
    widths = [int(root.tk.call("image", "width", image)) for image in own]
    assert widths[0] == 32
    assert set(widths) >= {16, 48, 128}
    root.wm_iconphoto(True, *own)
    with pytest.raises(FileNotFoundError, match="teapot"):
        icons.get("teapot")
    for source in MASKS:
        image = icons.get(source.stem, 16, "accent")
        assert root.tk.call("image", "width", image) == 24, source.stem
        assert colours(root, image) == {rgb(theme.accent)}, source.stem


def test_icons_follow_the_theme(root: tk.Tk) -> None:
    icons = Icons(root, apply(root, "light", 1))
    image = icons.get("save")
    apply(root, "dark", 1)  # before the window stands
    settle(root)
    assert colours(root, image) == {rgb(Theme("dark", 1).text)}
    for mode in ("light", "dark"):
        theme = apply(root, mode, 1)
        settle(root)
        assert colours(root, image) == {rgb(theme.text)}
    assert icons.get("save") == image
    assert colours(root, icons.get("open")) == {rgb(Theme("dark", 1).text)}
