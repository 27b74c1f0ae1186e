"""A field for a typeface; a list of all with previews opens by click, arrow or typing.

::

    [ DejaVu Serif      v ]
    [ seri|                  ]   typing searches, arrows move, Enter chooses, Escape closes
    | DejaVu Serif          ^|
    |   Happy birthday       |   only the rows that are seen are drawn
    | Liberation Serif       |
    |   Happy birthday      v|
    [ From a file...         ]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.typeface_previews import PreviewRequest, TypefacePreviews, WordPreview
from mazeeditor.app.jobs import ignore
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import ALT, CONTROL, MOD
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy, select_all_by_key, trace
from mazeeditor.gui.widgets.fields.drop_down import DropDown
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.screen.pixel_colours import rgb_of

if TYPE_CHECKING:
    from PIL import ImageTk


Use = Callable[[str], None]
WIDTH, ROW, NAME = 300, 50, 18  # px at 96 dpi: of the list, of a row, of the name at its top
MAX_ROWS, MIN_ROWS = 7, 3  # rows
SCREEN_ROOM_PX = 220  # px at 96 dpi of the screen besides the list
NOTCH = 3  # rows scrolled by two notches of the wheel


class TypefaceField(ttk.Combobox):
    """The name of a typeface, held by ``variable``; ``offer`` makes the list that it opens."""

    def __init__(self, parent: tk.Misc, variable: tk.StringVar) -> None:
        super().__init__(parent, textvariable=variable, state="readonly", width=8)
        self._variable = variable
        self._previews: TypefacePreviews | None = None
        self._word: Callable[[], str] = str
        self._ask_file: Callable[[Use], None] = ignore
        self.bind("<Button-1>", lambda _event: self.open())
        for key in ("<Down>", "<Up>", "<space>"):
            self.bind(key, lambda _event: self.open())
        self.bind("<KeyPress>", self._typed)

    def offer(
        self, previews: TypefacePreviews, word: Callable[[], str], ask_file: Callable[[Use], None]
    ) -> None:
        """Offer the typefaces of ``previews``, each with the ``word`` of the user.

        ``ask_file`` lets the user choose a file, and calls what it gets with the name of that.
        """
        self._previews, self._word, self._ask_file = previews, word, ask_file

    def _typed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Begin to search with the first character."""
        if len(event.char) == 1 and event.char.isprintable() and not _is_chord(event):
            return self.open(event.char)
        return None

    def open(self, typed: str = "") -> str:
        """Show the list, of what contains the text ``typed``."""
        if self._previews and not self.instate(["disabled"]):
            self.focus_set()
            name, word = self._variable.get(), self._word()
            TypefacePopup(self, name, word, self._previews, self._use, self._ask_for_file).search(
                typed
            )
        return "break"

    def _ask_for_file(self) -> None:
        self._ask_file(self._use)

    def _use(self, name: str) -> None:
        self._variable.set(name)
        self.event_generate("<<ComboboxSelected>>")  # as every choice that is made at once


def _is_chord(event: tk.Event[tk.Misc]) -> bool:
    return bool(int(event.state) & (CONTROL | MOD | ALT))


