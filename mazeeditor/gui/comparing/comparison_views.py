"""The right side of Compare generators: the plot, or a table sorted by any column."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.app.drafts.comparison import GENERATOR, Comparison, by_cell, cell_text
from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.translation import _
from mazeeditor.gui.comparing.sorting import sort_by_headings
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.focus_order import FocusRing
from mazeeditor.maze.comparing.compare import Distribution, heading
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.page.box_plots import PageSize, plot_pages
from mazeeditor.page.raster.raster import draw

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.core.job import Job

PLOT, TABLE = "plot", "table"
MM = 4.1  # px at 96 dpi for a mm, so that small letters are legible
PAUSE_MS = 150  # ms without a change of size before the plot is drawn again
STRIP_PX = 400  # px: images are passed to Tk in strips, with a pause between them
ALL = 10_000  # pages: no plot has as many
SCROLLS = {
    "<Button-4>": (-3, "units"),
    "<Button-5>": (3, "units"),
    "<Up>": (-3, "units"),
    "<Down>": (3, "units"),
    "<Prior>": (-1, "pages"),
    "<Next>": (1, "pages"),
    "<Home>": (-ALL, "pages"),
    "<End>": (ALL, "pages"),
}
WIDTHS = {GENERATOR: 190}  # px at 96 dpi
WIDTH = 160  # of the columns of measures


class PlotInput(NamedTuple):
    """What to draw: ``width`` in px, ``scale`` 1 at 96 dpi."""

    rows: Sequence[Distribution]
    about: str
    width: int
    scale: float


def draw_strips(plot: PlotInput, job: Job) -> list[Image]:
    """Return the plots as one image in strips; raises ``CancelledError``."""
    size = PageSize(plot.width / (MM * plot.scale), None)
    (scene,) = plot_pages(plot.rows, plot.about, size)
    scale = min(1.0, size.width / scene.width) * plot.width / size.width
    image = draw(scene, max(1, round(scene.width * scale)), job=job).convert("RGB")
    tops = range(0, image.height, STRIP_PX)
    return [image.crop((0, top, image.width, min(top + STRIP_PX, image.height))) for top in tops]


class PlotView(ttk.Frame):
    """The pages of a plot, as wide as the window, and a scroll bar."""

    def __init__(
        self,
        parent: tk.Misc,
        comparison: Comparison,
        background: Background,
        on_error: Callable[[Exception], object],
    ) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._timer: str | None = None
        self.photos: list[PhotoImage] = []
        self._width = 0  # px: the width for which the last image was requested
        self._outdated = False
        self._latest = Latest(
            background, self._take, draw_strips, self._begin, on_error, delay=PAUSE_MS
        )
        self.canvas = tk.Canvas(self, highlightthickness=0, takefocus=True)
        FocusRing(self.canvas)
        bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=bar.set, yscrollincrement=current(self).px(16))
        bar.pack(side="right", fill="y")
        self.canvas.pack(side="left", fill="both", expand=True)
        self._add_bindings()

    def _add_bindings(self) -> None:
        canvas = self.canvas
        canvas.bind("<Configure>", lambda _event: self._draw_later())
        canvas.bind("<Map>", lambda _event: self._draw_later(0))
        canvas.bind("<<ThemeChanged>>", lambda _event: self._set_background())
        on_destroy(self, self._stop)
        for event, scroll in SCROLLS.items():
            canvas.bind(event, lambda _event, scroll=scroll: self._scroll(*scroll))  # type: ignore[misc]
        canvas.bind("<MouseWheel>", lambda e: self._scroll(-3 if e.delta > 0 else 3, "units"))

    def _scroll(self, number: int, unit: str) -> str:
        self.canvas.tk.call(self.canvas, "yview", "scroll", number, unit)
        return "break"

    @property
    def settled(self) -> bool:
        return not self._outdated and self._timer is None and self._latest.settled

    def show(self) -> None:
        self._outdated = True
        self._draw_later(0)

    def _stop(self) -> None:
        self._latest.stop()
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = None

    def _draw_later(self, delay: int = PAUSE_MS) -> None:
        self._stop()
        if self.canvas.winfo_ismapped():  # else when it is mapped
            self._outdated |= self.canvas.winfo_width() != self._width
            if self._outdated and self._comparison.shown():
                self._latest.request(delay)

    def _take(self) -> PlotInput:
        self._width = self.canvas.winfo_width()
        rows, about = self._comparison.shown(), self._comparison.about
        return PlotInput(rows, about, self._width, current(self).scale)

    def _begin(self, strips: Sequence[Image]) -> None:
        """Replace the image by the first strip of the new one."""
        self.canvas.delete("all")
        self.photos = []
        self._set_background()
        height = sum(image.height for image in strips)
        self.canvas.configure(scrollregion=(0, 0, strips[0].width, height))
        self._add_strip(strips, 0)

    def _add_strip(self, strips: Sequence[Image], top: int) -> None:
        """Add the next strip below; the window handles events between two of them."""
        from PIL import ImageTk

        self._timer, (image, *rest) = None, strips
        photo = ImageTk.PhotoImage(image, master=self)
        self.photos.append(photo)
        left = max(0, (self.canvas.winfo_width() - image.width) // 2)
        self.canvas.create_image(left, top, image=photo, anchor="nw")
        if rest:
            self._timer = self.after(1, self._add_strip, rest, top + image.height)
        else:
            self._outdated = False

    def _set_background(self) -> None:
        self.canvas.configure(background=current(self).ground)


class ComparisonTable(ttk.Frame):
    """A line for each generator, a column for each measure, and a scroll bar for them."""

    def __init__(self, parent: tk.Misc, comparison: Comparison) -> None:
        super().__init__(parent)
        self._comparison = comparison
        px = current(self).px
        text = _(
            "The median, and in brackets the middle half of the mazes. A heading sorts by medians."
        )
        self.hint = ttk.Label(self, text=text, style="Soft.TLabel")
        self.hint.grid(sticky="w", pady=(0, px(6)))
        names = [GENERATOR, *(measure.name for measure in MEASURES)]
        self.tree = ttk.Treeview(self, columns=names, show="headings", selectmode="browse")
        headings = [_("Generator"), *(heading(measure) for measure in MEASURES)]
        for name, text in zip(names, headings, strict=True):
            anchor: Any = "w" if name == GENERATOR else "e"
            self.tree.heading(name, text=text, anchor=anchor)
            width = px(WIDTHS.get(name, WIDTH))
            self.tree.column(name, width=width, minwidth=width, anchor=anchor, stretch=False)
        sort_by_headings(self.tree, self.sort)
        self.tree.grid(sticky="nsew")
        bar = ttk.Scrollbar(self, orient="horizontal", command=self.tree.xview)
        self.tree.configure(xscrollcommand=bar.set)
        bar.grid(sticky="ew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)

    def sort(self, column: str) -> None:
        """Sort by a column, in the opposite order the second time."""
        self._comparison.sort(column)
        self.show()

    def show(self) -> None:
        """Show the comparison; the selected line stays selected."""
        selected, rows = self.selected, by_cell(self._comparison.shown())
        measures = dict.fromkeys(measure for _generator, measure in rows)
        self.tree.configure(displaycolumns=(GENERATOR, *measures))
        self.tree.delete(*self.tree.get_children())
        for name in self._comparison.in_order():
            cells = [rows.get((name, measure.name)) for measure in MEASURES]
            values = (GENERATORS[name].label, *(cell and cell_text(cell) for cell in cells))
            self.tree.insert("", "end", iid=name, values=[value or "" for value in values])
        if selected and self.tree.exists(selected):
            self.tree.focus(selected)
            self.tree.selection_set(selected)

    @property
    def selected(self) -> str:
        """The generator of the selected line, "" for none."""
        return next(iter(self.tree.selection()), "")


class ComparisonViews(ttk.Frame):
    """Two tabs; ``on_change`` is called when another tab or another line is selected."""

    def __init__(
        self,
        parent: tk.Misc,
        comparison: Comparison,
        background: Background,
        on_error: Callable[[Exception], object],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self._comparison, self._on_change = comparison, on_change
        px = current(self).px
        head = ttk.Frame(self)
        head.pack(fill="x", pady=(0, px(8)))
        self.chosen = tk.StringVar(self, PLOT)
        self.tabs: dict[str, ttk.Radiobutton] = {}
        for name, label in ((PLOT, _("Plot")), (TABLE, _("Table"))):
            tab = self.tabs[name] = ttk.Radiobutton(
                head,
                text=label,
                value=name,
                variable=self.chosen,
                style="Tab.Toolbutton",
                command=self._switch,
            )
            tab.pack(side="left", padx=(0, px(4)))
        self.heading = ttk.Label(head, style="Soft.TLabel")
        self.heading.pack(side="left", padx=px(10))
        self._gap = px(10)
        self.missing = ttk.Label(self, style="Small.TLabel")
        self.missing.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.plot = PlotView(self, comparison, background, on_error)
        self.table = ComparisonTable(self, comparison)
        text = _("Choose generators and measures, then press Compare.")
        self.empty = ttk.Label(self, text=text, style="Soft.TLabel", anchor="center")
        self.bind("<Configure>", self._wrap)
        self.table.tree.bind("<<TreeviewSelect>>", lambda _event: on_change())

    def _wrap(self, event: tk.Event[tk.Misc]) -> None:
        tabs = sum(tab.winfo_reqwidth() for tab in self.tabs.values())
        self.heading.configure(wraplength=max(1, event.width - tabs - 3 * self._gap))
        for label in (self.missing, self.table.hint, self.empty):
            label.configure(wraplength=event.width)

    def show(self) -> None:
        rows = self._comparison.shown()
        self.heading.configure(text=self._comparison.about if rows else "")
        self.missing.configure(text=self._comparison.missing())
        self._switch()
        if rows:
            self.table.show()
            self.plot.show()

    def _switch(self) -> None:
        """Show the chosen tab."""
        for view in (self.plot, self.table, self.empty):
            view.pack_forget()
        chosen = self.table if self.chosen.get() == TABLE else self.plot
        (chosen if self._comparison.shown() else self.empty).pack(fill="both", expand=True)
        self._on_change()

    @property
    def selected(self) -> str:
        """The generator of the line selected in the table, "" where none is visible."""
        visible = self.chosen.get() == TABLE and self._comparison.shown()
        return self.table.selected if visible else ""
