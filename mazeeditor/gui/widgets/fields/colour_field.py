"""A field for a colour: its text, and a swatch that opens a palette with sliders.

::

    [ #0a5fb4            ] [##]
    [#][#][#][#][#][#][#][#]
    [#][#][#][#][#][#][#][#]      arrows move, Space or Return choose, Escape closes
    [#][#][#][#][#][#][#][#]
    Recent
    [#][#][#]
    #0a5fb4: contrast 6.2 on white paper
    Other...                      opens sliders for hue, strength and brightness
"""

from __future__ import annotations

import colorsys
import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import trace
from mazeeditor.gui.widgets.fields.drop_down import DropDown
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.page.colours import (
    LEAST_CONTRAST,
    PALETTE,
    TINTS,
    contrast,
    hexadecimal,
    read_colour,
    rgb,
)

SIZE = 16  # px at 96 dpi of a swatch
MOST_RECENT = 8  # colours
ROW = 8  # swatches
CELL, GAP = 22, 4  # px at 96 dpi
STEPS = {"Left": -0.02, "Down": -0.02, "Right": 0.02, "Up": 0.02}  # of a slider
MOVES = {"Left": -1, "Right": 1, "Up": -ROW, "Down": ROW}


class ColourField(ttk.Frame):
    """The ``entry`` of a colour, and next to it the ``swatch`` that opens a palette.

    Where ``optional`` it may be none. The colour of an ``area`` may be as pale as the paper.
    """

    def __init__(
        self, parent: tk.Misc, variable: tk.StringVar, *, optional: bool = False, area: bool = False
    ) -> None:
        super().__init__(parent)
        theme = current(self)
        self._variable, self.optional, self.area = variable, optional, area
        self.entry = ttk.Entry(self, textvariable=variable, width=8)
        self._image = tk.PhotoImage(master=self, width=theme.px(SIZE), height=theme.px(SIZE))
        self.swatch = ttk.Button(
            self,
            image=self._image,
            compound="left",
            width=0,
            style="Swatch.TButton",
            command=self.open,
        )
        self.entry.grid(row=0, column=0, sticky="ew")
        self.swatch.grid(row=0, column=1, padx=(theme.px(6), 0))
        self.columnconfigure(0, weight=1)
        for widget in (self.entry, self.swatch):
            widget.bind("<Down>", lambda _event: self.swatch.invoke())
        Tooltip(self.swatch, lambda: self.warning or _("Choose a colour"))
        trace(self, variable, self._show)
        self.bind("<<ThemeChanged>>", lambda _event: self._show())
        self.colour = ""
        self._show()

    @property
    def warning(self) -> str:
        """Why the colour is a poor choice, "" where it is not."""
        return warning_of(self.colour) if self.colour and not self.area else ""

    def _show(self, *_trace: str) -> None:
        """Show the colour that is typed, where it is one, and a sign where it is hard to see."""
        self.colour = colour_of(self._variable.get())
        theme, side = current(self), self._image.width()
        edge = theme.px(1)
        self._image.put(theme.outline, to=(0, 0, side, side))
        inner = (edge, edge, side - edge, side - edge)
        self._image.put(hexadecimal(self.colour) if self.colour else theme.window, to=inner)
        self.swatch.configure(text="!" if self.warning else "")

    def open(self) -> None:
        usual = TINTS[0] if self.area else "black"
        ColourPopup(
            self,
            self.colour or usual,
            self._choose,
            self.swatch,
            area=self.area,
            optional=self.optional,
        )

    def _choose(self, colour: str) -> None:
        self._variable.set(colour)
        self.entry.event_generate("<<ComboboxSelected>>")  # as every choice that is made at once


def recent_colours(widget: tk.Misc) -> list[str]:
    """Return the colours chosen last, the newest first; they are kept with the root window."""
    recent: list[str] = vars(widget.nametowidget(".")).setdefault("recent_colours", [])
    return recent


def keep_recent_colours(root: tk.Misc, colours: list[str]) -> None:
    """Let ``colours``, a list of the settings, hold the colours chosen last."""
    vars(root.nametowidget("."))["recent_colours"] = colours
    colours[:] = [colour for colour in colours if colour_of(colour)][:MOST_RECENT]


