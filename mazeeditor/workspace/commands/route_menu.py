"""Route Around Text or Picture: the only route of a maze leads around what one can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from mazeeditor.translation import _
from mazeeditor.workspace.commands import command, idle
from mazeeditor.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mazeeditor.editing.edits import Edit
    from mazeeditor.job import Job
    from mazeeditor.recipe import Recipe


@command(
    "route-along",
    _("Route Around Text or Picture…"),
    menu="maze",
    order=19,
    keys=("Mod+Shift+U",),
    enabled=idle,
)
def route_along_text(workspace: Workspace) -> None:
    """Make the maze around a route that leads around letters or a picture, or along an SVG."""
    from mazeeditor.editing.route_sources import route_along
    from mazeeditor.transforms import Transform

    form = Transform("route-along", _("Route Around Text or Picture"), cast(Any, route_along))
    chosen = workspace.ui.dialogs.ask_transform(form, {})
    recipe = None if chosen is None else workspace.drafted_recipe()
    if chosen is not None and recipe is not None:
        _start(workspace, recipe, chosen)


def _start(workspace: Workspace, recipe: Recipe, chosen: dict[str, Any]) -> None:
    from mazeeditor.editing.route_sources import route_along
    from mazeeditor.editing.routing import routing
    from mazeeditor.editing.work import Work
    from mazeeditor.workspace.collected_warnings import collected_warnings

    work = routing(workspace.document, lambda maze, job: route_along(maze, job, **chosen), recipe)

    def run(job: Job) -> tuple[Edit | None, list[str]]:
        with collected_warnings() as texts:
            return work.run(job), texts

    def deliver(result: tuple[Edit | None, list[str]]) -> bool:
        edit, texts = result
        delivered = work.deliver(edit)
        if delivered and texts:
            workspace.ui.show_status(" ".join(texts))
        return delivered

    workspace.start(_("Making the maze around the route"), Work(run, deliver))
    workspace.ui.focus_maze()
