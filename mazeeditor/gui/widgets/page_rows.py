"""All pages of something side by side, to scroll through; only those in view are drawn.

::

    +---------------------------------+-+
    |   +-----+   +-----+   +-----+   | |
    |   |  1  |   |  2  |   |  3  |   | |
    |   +-----+   +-----+   +-----+   | |
    |     1/16      2/16      3/16    | |
    +---------------------------------+-+
      Being drawn…      - 3 pages a row +
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import ceil
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.jobs import ignore
from mazeeditor.app.printing.page_previews import DrawnPage, PagePreviews
from mazeeditor.core.translation import _, count
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, notches_down, on_destroy, on_keys
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.gui.widgets.page_keys import page_step
from mazeeditor.gui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

GAP, LABEL = 20, 24  # px at 96 dpi: around pages, and the line below each
MIN_WIDTH_PX = 110  # px at 96 dpi of a page
MOST_A_ROW = 8
SHADOW, FRAME_PX = 3, 8  # px at 96 dpi: of a page, and the tint around one that is chosen
LINE = 60  # px at 96 dpi that an arrow, or a notch of the wheel, moves the view
SHARE = 0.9  # of the view that Page Down moves it
OUTDATED_MS = 500  # ms after a change, when pages that are not drawn yet are said to be outdated
CONTROL = 0x4
FRAME_PX = 4  # px at 96 dpi between a frame and what it shows
FRAME = "frame"  # a tag
Box = tuple[float, float, float, float]


class PageRows(ttk.Frame):
    """The pages of ``previews``, so many ``a_row``; ``keep_a_row`` gets another number of these.

    With ``choose``, that gets the number of a page that is clicked, or reached by Left and Right
    from the one that is marked.
    """

    def __init__(
        self,
        parent: tk.Misc,
        previews: PagePreviews[Any, Any],
        a_row: int,
        keep_a_row: Callable[[int], object] = ignore,
        choose: Callable[[int], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._previews, self._keep_a_row, self._choose = previews, keep_a_row, choose
        self.marked = 0  # the page that is chosen
        self._frame: tuple[int, Box] | None = None
        self._a_row = min(max(a_row, 1), MOST_A_ROW)
        self._photos: dict[int, tuple[Image, PhotoImage]] = {}  # of the pages in view
        self._top = 0  # of the view, px
        self._due: str | None = None
        self._outdating: str | None = None
        px = current(self).px
        self.canvas = tk.Canvas(
            self, width=px(MIN_WIDTH_PX), height=px(MIN_WIDTH_PX), takefocus=True
        )
        self.bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollincrement=1, yscrollcommand=self._scrolled)
        self.problem = ttk.Label(self.canvas, style="Error.TLabel")
        self.warning = ttk.Label(self.canvas, style="Error.TLabel", padding=px(6))
        self.note = ttk.Frame(self, padding=(px(10), 0))  # for what is wrong, and what mends it
        self.foot = ttk.Frame(self, padding=(px(10), px(4)))
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.bar.grid(row=0, column=1, sticky="ns")
        self.note.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.foot.grid(row=2, column=0, columnspan=2, sticky="ew")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self._add_foot()
        self._add_bindings()
        FocusRing(self.canvas)
        follow(self, previews.changed, self._planned)
        follow(self, previews.drawn, self._page_drawn)
        follow(self, previews.outdated, self._say_soon)
        on_destroy(self, self._stop)
        self._colour()

    def _add_foot(self) -> None:
        px = current(self).px
        self.state_label = ttk.Label(self.foot, style="Small.TLabel")
        self.state_label.pack(side="left")
        self.more = ttk.Button(self.foot, text="+", width=3, command=lambda: self.zoom(-1))
        self.fewer = ttk.Button(self.foot, text="\u2212", width=3, command=lambda: self.zoom(1))
        self.where = ttk.Label(self.foot, anchor="center", width=14)
        for button in (self.more, self.fewer):  # the keys + and - of the pages do the same
            button.configure(takefocus=False)
        for widget in (self.more, self.where, self.fewer):
            widget.pack(side="right", padx=px(2))
        Tooltip(self.more, _("Larger pages: fewer in a row"), "+")
        Tooltip(self.fewer, _("Smaller pages: more in a row"), "-")

    def _add_bindings(self) -> None:
        canvas = self.canvas
        canvas.bind("<Configure>", lambda _event: self._refresh())
        canvas.bind("<ButtonPress-1>", self._press)
        keys: dict[str, Callable[[], object]] = {
            "<Up>": lambda: self._move(-self._line),
            "<Down>": lambda: self._move(self._line),
            "<Home>": lambda: canvas.yview_moveto(0),
            "<End>": lambda: canvas.yview_moveto(1),
            "<plus>": lambda: self.zoom(-1),
            "<KP_Add>": lambda: self.zoom(-1),
            "<equal>": lambda: self.zoom(-1),
            "<minus>": lambda: self.zoom(1),
            "<KP_Subtract>": lambda: self.zoom(1),
            "<Left>": lambda: self._step(-1),
            "<Right>": lambda: self._step(1),
        }
        for key, action in keys.items():
            canvas.bind(key, lambda _event, action=action: self._done(action))  # type: ignore[misc]
        for event in ("<MouseWheel>", "<Button-4>", "<Button-5>"):
            canvas.bind(event, self._wheel)
        on_keys(self, self._key, self.winfo_toplevel())
        self.bind("<<ThemeChanged>>", lambda _event: self._colour())

    @staticmethod
    def _done(action: Callable[[], object]) -> str:
        action()
        return "break"

    @property
    def _line(self) -> int:
        return current(self).px(LINE)

    def _colour(self) -> None:
        theme = current(self)
        self.canvas.configure(background=theme.ground)
        self.problem.configure(background=theme.ground)
        self._refresh()

    def _stop(self) -> None:
        for timer in (self._due, self._outdating):
            if timer is not None:
                self.after_cancel(timer)

    # Where pages are

    @property
    def a_row(self) -> int:
        """How many pages stand side by side: no more than there are, or have room."""
        room = max(self.canvas.winfo_width() // current(self).px(MIN_WIDTH_PX + GAP), 1)
        return self._whole_pairs(max(min(self._a_row, room, self._places), 1))

    def _whole_pairs(self, pages: int) -> int:
        """Return so many pages, or one less, that those that face each other are in one row."""
        odd = pages % 2 and pages > 1
        return pages - 1 if odd and self._previews.planned.facing else pages

    @property
    def _places(self) -> int:
        planned = self._previews.planned
        last = range(max(planned.count - 1, 1), planned.count + 1)
        return max((planned.place(number) + 1 for number in last if number), default=0)

    @property
    def page_width(self) -> int:
        """How wide a page is, px; a single row is no higher than the view."""
        px, columns = current(self).px, self.a_row
        gap, planned = px(GAP), self._previews.planned
        width = (self.canvas.winfo_width() - gap * (columns + 1)) / columns
        if self._places <= columns:
            high = self.canvas.winfo_height() - 2 * gap - px(LABEL)
            width = min(width, high / planned.ratio)
        return max(int(width), 1)

    def _row_height(self) -> int:
        px = current(self).px
        return self._page_height() + px(LABEL) + px(GAP)

    def _page_height(self) -> int:
        return max(round(self.page_width * self._previews.planned.ratio), 1)

    def corner(self, number: int) -> tuple[int, int]:
        """Return where a page begins, px on the canvas."""
        px, columns, wide = current(self).px, self.a_row, self.page_width
        row, column = divmod(self._previews.planned.place(number), columns)
        used = columns * wide + (columns - 1) * px(GAP)
        left = (self.canvas.winfo_width() - used) // 2 + column * (wide + px(GAP))
        if self._previews.planned.facing and columns > 1:  # the two of a pair meet at the spine
            left += px(GAP) // 2 * (-1 if column % 2 else 1)
        return left, px(GAP) + row * self._row_height()

    def in_view(self) -> range:
        top, high = self.canvas.canvasy(0), self._row_height()
        first = max(int((top - current(self).px(GAP)) // high), 0)
        last = ceil((top + self.canvas.winfo_height()) / high)
        columns, planned = self.a_row, self._previews.planned
        places = range(first * columns, last * columns)
        # a page is at most one place away from that of its number
        near = range(max(places.start - 1, 1), min(places.stop + 2, planned.count + 1))
        shown = [number for number in near if planned.place(number) in places]
        return range(shown[0], shown[-1] + 1) if shown else range(0)

    # What is shown

    def _planned(self) -> None:
        planned = self._previews.planned
        self.problem.configure(
            text=planned.problem, wraplength=max(self.canvas.winfo_width() - self._line, 1)
        )
        if planned.problem:
            self.problem.place(relx=0.5, rely=0.5, anchor="center")
        else:
            self.problem.place_forget()
        self._refresh()
        self._say_state()

    def _scrolled(self, first: float | str, last: float | str) -> None:
        self.bar.set(first, last)
        if self._due is None:
            self._due = self.after_idle(self._view_moved)

    def _view_moved(self) -> None:
        self._due = None
        self._draw()

    def _refresh(self) -> None:
        """Lay out all pages again, with the first of those in view where it was."""
        canvas = self.canvas
        if canvas.winfo_width() <= 1:  # not laid out yet
            return
        rows = ceil(self._places / self.a_row)
        height = max(rows * self._row_height() + current(self).px(GAP), canvas.winfo_height())
        canvas.configure(scrollregion=(0, 0, canvas.winfo_width(), height))
        columns, most = self.a_row, MOST_A_ROW
        self.where.configure(text=count(columns, _("page a row"), _("pages a row")))
        self.more.state(["disabled" if columns <= 1 else "!disabled"])
        self.fewer.state(["disabled" if self._a_row >= most else "!disabled"])
        self._draw()

    def _draw(self) -> None:
        """Draw what is in view, and ask for the pages that are missing."""
        self.canvas.delete("all")
        numbers = self.in_view()
        self._photos = {n: photo for n, photo in self._photos.items() if n in numbers}
        for number in numbers:
            self._draw_page(number)
        self._previews.look_at(numbers, self.page_width)
        self._say_state()
        self._warn()

    def _draw_page(self, number: int) -> None:
        theme, canvas, tag = current(self), self.canvas, f"page{number}"
        canvas.delete(tag)
        px, (left, top) = theme.px, self.corner(number)
        right, bottom = left + self.page_width, top + self._page_height()
        shadow, middle = px(SHADOW), (left + right) // 2
        box = left + shadow, top + shadow, right + shadow, bottom + shadow
        canvas.create_rectangle(*box, fill=theme.paper_edge, width=0, tags=tag)
        marked, around = number == self.marked, px(FRAME_PX)
        if marked:  # below the pages beside it, which it may touch
            box = left - around, top - around, right + around, bottom + px(LABEL) + shadow
            canvas.tag_lower(canvas.create_rectangle(*box, fill=theme.tint, width=0, tags=tag))
        edge: dict[str, Any] = {"outline": theme.paper_edge, "width": px(1), "tags": tag}
        canvas.create_rectangle(left, top, right, bottom, fill="white", **edge)
        page = self._previews.page(number)
        if page and page.image:
            photo = self._photo(number, page.image)
            canvas.create_image(left, top, image=photo, anchor="nw", tags=tag)
            canvas.create_rectangle(left, top, right, bottom, **edge)
        elif page and page.problem:
            canvas.create_text(
                *(middle, (top + bottom) // 2),
                text=page.problem,
                fill="#b00020",
                width=right - left - 2 * shadow,
                justify="center",
                tags=tag,
            )
        if self._frame and self._frame[0] == number:
            self._draw_frame(self._frame[1], (left, top), tag)
        canvas.create_text(
            *(middle, bottom + px(LABEL) // 2 + shadow),
            text=self._previews.planned.label(number),
            font=theme.small,
            fill=theme.tint_text if marked else theme.text_soft,
            tags=tag,
        )

    def _draw_frame(self, box: Box, corner: tuple[int, int], tag: str) -> None:
        theme, (left, top, right, bottom) = current(self), box
        (x, y), wide, high = corner, self.page_width, self._page_height()
        room = theme.px(FRAME_PX)
        corners = (
            *(x + left * wide - room, y + top * high - room),
            *(x + right * wide + room, y + bottom * high + room),
        )
        self.canvas.create_rectangle(
            *corners, outline=theme.exit, width=theme.px(2), tags=(tag, FRAME)
        )

    def _photo(self, number: int, image: Image) -> PhotoImage:
        """Return what Tk shows: the image, stretched until it is drawn in its new size."""
        from PIL import ImageTk

        known = self._photos.get(number)
        wide = self.page_width
        if known and known[0] is image and known[1].width() == wide:
            return known[1]
        sized = image if image.width == wide else image.resize((wide, self._page_height()))
        photo = ImageTk.PhotoImage(sized, master=self)
        self._photos[number] = image, photo
        return photo

    def _page_drawn(self, number: int) -> None:
        if number in self.in_view():
            self._draw_page(number)
            self._warn()
        self._say_state()

    def _warn(self) -> None:
        """Show what the user is warned of on the pages in view, over their foot."""
        pages: list[DrawnPage] = self._previews.in_view()
        about = getattr(self._previews.planned, "warning", "")
        texts = "\n".join(filter(None, [about, *(page.warning for page in pages)]))
        text = "\n".join(dict.fromkeys(texts.splitlines()))
        # narrower than the margins before it is laid out; Tk 9 refuses a length below 0
        width = max(self.canvas.winfo_width() - self._line, 0)
        self.warning.configure(text=text, wraplength=width)
        if text and not self._previews.planned.problem:
            self.warning.place(relx=0, rely=1, relwidth=1, anchor="sw")
        else:
            self.warning.place_forget()

    # What is drawn, and what is not yet

    def _say_soon(self) -> None:
        """Say that what is shown is outdated, where the new pages take a while."""
        if self._outdating is None:
            self._outdating = self.after(OUTDATED_MS, self._look)

    def _look(self) -> None:
        self._outdating = None
        if not self._previews.settled:
            self.state_label.configure(text=_("Being drawn…"))
            self._say_soon()
        else:
            self._say_state()

    def _say_state(self) -> None:
        """Say which pages are in view, unless it is said that they are being drawn."""
        planned = self._previews.planned
        if not self._previews.settled and not planned.problem:
            self._say_soon()
            return
        numbers = self.in_view() if planned.count else range(0)
        text = ""
        if len(numbers) == planned.count and numbers:
            text = count(planned.count, _("page"), _("pages"))
        elif numbers:
            known = {"first": numbers[0], "last": numbers[-1], "count": planned.count}
            text = _("Pages {first}–{last} of {count}").format(**known)
        self.state_label.configure(text=text)

    # Moving and zooming

    def zoom(self, step: int) -> None:
        """Show so many pages more in a row, and the first of those in view again."""
        number = next(iter(self.in_view()), 1)
        wished = self.a_row + step
        if self._previews.planned.facing and wished > 1:  # by pairs
            wished = max(wished + wished % 2 * step, 1)
        self._a_row = min(max(wished, 1), MOST_A_ROW)
        self._refresh()
        self._keep_a_row(self._a_row)
        self.see(number)

    # The page that is chosen

    def mark(self, number: int) -> None:
        """Mark a page as the one that is chosen, and bring it into view."""
        changed = {self.marked, number}
        self.marked = number
        for page in changed.intersection(self.in_view()):
            self._draw_page(page)
        if len(changed) > 1:
            self.see(number)

    def frame(self, place: tuple[int, Box] | None) -> None:
        """Draw a frame around a part of a page, which is brought into view.

        It is given by the number of the page, and parts of its width and height.
        """
        before, self._frame = self._frame, place
        if place and place != before:
            self.see(place[0])
        for number in {each[0] for each in (before, place) if each and before != place}:
            if number in self.in_view():
                self._draw_page(number)

    def _step(self, step: int) -> None:
        """Choose the next page, or the one before."""
        if self._choose:
            self._choose(min(max(self.marked + step, 1), self._previews.planned.count))

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self.canvas.focus_set()
        x, y = event.x, self.canvas.canvasy(event.y)
        for number in self.in_view():
            left, top = self.corner(number)
            inside = 0 <= x - left <= self.page_width and 0 <= y - top <= self._page_height()
            if inside and self._choose:
                self._choose(number)

    def see(self, number: int) -> None:
        """Scroll to a page, unless it is in view."""
        top, room = self.corner(number)[1] - current(self).px(GAP), self.canvas.winfo_height()
        first = self.canvas.canvasy(0)
        if not first <= top <= first + room - self._row_height():
            self._move(round(top - first))

    def turn(self, step: int) -> None:
        """Scroll by about the height of the view."""
        self._move(round(step * SHARE * self.canvas.winfo_height()))

    def _move(self, length: int) -> None:
        self.canvas.yview_scroll(length, "units")

    def _wheel(self, event: tk.Event[tk.Misc]) -> None:
        down = notches_down(event)
        if int(event.state) & CONTROL:
            self.zoom(-1 if down < 0 else 1)
        else:
            self._move(down * self._line)

    def _key(self, event: tk.Event[tk.Misc]) -> None:
        """Turn also while the keyboard is elsewhere, but not in another view."""
        step, widget = page_step(event), event.widget
        if not (step and self.winfo_exists() and self.winfo_viewable()):
            return
        if widget is self.canvas or not isinstance(widget, tk.Canvas):
            self.turn(step)
