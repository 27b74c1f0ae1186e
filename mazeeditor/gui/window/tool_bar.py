"""The bar of tool options above the maze: how the tool in use works, and what held keys change.

::

    | [Toggle][Add][Erase]  |  Width - 3 +  |  Symmetry: None v     Shift: straight  Alt: ... |
      the modes of the tool    the options that its mode declares     what keys change, lit
                                                                      while they are held

Its height is the same for every tool, so that the maze never jumps. In a narrow window names of
options go first, then those of modes, then what is said of keys. The toolbox and the view keep all
that is chosen here.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from mazeeditor.app.commands import (
    COMMANDS,
    SUBMENUS,
    Command,
    disabled_reason,
    in_groups,
    perform,
)
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.tool_options import Button, Choice, Commands, Menu, Size, ToolOption
from mazeeditor.editing.tools import Tool
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.buttons import IconButton, SegmentButton
from mazeeditor.gui.widgets.flat_menu import FlatMenu
from mazeeditor.gui.widgets.focus_order import RovingFocus
from mazeeditor.gui.widgets.tooltip import Tooltip

# Whether options have names, modes have, and what is said of keys is shown: what there is room for.
BAR_FITS = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))
SMALLER, LARGER = "brush-narrower", "brush-wider"  # the commands that change a size
ICON = 18  # px at 96 dpi
Focused = ttk.Button | ttk.Radiobutton | ttk.Menubutton


class ToolBar(ttk.Frame):
    """The options of the tool in use; ``rows`` are those of all tools that were in use."""

    def __init__(self, parent: tk.Misc, context: Context, view: View) -> None:
        px = current(parent).px
        super().__init__(parent)
        self._context, self._toolbox = context, view.toolbox
        self.rows: dict[str, OptionRow] = {}
        self._line, self.held_keys = ttk.Separator(self), HeldKeys(self)
        self.held_keys.grid(row=0, column=1, sticky="e", padx=px(8))
        self._line.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self._fitted: tuple[object, ...] = ()
        self.row = self._row_of(self._toolbox.tool)
        sample = SegmentButton(self, context.icons, "minus", "0", tk.StringVar(self), "")
        self.configure(height=sample.winfo_reqheight() + 2 * px(3) + self._line.winfo_reqheight())
        sample.destroy()
        self.grid_propagate(False)
        view.toolbox.held.subscribe(self.refresh)
        self.bind("<Map>", lambda _event: self.refresh())
        self.bind("<Configure>", lambda _event: self._fit())

    def _row_of(self, tool: Tool) -> OptionRow:
        if tool.name not in self.rows:
            self.rows[tool.name] = OptionRow(self, self._context, tool)
        row = self.rows[tool.name]
        row.grid(row=0, column=0, sticky="w", padx=current(self).px(6))
        return row

    def refresh(self) -> None:
        """Show what is chosen, and what held keys make of it."""
        tool = self._toolbox.tool
        if self.row.tool is not tool:
            self.row.grid_remove()
            self.row = self._row_of(tool)
        self.row.refresh()
        self.held_keys.show(self._context, self._toolbox.mode.shift, self._toolbox.mode.alt)
        self.held_keys.light(shift=self._toolbox.extends, alt=self._toolbox.removes)
        self._fit()

    def _fit(self) -> None:
        """Show what the width has room for."""
        px, width = current(self).px, self.winfo_width()
        needs = (width, self._toolbox.mode.name, self.row.texts, self.held_keys.texts)
        if width <= 1 or needs == self._fitted:
            return
        self._fitted = needs
        for options, modes, keys in BAR_FITS:
            self.row.name(options=options, modes=modes)
            taken = self.row.width + 2 * px(6) + (self.held_keys.width + 2 * px(8) if keys else 0)
            if taken <= width:
                break
        if keys:
            self.held_keys.grid()
        else:
            self.held_keys.grid_remove()


class HeldKeys(ttk.Frame):
    """What Shift and Alt change of the mode in use, lit while they are held."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.labels = {key: ttk.Label(self, style="Key.TLabel") for key in ("shift", "alt")}
        self.texts = ("", "")

    def show(self, context: Context, shift: str, alt: str) -> None:
        """Name what keys do; "" for nothing."""
        if self.texts == (shift, alt):
            return
        self.texts = shift, alt
        names = {"shift": _("Shift: {what}"), "alt": _("Alt: {what}")}
        for key, what in zip(names, self.texts, strict=True):
            label = self.labels[key]
            label.pack_forget()
            label.configure(text=names[key].format(what=what))
            if what:
                label.pack(side="left", padx=current(context.root).px(3))

    def light(self, *, shift: bool, alt: bool) -> None:
        for label, held in zip(self.labels.values(), (shift, alt), strict=True):
            label.state(["selected" if held else "!selected"])

    @property
    def width(self) -> int:
        """How many px it takes."""
        gap = 2 * current(self).px(3)
        return sum(label.winfo_reqwidth() + gap for label in self.pack_slaves())


