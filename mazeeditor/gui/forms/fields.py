"""Boxes, sliders and switches to fill in, each bound to the value of one option.

What is typed is committed by Enter, when the keyboard goes elsewhere, or after a pause; choices,
steps and sliders are committed at once. Escape and Ctrl+Z in a field put back what was there before
the typing, but for Escape in forms that keep all that is typed.
"""

from __future__ import annotations

import re
import sys
import tkinter as tk
from collections.abc import Callable, Mapping
from contextlib import suppress
from tkinter import font, ttk
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.jobs import ignore
from mazeeditor.app.length_units import MM, LengthUnits
from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import INCH
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import LEAVE
from mazeeditor.gui.forms.typed_texts import typing_of
from mazeeditor.gui.look import current
from mazeeditor.gui.look.styles import FIELD_PADDING
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import follow, on_destroy, trace
from mazeeditor.gui.widgets.fields.colour_field import ColourField, remember_colour
from mazeeditor.gui.widgets.fields.style_field import StyleField
from mazeeditor.gui.widgets.fields.typeface_field import TypefaceField

YES, NO = "yes", "no"
UNBOUNDED_RANGE = 1e9  # buttons are of no use for a range as wide as this
SLIDES = 1.0  # a number whose range is no wider than this is a share: it gets a slider
PAUSE_MS = 700  # ms without a key after which what is typed is committed
COMMIT = ("<<ComboboxSelected>>", "<ButtonRelease-1>", "<FocusOut>")
UNDO = "<Command-z>" if sys.platform == "darwin" else "<Control-z>"
BUTTONS = {"TSpinbox": 22, "TCombobox": 26}  # px at 96 dpi at the end of a field
PERCENT = re.compile("[0-9]+|[1-9][0-9]*[.][0-9]+")  # of a share; "0.05" is one as flags have it
UNIT_GAP = 4  # px at 96 dpi between what is typed and its unit
NEXT_TO_TEXTS = 16  # px at 96 dpi next to the texts, and of its scroll bar
WIDEN = (  # in Tcl, which may find the list closed again, and gone
    "catch {{wm geometry {list} {width}x[winfo height {list}]+{left}"
    "+[lindex [split [wm geometry {list}] +] 2]}}"
)


class FieldText:
    """Converts the values of an option to the text of a field, and back."""

    def __init__(self, option: Option, units: LengthUnits | None = None) -> None:
        self.option, self._units = option, units or LengthUnits()
        self._offers = option.written.offers if option.written else ()
        self._length: tuple[str, float] | None = None  # as it is shown, rounded, and exactly
        self._shown = ""  # for the value of ``option.shown``, where that is not as usual
        self._label()

    def _label(self) -> None:
        option = self.option
        self._labels = {name: option.called(name) for name in option.choices}
        if option.written and not option.written.colour:  # words like "random", and "A4" as it is
            for name in self._offers:
                self._labels[name] = option.file.name(name) if option.file else option.called(name)
        if option.unset and not option.optional:  # the empty text can be chosen
            self._labels = {"": option.unset, **self._labels}
        if option.shown and self._shown:
            self._labels[option.shown.value] = self._shown
        self._names = {label: name for name, label in self._labels.items()}

    def is_outdated(self, values: Mapping[str, Any]) -> bool:
        """Whether a choice is called otherwise with the values of all options as they are."""
        return self.option.shown_as(values) != self._shown

    def follow(self, values: Mapping[str, Any]) -> None:
        """Label the choices as the values of all options have it."""
        self._shown = self.option.shown_as(values)
        self._label()

    def look_up(self) -> None:
        """Look for further offers, of which there may be others each time."""
        if self.option.written and self.option.written.found:
            self._offers = tuple(self.option.written.found())
            self._label()

    @property
    def choices(self) -> list[str]:
        return list(self._labels.values())

    def of(self, value: Any) -> str:
        if value is None:
            if self.option.written and self.option.written.colour:
                return _("none")
            words = {float: _("fit"), int: _("auto")}
            usual = self.option.unset or words.get(self.option.kind, "")
            return usual if self.option.optional else ""
        if self.option.kind is bool:
            return YES if value else NO
        if self.option.kind is float:
            if self.option.is_share:
                return f"{value * 100:.10g} %"
            if self.option.unit != MM:
                return f"{value:.10g}"
            self._length = self._units.number_of(value), value
            return self._length[0]
        if self.option.typeface and not value:
            return self.option.typeface.usual
        if self.option.file:  # of one that is kept as a text, its name
            shown = self.option.shown
            name = self._shown if shown and value == shown.value else ""
            name = name or self.option.file.name(value)
            self._names[name] = value
            return name
        written = self.option.written
        worded = written and (written.found or written.words)
        return self._labels.get(str(value)) or (self.option.called(value) if worded else str(value))

    def read(self, text: str) -> Any:
        """Return the value of a text; raises ``UsageError``."""
        if self.option.file and text in self._names:  # the name of what is kept as a text
            return self.option.check(self._names[text])
        text = self._names.get(text, text).strip()
        if (
            self.option.optional
            and self.option.kind is str
            and text in (_("none"), self.option.unset)
        ):
            return None
        if self.option.typeface:  # one of a list, or of a project: it need not be looked for
            return self.option.check("" if text == self.option.typeface.usual else text)
        if self._length and text == self._length[0]:
            return self._length[1]
        if self.option.unit == MM:
            text = self._units.typed(text)
        if self.option.kind in (int, float):
            text = text.removesuffix(self.option.unit).strip()
            if self.option.optional and text in (_("fit"), _("auto"), self.option.unset):
                text = ""
            if self.option.kind is float:
                text = text.replace(",", ".")  # the comma of many countries
        return self._share(text) if self.option.is_share else self.option.parse(text)

    def _share(self, text: str) -> float:
        """Return the share that a number stands for; raises ``UsageError``."""
        option = self.option
        try:
            share: float = option.parse(f"{text} %" if PERCENT.fullmatch(text) else text)
        except UsageError:
            text = _("{label} must be from {low:g} % to {high:g} %.")
            low, high = 100 * option.low, 100 * option.high
            raise UsageError(text.format(label=option.label, low=low, high=high)) from None
        return share

    def problem(self, text: str) -> str:
        try:
            self.read(text)
        except UsageError as problem:
            return str(problem)
        return ""


