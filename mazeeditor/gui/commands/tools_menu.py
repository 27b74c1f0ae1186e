"""The Tools menu: a command for every tool there is, and the width of the brush."""

from __future__ import annotations

from mazeeditor.editing.tools import TOOLS, Tool
from mazeeditor.gui.context import context_of
from mazeeditor.translation import _
from mazeeditor.workspace.commands import COMMANDS, Command, command
from mazeeditor.workspace.workspace import Workspace


def _command(tool: Tool) -> Command:
    def choose(workspace: Workspace) -> None:
        context_of(workspace).tool_controller.choose(tool.name)

    choose.__doc__ = tool.hint
    return Command(
        f"tool-{tool.name}",
        tool.label,
        choose,
        menu="tools",
        order=tool.order,
        keys=(tool.key,),
        icon=tool.icon,
        checked=lambda workspace: context_of(workspace).tool_controller.tool.name == tool.name,
        one_of=True,
    )


for _tool in TOOLS:
    COMMANDS.add(_command(_tool))


def _has_brush(workspace: Workspace) -> bool:
    return context_of(workspace).tool_controller.gesture.resize(0)


@command("brush-wider", _("Wider Brush"), menu="tools", order=31, keys=("]",), enabled=_has_brush)
def wider(workspace: Workspace) -> None:
    """Let the tool take more cells at once."""
    context_of(workspace).tool_controller.resize(1)


@command(
    "brush-narrower", _("Narrower Brush"), menu="tools", order=32, keys=("[",), enabled=_has_brush
)
def narrower(workspace: Workspace) -> None:
    """Let the tool take fewer cells at once."""
    context_of(workspace).tool_controller.resize(-1)