def remember_colour(widget: tk.Misc, colour: str) -> None:
    """Put a colour at the head of those chosen last."""
    recent = recent_colours(widget)
    recent[:] = [colour, *(other for other in recent if other != colour)][:MOST_RECENT]


def colour_of(text: str) -> str:
    """Return the usual spelling of a colour, "" for a text that is none."""
    try:
        return read_colour(text)
    except UsageError:
        return ""


def warning_of(colour: str) -> str:
    """Return that lines of a colour are hard to see, "" for another one."""
    ratio = contrast(colour)
    if ratio >= LEAST_CONTRAST:
        return ""
    return _("Hard to see on white paper: contrast {ratio:.1f}, lines need {least:g}.").format(
        ratio=ratio, least=LEAST_CONTRAST
    )


class ColourPopup(DropDown):
    """A palette below ``field``; ``choose`` gets the colour that is chosen, if any.

    That of an ``area`` offers pale colours first, an ``optional`` one no colour too.
    """

    def __init__(
        self,
        field: ttk.Frame,
        colour: str,
        choose: Callable[[str], None],
        opener: ttk.Button,
        *,
        area: bool = False,
        optional: bool = False,
    ) -> None:
        super().__init__(field, opener)
        self._choose, self._colour, self._area = choose, colour, area
        theme, body = current(self), self.body
        offers = (*TINTS, *PALETTE) if area else PALETTE
        self.palette = Swatches(body, offers, colour, self._show, self.close_with)
        self.palette.pack()
        self.recent: Swatches | None = None
        if recent_colours(self):
            ttk.Label(body, text=_("Recent"), style="Small.TLabel").pack(anchor="w")
            self.recent = Swatches(body, recent_colours(self), colour, self._show, self.close_with)
            self.recent.pack(anchor="w")
        wrap = ROW * theme.px(CELL + GAP)
        self.about = ttk.Label(body, wraplength=wrap, style="Small.TLabel")
        self.about.pack(fill="x", pady=theme.px(4))
        self.other = ttk.Button(body, text=_("Other…"), command=self._show_sliders)
        self.other.pack(fill="x")
        press_by_enter(self.other)
        if optional:
            self._offer_none()
        self._show(colour)
        self.post(self.palette)  # last: it may close at once

    def _offer_none(self) -> None:
        """Add a button that chooses no colour."""
        self.none = ttk.Button(
            self.body, text=_("No colour"), command=lambda: self.close_with(_("none"))
        )
        self.none.pack(fill="x", pady=(current(self).px(6), 0))
        press_by_enter(self.none)

    def _show(self, colour: str) -> None:
        """Show how well a colour can be seen."""
        self._colour = colour
        if self._area:
            self.about.configure(text=hexadecimal(colour), style="Small.TLabel")
            return
        text = warning_of(colour) or _("Contrast {ratio:.1f} on white paper").format(
            ratio=contrast(colour)
        )
        style = "Error.TLabel" if warning_of(colour) else "Small.TLabel"
        self.about.configure(text=f"{hexadecimal(colour)}\n{text}", style=style)

    def _show_sliders(self) -> None:
        self.other.pack_forget()
        self.sliders = Sliders(self.body, self._colour, self._show)
        self.sliders.pack(fill="x")
        self.use = ttk.Button(
            self.body,
            text=_("Use this colour"),
            style="Accent.TButton",
            command=lambda: self.close_with(self._colour),
        )
        self.use.pack(fill="x", pady=(current(self).px(6), 0))
        press_by_enter(self.use, self)
        press_by_enter(self.use)
        self.place_at_field()
        self.sliders.scales[0].focus_set()

    def close_with(self, colour: str) -> None:
        self.close()
        self._choose(colour)


