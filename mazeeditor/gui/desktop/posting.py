"""Menus and lists of choices that cannot be opened stay closed: that is no error.

A menu that opens takes the pointer with a grab. Another program may have one, as a menu of the
desktop has, or the window may be minimised by then. Tk's scripts would be reported as internal
errors, and leave the menu behind without a grab, so that a click elsewhere would not close it.
"""

from __future__ import annotations

import tkinter as tk

POSTING = (  # what grabs, by Tk's names
    "::tk_popup",
    "::tk::FirstMenu",
    "::tk::TraverseToMenu",
    "::tk::MbPost",
    "::tk::MenuButtonDown",
    "::ttk::combobox::MapPopdown",
)
UNPOST = """
proc ::mazeeditor_unpost {widgets} {
    foreach widget $widgets {
        if {![winfo exists $widget]} continue
        switch [winfo class $widget] {
            Menu {
                catch {$widget activate none; $widget postcascade none}
                if {[$widget cget -type] ne "menubar"} {catch {$widget unpost}}
            }
            ComboboxPopdown {catch {ttk::combobox::Unpost [winfo parent $widget]}}
        }
    }
    catch {tk::MenuUnpost {}}
}
"""
# The file of a procedure is read once: again, it would bring back all that was wrapped.
WRAP = """
if {![llength [info procs @name@]]} {catch {auto_load @name@}}
if {[llength [info procs @name@]] && ![llength [info procs @own@]]} {
    rename @name@ @own@
    proc @name@ args {
        if {![catch {uplevel 1 [list @own@ {*}$args]} message options]} {return $message}
        if {![string match "grab failed:*" $message]} {return -options $options $message}
        mazeeditor_unpost $args
    }
}
"""


def let_menus_stay_closed(root: tk.Misc) -> None:
    """Let everything of Tk that opens a menu close it again where it gets no grab."""
    root.tk.eval(UNPOST)
    for name in POSTING:
        space, _colons, last = name.rpartition("::")
        own = f"{space}::mazeeditor_{last}"
        root.tk.eval(WRAP.replace("@name@", name).replace("@own@", own))
