"""The look: readable, sharp at every scale, and the same for every widget in both modes."""

from __future__ import annotations

import math
import tkinter as tk
from itertools import product
from pathlib import Path
from tkinter import font, ttk

import numpy as np
import pytest

from mazeeditor.gui.look import Theme, apply, widget_pictures
from mazeeditor.gui.look.widget_pictures import Sprite
from mazeeditor.screen.palette import PALETTES, Palette
from tests.breadth import in_turns
from tests.events import screenshot, settle
from tests.gui.desk import Desk

SCALES = (1.0, 1.25, 1.5, 2.0)
MODES = sorted(PALETTES)

READ = 4.5  # WCAG 2.1, contrast of text
SEEN = 3.0  # ... and of what must be distinguished from its background
PAIRS = [
    *((text, ground, READ) for text in ("text", "text_soft") for ground in ("window", "raised")),
    *(("text", ground, READ) for ground in ("over", "down")),
    *(("tint_text", ground, READ) for ground in ("tint", "tint_over")),
    *(("accent_text", face, READ) for face in ("accent", "accent_over")),
    *((f"{kind}_text", kind, READ) for kind in ("good", "warn", "bad", "neutral", "tip")),
    ("exit", "window", READ),  # words of an error
    *(
        (part, "paper", SEEN)
        for part in ("wall", "wall_hover", "entrance", "exit", "cursor", "head")
    ),
    *((part, "ground", SEEN) for part in ("entrance", "exit")),
    *(("route", below, SEEN) for below in ("paper", "route_soft", "visited", "left")),
    *(("wall", below, SEEN) for below in ("visited", "filled", "left", "route_soft")),
    *(("outline", face, SEEN) for face in ("window", "raised")),
    *(
        ("focus", face, SEEN)
        for face in ("window", "raised", "ground", "over", "tint", "tint_over", "focus_gap")
    ),
    ("accent", "window", SEEN),
]


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def luminance(colour: str) -> float:
    shares = [value / 255 for value in rgb(colour)]
    r, g, b = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def colours_of(palette: Palette) -> list[str]:
    """Return all colours, those in rows among them."""
    rows = ([each] if isinstance(each, str) else each for each in vars(palette).values())
    return [colour for row in rows for colour in row]


@pytest.mark.parametrize("mode", MODES)
def test_colours_stand_out(mode: str) -> None:
    for front, back, least in PAIRS:
        colours = (getattr(PALETTES[mode], name) for name in (front, back))
        dark, bright = sorted(map(luminance, colours))
        assert (bright + 0.05) / (dark + 0.05) >= least, (front, back)


def test_shapes_cover_their_area() -> None:
    for radius in (3.0, 7.5, 12.0):
        disc = Sprite(40, 40).disc("#ffffff", radius).rgba[..., 3]
        assert disc.sum() == pytest.approx(math.pi * radius**2, rel=0.01)
        box = Sprite(40, 30).box("#ffffff", radius, 2, 3, 1).rgba[..., 3]
        assert box.sum() == pytest.approx(36 * 26 - (4 - math.pi) * radius**2, rel=0.01)
        line = Sprite(40, 40).line("#ffffff", radius, [(0.3, 0.5), (0.7, 0.5)]).rgba[..., 3]
        assert line.sum() == pytest.approx(16 * radius + math.pi * (radius / 2) ** 2, rel=0.03)


