"""Headings of tables, by which their lines are sorted."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk


def sort_by_headings(table: ttk.Treeview, sort: Callable[[str], None]) -> None:
    """Call ``sort`` with the name of a column for each click on its heading.

    A double click is two of them: since Tk 9.1 a table lets the second one do nothing.
    """
    for column in table.cget("columns"):
        table.heading(column, command=partial(sort, column))

    def click_again(event: tk.Event[tk.Misc]) -> str | None:
        if table.identify_region(event.x, event.y) != "heading":
            return None
        table.tk.call("ttk::treeview::Press", table, event.x, event.y)
        return "break"

    table.bind("<Double-Button-1>", click_again)
