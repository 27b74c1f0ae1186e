"""F1: opens the page of the manual on what has the keyboard.

The innermost that names a topic counts::

    field (its option) > section of the panel, dialog, pane > view, workspace
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

from mazeeditor.app.files import manual
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.gui.dialogs.help_dialogs import show_first_steps
from mazeeditor.gui.forms.forms import Form


def topic_of(widget: tk.Misc | None) -> str:
    """Return the topic of a widget, "" if nothing that it stands in names one."""
    around = [*_around(widget)]
    for one in around:
        if isinstance(one, Form) and (topic := _topic_of_field(one, around)):
            return topic
        if topic := getattr(one, "manual", ""):
            return str(topic)
    return ""


def _around(widget: tk.Misc | None) -> Iterator[tk.Misc]:
    """Yield a widget and what it stands in, up to its window."""
    while widget is not None:
        yield widget
        if isinstance(widget, tk.Wm):
            return
        widget = widget.master


def _topic_of_field(form: Form, around: list[tk.Misc]) -> str:
    for box in form.boxes.values():
        if box.widget in around:
            return box.option.topic
    return ""


def focused_widget(root: tk.Misc) -> tk.Misc | None:
    """Return the widget that has the keyboard, None for none and for what Tk itself has made."""
    try:
        return root.focus_get()
    except KeyError:  # the list of a box
        return None


def open_manual(topic: str, services: Services, parent: tk.Misc) -> None:
    """Open a topic in the browser; where there is no manual, show the first steps instead."""
    if not manual.is_there():
        show_first_steps(parent)
        return
    building = manual.must_build()

    def work(job: Job) -> None:
        manual.open_topic(topic or manual.START, job)

    if building:
        services.ui.show_status(_("Building the manual; your browser will show it."))
    else:
        services.ui.show_status(_("Your browser shows the manual."))
    services.background.run(work, ignore, services.report)
