"""The Maze menu: generate, the openings, every transform of the whole maze, and Tweak."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, disabled_reason, idle, submenu
from mazeeditor.app.commands.maze.generate_parts import has_limits, start_within_limits
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.symmetric_generating import start_symmetric
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import to_opposite_ends, to_the_middle
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings

if TYPE_CHECKING:
    from mazeeditor.maze.transforms import Transform


@command(
    "generate",
    _("Generate"),
    menu="maze",
    order=11,
    keys=("Mod+G",),
    icon="generate",
    bar=31,
    named=True,
    primary=True,
    enabled=idle,
    places=("maze", "make"),
)
def generate(document: Document, view: View, services: Services) -> None:
    """Generate a maze with the settings of the Generate section."""
    start_generating(document, view, services)


@command(
    "new-seed",
    _("Generate with a New Seed"),
    menu="maze",
    order=12,
    keys=("Mod+Shift+G",),
    icon="dice",
    enabled=idle,
    places=("make",),
)
def new_seed(document: Document, view: View, services: Services) -> None:
    """Make another maze of the same kind."""
    start_generating(document, view, services, fresh=True)


def start_generating(
    document: Document, view: View, services: Services, *, fresh: bool = False
) -> None:
    """Make the maze of the draft, as one step; ``fresh`` draws a new seed in any case."""
    from mazeeditor.editing.work import generating

    recipe = view.drafted_recipe(fresh=fresh)
    if recipe is None:
        return
    if view.symmetry.name is not None:
        start_symmetric(document, view, services, recipe)
        return
    if has_limits(document, view):
        start_within_limits(document, view, services, recipe)
        return
    work = generating(document, recipe, view.draft.masks.show_outline)
    services.start(_("Generating"), work)
    services.ui.focus_maze()


def _has_both_ends(document: Document) -> bool:
    maze = document.maze
    return bool(maze.entrance and maze.exits)


@command("corners", _("Openings at Opposite Ends"), menu="maze", order=21, places=("make",))
def corners(document: Document) -> None:
    """Put the entrance at the first cell of the border and the exit at the last, or across."""
    document.apply(to_opposite_ends(document.maze))


@command("middle", _("Openings from Border to Middle"), menu="maze", order=22, places=("make",))
def middle(document: Document) -> None:
    """Put the entrance at the border and the exit in the middle."""
    document.apply(to_the_middle(document.maze))


@command(
    "swap",
    _("Swap Entrance and Exit"),
    menu="maze",
    order=23,
    enabled=_has_both_ends,
    reason=_("The maze needs an entrance and an exit for that."),
    places=("opening", "make"),
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
    """Return the entries of a transform: one, or one for each choice of its only option."""
    options, lattice = transform.options, document.maze.lattice
    if len(options) == 1 and options[0].choices:
        return _choices(document, view, services, transform)
    if reason := transform.why_not(lattice):
        return [_disabled(reason)]
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
        return [_disabled(transform.why_not(lattice))]
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
    return items if len(items) > 1 else [*items, _disabled(text.format(transform=label))]


def _disabled(reason: str) -> Item:
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
    """Return what starts the work."""

    def start() -> None:
        from mazeeditor.editing.work import transforming

        work = transforming(document, transform.name, view.selection.cells, **options)
        services.start(transform.label, work, warn)

    def warn() -> None:
        if transform.local and view.symmetry.not_kept:
            services.ui.show_status(view.symmetry.not_kept)

    return start


def _tweaking(view: View) -> bool:
    """Whether there is something to apply; nothing is imported to find that out."""
    return "tweaks" in vars(view) and view.tweaks.active


@command("tweak", _("Tweak"), menu="maze", order=32, keys=("Mod+T",), enabled=idle)
def tweak(view: View, services: Services) -> None:
    """Make the route longer or shorter, corridors straighter, dead ends or loops fewer."""
    services.ui.show_section("tweak")
    view.tweaks.entered.notify()


@command(
    "apply-tweaks",
    _("Apply Tweaks"),
    menu="maze",
    order=33,
    keys=("Mod+Return",),
    enabled=_tweaking,
    reason=_("No slider of Tweak was moved."),
)
def apply_tweaks(view: View, services: Services) -> None:
    """Make the maze that the sliders of Tweak show, as one step."""
    view.tweaks.apply()
    if view.symmetry.not_kept:
        services.ui.show_status(view.symmetry.not_kept)