class Swatches(tk.Canvas):
    """Colours in rows, one of which the arrow keys move to.

    ``on_move`` gets each colour that is moved to or pointed at, ``on_choice`` the one chosen.
    """

    def __init__(
        self,
        parent: tk.Misc,
        colours: Sequence[str],
        colour: str,
        on_move: Callable[[str], None],
        on_choice: Callable[[str], None],
    ) -> None:
        theme = current(parent)
        self._pitch = theme.px(CELL) + theme.px(GAP)
        rows = (len(colours) + ROW - 1) // ROW
        width, height = ROW * self._pitch, rows * self._pitch
        super().__init__(
            parent, background=theme.window, takefocus=True, width=width, height=height
        )
        self.colours, self._on_move = tuple(colours), on_move
        codes = [hexadecimal(other) for other in colours]
        code = hexadecimal(colour)
        self.number = codes.index(code) if code in codes else -1
        for number, other in enumerate(codes):
            left, top = self.corner(number)
            right, bottom = left + theme.px(CELL), top + theme.px(CELL)
            self.create_rectangle(left, top, right, bottom, fill=other, outline=theme.outline)
        self._frame = self.create_rectangle(0, 0, 0, 0, outline=theme.focus, width=theme.px(2))
        FocusRing(self)
        self._mark()
        for key, step in MOVES.items():
            self.bind(f"<{key}>", lambda _event, step=step: self._step(step))  # type: ignore[misc]
        for key in ("<space>", "<Return>", "<KP_Enter>"):
            self.bind(key, lambda _event: on_choice(self.colours[max(self.number, 0)]))
        self.bind("<Motion>", lambda event: self._move(self._at(event.x, event.y)))
        self.bind("<ButtonPress-1>", lambda event: self._move(self._at(event.x, event.y)))
        self.bind("<ButtonRelease-1>", lambda _event: on_choice(self.colours[max(self.number, 0)]))

    def corner(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a swatch, px."""
        row, column = divmod(number, ROW)
        gap = current(self).px(GAP) // 2
        return column * self._pitch + gap, row * self._pitch + gap

    def _at(self, x: int, y: int) -> int:
        column = min(max(x // self._pitch, 0), ROW - 1)
        return max(y // self._pitch, 0) * ROW + column

    def _step(self, step: int) -> str:
        self._move(self.number + step if self.number >= 0 else 0)
        return "break"

    def _move(self, number: int) -> None:
        if 0 <= number < len(self.colours):
            self.number = number
            self._mark()
            self._on_move(self.colours[number])

    def _mark(self) -> None:
        """Draw the frame around the swatch moved to, if any."""
        self.itemconfigure(self._frame, state="normal" if self.number >= 0 else "hidden")
        left, top = self.corner(self.number)
        size, out = current(self).px(CELL), current(self).px(GAP) // 2
        self.coords(self._frame, left - out, top - out, left + size + out, top + size + out)


class Sliders(ttk.Frame):
    """Hue, strength and brightness of a colour; ``on_change`` gets each new one as ``#rrggbb``."""

    def __init__(self, parent: tk.Misc, colour: str, on_change: Callable[[str], None]) -> None:
        super().__init__(parent)
        theme = current(self)
        self._on_change = on_change
        self._sample = tk.Frame(self, height=theme.px(20), background=hexadecimal(colour))
        self._sample.grid(row=0, column=0, columnspan=2, sticky="ew", pady=theme.px(4))
        self.columnconfigure(1, weight=1)
        hue, light, strength = colorsys.rgb_to_hls(*(value / 255 for value in rgb(colour)))
        self.scales = []
        names = (_("Hue"), _("Saturation"), _("Brightness"))
        for row, (name, value) in enumerate(zip(names, (hue, strength, light), strict=True), 1):
            ttk.Label(self, text=name).grid(row=row, column=0, sticky="w")
            scale = ttk.Scale(self, from_=0, to=1, value=value, command=self._slid)
            scale.grid(row=row, column=1, sticky="ew", padx=(theme.gap, 0))
            for key, step in STEPS.items():
                scale.bind(f"<{key}>", lambda _event, scale=scale, step=step: _nudge(scale, step))  # type: ignore[misc]
            self.scales.append(scale)

    def _slid(self, _value: str) -> None:
        hue, strength, light = (scale.get() for scale in self.scales)
        shares = colorsys.hls_to_rgb(hue, light, strength)
        colour = "#" + "".join(f"{round(255 * share):02x}" for share in shares)
        self._sample.configure(background=colour)
        self._on_change(colour)


def _nudge(scale: ttk.Scale, step: float) -> str:
    scale.set(min(max(scale.get() + step, 0.0), 1.0))
    return "break"