class TypefacePopup(DropDown):
    """The list below ``field``; ``choose`` gets the name that is chosen, if any.

    ``word`` is what is drawn, "" for the name of each typeface. ``ask_file`` is called when the
    user wants to choose a file instead.
    """

    def __init__(
        self,
        field: ttk.Combobox,
        name: str,
        word: str,
        previews: TypefacePreviews,
        choose: Callable[[str], None],
        ask_file: Callable[[], None],
    ) -> None:
        super().__init__(field, field)
        self._choose, self._ask_file = choose, ask_file
        gap = current(self).px(6)
        self.text = tk.StringVar(self)
        self.entry = ttk.Entry(self.body, textvariable=self.text)
        self.list = TypefaceList(self.body, name, word, previews, self.close_with)
        self.bar = ttk.Scrollbar(self.body, orient="vertical", command=self.list.scroll)
        self.list.on_scroll = self.bar.set
        self.file = ttk.Button(self.body, text=_("From a file…"), command=self._from_file)
        self.entry.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, gap))
        self.list.grid(row=1, column=0, sticky="nsew")
        self.bar.grid(row=1, column=1, sticky="ns")
        self.file.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(gap, 0))
        press_by_enter(self.file)
        self._add_bindings()
        self.post(self.entry)
        previews.find(word, self._show)  # not while widgets are made: a worker would slow that down

    def _add_bindings(self) -> None:
        rows = self.list.rows
        steps = {"Up": -1, "Down": 1, "Prior": 1 - rows, "Next": rows - 1}
        for key, step in steps.items():
            self.bind(f"<{key}>", lambda _event, step=step: self.list.go(step))  # type: ignore[misc]
        self.bind("<Control-Home>", lambda _event: self.list.go(-len(self.list.names)))
        self.bind("<Control-End>", lambda _event: self.list.go(len(self.list.names)))
        for key in ("<Return>", "<KP_Enter>"):
            self.entry.bind(key, lambda _event: self.list.choose())
        select_all_by_key(self.entry)
        for event in ("<MouseWheel>", "<Button-4>", "<Button-5>"):
            self.bind(event, self._wheel)
        trace(self, self.text, lambda *_trace: self.list.filter(self.text.get()))

    def _show(self, names: list[str]) -> None:
        if self.winfo_exists():
            self.list.show(names)
            self.list.filter(self.text.get())

    def search(self, typed: str) -> None:
        if typed and self.winfo_exists():
            self.text.set(typed)
            self.entry.icursor("end")

    def _wheel(self, event: tk.Event[tk.Misc]) -> str:
        up = event.num == 4 or event.delta > 0
        self.list.scroll("scroll", str(-NOTCH if up else NOTCH), "notches")
        return "break"

    def _from_file(self) -> None:
        self.close()
        self._ask_file()

    def close_with(self, name: str) -> None:
        self.close()
        self._choose(name)