class OptionRow(ttk.Frame):
    """The modes of one tool, and the options of each; those of the mode in use are shown."""

    def __init__(self, parent: tk.Misc, context: Context, tool: Tool) -> None:
        super().__init__(parent)
        self._context, self.tool = context, tool
        self._view = context.parts.call(_view_of)
        self._toolbox = self._view.toolbox
        self.modes: dict[str, SegmentButton] = {}
        self._mode = tk.StringVar(self)
        if len(tool.modes) > 1:
            self._add_modes()
        self.options = [(option, self._made(option)) for option in tool.shows]
        self._packed: list[tk.Widget] = []
        self._named: tuple[bool, bool] | None = None
        buttons: list[Focused] = [*self.modes.values()]
        buttons += [button for _option, part in self.options for button in part.buttons]
        self._focus = RovingFocus(buttons, lambda: self.modes.get(self._mode.get()))

    def _add_modes(self) -> None:
        for mode in self.tool.modes:
            command = COMMANDS[f"tool-{mode.name}"]
            button = SegmentButton(
                self,
                self._context.icons,
                mode.icon,
                mode.short,
                self._mode,
                mode.name,
                partial(self._context.run, command),
                command.label,
                partial(self._context.keys.label, command.name),
            )
            self.modes[mode.name] = button

    def _made(self, option: ToolOption) -> OptionPart:
        kinds: dict[type, Callable[..., OptionPart]] = {
            Choice: ChoicePart,
            Size: SizePart,
            Button: ButtonPart,
            Menu: MenuPart,
            Commands: CommandsPart,
        }
        return kinds[type(option)](self, self._context, self._view, option)

    @property
    def texts(self) -> tuple[str, ...]:
        """What the shown options say: where that changes, they may take another width."""
        return tuple(part.text for option, part in self.options if option in self._shown)

    @property
    def _shown(self) -> tuple[ToolOption, ...]:
        return self._toolbox.mode.shows

    @property
    def width(self) -> int:
        """How many px the shown parts take."""
        return sum(
            widget.winfo_reqwidth() + _gaps(widget.pack_info()["padx"]) for widget in self._packed
        )

    def refresh(self) -> None:
        """Show the options of the mode in use, and what is chosen of each."""
        now = self._toolbox.mode_now
        self._mode.set(now.name if now.tool == self.tool.name else self._toolbox.mode.name)
        self._pack()
        for option, part in self.options:
            if option in self._shown:
                part.refresh()
        self._focus.refresh()

    def _pack(self) -> None:
        """Place modes and options side by side, those after the modes with a line before them."""
        px = current(self).px
        groups: list[list[tk.Widget]] = [list(self.modes.values())] if self.modes else []
        before: type | None = None
        parts = dict(self.options)
        for option in self._shown:
            part = parts[option]
            if type(option) is Button and before is Button:
                groups[-1] += part.widgets
            else:
                groups.append(list(part.widgets))
            before = type(option)
        lines = self._lines(len(groups) - 1)
        wished: list[tk.Widget] = []
        for number, group in enumerate(groups):
            wished += [lines[number - 1]] if number else []
            wished += group
        if wished == self._packed:
            return
        for widget in self._packed:
            widget.pack_forget()
        self._packed = wished
        for widget in wished:
            if isinstance(widget, ttk.Separator):
                widget.pack(side="left", fill="y", padx=px(6), pady=px(6))
            else:
                widget.pack(side="left", padx=px(1))

    def _lines(self, number: int) -> list[ttk.Separator]:
        """Return lines that part groups; they are made when they are needed."""
        lines: list[ttk.Separator] = vars(self).setdefault("_separators", [])
        while len(lines) < number:
            lines.append(ttk.Separator(self, orient="vertical"))
        return lines

    def name(self, *, options: bool, modes: bool) -> None:
        """Show the names of options, and of modes, or their pictures alone."""
        for button in self.modes.values():
            button.show_label(modes)
        for _option, part in self.options:
            part.name(options)


