"""The file dialog where the desktop has none that can be asked.

::

    Recent     | [^] ~/mazes/class                [x] Hidden files
    Home       | +---------------------------+  +-----------+
    Desktop    | | sub                       |  |           |
    Documents  | | a.maze    12 kB  28 Nov   |  |  preview  |
    Computer   | +---------------------------+  +-----------+
               | Name [____________]  [Mazes and books v]
                                        [Cancel] [Open]

What is typed as a name to open filters the list. Folders are read, and previews drawn, in the
background: a folder may be on another computer, and a file may be large.
"""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.files.folder_listing import (
    FolderEntry,
    filter_entries,
    list_folder,
    user_folders,
)
from mazeeditor.app.files.user_folders import holds, with_tilde
from mazeeditor.app.jobs import Background, Latest, Task, ignore
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, printable
from mazeeditor.gui.file_dialogs.desktop_dialogs import FileQuestion
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.buttons import ListButton
from mazeeditor.gui.widgets.modal import Modal, press_by_enter, room_on_screen
from mazeeditor.gui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageTk import PhotoImage

    from mazeeditor.core.job import Job

RECENT = "recent"  # a place
NOTHING_YET = _("The file that you select is shown here")
WIDTH, HEIGHT = 880, 460  # px at 96 dpi of the dialog, at most
NO_PREVIEW_PX = 760  # px at 96 dpi below which names have the room of the preview
SIDE = 170  # px at 96 dpi of a preview
PREVIEWED_BYTES = 4_000_000  # bytes of the largest file that is previewed
MOST_CELLS = 250_000  # of a maze that is previewed
LINES_AT_ONCE = 200  # lines that are added to the list before the window handles events
PAUSE_MS = 120  # ms that a line is selected before its preview is drawn
COLUMNS = (("size", _("Size"), 80), ("changed", _("Changed"), 136))  # px at 96 dpi


def ask(
    question: FileQuestion,
    over: tk.Misc,
    icons: Icons,
    recent: Sequence[Path],
    may_replace: Callable[[Path], bool],
) -> Path | None:
    """Return the chosen file; None where the dialog was closed without one."""
    chosen: Path | None = FileDialog(over, question, icons, recent, may_replace).show()
    return chosen


