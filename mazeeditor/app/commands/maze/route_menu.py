"""Route Around Text, Route Along Picture: the only route of a maze leads where one can read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from mazeeditor.app.commands import command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.editing.edits import Edit


@command(
    "route-text",
    _("Route Around Text…"),
    menu="maze",
    order=36,
    keys=("Mod+Shift+U",),
    enabled=idle,
)
def route_text(document: Document, view: View, services: Services) -> None:
    """Make the maze around a route that leads around the letters of a text."""
    from mazeeditor.editing.changes.route_sources import route_around_text
    from mazeeditor.maze.transforms import Transform

    form = Transform("route-text", _("Route Around Text"), cast(Any, route_around_text))
    chosen = services.ui.dialogs.ask_transform(form, {})
    if chosen is not None:
        _start(document, view, services, chosen)


@command(
    "route-picture",
    _("Route Along Picture or Drawing…"),
    menu="maze",
    order=37,
    keys=("Mod+Alt+U",),
    enabled=idle,
)
def route_picture(document: Document, view: View, services: Services) -> None:
    """Make the maze around a route around the dark parts of a picture, or along an SVG's paths."""
    from mazeeditor.page.drawings.motifs import FILES

    kinds = [(_("Pictures and drawings"), FILES)]
    path = services.ui.dialogs.file_to_open(_("Route Along Picture or Drawing"), kinds)
    if path is not None:
        _start(document, view, services, {"picture": str(path)})


def _start(document: Document, view: View, services: Services, chosen: dict[str, Any]) -> None:
    """Make the maze with the generator of the Generate section."""
    from mazeeditor.app.errors.collected_warnings import collected_warnings
    from mazeeditor.editing.changes.route_sources import route_along
    from mazeeditor.editing.changes.routing import routing
    from mazeeditor.editing.work import Work

    recipe = view.drafted_recipe()
    if recipe is None:
        return
    work = routing(document, lambda maze, job: route_along(maze, job, **chosen), recipe)

    def run(job: Job) -> tuple[Edit | None, list[str]]:
        with collected_warnings() as texts:
            return work.run(job), texts

    def deliver(result: tuple[Edit | None, list[str]]) -> bool:
        edit, texts = result
        delivered = work.deliver(edit)
        if delivered and texts:
            services.ui.show_status(" ".join(texts))
        return delivered

    services.start(_("Making the maze around the route"), Work(run, deliver))
    services.ui.focus_maze()
