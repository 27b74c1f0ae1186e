"""The Tools menu: a command for every tool there is, and the width of the brush."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _
from mazeeditor.editing.tools import TOOLS, Tool


def _command(tool: Tool) -> Command:
    def choose(workspace: Workspace) -> None:
        workspace.toolbox.choose(tool.name)

    choose.__doc__ = tool.hint
    return Command(
        f"tool-{tool.name}",
        tool.label,
        choose,
        menu="tools",
        order=tool.order,
        keys=(tool.key,),
        icon=tool.icon,
        checked=lambda workspace: workspace.toolbox.tool is tool,
        one_of=True,
        places=("tools",),
    )


for _tool in TOOLS:
    COMMANDS.add(_command(_tool))


NO_BRUSH = _("The tool in use has no brush.")


def _has_brush(workspace: Workspace) -> bool:
    return workspace.toolbox.has_size


@command(
    "brush-wider",
    _("Wider Brush"),
    menu="tools",
    order=31,
    keys=("]",),
    enabled=_has_brush,
    reason=NO_BRUSH,
    places=("tools",),
)
def wider(workspace: Workspace) -> None:
    """Let the tool take more cells at once."""
    workspace.toolbox.resize(1)


@command(
    "brush-narrower",
    _("Narrower Brush"),
    menu="tools",
    order=32,
    keys=("[",),
    enabled=_has_brush,
    reason=NO_BRUSH,
    places=("tools",),
)
def narrower(workspace: Workspace) -> None:
    """Let the tool take fewer cells at once."""
    workspace.toolbox.resize(-1)