def editor(
    parent: tk.Misc, text: FieldText, variable: tk.StringVar, *, steps: bool = True
) -> ttk.Widget:
    """Return the widget that edits an option, tied to ``variable``; numbers get ``steps``."""
    option = text.option
    if option.kind is bool:
        return ttk.Checkbutton(
            parent, style="Switch.TCheckbutton", variable=variable, onvalue=YES, offvalue=NO
        )
    if option.choices:
        box = ttk.Combobox(
            parent, textvariable=variable, values=text.choices, state="readonly", width=8
        )
        widen_list(box)
        return box
    if option.written and option.written.colour:
        return ColourField(parent, variable, optional=option.optional, area=option.written.area)
    if option.written and option.written.style:
        return StyleField(parent, variable)
    if option.typeface:
        return TypefaceField(parent, variable)
    if option.written and option.written.offers:
        state = "readonly" if option.file else "normal"  # reading a file takes a worker
        box = ttk.Combobox(parent, textvariable=variable, values=text.choices, state=state, width=8)

        def look_up() -> None:
            text.look_up()
            box.configure(values=text.choices)

        widen_list(box, look_up if option.written.found else ignore)
        open_where_clicked(box)
        return box
    if option.kind is float and option.high - option.low <= SLIDES and not option.optional:
        return Slider(parent, text, variable)
    if steps and option.kind in (int, float) and option.high - option.low < UNBOUNDED_RANGE:
        return _spinbox(parent, option, variable)
    return ttk.Entry(parent, textvariable=variable, width=8)


def _spinbox(parent: tk.Misc, option: Option, variable: tk.StringVar) -> ttk.Spinbox:
    """Return a field with buttons; those of lengths in inches go by a hundredth, or a tenth."""
    units, large = units_of(parent), (option.default or 5) >= 2
    box = ttk.Spinbox(parent, textvariable=variable, width=8)

    def follow_unit() -> None:
        inches = option.unit == MM and units.unit != MM
        whole, size = option.kind is int, INCH if inches else 1.0
        step = 1.0 if whole else 0.5 if large else 0.1
        if inches:
            step = 0.05 if large else 0.01
        digits = "%.0f" if whole else "%.2f" if inches else "%.1f"
        low, high = option.low / size, option.high / size
        box.configure(from_=low, to=high, increment=step, format=digits)

    follow(box, units.changed, follow_unit)
    follow_unit()
    return box