class TypefaceList(tk.Canvas):
    """Names of typefaces with a preview each, of which only those in view exist as items.

    ``names`` are those that contain what is searched for, ``selected`` the index of one of them.
    """

    def __init__(
        self,
        parent: tk.Misc,
        name: str,
        word: str,
        previews: TypefacePreviews,
        on_choice: Callable[[str], None],
    ) -> None:
        self._theme = theme = current(parent)
        self.pitch, self._chosen, self.word = theme.px(ROW), name, word
        room = parent.winfo_screenheight() - theme.px(SCREEN_ROOM_PX)
        self.rows = max(min(room // self.pitch, MAX_ROWS), MIN_ROWS)
        size = theme.px(WIDTH), self.rows * self.pitch
        super().__init__(
            parent, background=theme.raised, width=size[0], height=size[1], takefocus=False
        )
        self.extent = size
        self._previews, self._on_choice = previews, on_choice
        self.on_scroll: Callable[[float, float], object] = lambda _first, _last: None
        self._all: Sequence[str] = ()
        self.names: Sequence[str] = ()
        self.selected = -1
        self._top = 0  # px of the list above the view
        self.photos: dict[str, ImageTk.PhotoImage | str] = {}  # or the characters that lack
        self._draw_text(_("Searching for typefaces…"))
        self.bind("<Motion>", lambda event: self._select(self.at(event.y)))
        self.bind("<ButtonRelease-1>", lambda event: self._click(event.y))
        on_destroy(self, previews.stop)

    # Which names there are

    def show(self, names: Sequence[str]) -> None:
        """Show the names of all typefaces, of which the chosen one is selected."""
        self._all = self.names = names
        self._select_shown(self._chosen)

    def filter(self, text: str) -> None:
        """Show the names that contain each word of a text."""
        words = text.casefold().split()
        if not self._all:
            return
        before = self.names[self.selected] if 0 <= self.selected < len(self.names) else self._chosen
        self.names = [name for name in self._all if all(word in name.casefold() for word in words)]
        start = text.strip().casefold()
        first = next((name for name in self.names if name.casefold().startswith(start)), "")
        self._select_shown(first if words and first else before)

    def _select_shown(self, name: str) -> None:
        self.selected = self.names.index(name) if name in self.names else 0
        self._top = 0
        self._see()

    # Moving

    def at(self, y: int) -> int:
        """Return the index of the row at a height in the view, px; it may lie beyond the last."""
        return (y + self._top) // self.pitch

    def go(self, step: int) -> str:
        """Select the name so many rows on."""
        if self.names:
            self.selected = min(max(self.selected + step, 0), len(self.names) - 1)
            self._see()
        return "break"

    def _select(self, index: int) -> None:
        if 0 <= index < len(self.names) and index != self.selected:
            self.selected = index
            self._paint()

    def _see(self) -> None:
        """Scroll as little as needed to see the selected row."""
        top = self.selected * self.pitch
        self._scroll_to(max(min(self._top, top), top + self.pitch - self.extent[1]))

    def scroll(self, kind: str, number: str, unit: str = "") -> None:
        """Do what a scroll bar asks for: ``moveto SHARE`` or ``scroll NUMBER UNIT``."""
        whole, page = len(self.names) * self.pitch, self.extent[1]
        if kind == "moveto":
            self._scroll_to(round(float(number) * whole))
        else:
            steps = {"pages": page - self.pitch, "notches": self.pitch // 2}
            self._scroll_to(self._top + int(number) * steps.get(unit, self.pitch))

    def _scroll_to(self, top: int) -> None:
        self._top = max(0, min(top, len(self.names) * self.pitch - self.extent[1]))
        self._paint()
        seen = [name for name in self.in_view() if name not in self.photos]
        if seen:
            width = self.extent[0] - 2 * self._theme.px(12)
            height = self.pitch - self._theme.px(NAME)
            self._previews.draw(PreviewRequest(seen, self.word, width, height), self._drawn)

    def in_view(self) -> Sequence[str]:
        first = self._top // self.pitch
        return self.names[first : first + self.rows + 1]

    # Choosing

    def _click(self, y: int) -> None:
        if 0 <= self.at(y) < len(self.names):
            self.selected = self.at(y)
            self.choose()

    def choose(self) -> str:
        if self.names:
            self._on_choice(self.names[self.selected])
        return "break"

    # Drawing

    def _drawn(self, previews: dict[str, WordPreview]) -> None:
        if not self.winfo_exists():
            return
        from PIL import Image, ImageTk

        colour = Image.new("RGB", (1, 1), tuple(rgb_of([self._theme.text])[0]))
        for name, preview in previews.items():
            if preview.ink is None:
                self.photos[name] = preview.missing
                continue
            mask = Image.fromarray(preview.ink)
            picture = colour.resize(mask.size)
            picture.putalpha(mask)
            self.photos[name] = ImageTk.PhotoImage(picture, master=self)
        self._paint()

    def _paint(self) -> None:
        self.delete("all")
        whole = max(len(self.names) * self.pitch, 1)
        self.on_scroll(self._top / whole, min((self._top + self.extent[1]) / whole, 1.0))
        if not self.names:
            self._draw_text(_("No typeface has this name.") if self._all else "")
        first = self._top // self.pitch
        for number, name in enumerate(self.in_view(), first):
            self._draw_row(number, name)

    def _draw_text(self, text: str) -> None:
        px = self._theme.px
        self.create_text(px(12), px(12), text=text, anchor="nw", fill=self._theme.text_soft)

    def _draw_row(self, number: int, name: str) -> None:
        theme, px = self._theme, self._theme.px
        top, left, right = number * self.pitch - self._top, px(12), self.extent[0]
        plain, soft = theme.text, theme.text_soft
        if number == self.selected:
            plain = soft = theme.tint_text
            bottom = top + self.pitch
            self.create_rectangle(0, top, right, bottom, fill=theme.tint, width=0)
        if name == self._chosen:
            self.create_text(right - px(10), top + px(4), text="✓", anchor="ne", fill=plain)
        self.create_text(left, top + px(4), text=name, anchor="nw", fill=soft, font=theme.small)
        photo = self.photos.get(name)
        if isinstance(photo, str):
            text = _("has no {characters}").format(characters=" ".join(photo[:8])) if photo else "—"
            place = left, top + px(NAME) + (self.pitch - px(NAME)) // 2
            self.create_text(*place, text=text, anchor="w", fill=theme.text_off)
        elif photo:
            self.create_image(left, top + px(NAME), image=photo, anchor="nw")
