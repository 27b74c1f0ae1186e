"""The Tools menu: a command for every tool there is."""

from __future__ import annotations

from mazeeditor.editing.tools import TOOLS, Tool
from mazeeditor.gui.commands import COMMANDS, Command
from mazeeditor.gui.window import Window


def _command(tool: Tool) -> Command:
    def choose(window: Window) -> None:
        window.hand.choose(tool.name)

    choose.__doc__ = tool.hint
    return Command(
        f"tool-{tool.name}",
        tool.label,
        choose,
        menu="tools",
        order=tool.order,
        keys=(tool.key,),
        icon=tool.icon,
        checked=lambda window: window.hand.tool.name == tool.name,
        one_of=True,
    )


for _tool in TOOLS:
    COMMANDS.add(_command(_tool))