def _view_of(view: View) -> View:
    return view


def _gaps(padx: object) -> int:
    """Return the px left and right of a packed widget."""
    sides = str(padx).split() if isinstance(padx, str) else [padx]
    return 2 * int(str(sides[0]))


class OptionPart:
    """The widgets of one option; of these the ``buttons`` can have the keyboard."""

    text = ""  # what it shows that can change

    def __init__(self, parent: tk.Misc, context: Context, view: View) -> None:
        self.parent, self.context, self.view = parent, context, view
        self.widgets: list[tk.Widget] = []
        self.buttons: list[Focused] = []

    def add(self, *buttons: Focused) -> None:
        self.widgets += buttons
        self.buttons += buttons

    def refresh(self) -> None:
        """Show what is chosen now."""

    def name(self, named: bool) -> None:
        """Show the name, or a picture alone."""


class ChoicePart(OptionPart):
    """A segment for each value."""

    def __init__(self, parent: tk.Misc, context: Context, view: View, choice: Choice) -> None:
        super().__init__(parent, context, view)
        self._choice, self._chosen = choice, tk.StringVar(parent)
        self._segments: list[SegmentButton] = []
        for value in choice.values:
            segment = SegmentButton(
                parent,
                context.icons,
                value.icon,
                value.label,
                self._chosen,
                value.name,
                partial(self._choose, value.name),
                value.hint or f"{choice.label}: {value.label}",
            )
            self._segments.append(segment)
            self.add(segment)

    def _choose(self, name: str) -> None:
        value = next(value for value in self._choice.values if value.name == name)
        self.view.toolbox.choose_value(self._choice, value)

    def refresh(self) -> None:
        """Show the value that a press would go by."""
        self._chosen.set(self.view.toolbox.value_now(self._choice))

    def name(self, named: bool) -> None:
        for segment in self._segments:
            segment.show_label(named)


class SizePart(OptionPart):
    """A number with a button on either side of it."""

    def __init__(self, parent: tk.Misc, context: Context, view: View, size: Size) -> None:
        super().__init__(parent, context, view)
        self._name = ttk.Label(parent, text=size.label)
        self._number = ttk.Label(parent, width=3, anchor="center")
        self._label = size.label
        smaller, larger = (
            self._button(name, icon) for name, icon in ((SMALLER, "minus"), (LARGER, "plus"))
        )
        self.widgets = [self._name, smaller, self._number, larger]
        self.buttons = [smaller, larger]

    def _button(self, name: str, icon: str) -> IconButton:
        context, command = self.context, COMMANDS[name]
        return IconButton(
            self.parent,
            context.icons,
            icon,
            command.label,
            lambda: context.run(command),
            lambda: context.keys.label(name),
        )

    def refresh(self) -> None:
        self._number.configure(text=f"{self.view.toolbox.gesture.size or ''}")

    def name(self, named: bool) -> None:
        self._name.configure(text=self._label if named else "")


