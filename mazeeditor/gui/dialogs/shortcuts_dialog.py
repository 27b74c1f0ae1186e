"""The keyboard shortcuts: a page of all of them, and the dialog that changes those of commands.

::

    [ Search                              ]
    | Generate            Maze     Ctrl+G |    Enter, Space or a double click: then the next key
    | Solve               Solve        F5 |    pressed is the shortcut; Delete takes the keys away
    Press the new keys for Solve; Esc keeps the old ones.
    [Change] [No keys] [Reset]  [Reset all]              [Close]
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from tkinter import ttk

from mazeeditor.app.command_palette import KINDS
from mazeeditor.app.commands import COMMANDS, Command
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.errors import UsageError
from mazeeditor.core.key_names import MAC
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import DELETE_EVENTS, chord, chord_label
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.playing.play_bar import MOVES, WALKING
from mazeeditor.gui.widgets import trace
from mazeeditor.gui.widgets.modal import Modal, ScrolledModal

Groups = list[tuple[str, list[tuple[str, str]]]]  # heading, lines of label and keys


COLUMNS = 3


RIGHT_CLICK = (
    _("right click, Control and click") if MAC else _("right click, Menu, Shift+F10")
)  # a Mac has no key Menu
# What the canvas does with pointer and keys; no commands, so no menu shows them.
ON_CANVAS = (
    (_("Use the tool"), _("click, drag")),
    (_("Zoom at the pointer"), _("Ctrl+wheel, wheel")),
    (_("See what can be done here"), RIGHT_CLICK),
    (_("Move the view"), _("middle drag, Space+drag")),
    (_("Move the view sideways"), _("Shift+wheel, wheel to the side")),
    (_("Move the cell cursor"), _("arrows")),
    (_("Add or remove the wall on that side"), _("Shift+arrow")),
)


# What the Watch window does with keys: label and chords.
WATCHING = (
    (_("Play or pause"), ("Space",)),
    (_("Step back, step forward"), ("Left", "Right")),
    (_("A tenth back, a tenth forward"), ("Shift+Left", "Shift+Right")),
    (_("First step, last step"), ("Home", "End")),
    (_("Slower, faster"), ("Minus", "Plus")),
    (_("Repeat"), ("L",)),
    (_("Show the pseudo-code"), ("C",)),
    (_("Save film"), ("Mod+S",)),
    (_("Use this maze"), ("Mod+Return",)),
    (_("Choose what to watch"), ("O",)),
    (_("Back to the maze"), ("Escape",)),
)


# What a book in Sheets does with keys that are no commands: label and chords.
BOOKS = (
    (_("Turn the pages"), ("Prior", "Next")),
    (_("The page before, after the chosen one"), ("Left", "Right")),
    (_("Add, remove a chapter"), ("Insert", "Delete")),
    (_("Move the chapter"), ("Alt+Up", "Alt+Down")),
)
ROWS, WIDTHS = 14, (300, 90, 190)  # of the list; px at 96 dpi of its columns
HINT = _("Choose a command and press Enter, or double-click it.")


def groups(shortcuts: Shortcuts, of_book: Mapping[str, str]) -> Groups:
    """Return (heading, [(what, keys), ...]) for the canvas, the menus, and other windows.

    ``of_book`` are the commands that a book has in the place of others, by the names of these.
    """
    listed = [(_("On the maze"), list(ON_CANVAS))]
    for name, label in MENUS.items():
        keyed = (command for command in COMMANDS if command.menu == name and shortcuts.of(command))
        lines = _lines(keyed, shortcuts)
        if lines:
            listed.append((label, lines))
    return [
        *listed,
        (_("While playing"), [*WALKING, *_lines(MOVES, shortcuts)]),
        (_("While watching"), _label_lines(WATCHING)),
        (_("In a book"), [*_label_lines(BOOKS), *_replaced_lines(of_book, shortcuts)]),
    ]


def _label_lines(keys: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, str]]:
    return [(label, ", ".join(map(chord_label, chords))) for label, chords in keys]


def _lines(commands: Iterable[Command], shortcuts: Shortcuts) -> list[tuple[str, str]]:
    return [
        (command.label.rstrip("…"), ", ".join(map(chord_label, shortcuts.of(command))))
        for command in commands
    ]


def _replaced_lines(instead: Mapping[str, str], shortcuts: Shortcuts) -> list[tuple[str, str]]:
    """Return the lines of commands that have the keys of others, as those are now."""
    lines = []
    for name, own in instead.items():
        if chords := shortcuts.of(COMMANDS[name]):
            keys = ", ".join(map(chord_label, chords))
            lines.append((COMMANDS[own].label.rstrip("…"), keys))
    return lines


def show_shortcuts(
    parent: tk.Misc,
    shortcuts: Shortcuts,
    of_book: Mapping[str, str],
    change: Callable[[], object],
) -> None:
    """Show the page until it is closed: in as many columns as the screen has room for.

    ``of_book`` is as for ``groups``; ``change`` is called afterwards where the user wants to
    change them.
    """
    dialog = ScrolledModal(parent, _("Keyboard shortcuts"))
    for number in range(COLUMNS, 0, -1):
        columns = _columns(dialog, groups(shortcuts, of_book), number)
        dialog.update_idletasks()
        if dialog.page.winfo_reqwidth() <= dialog.room[0] or number == 1:
            break
        for column in columns:
            column.destroy()
    dialog.add_button(_("Change…"), lambda: dialog.close_with(True), left=True)
    if dialog.show(dialog.add_button(_("Close"), dialog.destroy, primary=True)):
        change()


def _columns(dialog: ScrolledModal, listed: Groups, number: int) -> list[ttk.Frame]:
    """Fill the page with so many columns of groups, each as high as the others or nearly so."""
    columns = [ttk.Frame(dialog.page) for _column in range(number)]
    heights = [0] * number
    for place, column in enumerate(columns):
        gap = dialog.theme.px(36 if place else 0)
        column.grid(row=0, column=place, sticky="n", padx=(gap, 0))
    for heading, lines in listed:
        shortest = heights.index(min(heights))
        _add_group(dialog, columns[shortest], heights[shortest], heading, lines)
        heights[shortest] += len(lines) + 2
    return columns


def _add_group(
    modal: Modal, column: ttk.Frame, row: int, heading: str, lines: list[tuple[str, str]]
) -> None:
    px = modal.theme.px
    title = ttk.Label(column, text=heading, style="Bold.TLabel")
    title.grid(row=row, column=0, columnspan=2, sticky="w", pady=(px(16) if row else 0, px(4)))
    for number, (what, keys) in enumerate(lines, row + 1):
        ttk.Label(column, text=what).grid(row=number, column=0, sticky="w", pady=px(1))
        label = ttk.Label(column, text=keys, style="Soft.TLabel")
        label.grid(row=number, column=1, sticky="w", padx=(px(18), 0))


class ShortcutsDialog(Modal):
    """The list of all commands with their keys; each change holds at once.

    ``update`` is called after each change. ``waiting`` is the command whose new keys are the next
    ones pressed.
    """

    manual = "files-and-settings"

    def __init__(self, parent: tk.Misc, shortcuts: Shortcuts, update: Callable[[], object]) -> None:
        super().__init__(parent, _("Change keyboard shortcuts"))
        px = self.theme.px
        self._shortcuts, self._update = shortcuts, update
        self.waiting: Command | None = None
        self._taken = ""  # the chord of another command that was pressed once
        self.text = tk.StringVar(self)
        self.search = ttk.Entry(self.body, textvariable=self.text)
        self.search.pack(fill="x", pady=(0, px(8)))
        frame = ttk.Frame(self.body)
        frame.pack(fill="both", expand=True)
        self.list = ttk.Treeview(
            frame, columns=("menu", "keys"), height=ROWS, selectmode="browse", show="tree headings"
        )
        bar = ttk.Scrollbar(frame, orient="vertical", command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        self.list.pack(side="left", fill="both", expand=True)
        bar.pack(side="right", fill="y")
        headings = {"#0": _("Command"), "menu": _("Menu"), "keys": _("Keys")}
        for (column, heading), width in zip(headings.items(), WIDTHS, strict=True):
            self.list.heading(column, text=heading, anchor="w")
            self.list.column(column, width=px(width), anchor="w")
        self.message = ttk.Label(self.body, text=HINT, wraplength=px(sum(WIDTHS)))
        # before the list, which takes less room where the screen is small
        self.message.pack(side="bottom", fill="x", pady=(px(10), 0), before=frame)
        self._catcher = tk.Frame(self.body, width=1, height=1)  # has the keyboard while waiting
        self._catcher.place(x=0, y=0)
        self._catcher.bindtags((str(self._catcher),))
        self._add_buttons()
        self._add_bindings()
        self.refresh()

    def _add_buttons(self) -> None:
        actions = {
            _("Change"): self.wait_for_keys,
            _("No keys"): self.take_away,
            _("Reset"): self.reset,
            _("Reset all"): self.reset_all,
        }
        self.actions = {
            label: self.add_button(label, action, left=True) for label, action in actions.items()
        }
        self.close = self.add_button(_("Close"), self.destroy)

    def _add_bindings(self) -> None:
        self._catcher.bind("<KeyPress>", self._pressed)
        self._catcher.bind("<FocusOut>", lambda _event: self._stop_waiting())
        for key in ("<Return>", "<KP_Enter>", "<space>", "<Double-Button-1>"):
            self.list.bind(key, self._begin)
        for key in DELETE_EVENTS:
            self.list.bind(key, lambda _event: self.take_away())
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._show_buttons())
        for key in ("<Down>", "<Return>", "<KP_Enter>"):
            self.search.bind(key, lambda _event: self._enter_list())
        trace(self, self.text, lambda *_trace: self.refresh())

    def show(self, focus: tk.Misc | None = None) -> None:
        super().show(focus or self.search)

    # The list

    @property
    def chosen(self) -> Command | None:
        selected = self.list.selection()
        return COMMANDS[selected[0]] if selected else None

    def refresh(self) -> None:
        """Show the commands that contain each word of the search, with their keys."""
        selected, words = self.list.selection(), self.text.get().casefold().split()
        self.list.delete(*self.list.get_children())
        menus = list(KINDS)
        changed = self._shortcuts.changed
        for command in sorted(
            COMMANDS, key=lambda command: (menus.index(command.menu), command.order)
        ):
            keys = ", ".join(map(chord_label, self._shortcuts.of(command)))
            label = command.label.rstrip("…")
            if all(word in f"{label} {keys}".casefold() for word in words):
                mark = " *" if command.name in changed else ""
                values = (KINDS[command.menu], f"{keys}{mark}")
                self.list.insert("", "end", command.name, text=label, values=values)
        if selected and self.list.exists(selected[0]):
            self._select(selected[0])
        else:
            self._select(next(iter(self.list.get_children()), ""))

    def _select(self, name: str) -> None:
        if name:
            self.list.selection_set(name)
            self.list.focus(name)
            self.list.see(name)
        self._show_buttons()

    def _show_buttons(self) -> None:
        chosen, changed = self.chosen, self._shortcuts.changed
        usable = {
            _("Change"): chosen is not None,
            _("No keys"): chosen is not None and bool(self._shortcuts.of(chosen)),
            _("Reset"): chosen is not None and chosen.name in changed,
            _("Reset all"): bool(changed),
        }
        for label, enabled in usable.items():
            self.actions[label].state(["!disabled" if enabled else "disabled"])

    def _enter_list(self) -> str:
        self.list.focus_set()
        return "break"

    # Changing

    def wait_for_keys(self) -> None:
        """Take the keys pressed next as those of the chosen command."""
        if command := self.chosen:
            self.waiting, self._taken = command, ""
            text = _("Press the new keys for {command}; Esc keeps the old ones.")
            self._show_message(text.format(command=command.label.rstrip("…")))
            self._catcher.focus_set()

    def _begin(self, _event: tk.Event[tk.Misc]) -> str:
        self.wait_for_keys()
        return "break"

    def _pressed(self, event: tk.Event[tk.Misc]) -> str:
        command, keys = self.waiting, chord(event)
        if command is None or event.keysym.endswith(("_L", "_R", "_Lock")):
            return "break"
        if keys == "Escape":
            self._end(_("The keys are as before."))
            return "break"
        owner = self._shortcuts.commands.get(keys)
        try:
            self._shortcuts.check(keys)
            if owner and owner is not command and keys != self._taken:
                self._taken = keys
                text = _("{keys} runs {other}. Press it again to let it run {command} instead.")
                names = {"other": owner.label.rstrip("…"), "command": command.label.rstrip("…")}
                self._show_message(text.format(keys=chord_label(keys), **names))
                return "break"
            self._shortcuts.give(command, keys)
        except UsageError as problem:
            self._show_message(str(problem))
            return "break"
        text = _("{keys} runs {command} now.")
        self._end(text.format(keys=chord_label(keys), command=command.label.rstrip("…")))
        return "break"

    def _stop_waiting(self) -> None:
        """Wait no longer where the keyboard went elsewhere."""
        if self.waiting:
            self.waiting = None
            self._show_message(HINT)

    def _end(self, text: str) -> None:
        """Show what has changed, in the list and in all windows."""
        self.waiting = None
        self.refresh()
        self._show_message(text)
        self.list.focus_set()
        self._update()

    def _show_message(self, text: str) -> None:
        self.message.configure(text=text)

    def take_away(self) -> None:
        """Leave the chosen command without keys."""
        if command := self.chosen:
            try:
                self._shortcuts.take_away(command)
            except UsageError as problem:
                self._show_message(str(problem))
                return
            text = _("{command} has no keys now.")
            self._end(text.format(command=command.label.rstrip("…")))

    def reset(self) -> None:
        """Give the chosen command its usual keys back."""
        if command := self.chosen:
            self._shortcuts.reset(command)
            text = _("{command} has its usual keys again.")
            self._end(text.format(command=command.label.rstrip("…")))

    def reset_all(self) -> None:
        """Give all commands their usual keys back."""
        self._shortcuts.reset_all()
        self._end(_("All commands have their usual keys again."))
