"""The fields that choose shape and generator; generators that cannot make the shape are grey."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk

from mazeeditor.generators import GENERATORS, Generator
from mazeeditor.gui.forms import Changed, Form
from mazeeditor.gui.panels import Content
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES
from mazeeditor.words import _


def kind_form(
    owner: Content,
    changed: Changed,
    submit: Callable[[], None],
    why_not: Callable[[Generator], str],
) -> Form:
    """Return the form; ``why_not`` says of a generator why it cannot be chosen, "" where it can."""
    shapes, generators = SHAPES.names(), GENERATORS.names()
    options = (
        Option("shape", str, shapes[0], _("What the cells look like"), choices=tuple(shapes)),
        Option("generator", str, generators[0], choices=tuple(generators)),
    )
    labels = {
        "shape": {each.name: each.label for each in SHAPES},
        "generator": {each.name: each.label for each in GENERATORS},
    }
    form = Form(owner, options, {}, changed, submit, labels)
    box = form.boxes["generator"].widget
    assert isinstance(box, ttk.Combobox)
    box.configure(height=len(GENERATORS))  # all at once: what is grey is not to be scrolled to
    grey_out(box, owner.theme.text_soft, lambda: [bool(why_not(each)) for each in GENERATORS])
    return form


def grey_out(box: ttk.Combobox, colour: str, unable: Callable[[], Sequence[bool]]) -> None:
    """Show those entries of a box in ``colour`` for which ``unable`` says so when it opens.

    Whoever chooses one all the same is to be told why not: Tk has no entries out of reach.
    """

    def paint() -> None:
        window = box.tk.call("ttk::combobox::PopdownWindow", box)
        for place, grey in enumerate(unable()):
            box.tk.call(f"{window}.f.l", "itemconfigure", place, "-foreground", colour * grey)

    # Tk fills the list after this command, and shows it after what is idle is done
    box.configure(postcommand=lambda: box.after_idle(paint))