@pytest.mark.parametrize(("mode", "scale"), in_turns(MODES, SCALES))
def test_straight_edges_are_hard_at_every_scale(mode: str, scale: float) -> None:
    theme = Theme(mode, scale)
    named = set(map(rgb, colours_of(PALETTES[mode])))
    boxy = ("button", "accent", "field", "flat", "check", "chip", "heading", "frame", "ring")
    checked = 0
    for name, sprite in widget_pictures.catalogue(theme).items():
        if not name.startswith(boxy) or name.startswith(("check-tick", "check-dash")):
            continue
        across = sprite.rgba[sprite.height // 2], sprite.rgba[:, sprite.width // 2]
        for line in across:
            seen = np.round(line * 255).astype(int)
            assert {tuple(pixel[:3]) for pixel in seen if pixel[3]} <= named, name
            assert set(seen[:, 3]) <= {0, 255}, name
        checked += 1
    assert checked > 25


def widgets(root: tk.Misc) -> list[tk.Widget]:
    """Return one of each widget that stands in a form."""
    box = ttk.Combobox(root, values=["a"], width=8)
    return [
        ttk.Button(root, text="Generate"),
        ttk.Button(root, text="Generate", style="Accent.TButton"),
        ttk.Button(root, text="Generate", style="Flat.TButton"),
        ttk.Entry(root, width=8),
        ttk.Spinbox(root, width=8),
        box,
        ttk.Checkbutton(root, text="Show"),
        ttk.Checkbutton(root, text="Show", style="Switch.TCheckbutton"),
        ttk.Checkbutton(root, text="Show", style="Section.TCheckbutton"),
        ttk.Radiobutton(root, text="Show"),
        ttk.Scale(root),
        ttk.Progressbar(root),
        ttk.Menubutton(root, text="100%"),
        ttk.Label(root, text="Good", style="Good.Chip.TLabel"),
    ]


def test_everything_grows_in_proportion(root: tk.Tk) -> None:
    apply(root, "light", 1)
    small = [widget.winfo_reqheight() for widget in widgets(root)]
    for scale in SCALES[1:]:
        apply(root, "light", scale)
        settle(root)
        for before, widget in zip(small, widgets(root), strict=True):
            name = f"{widget.winfo_class()} {widget.cget('style')} {scale}"
            assert widget.winfo_reqheight() == pytest.approx(before * scale, rel=0.1, abs=1), name
        assert root.winfo_fpixels("1i") == pytest.approx(96 * scale, rel=0.01)
        for name in (Theme.body, Theme.bold, Theme.small, Theme.heading, Theme.mono, "TkMenuFont"):
            assert font.nametofont(name, root).cget("size") <= -10 * scale


def test_a_switch_reaches_every_widget(root: tk.Tk) -> None:
    apply(root, "light", 1)
    root.configure(menu=tk.Menu(root))
    popup, text, top = tk.Menu(root), tk.Text(root), tk.Toplevel(root)
    mine = tk.Canvas(root, background="#123456")
    canvas = tk.Canvas(root)
    box = ttk.Combobox(root, values=["a", "b"], state="readonly")
    label = ttk.Label(root, text="words")
    for widget in (text, mine, canvas, box, label):
        widget.pack()
    root.tk.call("ttk::combobox::PopdownWindow", box)
    settle(root)
    theme = apply(root, "dark", 1)
    settle(root)
    drop_down = root.tk.call(f"{box}.popdown.f.l", "cget", "-background")
    bar = root.tk.call(root.cget("menu"), "cget", "-background")
    assert [str(colour) for colour in (drop_down, bar)] == [theme.raised, theme.window]
    assert [str(w.cget("background")) for w in (root, top, canvas)] == [theme.window] * 3
    assert [str(w.cget("background")) for w in (text, popup)] == [theme.raised] * 2
    assert text.cget("foreground") == theme.text
    assert mine.cget("background") == "#123456"
    late = tk.Text(root)
    assert late.cget("background") == theme.raised
    assert screenshot(label).getpixel((0, 0)) == rgb(theme.window)


def test_who_has_the_keyboard_is_seen(root: tk.Tk) -> None:
    apply(root, MODES[0], 1)
    shown = [w for w in widgets(root) if w.winfo_class() not in {"TLabel", "TProgressbar"}]
    for widget in shown:
        widget.pack(fill="x", padx=20, pady=5)
    for mode, widget in product(MODES, shown):
        ring = rgb(apply(root, mode, 1).focus)
        settle(root)
        root.focus_set()
        before = np.array(screenshot(widget))
        widget.focus_set()
        after = np.array(screenshot(widget))
        changed = (before != after).any(axis=2)
        rows, columns = np.nonzero(changed)
        assert np.ptp(columns) > 0.9 * widget.winfo_width() - 10, widget.winfo_class()
        assert np.ptp(rows) > 0.7 * widget.winfo_height(), widget.winfo_class()
        across, down = after[:, after.shape[1] // 2], after[after.shape[0] // 2]
        for line in (across[:2], across[-2:], down[:2], down[-2:]):
            assert (line == ring).all(), f"{widget.winfo_class()}: one ring of 2 px for all"


def test_a_bar_with_nothing_to_scroll_is_empty(root: tk.Tk) -> None:
    """Tk draws for ever where the borders of an element are larger than its picture."""
    across = ttk.Scrollbar(root, orient="horizontal")
    down = ttk.Scrollbar(root, orient="vertical")
    across.pack(fill="x", expand=True)
    down.pack(fill="y", expand=True)
    for scale, bar in product(SCALES, (across, down)):
        apply(root, "light", scale)
        bar.set(0, 1)
        settle(root)
        assert np.ptp(np.array(screenshot(bar)), axis=(0, 1)).max() == 0, scale


MESSAGES = 3_000  # of a window with the tab of most fields, drawn as a whole: it takes 1,200
COUNTED = 100 if tk.TkVersion < 9 else 10  # else nothing was drawn; by Tk 9.1 it takes 81
COUNTS = Path("/proc/thread-self/io")  # of Linux


def messages() -> int:
    """Return how often this thread has written to any file or connection."""
    line = next(line for line in COUNTS.read_text().splitlines() if line.startswith("syscw"))
    return int(line.split()[1])


@pytest.mark.slow
@pytest.mark.own_window("what a window sends is counted")
@pytest.mark.skipif(not COUNTS.exists(), reason="the system does not count what is written")
@pytest.mark.usefixtures("display")
def test_a_window_is_drawn_with_few_messages(desk: Desk) -> None:
    """Tk sends each copy of a picture at once, and fills what is large with copies of the small.

    A window of small pictures took 11,000 messages and 40 ms each time it was drawn.
    """
    desk.window.show_tab("page")
    desk.root.geometry("1200x800")
    settle(desk.root)
    before = messages()
    desk.root.geometry("1300x900")
    settle(desk.root)
    assert COUNTED < messages() - before < MESSAGES
