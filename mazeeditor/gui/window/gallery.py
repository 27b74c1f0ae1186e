"""The gallery: covers the window, and offers templates by what people came for.

::

    +-----------------------------------------------+
    | What would you like to make?   Search [     ] |   typing anywhere searches
    | One page  | +------+ +------+ +------+        |
    | A class   | |      | |      | |      |        |   arrows, Enter, Escape; a click selects,
    | A book    | +------+ +------+ +------+        |   a double click takes
    |-----------------------------------------------|
    | [Open…]  Or drop ...          [Use this one]  |   in a narrow window the categories
    +-----------------------------------------------+   stand above the cards, side by side

It goes with the first thing that is made or opened; Escape leads back to the document, where one
was there before. ``Gallery`` knows what is chosen, this only shows it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any

from mazeeditor.app.commands import COMMANDS, perform
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.gallery.categories import CATEGORIES, RECENT
from mazeeditor.app.gallery.choosing import NO_SIZES, choose, grid_sizes, remove
from mazeeditor.app.gallery.templates import Template, templates
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.keys import ALT, DELETE_EVENTS, MOD, chord_label
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import (
    child_of,
    follow,
    keyboard_within,
    on_destroy,
    select_all_by_key,
)
from mazeeditor.gui.widgets import trace as trace_variable
from mazeeditor.gui.widgets.focus_order import COVER
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.waiting_keys import WaitingKeys, take_keyboard
from mazeeditor.gui.window.awaited_file import waits
from mazeeditor.gui.window.gallery_actions import GalleryActions
from mazeeditor.gui.window.template_cards import TemplateCards

NARROW_PX = 900  # px at 96 dpi: in narrower windows the categories stand above the cards
IN_A_ROW = 4  # categories then
SEARCH_LETTERS = 26
HINT = _("Or drop a maze, a book or a picture here")
MESSAGE_MS = 6000  # ms
MARGIN_PX = 20  # px at 96 dpi
ARROWS = ("Left", "Right", "Up", "Down", "Home", "End")


class GalleryView(ttk.Frame):
    """The gallery of a window, on top of all its other widgets."""

    manual = "first-page"

    def __init__(
        self, context: Context, document: Document, view: View, services: Services
    ) -> None:
        super().__init__(context.root, name=COVER)
        self._context, self._view, self._services = context, view, services
        self.gallery = view.gallery
        self._waiting = WaitingKeys(context.root)
        self._narrow: bool | None = None
        self._message = ""  # the timer that ends it
        self._text = tk.StringVar(self, self.gallery.text)
        self._category = tk.StringVar(self)
        self._add_head()
        self._add_categories()
        self.cards = TemplateCards(self._body, services.background)
        self.cards.pack(side="left", fill="both", expand=True)
        self.cards.on_select = self.gallery.select
        self.cards.on_choose = lambda _place: self.choose()
        self._add_foot()
        self.actions = GalleryActions(self._body, context, services, self.close)
        for widget in (self.search, self.cards.canvas, *self.categories.values(), *self.buttons):
            widget.bind("<Key>", self._key, add=True)
        trace_variable(self, self._text, lambda *_trace: self._find())
        follow(self, self.gallery.changed, self.refresh)
        follow(self, services.jobs.changed, self._follow_job)
        on_destroy(self, document.changed.follow(Follower.GALLERY, lambda _change: self.close()))
        self.bind("<Configure>", lambda event: self._arrange(event.width))
        view.in_gallery = True
        context.cover_status()
        self.place(relwidth=1, relheight=1)
        self.lift()
        self._arrange(context.root.winfo_width())
        self.refresh()
        self.focus_cards()
        self._read()

    # Widgets

    def _add_head(self) -> None:
        px = current(self).px
        head = ttk.Frame(self, padding=(px(MARGIN_PX), px(14), px(MARGIN_PX), px(10)))
        head.pack(fill="x")
        title = ttk.Label(head, text=_("What would you like to make?"), style="Heading.TLabel")
        title.pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._text, width=SEARCH_LETTERS)
        self.search.pack(side="right")
        ttk.Label(head, text=_("Search")).pack(side="right", padx=px(8))
        Tooltip(self.search, _("Type anywhere to search all templates"))
        select_all_by_key(self.search)

    def _add_categories(self) -> None:
        px = current(self).px
        self._body = ttk.Frame(self, padding=(px(MARGIN_PX), 0, px(MARGIN_PX) // 2, px(8)))
        self.side = ttk.Frame(self._body)
        self.categories: dict[str, ttk.Radiobutton] = {}
        for category in CATEGORIES:
            button = ttk.Radiobutton(
                self.side,
                text=category.label,
                style="Category.Toolbutton",
                variable=self._category,
                value=category.name,
                command=partial(self._choose_category, category.name),
            )
            self.categories[category.name] = button

    def _add_foot(self) -> None:
        px = current(self).px
        foot = ttk.Frame(self, padding=(px(MARGIN_PX), px(10)))
        foot.pack(side="bottom", fill="x")
        ttk.Separator(self).pack(side="bottom", fill="x")
        self._body.pack(fill="both", expand=True)
        back = f"{_('Back')} ({chord_label('Escape')})"
        self.use = self._button(foot, _("Use this one"), self.choose, "Accent.TButton")
        self.back = self._button(foot, back, self._leave)
        self.remove = self._button(foot, _("Remove…"), self._remove)
        self.open = self._button(foot, _("Open a file…"), self._open)
        self.buttons = [self.use, self.back, self.remove, self.open]
        Tooltip(self.use, _("Begin with the selected template"), chord_label("Return"))
        Tooltip(self.open, COMMANDS["open"].summary, lambda: self._context.keys.label("open"))
        Tooltip(self.remove, _("Take it out of the gallery"), chord_label("Delete"))
        self.use.pack(side="right")
        self.open.pack(side="left")
        self._foot = foot
        self.sizes: list[Form] = []  # of the selected grid, side by side
        self._grid: Template | None = None  # whose sizes these are
        self.hint = hint = ttk.Label(foot, text=HINT, style="Soft.TLabel")
        hint.bind("<Configure>", lambda event: hint.configure(wraplength=event.width))

    def _button(
        self, foot: ttk.Frame, label: str, action: Callable[[], object], style: str = "TButton"
    ) -> ttk.Button:
        button = ttk.Button(foot, text=label, command=action, style=style)
        press_by_enter(button)
        return button

    def _arrange(self, width: int) -> None:
        """Put the categories at the left of the cards or, in a narrow window, above them."""
        px = current(self).px
        narrow = width < px(NARROW_PX)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for place, button in enumerate(self.categories.values()):
            row, column = divmod(place, IN_A_ROW) if narrow else (place, 0)
            button.grid(row=row, column=column, sticky="ew", padx=px(1), pady=px(1))
        for column in range(IN_A_ROW):
            self.side.columnconfigure(column, weight=1 if narrow else 0)
        self.side.pack_forget()
        if narrow:
            self.side.pack(side="top", fill="x", pady=(0, px(8)), before=self.cards)
        else:
            self.side.pack(side="left", fill="y", padx=(0, px(MARGIN_PX)), before=self.cards)
        self._place_hint()

    # What is shown

    def show_message(self, text: str) -> None:
        """Show a message for a while, as the status bar is covered."""
        self._stop_message()
        if text:
            self.hint.configure(text=text, style="TLabel")
            self._message = self.after(MESSAGE_MS, self._end_message)
        self._place_hint()

    def _end_message(self) -> None:
        self._stop_message()
        self._place_hint()

    def _stop_message(self) -> None:
        if self._message:
            self.after_cancel(self._message)
            self._message = ""
        self.hint.configure(text=HINT, style="Soft.TLabel")

    def _place_hint(self) -> None:
        """Show the hint where there is room for it, a message always."""
        shown = bool(self._message) or not (self._narrow or self.sizes)
        _pack(self.hint, shown, side="left", fill="x", expand=True, padx=current(self).px(12))

    def _read(self) -> None:
        """Read which templates there are, in the background."""
        services = self._services
        services.background.run(lambda _job: templates(), self.gallery.take, services.report)

    def refresh(self) -> None:
        """Show what is offered and selected."""
        gallery, selected = self.gallery, self.gallery.selected
        if self._text.get() != gallery.text:
            self._text.set(gallery.text)
        self._category.set("" if gallery.searching else gallery.category)
        for name, button in self.categories.items():  # Tab stops at one of them
            button.configure(takefocus=name == gallery.category)
        self.cards.show(gallery.shown, gallery.place, gallery.note)
        self.use.state(["!disabled" if selected else "disabled"])
        self._show_sizes(selected)
        _pack(self.back, gallery.over, side="right", padx=current(self).px(8))
        removable = selected is not None and (selected.own or selected.category == RECENT)
        _pack(self.remove, removable, side="right", padx=(current(self).px(8), 0))

    def _show_sizes(self, selected: Template | None) -> None:
        """Show the sizes of a grid, where one is selected; what was typed for it stays."""
        if selected == self._grid:
            return
        self._grid = selected
        for form in self.sizes:
            form.destroy()
        fields = self._context.parts.call(grid_sizes, selected) if selected else None
        self.sizes = self._size_forms(fields) if fields else []
        self._place_hint()

    def _size_forms(self, fields: FieldValues) -> list[Form]:
        numbers = [name for name, option in fields.options.items() if option.kind is int]
        forms = [Form(self._foot, fields, self.choose, (name,)) for name in numbers]
        px = current(self).px
        for form in reversed(forms):
            form.columnconfigure(0, minsize=0, pad=px(8))  # the labels end at their fields
            form.pack(side="right", padx=(0, px(12)))
        return forms

    def _find(self) -> None:
        """Search cards, and what the program can do, by the text that was typed."""
        self.gallery.find(self._text.get())
        self.actions.find(self._text.get())

    def focus_cards(self) -> None:
        take_keyboard(self.cards.canvas)

    # Keys

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        widget, key = event.widget, event.keysym
        if self._services.jobs.busy and key != "Escape" and waits(event, self._context):
            return self._waiting.hold(event)  # for what was chosen
        if int(event.state) & (MOD | ALT):
            step = {"Next": 1, "Prior": -1}.get(key)
            if step and int(event.state) & MOD:
                self.gallery.step_category(step)
            return "break" if step else None
        if key == "Escape":
            self._escape()
        elif key in ARROWS:
            return self._arrow(widget, key)
        elif key in ("Return", "KP_Enter", "space"):
            return self._enter(widget, key)
        elif widget is self.cards.canvas and self._deletes(key):
            self._remove()
        elif key == "BackSpace" and widget is not self.search:
            self._type(self.gallery.text[:-1])
        elif event.char and event.char.isprintable() and widget is not self.search:
            self._type(self.gallery.text + event.char)
        else:
            return None
        return "break"

    def _follow_job(self) -> None:
        """Forget what was typed for something that does not come: it is still the gallery then."""
        if not self._services.jobs.busy:
            self._services.timer.after(0, self._waiting.drop)

    def _deletes(self, key: str) -> bool:
        """Whether a key deletes a card; on macOS Backspace does, while no search is typed."""
        return f"<{key}>" in DELETE_EVENTS and (key == "Delete" or not self.gallery.text)

    def _type(self, text: str) -> None:
        self.search.focus_set()
        self._text.set(text)
        self.search.icursor("end")

    def _escape(self) -> None:
        """End the search, else go back to the document, where there is one."""
        if self.gallery.text:
            self.gallery.find("")
            self.focus_cards()
        else:
            self._leave()

    def _enter(self, widget: tk.Misc, key: str) -> str | None:
        """Begin with the selected template, or go to the cards of a category."""
        if widget in self.categories.values():
            self.focus_cards()
        elif widget is self.cards.canvas or (widget is self.search and key != "space"):
            self.choose()
        else:
            return None
        return "break"

    def _arrow(self, widget: tk.Misc, key: str) -> str | None:
        """Go to another card or category, from the ones to the others, or to the field above."""
        step, into, out = ("Down", "Up"), "Right", "Left"
        if self._narrow:
            step, into, out = ("Right", "Left"), "Down", "Up"
        if widget in self.categories.values():
            if key in step:
                self.gallery.step_category(1 if key == step[0] else -1)
                self.categories[self.gallery.category].focus_set()
            elif key == into:
                self.focus_cards()
            elif key == "Up":
                self.search.focus_set()
        elif widget is self.cards.canvas:
            if self.gallery.move(key, self.cards.columns):
                return "break"
            if key == out:
                self.categories[self.gallery.category].focus_set()
            elif key == "Up":
                self.search.focus_set()
        elif widget is self.search and key == "Down":
            self.focus_cards()
        else:
            return None
        return "break"

    # What is chosen

    def _choose_category(self, name: str) -> None:
        self.gallery.choose_category(name)
        self.focus_cards()

    def choose(self) -> None:
        """Begin with the selected template."""
        if selected := self.gallery.selected:
            self._act(lambda: self._begin(selected))

    def _begin(self, template: Template) -> None:
        try:
            sizes = self.sizes[0].fields.read() if self.sizes else NO_SIZES
        except UsageError:  # the field shows what is invalid
            return
        self._context.parts.call(choose, template, sizes)

    def _remove(self) -> None:
        """Take the selected template out of the gallery, where it is one of the user."""
        selected = self.gallery.selected
        if selected:
            self._act(lambda: self._context.parts.call(remove, selected, self._read))

    def _act(self, action: Callable[[], object]) -> None:
        self._context.parts.call(perform, action)

    def _open(self) -> None:
        self._context.run(COMMANDS["open"])

    def _leave(self) -> None:
        if self.gallery.over:
            self.close()

    def close(self) -> None:
        self._view.in_gallery = False
        self._context.cover_status()
        had_keyboard = keyboard_within(self)
        self.gallery.find("")
        self.gallery.over = True
        self._stop_message()
        self.destroy()
        if had_keyboard:
            self._services.ui.focus_maze()
            self._waiting.give()
        self._services.update()


def _pack(widget: tk.Widget, shown: bool, **place: Any) -> None:
    if not shown:
        widget.pack_forget()
    elif not widget.winfo_manager():
        widget.pack(**place)


def gallery_of(context: Context) -> GalleryView | None:
    """Return the gallery that covers a window, None where none does."""
    return child_of(context.root, GalleryView)