class Slider(ttk.Frame):
    """A slider, and next to it the number, which can be typed."""

    def __init__(self, parent: tk.Misc, text: FieldText, variable: tk.StringVar) -> None:
        super().__init__(parent)
        self._text, self._variable, option = text, variable, text.option
        self.scale = ttk.Scale(self, from_=option.low, to=option.high, command=self._slid)
        self.scale.grid(row=0, column=0, sticky="ew")
        self.entry = ttk.Entry(self, textvariable=variable, width=6)
        self.entry.grid(row=0, column=1, padx=(6, 0))
        self.columnconfigure(0, weight=1)
        trace(self, variable, self._follow)
        self._step = (option.high - option.low) / 20
        for key, direction in {"<Left>": -1, "<Down>": -1, "<Right>": 1, "<Up>": 1}.items():
            self.scale.bind(key, lambda _event, direction=direction: self._nudge(direction))  # type: ignore[misc]

    def _slid(self, position: str) -> None:
        self._variable.set(self._text.of(round(float(position), 2)))

    def _nudge(self, direction: int) -> str:
        self.scale.set(self.scale.get() + direction * self._step)
        return "break"

    def _follow(self, *_trace: str) -> None:
        """Move the slider to the number that was typed."""
        with suppress(UsageError):
            self.scale.configure(value=self._text.read(self._variable.get()))