class ButtonPart(OptionPart):
    """A button for a command."""

    def __init__(self, parent: tk.Misc, context: Context, view: View, button: Button) -> None:
        super().__init__(parent, context, view)
        self._command = COMMANDS[button.command]
        self._made = IconButton(
            parent,
            context.icons,
            button.icon,
            button.label,
            lambda: context.run(self._command),
            lambda: context.keys.label(button.command),
            named=True,
        )
        self.add(self._made)

    def refresh(self) -> None:
        """Show whether it can be pressed now."""
        ready = self._command.ready(self.context.parts)
        self._made.state(["!disabled" if ready else "disabled"])

    def name(self, named: bool) -> None:
        self._made.configure(compound="left" if named else "image")


class DropDown(OptionPart):
    """A button that opens a menu, filled each time."""

    def __init__(
        self, parent: tk.Misc, context: Context, view: View, option: Menu | Commands
    ) -> None:
        super().__init__(parent, context, view)
        self.label, self._named = option.label, True
        icons = context.icons
        self.button = ttk.Menubutton(
            parent,
            image=icons.get(option.icon, ICON),
            compound="left",
            direction="below",
        )
        self.menu = FlatMenu(self.button)
        self.menu.configure(postcommand=self._fill)
        self.button.configure(menu=self.menu)
        self.tip = Tooltip(self.button, lambda: self.text.strip() or self.label)
        self.add(self.button)
        self.name(True)

    def _fill(self) -> None:
        self.menu.delete(0, "end")
        self.fill()
        self.menu.underline()

    def fill(self) -> None:
        """Add the entries as they are now."""

    def name(self, named: bool) -> None:
        """Show the text beside the picture."""
        self._named = named
        self.button.configure(text=f" {self.text or self.label}" if named else "")


class MenuPart(DropDown):
    """The entries of a submenu, of which one is chosen; reasons stand in the place of others."""

    def __init__(self, parent: tk.Misc, context: Context, view: View, option: Menu) -> None:
        self._submenu = SUBMENUS[option.submenu]
        super().__init__(parent, context, view, option)
        self._chosen = tk.StringVar(parent)

    def _choice(self) -> str:
        chosen = self._submenu.chosen
        return self.context.parts.call(chosen) if chosen else ""

    def fill(self) -> None:
        """Add the entries as they are now."""
        parts = self.context.parts
        self._chosen.set(self._choice())
        for label, action in parts.call(self._submenu.run):
            if action is disabled_reason:
                self.menu.add_command(label=label, state="disabled")
                continue
            self.menu.add_radiobutton(
                label=label,
                variable=self._chosen,
                value=label,
                command=lambda act=action: parts.call(perform, act),  # type: ignore[misc]
            )

    def refresh(self) -> None:
        text = f"{self.label}: {self._choice()}"
        if text != self.text:
            self.text = text
            self.name(self._named)


class CommandsPart(DropDown):
    """The commands of a menu of the menu bar."""

    def __init__(self, parent: tk.Misc, context: Context, view: View, option: Commands) -> None:
        self._of = option.menu
        super().__init__(parent, context, view, option)

    def fill(self) -> None:
        """Add the commands as they are now."""
        commands = [command for command in COMMANDS if command.menu == self._of]
        for number, group in enumerate(in_groups(commands, lambda command: command.order)):
            if number:
                self.menu.add_separator()
            for command in group:
                self._add(command)

    def _add(self, command: Command) -> None:
        self.menu.add_command(
            label=command.label_in(self.context.parts),
            accelerator=self.context.keys.accelerator(command.name),
            command=partial(self.context.run, command),
            state="normal" if command.ready(self.context.parts) else "disabled",
        )
