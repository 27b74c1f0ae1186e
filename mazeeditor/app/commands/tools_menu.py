"""The Tools menu: a command for every mode of a tool, the width of the brush, the underlay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mazeeditor.app.commands import COMMANDS, SIZES, STAMPS, Command, command, idle
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import DRAW, TEACH
from mazeeditor.app.toolbox import HAND
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import MODES, TOOLS, Mode, Tool


def _command(mode: Mode, tool: Tool) -> Command:
    def choose(view: View) -> None:
        if mode.name != HAND and view.workspaces.name == TEACH:  # where nothing is edited
            view.workspaces.show(DRAW)
        view.toolbox.choose(mode.name)

    several = len(tool.modes) > 1
    choose.__doc__ = f"{tool.label}: {mode.hint}" if several else mode.hint
    return Command(
        f"tool-{mode.name}",
        mode.label,
        choose,
        menu="tools",
        order=mode.order,
        group=STAMPS if tool.name == "stamp" else tool.label if several else "",
        keys=(mode.key,),
        icon=mode.icon,
        checked=lambda view: view.toolbox.mode is mode,
        one_of=True,
        places=("tools",),
    )


for _mode in MODES:
    COMMANDS.add(_command(_mode, TOOLS[_mode.tool]))


NO_BRUSH = _("The tool in use has no brush.")


def _has_brush(view: View) -> bool:
    return view.toolbox.has_size


def _turns(view: View) -> bool:
    return view.toolbox.mode.name == "stamp"


def _has_handles(view: View) -> bool:
    return view.toolbox.mode.name == "route"


def _wider_now(view: View) -> str:
    if _has_handles(view):
        return _("Next handle of the route")
    return _("Turn the piece right") if _turns(view) else _("Wider brush")


def _narrower_now(view: View) -> str:
    if _has_handles(view):
        return _("Previous handle of the route")
    return _("Turn the piece left") if _turns(view) else _("Narrower brush")


@command(
    "brush-wider",
    _("Wider brush"),
    menu="tools",
    order=31,
    group=SIZES,
    keys=("]",),
    now=_wider_now,
    enabled=_has_brush,
    reason=NO_BRUSH,
    places=("tools",),
)
def wider(view: View) -> None:
    """Let the tool take more cells at once, turn the piece clockwise, or take the next handle."""
    view.toolbox.resize(1)


@command(
    "brush-narrower",
    _("Narrower brush"),
    menu="tools",
    order=32,
    group=SIZES,
    keys=("[",),
    now=_narrower_now,
    enabled=_has_brush,
    reason=NO_BRUSH,
    places=("tools",),
)
def narrower(view: View) -> None:
    """Let the tool take fewer cells at once, turn the piece back, or take the handle before."""
    view.toolbox.resize(-1)


UNDERLAY = _("Underlay")
NO_PICTURE = _("No picture lies behind the maze.")


def _is_traced(document: Document) -> bool:
    return bool(document.underlay.picture)


@command(
    "choose-underlay",
    _("Choose underlay…"),
    words=_("trace image background photo tracing"),
    menu="tools",
    group=UNDERLAY,
    order=61,
    keys=("Shift+K",),
    enabled=idle,
    places=("maze",),
    manual="draw-and-repair#trace-a-picture-compare-versions",
)
def choose_underlay(document: Document, opened: OpenDocument, services: Services) -> None:
    """Lay a picture behind the maze, to trace it: it is kept in the project, and not printed."""
    from mazeeditor.core.pictures import SUFFIXES

    title = _("Choose a picture to trace")
    if path := services.ui.dialogs.file_to_open(title, [(_("Picture"), SUFFIXES)]):
        trace_picture(document, opened, services, path)


def trace_picture(document: Document, opened: OpenDocument, services: Services, path: Path) -> None:
    """Lay the picture of a file behind the maze."""
    from mazeeditor.core.pictures import load_logo
    from mazeeditor.page.underlay import Underlay

    geometry, opacity = (
        document.maze.lattice.geometry,
        document.underlay.opacity,
    )

    def read(_job: Job) -> Underlay:  # in a worker: a large picture takes a while to decode
        return Underlay.fitted(load_logo(path), geometry.width, geometry.height, opacity)

    name = _("Reading {name}").format(name=path.name)
    services.jobs.start(name, read, opened.underlay_fields.replace)


@command(
    "show-underlay",
    _("Show underlay"),
    menu="tools",
    group=UNDERLAY,
    order=62,
    keys=("K",),
    enabled=_is_traced,
    reason=NO_PICTURE,
    checked=lambda document: _is_traced(document) and document.underlay.shown,
    places=("maze",),
    manual="draw-and-repair#trace-a-picture-compare-versions",
)
def show_underlay(document: Document, opened: OpenDocument) -> None:
    """See the picture behind the maze, or the maze alone."""
    underlay = document.underlay
    opened.underlay_fields.replace(replace(underlay, shown=not underlay.shown))


@command(
    "fit-underlay",
    _("Fit underlay to the maze"),
    menu="tools",
    group=UNDERLAY,
    order=63,
    enabled=_is_traced,
    reason=NO_PICTURE,
    manual="draw-and-repair#trace-a-picture-compare-versions",
)
def fit_underlay(document: Document, opened: OpenDocument) -> None:
    """Make the picture as large as the maze, in its middle."""
    before, geometry = document.underlay, document.maze.lattice.geometry
    after = type(before).fitted(before.picture, geometry.width, geometry.height, before.opacity)
    opened.underlay_fields.replace(after)


@command(
    "remove-underlay",
    _("Remove underlay"),
    menu="tools",
    group=UNDERLAY,
    order=64,
    enabled=_is_traced,
    reason=NO_PICTURE,
    manual="draw-and-repair#trace-a-picture-compare-versions",
)
def remove_underlay(document: Document, opened: OpenDocument) -> None:
    """Take the picture away from behind the maze."""
    opened.underlay_fields.replace(replace(document.underlay, picture=""))
