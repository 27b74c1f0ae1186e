"""Tk's file dialog: the system's, but on X11 one of Tk's own, in the theme as far as it can be."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from pathlib import Path
from tkinter.filedialog import askopenfilename, asksaveasfilename

from mazeeditor.gui.file_dialogs.desktop_dialogs import ALL_FILES, FileQuestion
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets.modal import room_on_screen


def ask(question: FileQuestion, over: tk.Misc, icons: Icons) -> Path | None:
    """Return the chosen file; None where the dialog was closed without one."""
    if over.tk.call("tk", "windowingsystem") != "x11":
        return _ask(question, over)
    _prepare(over, icons)
    try:
        return _ask(question, over)
    finally:  # Tk would keep it, in the colours of now
        with suppress(tk.TclError):  # the program may be closed
            over.tk.call("destroy", f"{'' if str(over) == '.' else over}.{DIALOG}")


def _ask(question: FileQuestion, over: tk.Misc) -> Path | None:
    if question.saves:
        chosen = asksaveasfilename(
            parent=over,
            title=question.title,
            filetypes=list(question.kinds),
            initialdir=question.folder,
            initialfile=question.name,
            defaultextension=question.kinds[0][1][0],
        )
    else:
        kinds = [*question.kinds, ALL_FILES]
        chosen = askopenfilename(
            parent=over, title=question.title, filetypes=kinds, initialdir=question.folder
        )
    return Path(chosen) if chosen else None


# Its list of files is white with black words, and as large on every screen. Half a second after a
# key it is called to forget that, whether or not it is still there.
LIST = """
auto_load ::tk::IconList
foreach {method before after} {
    Create {-background white} {-background [ttk::style lookup . -fieldbackground]}
    Create {-width 400 -height 120} {-width $::mazeeditor_list(w) -height $::mazeeditor_list(h)}
    Create {set fill black} {set fill [ttk::style lookup . -foreground]}
    DrawSelection {-fill black} {-fill $fill}
    KeyPress {[namespace code {my Reset}]} {[list catch [namespace code {my Reset}]]}
} {
    lassign [info class definition ::tk::IconList $method] arguments body
    oo::define ::tk::IconList method $method $arguments [string map [list $before $after] $body]
}
"""
WIDTH, HEIGHT = 560, 240  # px at 96 dpi of the list
BESIDE, AROUND = 16, 220  # px at 96 dpi of the rest of the dialog
DIALOG, NAME = "__tk_filedialog", "contents.f2.ent"  # the field for the name within it
PICTURES = {"updirImage": "up", "folderImage": "open", "fileImage": "new"}
SIZE = 18  # px at 96 dpi


def _prepare(over: tk.Misc, icons: Icons) -> None:
    """Give Tk's own dialog the colours, pictures and keys of the rest, and hide ``.cache``."""
    call, evaluate = over.tk.call, over.tk.eval
    evaluate("catch {tk_getOpenFile -no-such-option}")  # loads what is set below
    evaluate("set ::tk::dialog::file::showHiddenBtn 1")
    evaluate("set ::tk::dialog::file::showHiddenVar 0")
    theme = current(over)
    widest, highest = room_on_screen(over)
    call("set", "::mazeeditor_list(w)", min(theme.px(WIDTH), widest - theme.px(BESIDE)))
    call("set", "::mazeeditor_list(h)", min(theme.px(HEIGHT), highest - theme.px(AROUND)))
    call("bind", "TkFDialog", "<Map>", f"wm maxsize %W {widest} {highest}")  # paths may be long
    # where a window manager gives it the keyboard before its parts are seen, Tk forgets the field
    call("bind", "TkFDialog", "<FocusIn>", f"catch {{focus %W.{NAME}}}")
    with suppress(tk.TclError):  # another version of Tk may have no such class
        evaluate(LIST)
    for variable, name in PICTURES.items():
        call("set", f"::tk::Priv({variable})", icons.get(name, SIZE, "text_soft"))
    call("event", "delete", "<<LineStart>>", "<Control-Key-a>")  # as in all other fields
    call("event", "add", "<<SelectAll>>", "<Control-Key-a>")
