"""The Tools menu: a command for every tool there is, and the width of the brush."""

from __future__ import annotations

from mazeeditor.app.commands import COMMANDS, Command, command
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.tools import TOOLS, Tool


def _command(tool: Tool) -> Command:
    def choose(view: View) -> None:
        view.toolbox.choose(tool.name)

    choose.__doc__ = tool.hint
    return Command(
        f"tool-{tool.name}",
        tool.label,
        choose,
        menu="tools",
        order=tool.order,
        keys=(tool.key,),
        icon=tool.icon,
        checked=lambda view: view.toolbox.tool is tool,
        one_of=True,
        places=("tools",),
    )


for _tool in TOOLS:
    COMMANDS.add(_command(_tool))


NO_BRUSH = _("The tool in use has no brush.")


def _has_brush(view: View) -> bool:
    return view.toolbox.has_size


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
def wider(view: View) -> None:
    """Let the tool take more cells at once."""
    view.toolbox.resize(1)


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
def narrower(view: View) -> None:
    """Let the tool take fewer cells at once."""
    view.toolbox.resize(-1)
