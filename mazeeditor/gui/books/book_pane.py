"""A book: its chapters, its pages as they will be printed, and its fields, with the check.

::

    | [A class][A book] | +-----+ +-----+ | [Book][Chapter][Check] |
    | 1  Easy   20      | |  4  | |  5  | |  Title ....            |
    | 2  Hard   20      | +-----+ +-----+ |  Trim ....             |
    | [Add] [Copy] ...  |                 |  ...                   |
    | 104 pages         | [Maze 7] [From…]|                        |

In a narrow window the fields stand below the chapters.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.shown.chosen_workspace import BOOK
from mazeeditor.core.translation import _
from mazeeditor.gui.books.book_tabs import BookTab, ChapterList, ChapterTab, CheckTab
from mazeeditor.gui.forms.forms import focus_field
from mazeeditor.gui.look import current
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.sheets.sheets_frame import SheetsFrame
from mazeeditor.gui.widgets import follow, keyboard_within, wrap_in
from mazeeditor.gui.widgets.buttons import TabButton
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.focus_order import RovingFocus
from mazeeditor.gui.widgets.page_rows import PageRows
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.gui.widgets.warning_box import WarningBox

if TYPE_CHECKING:
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.app.parts.services import Services
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context
    from mazeeditor.sheets.books.book_mazes import BookMaze

TABS = {"book": _("Book"), "chapter": _("Chapter"), "check": _("Check")}
TIPS = {
    "book": _("Texts, pages, answers, and in which order the mazes are"),
    "chapter": _("What the mazes of the chapter are made from, and how they look"),
    "check": _("The PDF, and what the print shop would refuse"),
}
LETTERS = 34  # letters of what is said of a maze
Tab = BookTab | ChapterTab | CheckTab


class BookPane(SheetsFrame):
    """Shows the book of an editor; another book gets another one."""

    panel: ttk.Frame

    def __init__(
        self, context: Context, editor: BookEditor, document: Document, services: Services
    ) -> None:
        super().__init__(context, BOOK)
        self.editor = editor
        self._document, self._services = document, services
        self._tab = tk.StringVar(self, "book")
        self._checked = editor.found.checked
        self._entered = False  # the keyboard was given to a part of it
        self.chapters = ChapterList(self.left, editor.draft, services, self._show_chapter)
        self.chapters.pack(fill="x")
        self._add_summary()
        self._add_pages(context)
        self._add_panel()
        follow(self, editor.changed, self.refresh)
        follow(self, editor.preview.pages.drawn, lambda _number: self._advise())
        self.refresh()
        self.show_tab("book")

    def _add_summary(self) -> None:
        px = current(self).px
        self.about = ttk.Frame(self.left)
        self.summary = ttk.Label(self.about, style="Bold.TLabel")
        self.advice = ttk.Label(self.about, style="Small.TLabel")
        self.summary.pack(anchor="w", pady=(px(10), 0))
        self.advice.pack(anchor="w")
        wrap_in(self.about, self.summary, self.advice)

    def _add_pages(self, context: Context) -> None:
        px, editor, settings = current(self).px, self.editor, self._services.settings
        self.middle = ttk.Frame(self)
        self.mazes = MazeRow(
            self.middle, editor, self._services, lambda: context.keys.label("own-maze")
        )
        self.mazes.pack(side="bottom", fill="x", padx=px(10), pady=px(6))

        def keep(number: int) -> None:
            settings.pages_a_row = number

        self.pages = PageRows(
            *(self.middle, editor.preview.pages, settings.pages_a_row, keep),
            editor.preview.choose,
        )
        self.pages.pack(fill="both", expand=True)
        self.wrong = WarningBox(self.pages.note, context.icons, wide=True)
        self.wrong.pack(fill="x")

    def _add_panel(self) -> None:
        px = current(self).px
        self.panel = ttk.Frame(self, padding=(px(12), px(10), px(4), px(10)))
        row = ttk.Frame(self.panel)
        row.pack(fill="x", pady=(0, px(8)))
        self.tabs = {
            name: TabButton(row, label, self._tab, name, partial(self.show_tab, name))
            for name, label in TABS.items()
        }
        for name, button in self.tabs.items():
            button.pack(side="left", padx=(0, px(4)))
            Tooltip(button, TIPS[name])
        self._tab_focus = RovingFocus(self.tabs.values(), lambda: self.tabs[self._tab.get()])
        self.panels: dict[str, Tab] = {}

    # The tabs

    def show_tab(self, name: str) -> None:
        self._tab.set(name)
        for panel in self.panels.values():
            panel.pack_forget()
        if name not in self.panels:
            self.panels[name] = self._made(name)
        if name != "check":
            self.editor.found.show(None)
        self.panels[name].pack(fill="both", expand=True)
        self._tab_focus.forget()

    def _made(self, name: str) -> Tab:
        if name == "book":
            return BookTab(self.panel, self.editor, self._services)
        if name == "chapter":
            return ChapterTab(self.panel, self.editor.draft, self._document, self._services)
        return CheckTab(self.panel, self.editor)

    def focus_field(self, name: str) -> None:
        """Show the field of an option of the book, and give it the keyboard."""
        self.show_tab("book")
        panel = self.panels["book"]
        assert isinstance(panel, BookTab)
        focus_field(panel.form_of(name), name, panel)

    def _show_chapter(self, place: int) -> None:
        """Show the fields of a chapter, and its first page."""
        self.show_tab("chapter")
        panel = self.panels["chapter"]
        assert isinstance(panel, ChapterTab)
        panel.refresh()
        self.editor.preview.choose(self.editor.preview.planned.page_of(place))

    def compact(self, few: bool) -> None:
        """Let the chapters have few lines, and the mazes only what the status bar does not say."""
        self.chapters.compact(few)
        self.mazes.describe(not few)
        if few:
            self.about.pack_forget()
        else:
            self.about.pack(fill="x")

    # As the workspace uses it

    def enter(self) -> None:
        """Show it as it is by now: mazes of files may be others."""
        self.editor.preview.look_again()
        self.refresh()

    def take_keyboard(self) -> None:
        """Give the keyboard to the pages; at first to the title, or to what is still missing.

        That is the author, where the name is that of the template.
        """
        name = self.editor.unfinished or ("" if self._entered else "title")
        self._entered = True
        if keyboard_within(self) or not name:
            take_keyboard(self.pages.canvas)
            return
        self.show_tab("book")
        panel = self.panels["book"]
        assert isinstance(panel, BookTab)
        field = panel.field(name)
        take_keyboard(field)
        if isinstance(field, ttk.Entry):
            field.select_range(0, "end")
            field.icursor("end")

    def refresh(self) -> None:
        """Show the pages, what was found on them, and whether they can be printed."""
        editor = self.editor
        preview = editor.preview
        if editor.found.checked is not self._checked:  # there are other findings
            self._checked = editor.found.checked
            if editor.found.findings or editor.found.warnings:
                self.show_tab("check")
        self.pages.mark(preview.number)
        self.pages.frame(editor.found.place())
        self.summary.configure(text=preview.planned.summary)
        self.wrong.show(preview.pages.check.text, [])
        self.mazes.refresh()
        self._advise()

    def _advise(self) -> None:
        """Say for whom the mazes are, by the page that is chosen."""
        page = self.editor.preview.pages.page(self.editor.preview.number)
        self.advice.configure(text=units_of(self).shown(page.advice) if page else "")


class MazeRow(FlowRow):
    """Which maze of the page that is chosen, and the buttons that replace it."""

    def __init__(
        self,
        parent: tk.Misc,
        editor: BookEditor,
        services: Services,
        own_key: Callable[[], str],
    ) -> None:
        super().__init__(parent)
        self._editor, self._services = editor, services
        self.choice = ttk.Combobox(self, state="readonly", width=9)
        self.choice.bind("<<ComboboxSelected>>", lambda _event: self._chosen())
        actions: tuple[tuple[str, Callable[[int], None], str], ...] = (
            (_("Another maze"), editor.take_another, _("Print another maze in its place")),
            (_("From a file…"), editor.take_own, _("Print the maze of a file in its place")),
            (_("Edit by hand…"), editor.edit, _("Save it as a project, and edit that by hand")),
            (
                _("Restore the first"),
                editor.put_back,
                _("Print the first maze in this place again"),
            ),
        )
        self.buttons: list[ttk.Button] = []
        for label, action, tip in actions:
            run = partial(self._run, action)
            button = ttk.Button(self, text=label, command=run)
            Tooltip(button, tip, own_key if action == editor.take_own else "")
            self.buttons.append(button)
        self.about = ttk.Label(self, style="Small.TLabel", width=LETTERS)
        self.add(self.choice, *self.buttons, self.about)
        Tooltip(self.choice, lambda: str(self.about.cget("text")))
        self.refresh()

    def describe(self, described: bool) -> None:
        """Say where the maze comes from, or leave that to the tooltip of its number."""
        self.show_part(self.about, shown=described)

    def _run(self, action: Callable[[int], None]) -> None:
        self._services.commit_typing.notify()  # a button takes no keyboard from a field
        action(self._editor.preview.maze)

    def refresh(self) -> None:
        """Show the mazes of the page that is chosen."""
        preview = self._editor.preview
        mazes = {maze.puzzle.number: maze for maze in preview.mazes()}
        number = preview.maze
        names = [_("Maze {number}").format(number=number) for number in mazes]
        self.choice.configure(values=names)
        if mazes:
            self.choice.current(list(mazes).index(number))
        else:
            self.choice.set("")
        self.choice.state(["!disabled" if len(mazes) > 1 else "disabled"])
        maze = mazes.get(number)
        able = maze is not None and not self._editor.busy
        for button in self.buttons:
            button.state(["!disabled" if able else "disabled"])
        self.buttons[1].configure(text=_("Locate…") if maze and maze.problem else _("From a file…"))
        if not (maze and maze.replaced_by):
            self.buttons[-1].state(["disabled"])
        nothing = _("No maze on this page: click another one") if preview.planned.count else ""
        self.about.configure(text=_describe(maze) if maze else nothing)

    def _chosen(self) -> None:
        preview = self._editor.preview
        preview.choose_maze(preview.mazes()[self.choice.current()].puzzle.number)


def _describe(maze: BookMaze) -> str:
    seed = maze.puzzle.seed
    text = _("from a file") if seed is None else _("seed {seed}").format(seed=seed)
    parts = [_("Chapter {number}").format(number=maze.chapter + 1), text]
    if maze.problem:
        parts[1] = _("its file cannot be read")
    elif maze.replaced_by:
        parts.append(_("replaced"))
    return "  ·  ".join(parts)
