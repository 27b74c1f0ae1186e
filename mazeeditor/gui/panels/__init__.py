"""The panel on the right: tabs with sections; each file ``NAME_panel.py`` registers a section."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.editing.content import EVERYTHING, Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.gui.context import TABS, Context
from mazeeditor.gui.forms.forms import FIELD_LABEL, Form, focus_field
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import follow, on_destroy, trace
from mazeeditor.gui.widgets.buttons import TabButton
from mazeeditor.gui.widgets.focus_order import cover_of, tab_stops
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection, ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip, wait_for_tab

LOOK, LOOKS = 5, 200  # ms between two looks at whether a tab is seen, and their number


class SectionContent(ttk.Frame):
    """What a section shows; the parts of the window keep all state, so it can be made again.

    It follows changes of some ``kinds``, see ``KINDS`` in ``editing/content.py``. ``manual`` is its
    topic in the manual.
    """

    manual = ""
    kinds: frozenset[str] = frozenset()

    def __init__(self, parent: ttk.Frame, context: Context) -> None:
        super().__init__(parent)
        self.context = context
        self.theme = current(self)
        # px in which a text below a field is wrapped
        self.wrap = self.theme.panel_width - self.theme.label_width - self.theme.px(40)

    def command_button(self, parent: ttk.Frame, label: str, name: str) -> ttk.Button:
        command = COMMANDS[name]
        button = ttk.Button(parent, text=label, command=lambda: self.context.run(command))
        Tooltip(button, command.summary, lambda: self.context.keys.label(name))
        return button

    def follow(self, change: Change) -> None:
        """Show what changed in the document."""

    def refresh(self) -> None:
        """Show what changed apart from the document."""

    def make_fit(self, height: int) -> None:
        """Take less room where the panel is only ``height`` px high."""


@dataclass(frozen=True, kw_only=True)
class Section(Entry[Callable[..., SectionContent]]):
    """A registered section: ``run`` makes its contents, of a frame and parts of the window.

    Sections of one ``tab`` stand below each other and can be folded; such a section is open at
    first where ``opened``.
    """

    tab: str
    opened: bool = True


SECTIONS: Registry[Section] = Registry("section", __name__)
section = SECTIONS.decorator(Section)


class SidePanel(ttk.Frame):
    """The sections of a window, on tabs.

    ::

    | Solve | Inspect |   the tabs of the workspace, where it has several
    | the sections of one tab, which scroll

    What a section shows is made when that is first seen: on a tab that is shown, and unfolded.
    """

    def __init__(
        self,
        parent: tk.Misc,
        context: Context,
        document: Document,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(parent)
        self._context, self._settings = context, services.settings
        self._workspaces = view.workspaces
        self._offered: tuple[str, ...] = ()  # the tabs of the workspace
        self.tabs: dict[str, TabButton] = {}
        self._shown = tk.StringVar(self)
        self._entered = ""  # the tab whose first field is to get the keyboard
        self._timer = ""
        on_destroy(self, self._stop)
        self._width = current(self).panel_width  # px of what the pages hold
        self._pages: dict[str, ScrolledPanel] = {}
        self.sections: dict[str, FoldingSection] = {}
        self._holders: dict[str, ttk.Frame] = {}  # of the sections of the tabs shown so far
        self.contents: dict[str, SectionContent] = {}
        self._line = ttk.Separator(self)
        for name in TABS:
            self._add_tab(name)
        on_destroy(self, document.changed.follow(Follower.PANELS, self.follow))
        follow(self, services.updated, self.refresh)
        self.bind("<Configure>", self._resized)

    # The tabs

    def _add_tab(self, name: str) -> None:
        tab = TABS[name]
        button = self.tabs[name] = TabButton(
            self, tab.label, self._shown, name, lambda: self.show_tab(name)
        )
        Tooltip(button, tab.summary)
        for key, step in (("<Left>", -1), ("<Right>", 1)):
            button.bind(key, lambda _event, step=step: self._step(step))  # type: ignore[misc]
        self.rowconfigure(2, weight=1)
        self._pages[name] = ScrolledPanel(self, self._width)

    def fit(self, room: int) -> None:
        """Be so many px wide, without the scroll bar; texts are wrapped for that."""
        wider, self._width = room - self._width, room
        if wider:
            for page in self._pages.values():
                page.canvas.configure(width=room)
            _wrap_texts(self, wider)

    def show_tabs(self, offered: tuple[str, ...]) -> None:
        """Offer the tabs of a workspace, and show the one that was shown last in it."""
        self._offered = offered
        px = current(self).px
        for name, button in self.tabs.items():
            shown = name in offered and len(offered) > 1
            column = offered.index(name) if shown else 0
            if shown:
                button.grid(row=0, column=column, sticky="ew", padx=px(2), pady=px(5))
            else:
                button.grid_remove()
        for column in range(len(TABS)):
            used = column < len(offered)
            self.columnconfigure(column, weight=int(used), uniform="tabs" if used else "")
        if len(offered) > 1:
            self._line.grid(row=1, column=0, columnspan=len(TABS), sticky="ew")
        else:
            self._line.grid_remove()
        last = self._settings.tabs.get(self._workspaces.name)
        self.show_tab(last if last in offered else offered[0])

    @property
    def tab(self) -> str:
        return self._shown.get()

    def lacks(self, section: str) -> bool:
        return section not in SECTIONS

    def tab_of(self, section: str) -> str:
        return SECTIONS[section].tab

    def _step(self, step: int) -> str:
        """Go to the next tab, or to the one before."""
        names = list(self._offered)
        self.show_tab(names[(names.index(self._shown.get()) + step) % len(names)])
        self.tabs[self._shown.get()].focus_set()
        return "break"

    def show_tab(self, name: str) -> None:
        """Show the sections of a tab; the keyboard does not stay in those that are hidden."""
        self._fill(name)
        self._entered, focus = "", str(self.tk.call("focus"))
        for other, page in self._pages.items():
            self.tabs[other].configure(takefocus=other == name)
            if other == name:
                page.grid(row=2, column=0, columnspan=len(TABS), sticky="nsew")
            else:
                page.grid_remove()
                if page.holds(focus):
                    self.tabs[name].focus_set()
        self._shown.set(name)
        self._settings.tabs[self._workspaces.name] = name

    def focus_tab(self, name: str) -> None:
        """Show a tab and give the keyboard to its first field, as soon as that can be seen."""
        self.show_tab(name)
        self.tabs[name].focus_set()
        self._entered = name
        self._focus_first(name, LOOKS)

    def _focus_first(self, name: str, looks: int) -> None:
        """Focus the first field of a tab; Tk maps what a canvas holds only some events later."""
        stops = tab_stops(self, str(self._pages[name]))
        if self._entered != name:
            return
        if cover_of(self, str(self.winfo_toplevel())):  # it has come meanwhile, and the keyboard
            self._entered = ""
            return
        if stops:
            self._entered = ""
            self.tk.call("tk::TabToWindow", stops[0])
            wait_for_tab(self)
        elif looks:  # no stops at all while all fields are disabled
            self._timer = self.after(LOOK, self._focus_first, name, looks - 1)

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        for content in self.contents.values():
            content.make_fit(event.height)

    # The sections

    def _fill(self, tab: str) -> None:
        """Add the sections of a tab, unless they are there."""
        for registered in SECTIONS:
            if registered.tab == tab and registered.name not in self._holders:
                self._add(registered)

    def content(self, section: str) -> SectionContent:
        """Return what a section shows, which is made at the first call."""
        self._fill(SECTIONS[section].tab)
        if section not in self.contents:
            content = self._context.parts.call(SECTIONS[section].run, self._holders[section])
            self.contents[section] = content
            content.manual = SECTIONS[section].manual
            content.pack(fill="x")
            content.follow(EVERYTHING)
            content.refresh()
            _wrap_texts(content, self._width - current(self).panel_width)
            if self.winfo_ismapped():
                content.make_fit(self.winfo_height())
        return self.contents[section]

    def _add(self, registered: Section) -> None:
        name, px = registered.name, current(self).px
        body = self._pages[registered.tab].body
        holder: ttk.Frame
        if sum(section.tab == registered.tab for section in SECTIONS) > 1:
            opened = tk.BooleanVar(self, self._settings.sections.get(name, registered.opened))
            trace(self, opened, lambda *_trace: self._folded(name))
            holder = self.sections[name] = FoldingSection(body, registered.label, opened)
            self._holders[name] = self.sections[name].body
        else:
            holder = ttk.Frame(body, padding=(0, px(6), 0, px(10)))
            self._holders[name] = holder
        holder.pack(fill="x", padx=(px(14), px(8)), pady=(px(4), 0))
        if name not in self.sections or self.sections[name].open.get():
            self.content(name)

    def _folded(self, name: str) -> None:
        """Remember whether a section is open; make what it shows where it is."""
        opened = self._settings.sections[name] = self.sections[name].open.get()
        if opened:
            self.content(name)

    def unfold(self, name: str) -> None:
        """Show the tab of a section, open it, and focus its first invalid field."""
        self.show_tab(SECTIONS[name].tab)
        if name in self.sections:
            self.sections[name].open.set(True)
        content = self.content(name)
        self.update_idletasks()
        self.see(self.sections.get(name, content))  # with its heading
        for widget in _descendants(content):
            if "invalid" in _states(widget):
                widget.focus_set()
                return

    def focus_field(self, section: str, option: str) -> None:
        self.unfold(section)
        forms = [part for part in _descendants(self.contents[section]) if isinstance(part, Form)]
        form = next(form for form in forms if option in form.boxes)
        focus_field(form, option, self)

    def see(self, widget: tk.Misc) -> None:
        """Bring a widget into view, with its tab."""
        for name, page in self._pages.items():
            if page.holds(widget):
                self.show_tab(name)
                self.update_idletasks()
                page.see(widget)

    def follow(self, change: Change) -> None:
        """Let every section that was made show what changed in the document."""
        for content in self.contents.values():
            if content.kinds & change.kinds:
                content.follow(change)

    def refresh(self) -> None:
        """Let every section that was made show what changed apart from the document."""
        for content in self.contents.values():
            content.refresh()


def _descendants(widget: tk.Misc) -> list[tk.Misc]:
    children = widget.winfo_children()
    return [*children, *(widget for child in children for widget in _descendants(child))]


def _states(widget: tk.Misc) -> tuple[str, ...]:
    state = getattr(widget, "state", None)
    return tuple(map(str, state() or ())) if callable(state) else ()


def _wrap_texts(parent: tk.Misc, wider: int) -> None:
    """Wrap the texts in a part of the panel so many px wider, or narrower where that is below 0."""
    if not wider:
        return
    for widget in _descendants(parent):
        if not isinstance(widget, ttk.Label) or str(widget.cget("style")) == FIELD_LABEL:
            continue
        if wrapped := int(str(widget.cget("wraplength") or 0)):
            widget.configure(wraplength=max(wrapped + wider, 1))