class Box:
    """The editor of the option ``name`` of ``fields``; its ``widget`` is laid out by the caller.

    ``on_problem`` gets what is wrong with the text, and "" as soon as it is valid again; ``submit``
    is called for Enter. Numbers have buttons for ``steps``.
    """

    def __init__(
        self,
        parent: tk.Misc,
        fields: FieldValues,
        name: str,
        on_problem: Callable[[str], None],
        submit: Callable[[], None] = ignore,
        *,
        steps: bool = True,
    ) -> None:
        self.option, self._fields, self._name = fields.options[name], fields, name
        self.variable = tk.StringVar(parent)
        self.text = FieldText(self.option, units_of(parent))
        self._on_problem, self._submit = on_problem, submit
        self._with_unit = ""  # the beginning of the style of a field with a unit
        self._unit: ttk.Label | None = None
        self.value: Any = None  # the one committed or shown last
        self._invalid = False
        self._typing = typing_of(parent)
        self._timer: str | None = None
        self.widget = editor(parent, self.text, self.variable, steps=steps)
        self._add_bindings()
        self._restore()

    def _restore(self) -> None:
        """Show the value, or the text that stood in the box that was here before."""
        text = self._fields.uncommitted.get(self._name)
        self.show(self._fields[self._name])
        if text is not None:
            self.write(text)
        self.show_derived()

    @property
    def typed_in(self) -> ttk.Widget:
        """The widget that takes the keyboard."""
        parts = Slider | ColourField | StyleField
        return self.widget.entry if isinstance(self.widget, parts) else self.widget

    def _add_bindings(self) -> None:
        trace(self.widget, self.variable, self._touched)
        for widget in (self.widget, *self.widget.winfo_children()):
            for event in COMMIT:
                widget.bind(event, self._commit_soon, add=True)
            widget.bind("<Return>", self._entered)
            widget.bind("<KP_Enter>", self._entered)
            widget.bind("<Escape>", self._leave)
            widget.bind(UNDO, self._take_back)
            widget.bind("<Control-a>", self._mark_all)  # on X11 Tk moves to the start instead
        follow(self.widget, self._fields.changed, self._follow)
        if self.option.unit == MM:
            follow(self.widget, units_of(self.widget).changed, lambda: self.show(self.value))
        on_destroy(self.widget, self._keep_text)

    @property
    def _differs(self) -> bool:
        return self.variable.get() != self.text.of(self.value)

    def _keep_text(self) -> None:
        """Keep what is being typed for another box of the same field."""
        if self in self._typing and self._differs:
            self._fields.keep_text(self._name, self.variable.get())
        self._stop()

    def _follow(self) -> None:
        """Show another value from elsewhere, also in the place of an invalid text."""
        value = self._fields[self._name]
        if value != self.value or (self._invalid and self._name not in self._fields.uncommitted):
            self.show(value)
        self.show_derived()

    @property
    def is_derived(self) -> bool:
        """Whether the value follows from another one, and nothing is typed in its place."""
        derived = self._fields.derived
        return self._name in derived.sources and derived.follows(self._name) and not self._differs

    def show_derived(self) -> None:
        """Show a value that follows from another one in grey."""
        if self._name in self._fields.derived.sources:
            kind = self.widget.winfo_class()
            style = f"Derived.{kind}" if self.is_derived else kind
            self.widget.configure(style=f"{self._with_unit}{style}")  # type: ignore[call-arg]

    def show_unit(self) -> None:
        """Show the unit at the end of the field; that of lengths is the one they are shown in."""
        field, units = self.typed_in, units_of(self.widget)
        label = self._unit = ttk.Label(field, style="Unit.TLabel", cursor="xterm")
        kind = field.winfo_class()

        def show() -> None:
            text = units.unit if self.option.unit == MM else self.option.unit
            label.configure(text=text)
            theme = current(field)
            left, top, right, bottom = (theme.px(side) for side in FIELD_PADDING)
            # what is typed ends before the unit
            room = label.winfo_reqwidth() + theme.px(UNIT_GAP)
            self._with_unit = f"{text.replace(' ', '')}."
            for style in (kind, f"Derived.{kind}"):
                padding = [left, top, right + room, bottom]
                ttk.Style(field).configure(f"{self._with_unit}{style}", padding=padding)
            field.configure(style=f"{self._with_unit}{kind}")  # type: ignore[call-arg]
            self.show_derived()
            end = right + theme.px(BUTTONS.get(kind, 0))
            label.place(relx=1, rely=0.5, x=-end, anchor="e")

        if self.option.unit == MM:
            follow(label, units.changed, show)
        label.bind("<<ThemeChanged>>", lambda _event: show())
        label.bind("<Button-1>", lambda _event: field.focus_set())
        show()

    def _commit_soon(self, _event: tk.Event[tk.Misc]) -> None:
        self._stop()
        self._timer = self.widget.after_idle(self._finish)  # Tk writes the text after this event
        self._typing.add(self)

    def _touched(self, *_trace: str) -> None:
        """Wait for the end of typing; withdraw the problem as soon as the text is valid."""
        if self.empty or not self.text.problem(self.variable.get()):
            self._show_problem("")
        self._stop()
        self._timer = self.widget.after(PAUSE_MS, self.commit)
        if self._differs:
            self._fields.typing[self._name] = self.variable.get()
        self._typing.add(self)
        self.show_derived()

    def _stop(self) -> None:
        if self._timer:
            self.widget.after_cancel(self._timer)
            self._timer = None
        self._fields.typing.pop(self._name, None)
        self._typing.remove(self)

    def _entered(self, _event: tk.Event[tk.Misc]) -> str:
        if self._finish():
            self._submit()
        return "break"

    def _finish(self) -> bool:
        """Take over the text where it is valid, and show a share in per cent, however typed."""
        valid = self.commit()
        if valid and self.option.is_share and self._differs:
            self.show(self.value)
        return valid

    def _mark_all(self, _event: tk.Event[tk.Misc]) -> str:
        self.typed_in.event_generate("<<SelectAll>>")
        return "break"

    def _take_back(self, _event: tk.Event[tk.Misc]) -> str | None:
        """Put back what was there before the typing; where nothing is typed, the window undoes."""
        if not self._differs:
            return None
        self.show(self.value)
        return "break"

    def _leave(self, _event: tk.Event[tk.Misc]) -> str:
        if not self._fields.escape_keeps:
            self.show(self.value)
        self.widget.event_generate(LEAVE)
        return "break"

    def _show_problem(self, problem: str) -> None:
        if not problem:
            self._fields.uncommitted.pop(self._name, None)
        if problem or self._invalid:
            self._invalid = bool(problem)
            self.typed_in.state(["invalid" if problem else "!invalid"])
            self._on_problem(problem)

    def commit(self) -> bool:
        """Take over the text where it is valid; returns whether it is."""
        if self.empty:
            self._stop()
            return True
        try:
            before, value = self.value, self.read()
        except UsageError:
            self._fields.keep_text(self._name, self.variable.get())
            return False
        if value != before:
            if value is not None and self.option.written and self.option.written.colour:
                remember_colour(self.widget, value)
            self._fields.edit(self._name, value)
        return True

    def show(self, value: Any) -> None:
        """Show a value from elsewhere; nothing is reported as changed."""
        self.value = value
        text = self.text.of(value)
        if self.variable.get() != text:
            self.variable.set(text)
        self._stop()
        self._show_problem("")

    def relabel(self) -> None:
        """Show the choices as they are called with the other values as they are."""
        if not self.text.is_outdated(self._fields.values):
            return
        typed = self._differs
        self.text.follow(self._fields.values)
        if isinstance(self.widget, ttk.Combobox):
            self.widget.configure(values=self.text.choices)
            if not typed:
                self.show(self.value)

    def set_enabled(self, enabled: bool) -> None:
        """Grey the editor where the option does nothing now; what stands in it stays."""
        for widget in (self.widget, *self.widget.winfo_children(), self._unit):
            if isinstance(widget, ttk.Widget):
                widget.state(["!disabled" if enabled else "disabled"])

    def write(self, text: str) -> None:
        """Put a text into the field as if it had been typed, and commit it."""
        self.variable.set(text)
        self.commit()

    @property
    def empty(self) -> bool:
        """Whether the field shows that there is no value, and nothing has been typed."""
        return self.value is None and not self.variable.get()

    def read(self) -> Any:
        """Return the value; raises ``UsageError`` after showing it."""
        self._stop()
        try:
            self.value = self.text.read(self.variable.get())
        except UsageError as problem:
            self._show_problem(str(problem))
            raise
        self._show_problem("")
        return self.value


