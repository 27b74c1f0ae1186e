"""The Maze menu: generate, the openings, and every transform of the whole maze."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, disabled_reason, idle, submenu
from mazeeditor.app.commands.maze.generate_parts import has_limits, start_within_limits
from mazeeditor.app.shown.symmetric_generating import start_symmetric
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.entrances import to_opposite_ends, to_the_middle
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
def generate(workspace: Workspace) -> None:
    """Generate a maze with the settings of the Generate section."""
    start_generating(workspace)


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
def new_seed(workspace: Workspace) -> None:
    """Make another maze of the same kind."""
    start_generating(workspace, fresh=True)


def start_generating(workspace: Workspace, *, fresh: bool = False) -> None:
    """Make the maze of the draft, as one step; ``fresh`` draws a new seed in any case."""
    from mazeeditor.editing.work import generating

    recipe = workspace.drafted_recipe(fresh=fresh)
    if recipe is None:
        return
    if workspace.symmetry.name is not None:
        start_symmetric(workspace, recipe)
        return
    if has_limits(workspace):
        start_within_limits(workspace, recipe)
        return
    work = generating(workspace.document, recipe, workspace.draft.masks.show_outline)
    workspace.start(_("Generating"), work)
    workspace.ui.focus_maze()


def _has_both_ends(workspace: Workspace) -> bool:
    maze = workspace.document.maze
    return bool(maze.entrance and maze.exits)


@command("corners", _("Openings at Opposite Ends"), menu="maze", order=21, places=("make",))
def corners(workspace: Workspace) -> None:
    """Put the entrance at the first cell of the border and the exit at the last, or across."""
    workspace.document.apply(to_opposite_ends(workspace.document.maze))


@command("middle", _("Openings from Border to Middle"), menu="maze", order=22, places=("make",))
def middle(workspace: Workspace) -> None:
    """Put the entrance at the border and the exit in the middle."""
    workspace.document.apply(to_the_middle(workspace.document.maze))


@command(
    "swap",
    _("Swap Entrance and Exit"),
    menu="maze",
    order=23,
    enabled=_has_both_ends,
    reason=_("The maze needs an entrance and an exit for that."),
    places=("opening", "make"),
)
def swap(workspace: Workspace) -> None:
    """Make the entrance the first exit, and that the entrance."""
    maze = workspace.document.maze
    if maze.entrance:
        exits = (maze.entrance, *maze.exits[1:])
        workspace.document.apply(SetOpenings(maze, maze.exits[0], exits))


Item = tuple[str, Callable[[], None]]


@submenu("transform", _("Transform"), menu="maze", order=31)
def transforms(workspace: Workspace) -> list[Item]:
    """Return all transforms, those with one choice once for each; or why one cannot be done."""
    from mazeeditor.maze.transforms import TRANSFORMS  # the first window starts without

    shown = (transform for transform in TRANSFORMS if not transform.live)
    return [item for transform in shown for item in _items(workspace, transform)]


def _items(workspace: Workspace, transform: Transform) -> list[Item]:
    """Return the entries of a transform: one, or one for each choice of its only option."""
    options, lattice = transform.options, workspace.document.maze.lattice
    if len(options) == 1 and options[0].choices:
        return _choices(workspace, transform)
    if reason := transform.why_not(lattice):
        return [_disabled(reason)]
    if all(option.name == "seed" for option in options):  # a new one is drawn each time
        return [(transform.label, _starting(workspace, transform, {}))]
    return [(f"{transform.label}…", lambda: _ask(workspace, transform))]


def _choices(workspace: Workspace, transform: Transform) -> list[Item]:
    """Return an entry for each choice that can be made; where there is no other, also why."""
    lattice, label = workspace.document.maze.lattice, transform.label
    refusals = transform.choices(lattice)
    if all(refusals.values()):
        return [_disabled(transform.why_not(lattice))]
    name = transform.options[0].name
    items = [
        (f"{label}: {choice_label(choice)}", _starting(workspace, transform, {name: choice}))
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


def _ask(workspace: Workspace, transform: Transform) -> None:
    sizes = workspace.document.maze.lattice.parameters  # a new size begins with the present one
    chosen = workspace.ui.dialogs.ask_transform(transform, sizes)
    if chosen is not None:
        _starting(workspace, transform, chosen)()


def _starting(
    workspace: Workspace, transform: Transform, options: dict[str, Any]
) -> Callable[[], None]:
    """Return what starts the work."""

    def start() -> None:
        from mazeeditor.editing.work import transforming

        work = transforming(
            workspace.document, transform.name, workspace.selection.cells, **options
        )
        workspace.start(transform.label, work, warn)

    def warn() -> None:
        if transform.local and workspace.symmetry.not_kept:
            workspace.ui.show_status(workspace.symmetry.not_kept)

    return start
