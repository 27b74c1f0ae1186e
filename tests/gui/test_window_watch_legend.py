"""The legend of Watch: below the mazes, in their colours, of all that is shown."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.films.legend import LINE, legend_of
from mazeeditor.screen.pixel_colours import ROUTE, kind_colours
from tests.events import screenshot, settle
from tests.gui.watching.films import Screening, screening_of

pytestmark = pytest.mark.usefixtures("display")


def texts(shown: Screening) -> list[str]:
    labels = sorted(shown.stage.legend.labels, key=lambda label: label.winfo_x())
    return [str(label.cget("text")).strip() for label in labels]


def check_legend(shown: Screening) -> None:
    """Everything is explained, within the window, outside of the mazes, in the right colours."""
    window, bar = shown.stage, shown.stage.legend
    legend = legend_of(window.playback.films)
    settle(window)
    assert texts(shown) == [label for _kind, label in legend]
    right = max(label.winfo_x() + label.winfo_width() for label in bar.labels)
    assert right <= bar.winfo_width()
    below = max(pane.winfo_rooty() + pane.winfo_height() for pane in window.panes)
    assert bar.winfo_rooty() >= below
    colours = kind_colours(window.theme)
    for label, (kind, _label) in zip(bar.labels, legend, strict=True):
        pixels = np.array(screenshot(label)).reshape(-1, 3)
        colour = window.theme.route if kind in (LINE, ROUTE) else colours[kind]
        assert (pixels == list(bytes.fromhex(colour[1:]))).all(axis=1).sum() > 9, kind


@pytest.mark.own_window("it changes the theme")
@pytest.mark.slow
@pytest.mark.parametrize("keys", ["F7", pytest.param("shift+F7", marks=pytest.mark.dpi(192))])
def test_the_legend_is_below_the_mazes_and_follows_the_theme(keys: str) -> None:
    shown = screening_of(keys)
    shown.wait_for_record()
    check_legend(shown)
    shown.desk.window.windows.set_theme("dark")
    check_legend(shown)
    px = shown.stage.theme.px
    shown.desk.root.geometry(f"{px(640)}x{px(420)}")
    check_legend(shown)
