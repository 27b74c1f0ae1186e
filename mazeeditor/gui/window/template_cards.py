"""The cards of templates: a picture, a name and a line or two about it, in rows that scroll.

All is drawn on one canvas. The pictures come one after the other, read by a worker, those of the
category that is shown.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk

from PIL import Image, ImageTk

from mazeeditor.app.gallery.pictures import read_picture
from mazeeditor.app.gallery.templates import Template
from mazeeditor.app.jobs import Background, ignore
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import has_keyboard, notches_down, unbroken
from mazeeditor.gui.widgets.tooltip import Tooltip

WIDE, TEXTS = 196, 84  # px at 96 dpi: a card, and what is on it besides the picture
PICTURE = (140, 186)  # px at 96 dpi: the largest
LOWEST = 120  # px at 96 dpi of pictures, where the window is low
EDGE, GAP = 12, 14  # px at 96 dpi: around what is on a card, between two cards
RING = 3  # px at 96 dpi
ABOUT_LINES = 2
PAPER = 210 / 297  # width by height of a page without a picture
NOTCH = 90  # px at 96 dpi that a notch of the wheel scrolls


class TemplateCards(ttk.Frame):
    """Shows templates; ``on_select`` and ``on_choose`` get the place of the one clicked."""

    def __init__(self, parent: tk.Misc, background: Background) -> None:
        super().__init__(parent)
        self._background = background
        self._shown: Sequence[Template] = ()
        self._place, self._turn = 0, 0
        self._note = ""
        self._photos: dict[Template, ImageTk.PhotoImage] = {}
        self._without: set[Template] = set()  # those that have no picture
        self.columns = 1
        self._wide = current(self).px(WIDE)  # px of the cards, which share the room
        self._high = current(self).px(PICTURE[1])  # px of the pictures
        self.on_select: Callable[[int], object] = ignore
        self.on_choose: Callable[[int], object] = ignore
        px = current(self).px
        self.canvas = tk.Canvas(
            self,
            takefocus=True,
            yscrollincrement=1,
            width=px(WIDE + 2 * RING),
            height=px(LOWEST + TEXTS + 2 * RING),
        )
        self.bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=self._show_bar)
        self.bar.pack(side="right", fill="y")
        self.canvas.pack(side="left", fill="both", expand=True)
        self._tip = Tooltip(self.canvas, self._about_pointed)
        self._pointed = -1
        self._add_bindings()

    def _add_bindings(self) -> None:
        canvas = self.canvas
        canvas.bind("<Configure>", lambda _event: self._lay_out())
        canvas.bind("<Button-1>", self._click)
        canvas.bind("<Double-Button-1>", self._double_click)
        canvas.bind("<Motion>", self._point)
        canvas.bind("<Leave>", lambda _event: self._point_at(-1), add=True)
        for event in ("<FocusIn>", "<FocusOut>"):
            canvas.bind(event, lambda _event: self._draw_ring(), add=True)
        canvas.bind("<<ThemeChanged>>", lambda _event: self._draw())
        for event in ("<MouseWheel>", "<Button-4>", "<Button-5>"):
            canvas.bind(event, self._wheel)

    def _show_bar(self, first: float | str, last: float | str) -> None:
        self.bar.set(first, last)
        needed = float(first) > 0 or float(last) < 1
        self.bar.state(["!disabled" if needed else "disabled"])

    # What is shown

    def show(self, templates: Sequence[Template], place: int, note: str) -> None:
        """Show templates with one of them selected; a note where there are none."""
        same = (list(templates), note) == (list(self._shown), self._note)
        self._shown, self._place, self._note = tuple(templates), place, note
        if not same:
            self._draw()
            self.canvas.yview_moveto(0)
            self._load_missing()
        self._draw_ring()
        self._see(place)

    def _load_missing(self) -> None:
        self._turn += 1
        self._load([each for each in self._shown if self._lacks(each)], self._turn)

    def _lacks(self, template: Template) -> bool:
        return template not in self._photos and template not in self._without

    def _load(self, waiting: Sequence[Template], turn: int) -> None:
        """Read pictures in the background, one after the other, as long as they are shown."""
        if not waiting or turn != self._turn:
            return
        template, high = waiting[0], self._high
        box = current(self).px(PICTURE[0]), high

        def show(picture: Image.Image | None) -> None:
            if self.winfo_exists():
                if high == self._high:
                    self._take(template, picture)
                self._load(waiting[1:], turn)

        self._background.run(lambda _job: read_picture(template.picture, box), show, ignore)

    def _take(self, template: Template, picture: Image.Image | None) -> None:
        if picture is None:
            self._without.add(template)
        else:
            self._photos[template] = ImageTk.PhotoImage(picture, master=self)
        if template in self._shown:
            self._draw_picture(self._shown.index(template))

    # Places

    def _lay_out(self) -> None:
        px = current(self).px
        step = px(WIDE) + px(GAP)
        across = self.canvas.winfo_width() - 2 * px(RING) + px(GAP)
        columns = max(1, across // step)
        wide = max(px(WIDE), across // columns - px(GAP))
        room = self.canvas.winfo_height() - px(TEXTS) - 2 * px(RING)
        high = min(max(room, px(LOWEST)), px(PICTURE[1]))
        if (columns, wide, high) != (self.columns, self._wide, self._high):
            if high != self._high:
                self._photos.clear()
            self.columns, self._wide, self._high = columns, wide, high
            self._draw()
            self._load_missing()
        self._set_region()
        self._see(self._place)

    def _corner(self, place: int) -> tuple[int, int]:
        """Return where a card begins, px."""
        px = current(self).px
        row, column = divmod(place, self.columns)
        x = px(RING) + column * (self._wide + px(GAP))
        return x, px(RING) + row * (self._card_high() + px(GAP))

    def _card_high(self) -> int:
        """Return how high a card is, px."""
        return self._high + current(self).px(TEXTS)

    def box(self, place: int) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of a card on the canvas, px."""
        x, y = self._corner(place)
        return x, y, x + self._wide, y + self._card_high()

    def _set_region(self) -> None:
        last = self.box(max(0, len(self._shown) - 1))
        high = max(last[3] + current(self).px(RING), self.canvas.winfo_height())
        self.canvas.configure(scrollregion=(0, 0, self.canvas.winfo_width(), high))

    def _see(self, place: int) -> None:
        """Scroll as little as needed to show a card."""
        if not self._shown or self.canvas.winfo_height() <= 1:
            return
        _left, top, _right, bottom = self.box(place)
        ring, room = current(self).px(RING), self.canvas.winfo_height()
        first = int(self.canvas.canvasy(0))
        target = max(min(first, top - ring), bottom + ring - room)
        target = min(target, top - ring) if bottom - top > room - 2 * ring else target
        if target != first:
            self.canvas.yview_scroll(target - first, "units")

    # Drawing

    def _draw(self) -> None:
        canvas, theme = self.canvas, current(self)
        canvas.delete("all")
        self._set_region()
        for place in range(len(self._shown)):
            self._draw_card(place)
        if self._note and not self._shown:
            room = max(canvas.winfo_width() - 2 * theme.px(GAP), 1)
            canvas.create_text(
                *(theme.px(GAP), theme.px(GAP)),
                text=self._note,
                anchor="nw",
                width=room,
                font=theme.body,
                fill=theme.text_soft,
            )
        self._draw_ring()

    def _draw_card(self, place: int) -> None:
        theme, template = current(self), self._shown[place]
        px, canvas = theme.px, self.canvas
        left, top, right, bottom = self.box(place)
        canvas.create_rectangle(
            *(left, top, right - 1, bottom - 1),
            fill=theme.raised,
            outline=theme.border,
            tags=("face", f"face{place}"),
        )
        self._draw_picture(place)
        x, y = left + px(EDGE), top + 2 * px(EDGE) + self._high
        room = right - left - 2 * px(EDGE)
        name, about = self._texts(template, room)
        canvas.create_text(x, y, text=name, anchor="nw", font=theme.bold, fill=theme.text)
        y += tkfont.nametofont(theme.bold, self).metrics("linespace") + px(2)
        canvas.create_text(x, y, text=about, anchor="nw", font=theme.small, fill=theme.text_soft)

    def _texts(self, template: Template, room: int) -> tuple[str, str]:
        """Return name and lines of a card, cut where there is no room."""
        theme = current(self)
        bold, small = (tkfont.nametofont(name, self) for name in (theme.bold, theme.small))
        (name, *_rest) = lines_of(template.name, room, 1, bold.measure)
        return name, "\n".join(lines_of(template.about, room, ABOUT_LINES, small.measure))

    def _draw_picture(self, place: int) -> None:
        """Draw the picture of a card; as long as there is none, a plain page."""
        theme, template, canvas = current(self), self._shown[place], self.canvas
        px, tag = theme.px, f"picture{place}"
        canvas.delete(tag)
        left, top, right, _bottom = self.box(place)
        x, y = (left + right) // 2, top + px(EDGE) + self._high // 2
        photo = self._photos.get(template)
        wide, high = round(self._high * PAPER), self._high
        if photo:
            wide, high = photo.width(), photo.height()
        box = (x - wide // 2 - 1, y - high // 2 - 1, x - wide // 2 + wide, y - high // 2 + high)
        canvas.create_rectangle(*box, fill="white", outline=theme.border, tags=tag)
        if photo:
            at = box[0] + 1, box[1] + 1
            canvas.create_image(*at, image=str(photo), anchor="nw", tags=tag)

    def _draw_ring(self) -> None:
        """Tint the selected card, with the ring of the focus while the keyboard is here."""
        canvas, theme = self.canvas, current(self)
        canvas.delete("ring")
        canvas.itemconfigure("face", fill=theme.raised)
        if not self._shown:
            return
        left, top, right, bottom = self.box(self._place)
        canvas.itemconfigure(f"face{self._place}", fill=theme.tint)
        if not has_keyboard(canvas):
            return
        wide = theme.px(2)
        half = wide // 2
        canvas.create_rectangle(
            *(left - half, top - half, right - 1 + half, bottom - 1 + half),
            outline=theme.focus,
            width=wide,
            tags="ring",
        )

    # Pointer

    def place_at(self, x: float, y: float) -> int:
        """Return which card is at a point of the window of the canvas, px; -1 for none."""
        at = self.canvas.canvasx(x), self.canvas.canvasy(y)
        for place in range(len(self._shown)):
            left, top, right, bottom = self.box(place)
            if left <= at[0] < right and top <= at[1] < bottom:
                return place
        return -1

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        self.on_select(self.place_at(event.x, event.y))

    def _double_click(self, event: tk.Event[tk.Misc]) -> None:
        place = self.place_at(event.x, event.y)
        if place == self._place:
            # the button is still down: what is opened now must not get its release
            self.after_idle(partial(self.on_choose, place))

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        self._point_at(self.place_at(event.x, event.y))

    def _point_at(self, place: int) -> None:
        if place != self._pointed:
            self._pointed = place
            self._tip.hide()

    def _about_pointed(self) -> str:
        """Return what the card under the pointer has no room for, for the tooltip."""
        if not 0 <= self._pointed < len(self._shown):
            return ""
        template, px = self._shown[self._pointed], current(self).px
        texts = self._texts(template, self._wide - 2 * px(EDGE))
        whole = template.name, template.problem or template.about
        cut = whole[0] != texts[0] or whole[1] != texts[1].replace("\n", " ")
        return "\n".join(filter(None, whole)) if cut else ""

    def _wheel(self, event: tk.Event[tk.Misc]) -> str:
        self.canvas.yview_scroll(notches_down(event) * current(self).px(NOTCH), "units")
        return "break"


def lines_of(text: str, room: int, most: int, measure: Callable[[str], int]) -> list[str]:
    """Return a text in at most so many lines of ``room`` px, the last one cut with an ellipsis."""
    lines, words = [""], unbroken(" ".join(text.split())).split(" ")
    while words:
        longer = f"{lines[-1]} {words[0]}".strip()
        if measure(longer) <= room:
            lines[-1] = longer
            words.pop(0)
        elif len(lines) < most and lines[-1]:
            lines.append("")
        else:
            rest = f"{lines[-1]} {' '.join(words)}".strip()
            lines[-1] = _cut(rest, room, measure)
            break
    return [line.replace("\u00a0", " ") for line in lines]


def _cut(text: str, room: int, measure: Callable[[str], int]) -> str:
    while text and measure(f"{text}…") > room:
        text = text[: -max(1, len(text) // 16)]
    return f"{text.rstrip()}…"