def width_for_names(box: ttk.Combobox) -> int:
    """Return how wide a box must be to show each of its texts whole, in px."""
    face = font.nametofont(current(box).body, box)
    around = box.winfo_reqwidth() - int(box.cget("width")) * face.measure("0")
    texts = box.tk.splitlist(box.cget("values"))
    return max((face.measure(text) for text in texts), default=0) + around


def widen_list(box: ttk.Combobox, fill: Callable[[], object] = ignore) -> None:
    """Show the texts of a box whole while its list is open; ``fill`` is called each time before."""
    px = current(box).px(NEXT_TO_TEXTS)

    def widen() -> None:
        fill()
        popdown = str(box.tk.call("ttk::combobox::PopdownWindow", box))
        face = font.nametofont(str(box.tk.call(f"{popdown}.f.l", "cget", "-font")), box)
        texts = box.tk.splitlist(box.cget("values"))
        width = max((face.measure(text) for text in texts), default=0) + px
        if width > box.winfo_width():
            left = max(min(box.winfo_rootx(), box.winfo_screenwidth() - width), 0)
            # Tk places the list after this command and after what is idle, in the same call
            box.tk.call("after", 1, WIDEN.format(list=popdown, width=width, left=left))

    box.configure(postcommand=widen)


def open_where_clicked(box: ttk.Combobox) -> None:
    """Open the list of a box that takes other texts too where its text is clicked, not its arrow.

    Keys that are not those of the list go to the text, which is selected, and close the list. A
    click in a text that is being typed moves the cursor, as in any field.
    """

    def press(event: tk.Event[tk.Misc]) -> str | None:
        take_keys()
        in_text = str(box.identify(event.x, event.y)).endswith("textarea")
        if not in_text or not box.instate(["!readonly", "!disabled"]) or is_typed():
            return None
        box.focus_set()
        box.selection_range(0, "end")
        box.icursor("end")
        box.tk.call("ttk::combobox::Post", box)
        return "break"

    def is_typed() -> bool:
        """Whether the box has the keyboard, and its text is not selected as a whole."""
        text = box.get()
        selected = box.selection_present() and box.index("sel.last") == len(text)
        selected = selected and box.index("sel.first") == 0
        return bool(text) and not selected and str(box.tk.call("focus")) == str(box)

    def take_keys() -> None:
        """Let the list, which is made now where it is opened for the first time, give its keys."""
        listbox = f"{box.tk.call('ttk::combobox::PopdownWindow', box)}.f.l"
        if not box.tk.call("bind", listbox, "<Key>"):
            box.tk.call("bind", listbox, "<Key>", f"{box.register(give)} %A %K")

    def give(character: str, keysym: str) -> None:
        """Give the text a key that is not the list's, and close the list."""
        erases = keysym in {"BackSpace", "Delete"}
        if not erases and (len(character) != 1 or not character.isprintable()):
            return
        box.tk.call("ttk::combobox::Unpost", box)
        box.focus_set()
        if erases:
            box.tk.call("ttk::entry::Backspace", box)
        else:
            box.tk.call("ttk::entry::Insert", box, character)

    box.bind("<ButtonPress-1>", press)
    box.bind("<Down>", lambda _event: take_keys(), add=True)
