"""Forms: the options of a generator, a page or a format in one column, bound to their values.

A row of a form::

    | label ...... | editor ........ mm |
    | longer label | editor  [button]   |
      in two lines | what is wrong with it, in one sentence

or, where the names of a list have no room there, in three::

    | label ........................... |
    | list ............................ |
                   | what is wrong with it, in one sentence

The column of labels is equally wide in all panels and dialogs, so that all fields begin and end
below each other; what is said of a field stands below it, from the same edge.

Rare options stand below the others and *More*, see ``gui/forms/more.py``.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, Protocol

from mazeeditor.app.drafts.field_values import Choose, ChooseFile, FieldValues
from mazeeditor.app.drafts.typeface_previews import TypefacePreviews, ask_typeface
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.core.options import Option, Section, in_section
from mazeeditor.core.translation import _
from mazeeditor.gui.forms.fields import Box, width_for_names
from mazeeditor.gui.forms.more import More
from mazeeditor.gui.look import current
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import follow, has_keyboard, on_destroy
from mazeeditor.gui.widgets.buttons import keep_focus
from mazeeditor.gui.widgets.fields.style_field import StyleField
from mazeeditor.gui.widgets.fields.typeface_field import TypefaceField
from mazeeditor.gui.widgets.tooltip import Tooltip

FIELD_LABEL = "Field.TLabel"  # a style: of what keeps its width in a wider panel


class Form(ttk.Frame):
    """Boxes below each other, one for each of ``fields``, which keep the values.

    With ``names`` only those of these names, in the order of ``fields``; where ``rare`` is not
    None, only the rare ones, or only the others. ``submit`` is called when the user presses Enter
    in one. The rare ones stand below a *More*: that of another form, or one of its own that
    remembers by a name what is open, and whose text is ``title``. Where there are ``first`` names,
    only those options stand above it, in this order. ``hides`` returns whether an option stands
    elsewhere now, ``usual`` whether its value is as usual, where that is not its default, ``waits``
    whether its value is not in use yet: its label has a dot. Where ``whole``, a list whose names
    have no room beside its label stands below the label.
    """

    def __init__(
        self,
        parent: tk.Misc,
        fields: FieldValues,
        submit: Callable[[], None] = ignore,
        names: Collection[str] | None = None,
        *,
        rare: bool | None = None,
        more: More | str = "",
        title: str = "",
        first: Sequence[str] = (),
        hides: Callable[[str], bool] | None = None,
        usual: Callable[[str], bool] | None = None,
        whole: bool = False,
        waits: Callable[[str], bool] = lambda _name: False,
    ) -> None:
        super().__init__(parent)
        self._theme, self._first, self._waits = current(self), first, waits
        self._hides, self._usual = hides, usual
        self.fields, self.submit = fields, submit
        self.settings: dict[str, Any] = {"rare": rare, "more": more, "title": title, "waits": waits}
        self.columnconfigure(0, minsize=self._theme.label_width)
        self.columnconfigure(1, weight=1)
        self.boxes: dict[str, Box] = {}
        self.files: dict[str, ttk.Button] = {}  # next to paths and lists of pictures
        self.resets: dict[str, ttk.Button] = {}  # next to values that follow until they are chosen
        self.more: More | None = None
        self._labels: dict[str, ttk.Label] = {}
        self._places: dict[str, int] = {}  # the row of each option in the grid
        self._rows: dict[str, list[tk.Widget]] = {}  # what is hidden with an option
        self._hidden: set[str] = set()  # the options
        self._said: tuple[list[str], list[str]] = [], []  # what More knows of them
        self._errors: dict[str, ttk.Label] = {}
        self._add_all(
            option
            for name, option in fields.options.items()
            if (names is None or name in names) and rare in (None, self._is_rare(option))
        )
        follow(self, fields.changed, self._grey)
        self._grey()
        if whole:
            self.bind("<Configure>", lambda _event: self._give_room())

    def _add_all(self, options: Iterable[Option]) -> None:
        """Add the common ones, *More*, and the rare ones."""
        shown = sorted(options, key=self._place_of)
        rare = [option for option in shown if self._is_rare(option)]
        more, title = self.settings["more"], self.settings["title"]
        if rare:
            own = not isinstance(more, More)
            self.more = More(self, more or rare[0].name, title) if own else more
            if own:
                row = 3 * (len(shown) - len(rare))
                self.more.grid(row=row, column=0, columnspan=3, sticky="ew")
        for row, option in enumerate(shown):
            self._add(3 * row + 1 + self._is_rare(option), option)  # below one for its label
        if self.more:
            self.more.add(self)
            follow(self, self.more.rare.changed, self._grey)
            on_destroy(self, partial(self.more.remove, self))

    # What is below More

    def _is_rare(self, option: Option) -> bool:
        return option.name not in self._first if self._first else bool(option.rare)

    def _place_of(self, option: Option) -> int:
        """Return the place of a common option, or one behind all of them."""
        if self._is_rare(option):
            return len(self._first) + 1
        return self._first.index(option.name) if self._first else 0

    @property
    def _rare(self) -> list[Option]:
        return [box.option for box in self.boxes.values() if self._is_rare(box.option)]

    def below(self) -> list[str]:
        """Return the labels of the rare options that can do something."""
        return [option.label for option in self._rare if self._is_of_use(option)]

    def noted(self) -> list[str]:
        """Return the labels of those rare ones whose values matter while they are hidden."""
        values, texts = self.fields.values, self.fields.uncommitted
        return [
            option.label
            for option in self._rare
            if self._is_of_use(option)
            and not option.why_unused(values)
            and (self._is_noted(option) or option.name in texts)
        ]

    def _is_noted(self, option: Option) -> bool:
        """Whether *More*, while it is closed, names an option with the value that it has."""
        if self._usual:
            return not self._usual(option.name)
        return option.is_noted(self.fields.values[option.name])

    def _is_of_use(self, option: Option) -> bool:
        if self._hides and self._hides(option.name):
            return False
        hides = option.only is not None and option.only.hidden
        return not hides or not option.why_unused(self.fields.values)

    def _is_shown(self, option: Option) -> bool:
        closed = self._is_rare(option) and self.more and not self.more.is_open
        return self._is_of_use(option) and not closed

    def has_place_for(self, name: str) -> bool:
        """Whether an option has a field here that is of use as things are."""
        return name in self.boxes and self._is_of_use(self.boxes[name].option)

    def reveal(self, name: str) -> None:
        """Open *More* where an option is below it."""
        if self.more and name in self.boxes and self._is_rare(self.boxes[name].option):
            self.more.open()

    # Rows

    def _grey(self) -> None:
        """Grey or hide the options that do nothing with the others as they are, or are rare."""
        for name, box in self.boxes.items():
            option = box.option
            box.relabel()
            self._labels[name].configure(text=self._label_of(option))
            if option.only:
                used = not option.why_unused(self.fields.values)
                box.set_enabled(used)
                self._labels[name].state(["!disabled" if used else "disabled"])
            if self._is_shown(option) == (name in self._hidden):
                self._show_row(name)
            elif name in self.resets:
                self._show_reset(name)
        if self.more and self._said != (self.below(), self.noted()):
            self._said = self.below(), self.noted()
            self.more.refresh()

    def _label_of(self, option: Option) -> str:
        label = option.label_among(self.fields.values)
        return f"{label} •" if self._waits(option.name) else label

    def refresh(self) -> None:
        """Show what has changed apart from the values: which of them wait."""
        self._grey()

    def _show_row(self, name: str) -> None:
        """Show an option with all that belongs to it, or hide it."""
        error = self._errors[name]
        if self._is_shown(self.boxes[name].option):
            self._hidden.discard(name)
            for widget in (*self._rows[name], *([error] if error.cget("text") else [])):
                widget.grid()
        else:
            self._hidden.add(name)
            for widget in (*self._rows[name], error):
                widget.grid_remove()
        if name in self.resets:
            self._show_reset(name)

    def _add_reset(self, name: str) -> None:
        """Put a button next to a field that lets its value follow again once it is chosen."""

        def reset() -> None:
            if has_keyboard(button):  # which goes away
                self.boxes[name].typed_in.focus_set()
            self.fields.edit(name, None)

        button = button_beside(self, _("Reset"), reset)
        keep_focus(button)
        Tooltip(button, _("{source} again").format(source=self.fields.derived.sources[name]))
        self.resets[name] = button
        self.put_next_to(name, button)

    def _show_reset(self, name: str) -> None:
        """Show the button that lets a value follow again, unless it does."""
        chosen = not self.fields.derived.follows(name) and name not in self._hidden
        self.boxes[name].widget.grid(columnspan=1 if chosen else 2)
        if name in self._hidden:
            self.boxes[name].widget.grid_remove()
        if chosen:
            self.resets[name].grid()
        else:
            self.resets[name].grid_remove()

    def _add(self, row: int, option: Option) -> None:
        gap = self._theme.px(3)
        label = self._labels[option.name] = field_label(self, self._label_of(option))
        label.grid(row=row, column=0, sticky="w")
        error = self._errors[option.name] = ttk.Label(self, style="Error.TLabel")

        def show_problem(problem: str) -> None:
            error.configure(text=units_of(self).shown(problem), wraplength=self._wrap)
            if problem:
                self.reveal(option.name)
                error.grid(row=row + 1, column=1, columnspan=2, sticky="w")
            else:
                error.grid_remove()

        box = Box(self, self.fields, option.name, show_problem, self.submit)
        self._places[option.name] = row
        box.widget.grid(row=row, column=1, columnspan=2, sticky="ew", pady=gap)
        self.boxes[option.name] = box
        self._rows[option.name] = [label, box.widget]
        if option.unit:
            box.show_unit()
        elif option.name in self.fields.derived.sources:
            self._add_reset(option.name)
        if option.help:
            tip = option.summary

            def explain() -> str:
                """Return why it does nothing now, or what is cut off of it, and what it is."""
                reason, cut = option.why_unused(self.fields.values), _cut_text(box.typed_in)
                return reason or (f"{cut}\n{tip}" if cut else tip)

            for widget in (label, box.typed_in):
                Tooltip(widget, explain)

    def is_below_label(self, name: str) -> bool:
        """Whether a list stands below its label, over the whole width of the form."""
        return int(self.boxes[name].widget.grid_info()["column"]) == 0

    def _give_room(self) -> None:
        """Put the labels of lists whose names would be cut beside them above these."""
        column, labels = self._theme.label_width, width_of_labels(self)
        for name, box in self.boxes.items():
            if isinstance(box.widget, ttk.Combobox) and box.widget.grid_info():  # not hidden
                row, span = self._places[name], int(box.widget.grid_info()["columnspan"])
                end = int(box.widget.grid_info()["column"]) + span
                button = int(self.columnconfigure(2)["minsize"]) if end < 3 else 0
                below = self.winfo_width() - column - button < width_for_names(box.widget)
                self._labels[name].grid(row=row - below, columnspan=3 if below else 1)
                self._labels[name].configure(wraplength=self.winfo_width() if below else labels)
                first = 0 if below else 1
                box.widget.grid(column=first, columnspan=end - first)

    @property
    def _wrap(self) -> int:
        """How wide sentences below a field become, px."""
        width = self._theme.panel_width - self._theme.px(28)
        if self.winfo_ismapped():  # the panel is narrower in a narrow window
            width = min(width, self.winfo_width())
        return width - self._theme.label_width - self._theme.px(12)

    def put_next_to(self, name: str, widget: tk.Widget) -> None:
        """Put a button to the right of a field, which ends where other fields do."""
        box = self.boxes[name].widget
        box.grid(columnspan=1)
        row = self._places[name]
        gap = self._theme.px(6)
        widget.grid(row=row, column=2, sticky="ew", padx=(gap, 0))
        # wide enough for all: fields end where they do when rows with wider ones come
        needed = max(int(self.columnconfigure(2)["minsize"]), widget.winfo_reqwidth() + gap)
        self.columnconfigure(2, minsize=needed)
        self._rows[name].append(widget)
        self._show_row(name)  # what was hidden stays so

    def put_below(self, name: str, widget: tk.Widget) -> None:
        """Put something below a field, where it has the room of what is wrong with that."""
        widget.grid(row=self._places[name] + 1, column=1, columnspan=2, sticky="w")

    def offer_typefaces(self, services: Services, word: Callable[[], str]) -> None:
        """Let the fields for typefaces open a list, in which ``word`` is drawn in each."""
        self.offer_previews(
            TypefacePreviews(services.background, services.report),
            word,
            lambda use: ask_typeface(services, use),
        )

    def offer_previews(
        self,
        previews: TypefacePreviews,
        word: Callable[[], str],
        ask_file: Callable[[Callable[[str], None]], None],
    ) -> None:
        """Do so with ``previews``; ``ask_file`` asks for a file, and calls what it gets."""
        for box in self.boxes.values():
            field = box.widget.typeface if isinstance(box.widget, StyleField) else box.widget
            if isinstance(field, TypefaceField):
                field.offer(previews, word, ask_file)

    def offer_pictures(self, choose: Choose) -> None:
        """Put a button next to each list of pictures that shows them, and takes files too."""
        for name, box in self.boxes.items():
            option = box.option
            if option.file and option.file.load and option.written and option.written.offers:
                self.files[name] = self._picture_button(choose, name, option)

    def offer_files(self, choose: ChooseFile) -> None:
        """Put a button next to each path that asks for the file."""
        for name, box in self.boxes.items():
            option = box.option
            if option.file and not option.file.load:
                self.files[name] = self._file_button(choose, name, option)

    def _file_button(self, choose: ChooseFile, name: str, option: Option) -> ttk.Button:
        def take(text: str) -> None:
            self.fields.edit(name, text)
            # the end of a path is more distinctive than its beginning
            self.tk.call(self.boxes[name].typed_in, "xview", "moveto", 1)

        button = button_beside(self, "…", lambda: choose(option, take))
        Tooltip(button, _("Choose a file"))
        self.put_next_to(name, button)
        return button

    def _picture_button(self, choose: Choose, name: str, option: Option) -> ttk.Button:
        def ask() -> None:
            choose(option, self.fields.values, lambda text: self.fields.edit(name, text))

        def why_unused() -> str:
            return option.why_unused(self.fields.values)

        def grey() -> None:
            button.state(["disabled" if why_unused() else "!disabled"])

        button = button_beside(self, "…", ask)
        drawn = option.file and option.file.drawn
        pictures = _("Choose from all pictures, or take one of yours")
        Tooltip(button, lambda: why_unused() or (pictures if drawn else _("Choose a file")))
        self.put_next_to(name, button)
        follow(button, self.fields.changed, grey)
        grey()
        return button

    def values(self) -> dict[str, Any]:
        """Return all values; raises ``UsageError`` and focuses the first invalid box.

        What stands in the box of an option that does nothing now does not matter.
        """
        for box in self.boxes.values():
            if not box.option.why_unused(self.fields.values) and not box.commit():
                self.reveal(box.option.name)
                box.typed_in.focus_set()
                box.read()  # raises it
        return {name: self.fields[name] for name in self.boxes}

    def show(self, values: Mapping[str, Any]) -> None:
        self.fields.update(values)


def _cut_text(widget: tk.Misc) -> str:
    """Return the text of a list to choose from where it is wider than its room, else ""."""
    if not isinstance(widget, ttk.Combobox) or tuple(widget.xview()) == (0.0, 1.0):
        return ""
    return widget.get()


def add_sections(
    parent: tk.Misc,
    fields: FieldValues,
    sections: Iterable[Section],
    submit: Callable[[], None] = ignore,
) -> list[Form]:
    """Pack a form with the fields of each section below its heading; return the forms."""
    forms = []
    for section in sections:
        options = in_section(fields.options.values(), section)
        rare = all(option.rare for option in options)  # the heading is what opens it
        if not rare:
            add_heading(parent, section.title, first=not parent.winfo_children())
        names = [option.name for option in options]
        title = section.title if rare else ""
        form = Form(parent, fields, submit, names, title=title, whole=True)
        form.pack(fill="x")
        forms.append(form)
    return forms


def button_beside(parent: tk.Misc, text: str, command: Callable[[], object]) -> ttk.Button:
    """Return a button that stands beside a field; those with short texts are equally wide."""
    return ttk.Button(parent, text=text, style="Beside.TButton", width=-3, command=command)


def field_label(parent: tk.Misc, text: str) -> ttk.Label:
    """Return the label of a field: in several lines where it is wider than the column of labels."""
    return ttk.Label(parent, text=text, style=FIELD_LABEL, wraplength=width_of_labels(parent))


def width_of_labels(parent: tk.Misc) -> int:
    """Return how wide the label of a field can be beside it, px."""
    theme = current(parent)
    return theme.label_width - 2 * theme.px(3)


def add_heading(parent: tk.Misc, title: str, *, first: bool = False) -> None:
    """Pack the heading of a section, with room above unless it is the ``first``."""
    px = current(parent).px
    heading = ttk.Label(parent, text=title, style="Bold.TLabel")
    heading.pack(anchor="w", pady=(0 if first else px(10), px(4)))


def replace_form(form: Form, fields: FieldValues) -> Form:
    """Return a form of ``fields`` packed in the place of ``form``, which is destroyed."""
    if form.fields is fields:
        return form
    new = Form(form.master, fields, form.submit, **form.settings)
    new.pack(form.pack_info(), after=form)
    form.destroy()
    return new


class Scrolled(Protocol):
    """What scrolls to show a widget."""

    def see(self, widget: tk.Misc) -> None:
        """Bring a widget into view."""

    def update_idletasks(self) -> None:
        """Lay all out."""


def focus_field(form: Form, name: str, panel: Scrolled) -> None:
    """Show the field of an option of a form in a panel, and give it the keyboard."""
    box = form.boxes[name]
    form.reveal(name)
    panel.update_idletasks()
    panel.see(box.widget)
    box.typed_in.focus_set()
    box.typed_in.event_generate("<<TraverseIn>>")  # as Tab does: its text is selected
