"""The colours of the distances: even steps, told apart without their hue, walls seen on each."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.screen.palette import DARK, LIGHT, Palette
from mazeeditor.screen.pixel_colours import distance_colours, from_oklab, ramp, rgb_of, to_oklab
from tests.gui.test_theme import SEEN, luminance

# Machado, Oliveira and Fernandes 2009, severity 1: how linear RGB looks to those who lack the
# cones for red, green and blue
BLIND = {
    "protan": (
        "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998"
    ),
    "deutan": (
        "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.011820 0.042940 0.968881"
    ),
    "tritan": (
        "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602 0.004733 0.691367 0.303900"
    ),
}
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def test_known_colours() -> None:
    """Ottosson's own examples, and there and back again."""
    assert to_oklab(rgb_of(["#ffffff"]))[0] == pytest.approx([1, 0, 0], abs=1e-3)
    assert to_oklab(rgb_of(["#ff0000"]))[0] == pytest.approx([0.628, 0.225, 0.126], abs=1e-3)
    every = np.random.default_rng(1).integers(0, 256, (500, 3)).astype(np.uint8)
    assert (from_oklab(to_oklab(every)) == every).all()


def test_from_the_first_stop_over_each_to_the_last() -> None:
    result = ramp(["#000000", "#ffffff", "#ff0000"], 401)
    assert result[0].tolist() == [0, 0, 0]
    assert result[-1].tolist() == [255, 0, 0]
    assert (result == 255).all(axis=1).any()


@PALETTES
def test_steps_are_even(palette: Palette) -> None:
    lab = to_oklab(distance_colours(palette))[
        ::18
    ]  # far enough apart for whole numbers not to matter
    steps = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    assert steps.max() < 1.35 * steps.min()


@PALETTES
def test_lightness_alone_tells_them_apart(palette: Palette) -> None:
    lightness = to_oklab(distance_colours(palette))[::9, 0]
    steps = np.diff(lightness)
    assert (steps > 0).all() or (steps < 0).all()
    assert abs(lightness[-1] - lightness[0]) > 0.25


@PALETTES
@pytest.mark.parametrize("kind", sorted(BLIND))
def test_the_colour_blind_tell_them_apart(palette: Palette, kind: str) -> None:
    shares = distance_colours(palette)[::26] / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(BLIND[kind].split(), float).reshape(3, 3).T, 0, 1)
    back = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    lab = to_oklab(np.round(back * 255).astype(np.uint8))
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=2)
    apart[np.eye(len(lab), dtype=bool)] = 1
    assert apart.min() > 0.02


@PALETTES
def test_walls_are_seen_on_each(palette: Palette) -> None:
    ink = luminance(palette.wall)
    for colour in distance_colours(palette):
        ground = luminance("#" + bytes(colour.tolist()).hex())
        dark, bright = sorted((ink, ground))
        assert (bright + 0.05) / (dark + 0.05) >= SEEN
