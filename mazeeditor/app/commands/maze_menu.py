"""The Maze menu but for Generate: openings, transforms, Tweak, routes around texts and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from mazeeditor.app.commands import OPENINGS, command, disabled_reason, idle, submenu
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import to_opposite_ends, to_the_middle
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.editing.edits import Edit
    from mazeeditor.maze.transforms import Transform


def _has_both_ends(document: Document) -> bool:
    maze = document.maze
    return bool(maze.entrance and maze.exits)


@command(
    "corners",
    _("Openings at opposite ends"),
    words=_("start end"),
    menu="maze",
    order=21,
    group=OPENINGS,
    places=("draw",),
    on_maze=True,
    manual="draw-and-repair#the-route-and-the-openings",
)
def corners(document: Document) -> None:
    """Put the entrance at the first cell of the border and the exit at the last, or across."""
    document.apply(to_opposite_ends(document.maze))


@command(
    "middle",
    _("Openings from border to middle"),
    words=_("centre center goal"),
    menu="maze",
    order=22,
    group=OPENINGS,
    places=("draw",),
    on_maze=True,
    manual="draw-and-repair#the-route-and-the-openings",
)
def middle(document: Document) -> None:
    """Put the entrance at the border and the exit in the middle."""
    document.apply(to_the_middle(document.maze))


@command(
    "swap",
    _("Swap entrance and exit"),
    menu="maze",
    order=23,
    group=OPENINGS,
    enabled=_has_both_ends,
    reason=_("The maze needs an entrance and an exit for that."),
    places=("opening", "draw"),
    on_maze=True,
    manual="draw-and-repair#the-route-and-the-openings",
)
def swap(document: Document) -> None:
    """Make the entrance the first exit, and that the entrance."""
    maze = document.maze
    if maze.entrance:
        exits = (maze.entrance, *maze.exits[1:])
        document.apply(SetOpenings(maze, maze.exits[0], exits))


Item = tuple[str, Callable[[], None]]


@submenu("transform", _("Transform"), menu="maze", order=31)
def transforms(document: Document, view: View, services: Services) -> list[Item]:
    """Return all transforms, those with one choice once for each; or why one cannot be done."""
    from mazeeditor.maze.transforms import TRANSFORMS  # the first window starts without

    shown = (transform for transform in TRANSFORMS if not transform.live)
    return [item for transform in shown for item in _items(document, view, services, transform)]


def _items(document: Document, view: View, services: Services, transform: Transform) -> list[Item]:
    """Return the entries of a transform: one, or one for each choice of its only option.

    One with a preview opens that.
    """
    from mazeeditor.app.shown.fixing import FIXES_OF

    options, lattice = transform.options, document.maze.lattice
    if fix := FIXES_OF.get(transform.name):
        return [(transform.label, lambda: view.fix(fix))]
    if len(options) == 1 and options[0].choices:
        return _choices(document, view, services, transform)
    if reason := transform.why_not(lattice):
        return [_disabled_item(reason)]
    if all(option.name == "seed" for option in options):  # a new one is drawn each time
        return [(transform.label, _starting(document, view, services, transform, {}))]
    return [(f"{transform.label}…", lambda: _ask(document, view, services, transform))]


def _choices(
    document: Document, view: View, services: Services, transform: Transform
) -> list[Item]:
    """Return an entry for each choice that can be made; where there is no other, also why."""
    lattice, label = document.maze.lattice, transform.label
    refusals = transform.choices(lattice)
    if all(refusals.values()):
        return [_disabled_item(transform.why_not(lattice))]
    name = transform.options[0].name
    items = [
        (
            f"{label}: {choice_label(choice)}",
            _starting(document, view, services, transform, {name: choice}),
        )
        for choice, refusal in refusals.items()
        if not refusal
    ]
    text = _("{transform}: done any other way, the cells would not fit the grid")
    return items if len(items) > 1 else [*items, _disabled_item(text.format(transform=label))]


def _disabled_item(reason: str) -> Item:
    return reason.rstrip("."), disabled_reason


def choice_label(choice: str) -> str:
    """Return a choice as a menu shows it: ``one-step`` is "one step", ``90`` is "90°"."""
    return f"{choice}°" if choice.isdigit() else _(choice.replace("-", " "))


def _ask(document: Document, view: View, services: Services, transform: Transform) -> None:
    sizes = document.maze.lattice.parameters  # a new size begins with the present one
    chosen = services.ui.dialogs.ask_transform(transform, sizes)
    if chosen is not None:
        _starting(document, view, services, transform, chosen)()


def _starting(
    document: Document,
    view: View,
    services: Services,
    transform: Transform,
    options: dict[str, Any],
) -> Callable[[], None]:
    def start() -> None:
        from mazeeditor.editing.work import transforming

        work = transforming(document, transform.name, view.selection.cells, **options)
        services.start(transform.label, work)

    return start


@command("tweak", _("Tweak"), menu="maze", order=32, keys=("Mod+T",), enabled=idle)
def tweak(view: View, services: Services) -> None:
    """Make the route longer or shorter, corridors straighter, dead ends or loops fewer."""
    services.ui.show_section("fix")
    view.fixing.choose("tweak")
    view.fixing.entered.notify()


@command(
    "route-text",
    _("Route around text…"),
    words=_("write word letters"),
    menu="maze",
    order=36,
    keys=("Mod+Shift+U",),
    enabled=idle,
    on_maze=True,
    manual="words-and-pictures",
)
def route_text(document: Document, view: View, services: Services) -> None:
    """Make the maze around a route that leads around the letters of a text."""
    from mazeeditor.editing.changes.route_sources import route_around_text
    from mazeeditor.maze.transforms import Transform

    form = Transform("route-text", _("Route around text"), cast(Any, route_around_text))
    chosen = services.ui.dialogs.ask_transform(form, {})
    if chosen is not None:
        _start_routing(document, view, services, chosen)


@command(
    "route-picture",
    _("Route along picture or drawing…"),
    words=_("draw image trace"),
    menu="maze",
    order=37,
    keys=("Mod+Alt+U",),
    enabled=idle,
    on_maze=True,
    manual="words-and-pictures",
)
def route_picture(document: Document, view: View, services: Services) -> None:
    """Make the maze around a route around the dark parts of a picture, or along an SVG's paths."""
    from mazeeditor.page.drawings.motifs import FILES

    kinds = [(_("Pictures and drawings"), FILES)]
    path = services.ui.dialogs.file_to_open(_("Route along picture or drawing"), kinds)
    if path is not None:
        _start_routing(document, view, services, {"picture": str(path)})


def _start_routing(
    document: Document, view: View, services: Services, chosen: dict[str, Any]
) -> None:
    """Make the maze with the generator of the Generate section."""
    from mazeeditor.core.logged import collected_warnings
    from mazeeditor.editing.changes.route_sources import route_along
    from mazeeditor.editing.changes.routes import lost_note, routing
    from mazeeditor.editing.work import Work

    recipe = view.drafted_recipe()
    if recipe is None:
        return
    notes: list[str] = []
    work = routing(
        document,
        lambda maze, job: route_along(maze, job, **chosen),
        recipe,
        look=lambda _maze, lost, _job: notes.append(lost_note(lost)),
    )

    def run(job: Job) -> tuple[Edit | None, list[str]]:
        with collected_warnings() as texts:
            return work.run(job), [*texts, *filter(None, notes)]

    def deliver(result: tuple[Edit | None, list[str]]) -> bool:
        edit, texts = result
        delivered = work.deliver(edit)
        if delivered and texts:
            services.ui.show_status(" ".join(texts))
        return delivered

    services.start(_("Making the maze around the route"), Work(run, deliver))
    services.ui.focus_maze()