class FileDialog(Modal):
    """Answers the path of the file that is chosen; an existing one to save after a question."""

    manual = "files-and-settings"

    def __init__(
        self,
        over: tk.Misc,
        question: FileQuestion,
        icons: Icons,
        recent: Sequence[Path],
        may_replace: Callable[[Path], bool],
    ) -> None:
        super().__init__(over, question.title)
        self._question, self._icons = question, icons
        self._recent, self._may_replace = list(recent), may_replace
        self._background = Background(self)
        self._reading: Task | None = None
        self._adding = ""  # the timer
        self._entries: list[FolderEntry] = []
        self._shown: dict[str, FolderEntry] = {}  # by their lines
        self._photo: PhotoImage | None = None
        self.folder = question.start
        self.place = tk.StringVar(self)
        self._preview: Latest[Path, Image | None] = Latest(
            self._background, self._previewed, _picture, self._show_picture, ignore, delay=PAUSE_MS
        )
        self._add_places()
        self._add_list()
        self._add_fields()
        action = _("Save") if question.saves else _("Open")
        self.accept = self.add_button(action, self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.name
        on_destroy(self, self._stop)
        self._fit()
        self.open_folder(self.folder)

    # The parts

    def _add_places(self) -> None:
        px = self.theme.px
        frame = ttk.Frame(self.body)
        frame.pack(side="left", fill="y", padx=(0, px(12)))
        self.places: dict[str, ListButton] = {}
        targets: list[tuple[str, str, Callable[[], None]]] = [
            (label, str(path), lambda path=path: self.open_folder(path))  # type: ignore[misc]
            for label, path in user_folders()
        ]
        if self._recent and not self._question.saves:
            targets.insert(0, (_("Recent"), RECENT, self.show_recent))
        for label, value, act in targets:
            icon = "new" if value == RECENT else "open"
            button = ListButton(frame, self._icons, icon, label, self.place, value, act)
            button.pack(fill="x", pady=px(1))
            self.places[value] = button

    def _add_list(self) -> None:
        px = self.theme.px
        head = ttk.Frame(self.body)
        head.pack(fill="x", pady=(0, px(6)))
        picture = self._icons.get("up", 16, "text_soft")
        self.up = ttk.Button(head, image=picture, command=self.go_up)
        press_by_enter(self.up)
        Tooltip(self.up, _("The folder that holds this one"), "Alt+Up")
        self.up.pack(side="left")
        self.where = ttk.Label(head, width=1)
        self.where.pack(side="left", fill="x", expand=True, padx=px(8))
        Tooltip(self.where, lambda: str(self.where.cget("text")))  # which may be cut
        self.hidden = tk.BooleanVar(self, False)
        box = ttk.Checkbutton(
            head, text=_("Hidden files"), variable=self.hidden, command=self.filter
        )
        box.pack(side="right")
        self.fields = ttk.Frame(self.body)  # before the list: seen where that has no room
        self.fields.pack(side="bottom", fill="x", pady=(px(8), 0))
        middle = ttk.Frame(self.body)
        middle.pack(fill="both", expand=True)
        self.beside = ttk.Label(middle, anchor="center", style="Soft.TLabel", justify="center")
        self.beside.configure(wraplength=px(SIDE), text=NOTHING_YET)
        self.side = ttk.Frame(middle, width=px(SIDE))
        self.side.pack_propagate(False)
        self.beside.pack(in_=self.side, fill="both", expand=True)
        bar = ttk.Scrollbar(middle, orient="vertical")
        names = [name for name, *_rest in COLUMNS]
        self.list = ttk.Treeview(
            middle, columns=names, show="tree headings", selectmode="browse", height=4
        )
        self.list.configure(yscrollcommand=bar.set)
        bar.configure(command=self.list.yview)
        self.list.heading("#0", text=_("Name"), anchor="w")
        self.list.column("#0", width=px(120))  # and what the others leave
        for name, label, width in COLUMNS:
            self.list.heading(name, text=label, anchor="e")
            self.list.column(name, width=px(width), stretch=False, anchor="e")
        self.problem = ttk.Label(self.list, style="Soft.TLabel")
        self.side.pack(side="right", fill="y", padx=(px(10), 0))
        bar.pack(side="right", fill="y")
        self.list.pack(side="left", fill="both", expand=True)
        self._folder_icon = self._icons.get("open", 16, "text_soft")
        self._file_icon = self._icons.get("new", 16, "text_soft")
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._select())
        self.list.bind("<Double-Button-1>", lambda _event: self._open_selected())
        self.list.bind("<Return>", lambda _event: self._open_selected())
        self.list.bind("<KP_Enter>", lambda _event: self._open_selected())
        self.list.bind("<BackSpace>", lambda _event: self.go_up())
        self.bind("<Alt-Up>", lambda _event: self.go_up())

    def _add_fields(self) -> None:
        px, question = self.theme.px, self._question
        ttk.Label(self.fields, text=_("Name")).pack(side="left", padx=(0, px(8)))
        self.typed = tk.StringVar(self, question.name)
        self.name = ttk.Entry(self.fields, textvariable=self.typed)
        offered = question.kinds if question.saves else question.patterns
        labels = [label for label, _own in offered]
        self.kind = ttk.Combobox(self.fields, values=labels, state="readonly", width=24)
        self.kind.current(0)
        self.kind.bind("<<ComboboxSelected>>", lambda _event: self._choose_kind())
        self.kind.pack(side="right", padx=(px(8), 0))
        self.name.pack(side="left", fill="x", expand=True)
        self.name.bind("<Down>", lambda _event: self._enter_list())
        self.name.bind("<Return>", lambda _event: self._typed_in())
        self.name.bind("<KP_Enter>", lambda _event: self._typed_in())
        self.typed.trace_add("write", lambda *_event: self._type())

    def _fit(self) -> None:
        """Take no more than the screen has; without a preview where that is narrow."""
        px, (width, height) = self.theme.px, room_on_screen(self)
        wide, high = min(px(WIDTH), width), min(px(HEIGHT), height)
        self.extent = wide, high
        if wide < px(NO_PREVIEW_PX):
            self.side.pack_forget()

    def _stop(self) -> None:
        self._preview.stop()
        if self._adding:
            self.after_cancel(self._adding)
        self._background.close()

    # Folders

    def open_folder(self, folder: Path) -> None:
        """Show what is in a folder, once it is read."""
        self.folder = folder
        self.place.set(str(folder))
        self.where.configure(text=printable(with_tilde(folder)))
        self.up.state(["disabled" if folder.parent == folder else "!disabled"])
        self._read(lambda job: list_folder(folder, job))

    def show_recent(self) -> None:
        """Show the files that were in use lately, the last one first."""
        recent = self._recent
        self.place.set(RECENT)
        self.where.configure(text=_("Recent"))
        self.up.state(["disabled"])

        def found(job: Job) -> list[FolderEntry]:
            entries = []
            for path in recent:
                job.check()
                with suppress(OSError):
                    status = path.stat()
                    entries.append(FolderEntry(path, False, status.st_size, status.st_mtime))
            return entries

        self._read(found)

    def go_up(self) -> str:
        """Show the folder that holds this one."""
        if self.folder.parent != self.folder and self.place.get() != RECENT:
            self.open_folder(self.folder.parent)
        return "break"

    def _read(self, work: Callable[[Job], list[FolderEntry]]) -> None:
        if self._reading:
            self._reading.cancel()
        if not self._question.saves and self.typed.get():
            self.typed.set("")

        def show(entries: list[FolderEntry]) -> None:
            self._entries = entries
            self.filter()

        def fail(problem: Exception) -> None:
            show([])
            self._say(str(problem) if isinstance(problem, MazeError) else repr(problem))

        self._entries = []
        self._reading = self._background.run(work, show, fail)

    @property
    def _patterns(self) -> list[str]:
        return self._question.patterns[max(self.kind.current(), 0)][1]

    def filter(self) -> None:
        """Show the entries that fit what is typed and the kind of file that is chosen."""
        typed = "" if self._question.saves or os.sep in self.typed.get() else self.typed.get()
        found = filter_entries(self._entries, self._patterns, typed, hidden=self.hidden.get())
        self._say("" if found or not self._reading else _("Nothing here fits."))
        self.list.delete(*self.list.get_children())
        self._shown = {}
        self._add_lines(found)

    def _add_lines(self, entries: Sequence[FolderEntry]) -> None:
        """Add lines to the list; the window handles events between some hundreds of them."""
        if self._adding:
            self.after_cancel(self._adding)
            self._adding = ""
        for entry in entries[:LINES_AT_ONCE]:
            icon = self._folder_icon if entry.is_folder else self._file_icon
            when = datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d %H:%M")
            line = self.list.insert(
                "",
                "end",
                text=f" {printable(entry.path.name)}",
                image=icon,
                values=(entry.size_text, when),
            )
            self._shown[line] = entry
        if len(entries) > LINES_AT_ONCE:
            self._adding = self.after(1, lambda: self._add_lines(entries[LINES_AT_ONCE:]))

    def _say(self, text: str) -> None:
        self.problem.configure(text=text, wraplength=max(self.list.winfo_width() - 40, 100))
        if text:
            self.problem.place(relx=0.5, rely=0.5, anchor="center")
        else:
            self.problem.place_forget()

    # Choosing

    @property
    def selected(self) -> FolderEntry | None:
        chosen = self.list.selection()
        return self._shown.get(chosen[0]) if chosen else None

    def _select(self) -> None:
        entry = self.selected
        if entry and not entry.is_folder and self._question.saves:
            self.typed.set(entry.path.name)
        self._preview.request()

    def _open_selected(self) -> str:
        entry = self.selected
        if entry:
            self._take(entry.path, is_folder=entry.is_folder)
        return "break"

    def _enter_list(self) -> str:
        """Give the keyboard to the list, with its first line selected."""
        lines = self.list.get_children()
        if lines:
            self.list.focus_set()
            self.list.focus(lines[0])
            self.list.selection_set(lines[0])
        return "break"

    def _type(self) -> None:
        if not self._question.saves:
            self.filter()

    def _typed_in(self) -> str:
        self.go()
        return "break"

    def _choose_kind(self) -> None:
        """Show other files; a name to save gets the suffix of the kind."""
        if self._question.saves:
            suffix = self._question.kinds[self.kind.current()][1][0]
            self.typed.set(str(Path(self.typed.get() or self._question.name).with_suffix(suffix)))
        self.filter()

    def go(self) -> None:
        """Take what is typed, or what is selected; a folder is opened."""
        typed = self.typed.get().strip()
        path = self.folder / Path(typed).expanduser() if typed else None
        entry = self.selected
        if path and (self._question.saves or holds(path.exists)):
            self._take(path, is_folder=holds(path.is_dir))
        elif entry:
            self._take(entry.path, is_folder=entry.is_folder)
        elif path and len(self._shown) == 1:
            (one,) = self._shown.values()
            self._take(one.path, is_folder=one.is_folder)
        elif path:
            self._say(_("There is no file {name} here.").format(name=printable(typed)))

    def _take(self, path: Path, *, is_folder: bool) -> None:
        if is_folder:
            self.open_folder(path)
            return
        if self._question.saves:
            if not path.suffix:
                path = Path(f"{path}{self._question.kinds[max(self.kind.current(), 0)][1][0]}")
            if holds(path.exists) and not self._may_replace(path):
                return
        self.close_with(path)

    # The preview

    def _previewed(self) -> Path | None:
        entry = self.selected
        self.beside.configure(image="", text="" if self.selected else NOTHING_YET)
        self._photo = None
        if (
            not entry
            or entry.is_folder
            or entry.size > PREVIEWED_BYTES
            or not self.side.winfo_manager()
        ):
            return None
        return entry.path

    def _show_picture(self, picture: Image | None) -> None:
        if picture is None:
            self.beside.configure(text=_("No preview"))
            return
        from PIL import ImageTk

        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.beside.configure(image=self._photo)


def _picture(path: Path, job: Job) -> Image | None:
    """Return a picture of the maze in a file, None where there is none."""
    from mazeeditor.app.printing.snapshot import picture_of_maze
    from mazeeditor.files import read

    try:
        maze = read(path, job).maze
    except MazeError:
        return None
    return picture_of_maze(maze, SIDE, 2.0, job) if maze.lattice.cells <= MOST_CELLS else None
