"""A book: its options and chapters next to the pages as they will be printed, and the check.

::

    | [Book] [Chapters] [Check]  |  +-------+ +-------+   |
    |  Title ....                |  |  4    | |   5   |   |
    |  Trim ....                 |  +-------+ +-------+   |
    |  ...                       |   < Pages 4-5 of 80 >  |
    |                            |  [Maze 7] [Another]... |
    | Saved mazes.pdf  [Open] [Show in Folder]            |
    | [New] [Open]       [Close] [Save As] [Save] [Print] |
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.commands.export_menu import OFFERED
from mazeeditor.app.jobs import ignore
from mazeeditor.core.translation import _
from mazeeditor.gui.books.book_tabs import BookTab, ChaptersTab, CheckTab
from mazeeditor.gui.desktop.keys import LEAVE, chord, chord_label
from mazeeditor.gui.statusbar import JobProgress, Offers
from mazeeditor.gui.widgets import follow, on_destroy
from mazeeditor.gui.widgets.buttons import TabButton
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.modal import Modal, place_over, room_on_screen
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.turning_pages import TurningPages
from mazeeditor.gui.window_keys import UndoButtons
from mazeeditor.sheets.pages.puzzle_page import PagePlan

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.app.books.opening import BookTemplate, UnsavedBook
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context
    from mazeeditor.sheets.books.book_mazes import BookMaze


WIDTH, HEIGHT = 1560, 1040  # px at 96 dpi, where there is room: page numbers can be read then
HIGH = 600  # px at 96 dpi: on lower screens one page is shown, and nothing that can be left out
VIEW = 280, 120  # px at 96 dpi: the smallest view of the pages
NEXT_TURN = 1  # ms
TABS = {"book": _("Book"), "chapters": _("Chapters"), "check": _("Check")}
TIPS = {
    "book": _("Texts, pages, ramp and answers of the book"),
    "chapters": _("The chapters, and what their mazes are made from"),
    "check": _("The PDF, and what the print shop would not take of it"),
}
LETTERS = 34  # letters of what is said of a maze


class BookDialog(Modal):
    """The book of an editor; it is closed with what is to be done then, None for nothing."""

    def __init__(
        self,
        parent: tk.Misc,
        context: Context,
        document: Document,
        services: Services,
        editor: BookEditor,
    ) -> None:
        super().__init__(parent, _("Book"))
        self.context, self.editor = context, editor
        self._document, self._services = document, services
        self._later: str | None = None
        self._tab = tk.StringVar(self, "book")
        self._roomy = room_on_screen(self)[1] > self.theme.px(HIGH)
        editor.preview.facing &= self._roomy
        self._add_foot()
        self._add_sides()
        self._add_bindings()
        self.show_tab("book")
        self.refresh()

    def _add_sides(self) -> None:
        editor, px = self.editor, self.theme.px
        self._left = ttk.Frame(self.body)
        self._left.pack(side="left", fill="y")
        row = ttk.Frame(self._left)
        row.pack(fill="x", pady=(0, px(8)))
        self.tabs = {
            name: TabButton(row, label, self._tab, name, partial(self.show_tab, name))
            for name, label in TABS.items()
        }
        for number, (name, button) in enumerate(self.tabs.items(), 1):
            button.pack(side="left", padx=(0, px(4)))
            Tooltip(button, TIPS[name], chord_label(f"Alt+{number}"))
        self.panels: dict[str, BookTab | ChaptersTab | CheckTab] = {}
        right = ttk.Frame(self.body)
        right.pack(side="left", fill="both", expand=True, padx=(px(12), 0))
        self.mazes = MazeRow(right, self.editor, described=self._roomy)
        self.mazes.pack(side="bottom", fill="x", pady=(px(6), 0))
        self.note = ttk.Label(right, style="Small.TLabel")
        if self._roomy:
            self.note.pack(side="bottom", pady=(px(6), 0))
        view = px(VIEW[0]), px(VIEW[1])
        self.pages = TurningPages(
            right,
            lambda step: editor.preview.turn(step),
            view,
            lambda size: editor.preview.resize(size),
        )
        self.pages.pack(fill="both", expand=True)
        self.facing = tk.BooleanVar(self, editor.preview.facing)

        def face() -> None:
            editor.preview.show_facing(self.facing.get())

        self.two = ttk.Checkbutton(
            self.pages.row, text=_("Two pages"), variable=self.facing, command=face
        )
        if self._roomy:
            self.pages.row.add(self.two)
        Tooltip(self.two, _("Show the pages that face each other side by side"))

    def _add_foot(self) -> None:
        editor, px = self.editor, self.theme.px
        self.foot = ttk.Frame(self.body.master)
        self.work = JobProgress(self.foot, self.theme, self._services.jobs)
        self.done = ttk.Frame(self.foot)
        self.message, self.offers = ttk.Label(self.done), Offers(self.done)
        self.message.pack(side="left")
        self.offers.pack(side="left")
        self.print = self.add_button(_("Make PDF…"), editor.print)
        self.print.configure(style="Accent.TButton")
        self.paper = self.add_button(_("Print…"), editor.print_out)
        self.save = self.add_button(_("Save"), editor.save)
        self.save_as = self.add_button(_("Save As…"), editor.save_as)
        self.add_button(_("Close"), self.leave)
        self.new = self.add_button(_("New…"), editor.new, left=True)
        self.open = self.add_button(_("Open…"), editor.open, left=True)
        self.steps = UndoButtons(
            self.buttons,
            editor,
            self.context.keys.shortcuts,
            self.context.icons,
            lambda: editor.busy,
        )
        self.foot.pack(side="bottom", fill="x", pady=(px(8), 0), before=self.body)
        if self._roomy:  # its line moves nothing when it comes
            ttk.Frame(self.foot, height=self.work.winfo_reqheight()).pack(side="right")
        tips = {
            self.print: (_("Print the book into a file, and check that"), "Mod+E"),
            self.paper: (_("Print the book on a printer"), "Mod+P"),
            self.save: (_("Write the book to its file"), "Mod+S"),
            self.save_as: (_("Write the book to another file"), "Mod+Shift+S"),
            self.new: (_("Begin a new book"), "Mod+N"),
            self.open: (_("Open the file of a book"), "Mod+O"),
        }
        for button, (tip, keys) in tips.items():
            Tooltip(button, tip, chord_label(keys))

    def _add_bindings(self) -> None:
        editor = self.editor
        self.chords: dict[str, Callable[[], object]] = {
            "Mod+E": editor.print,
            "Mod+P": editor.print_out,
            "Mod+S": editor.save,
            "Mod+Shift+S": editor.save_as,
            "Mod+N": editor.new,
            "Mod+O": editor.open,
            "F5": editor.check,
        }
        self._tab_chords = {
            f"Alt+{number}": partial(self.show_tab, name) for number, name in enumerate(TABS, 1)
        }
        self.chords |= self._tab_chords
        self.bind("<KeyPress>", self._press, add=True)
        self.bind("<FocusIn>", lambda _event: editor.watch.check(), add=True)
        for event in ("<Escape>", LEAVE):
            self.bind(event, lambda _event: self._escape())
        self.protocol("WM_DELETE_WINDOW", self.leave)
        editor.leave_for = self.close_with
        follow(self, editor.changed, self.refresh)
        follow(self, editor.opened, self._show_book)
        on_destroy(self, self._end)
        self._show_pages()
        self._subscription = editor.preview.changed.subscribe(self._show_pages)

    def _end(self) -> None:
        if self._later:
            self.after_cancel(self._later)
        self._subscription()
        self.editor.close()

    def _place(self) -> None:
        self.transient(self.parent)
        room, px = room_on_screen(self), self.theme.px
        place_over(self, self.parent, (min(px(WIDTH), room[0]), min(px(HEIGHT), room[1])))

    # Keys

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        keys = chord(event)
        tab = keys in self._tab_chords  # those can be looked at while something runs
        if keys in self.chords and (tab or not self.editor.busy):
            self.chords[keys]()
            return "break"
        command = self.context.keys.commands.get(keys)
        if command and command.name in OFFERED and self.editor.offers:
            self.context.run(command)
            return "break"
        return None

    def _escape(self) -> None:
        """Cancel what runs and say so, else close."""
        if self.editor.busy:
            self.editor.stop()
        else:
            self.leave()

    def leave(self) -> None:
        """Close, once the book is saved or its changes are discarded."""
        self.editor.gate.leave(lambda: self.close_with(ignore))

    # What is shown

    def show_tab(self, name: str) -> None:
        """Show a tab and give the keyboard to its first field."""
        self._tab.set(name)
        for panel in self.panels.values():
            panel.pack_forget()
        if name not in self.panels:
            self.panels[name] = self._made(name)
        if name != "check":
            self.editor.found.show(None)
        panel = self.panels[name]
        panel.pack(fill="both", expand=True)
        self.first = panel.first
        panel.first.focus_set()

    def _made(self, name: str) -> BookTab | ChaptersTab | CheckTab:
        editor = self.editor
        if name == "book":
            return BookTab(self._left, editor, self._services)
        if name == "chapters":
            return ChaptersTab(
                self._left, editor.draft, self._document, self._services, self._show_chapter
            )
        return CheckTab(self._left, editor)

    def _show_book(self) -> None:
        """Show another book; its fields come in a turn of their own, as each takes its time."""
        for panel in self.panels.values():
            panel.destroy()
        self.panels = {}
        self._subscription()
        self._subscription = self.editor.preview.changed.subscribe(self._show_pages)
        self.editor.preview.facing = self.facing.get()
        self.editor.preview.resize((self.pages.view.winfo_width(), self.pages.view.winfo_height()))
        if self._later:
            self.after_cancel(self._later)
        self._later = self.after(NEXT_TURN, self._show_fields)
        self._show_pages()

    def _show_fields(self) -> None:
        self._later = None
        self.show_tab(self._tab.get())

    def _show_chapter(self, place: int) -> None:
        """Show the first page of a chapter."""
        printing = self.editor.preview.planned.printing
        if printing:
            numbers = {maze.puzzle.number for maze in printing.mazes if maze.chapter == place}
            pages = (
                page.number
                for page in printing.pages
                if isinstance(page, PagePlan) and page.kind == "puzzles"
                if any(puzzle.number in numbers for puzzle in page.puzzles)
            )
            self.editor.preview.show(next(pages, 1))

    def _show_pages(self) -> None:
        preview = self.editor.preview
        self.pages.show(preview.drawn.images, preview.drawn.problem)
        self.pages.frame(self.editor.found.place())
        self.pages.warn(preview.drawn.warning)
        self.note.configure(text=preview.drawn.advice)
        first, last = preview.ends
        self.pages.show_place(preview.place(), first=first, last=last)
        self.two.state(["!disabled" if self.editor.draft.fields["facing"] else "disabled"])
        self.mazes.refresh()

    def refresh(self) -> None:
        """Show the name, what runs and what was done."""
        editor = self.editor
        name, star = editor.draft.name, "*" if editor.draft.dirty else ""
        self.title(_("Book: {name}").format(name=f"{star}{name}"))
        for button in (self.print, self.paper, self.save, self.save_as, self.new, self.open):
            button.state(["disabled" if editor.busy else "!disabled"])
        self.steps.refresh()
        if editor.busy:
            self.done.pack_forget()
            self.work.pack(side="left")
            self.work.follow()
            return
        self.work.pack_forget()
        self.message.configure(text=editor.message)
        offered = OFFERED if editor.offers else {}
        self.offers.show([self.context.offer(*offer) for offer in offered.items()])
        if editor.message:
            self.done.pack(side="left")


def show_book(
    context: Context,
    document: Document,
    opened: OpenDocument,
    services: Services,
    source: Path | UnsavedBook | BookTemplate | None = None,
    then: Callable[[], object] = ignore,
) -> None:
    """Show a book; without a ``source`` the one that was open last, or ask for one to begin with.

    ``then`` is called when its window is closed, or the book cannot be read.
    """
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.app.books.opening import open_last, read

    def show(draft: BookDraft) -> None:
        closed = BookDialog(
            context.root, context, document, services, BookEditor(document, opened, services, draft)
        ).show()
        if closed:
            closed()
        then()

    if source:
        read(services, source, show, then)
    else:
        open_last(services, show)


class MazeRow(FlowRow):
    """Which maze of the pages in view, and the buttons that replace it.

    Where it is not ``described``, only the tooltip says where it comes from.
    """

    def __init__(self, parent: tk.Misc, editor: BookEditor, *, described: bool = True) -> None:
        super().__init__(parent)
        self._editor = editor
        self._number = 0
        self.choice = ttk.Combobox(self, state="readonly", width=9)
        self.choice.bind("<<ComboboxSelected>>", lambda _event: self._chosen())
        actions: tuple[tuple[str, Callable[[int], None], str], ...] = (
            (_("Another"), editor.take_another, _("Print another maze in its place")),
            (_("Own…"), editor.take_own, _("Print the maze of a file in its place")),
            (_("Edit…"), editor.edit, _("Save it as a project, and edit that by hand")),
            (_("Put Back"), editor.put_back, _("Print the first maze in this place again")),
        )
        self.buttons: list[ttk.Button] = []
        for label, action, tip in actions:
            run = partial(self._run, action)
            button = ttk.Button(self, text=label, command=run)
            Tooltip(button, tip)
            self.buttons.append(button)
        self.about = ttk.Label(self, style="Small.TLabel", width=LETTERS)
        self.add(self.choice, *self.buttons, *([self.about] if described else []))
        Tooltip(self.choice, lambda: str(self.about.cget("text")))
        follow(self, editor.changed, self.refresh)
        self.refresh()

    def _run(self, action: Callable[[int], None]) -> None:
        action(self._number)

    def refresh(self) -> None:
        """Show the mazes of the pages in view."""
        mazes = {maze.puzzle.number: maze for maze in self._editor.preview.mazes()}
        if self._number not in mazes:
            missing = [number for number, maze in mazes.items() if maze.problem]
            self._number = next(iter([*missing, *mazes]), 0)
        names = [_("Maze {number}").format(number=number) for number in mazes]
        self.choice.configure(values=names)
        if mazes:
            self.choice.current(list(mazes).index(self._number))
        else:
            self.choice.set("")
        self.choice.state(["!disabled" if len(mazes) > 1 else "disabled"])
        maze = mazes.get(self._number)
        able = maze is not None and not self._editor.busy
        for button in self.buttons:
            button.state(["!disabled" if able else "disabled"])
        self.buttons[1].configure(text=_("Locate…") if maze and maze.problem else _("Own…"))
        if not (maze and maze.replaced_by):
            self.buttons[-1].state(["disabled"])
        self.about.configure(text=_described(maze) if maze else _("No mazes on these pages"))

    def _chosen(self) -> None:
        mazes = self._editor.preview.mazes()
        self._number = mazes[self.choice.current()].puzzle.number
        self.refresh()


def _described(maze: BookMaze) -> str:
    seed = maze.puzzle.seed
    text = _("from a file") if seed is None else _("seed {seed}").format(seed=seed)
    parts = [_("Chapter {number}").format(number=maze.chapter + 1), text]
    if maze.problem:
        parts[1] = _("its file cannot be read")
    elif maze.replaced_by:
        parts.append(_("replaced"))
    return "  ·  ".join(parts)
