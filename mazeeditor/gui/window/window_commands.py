"""The commands that only a window has: windows, look, distances, watching, help.

They are registered like the others, when this file is imported, for the same menus;
``view_commands.py`` has those that concern the view of the maze.
"""

from __future__ import annotations

from pathlib import Path

from mazeeditor.app.commands import COMMANDS, PLACES, Command, command, hides_new_maze, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import BOOK, SHEETS, TEACH
from mazeeditor.app.shown.distances import CELL, ENTRANCE, EXIT
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.desktop.blocking import window_in_use
from mazeeditor.gui.workspaces import WORKSPACES

DISTANCES = _("Distances")


@command(
    "new-window",
    _("New window"),
    menu="file",
    order=5,
    keys=("Mod+Shift+N",),
    in_play=True,
    without_maze=True,
)
def new_window(context: Context) -> None:
    """Open another window with a new maze; this one stays as it is."""
    context.windows.open()


@command("quit", _("Quit"), menu="file", order=52, keys=("Mod+Q",), in_play=True, without_maze=True)
def leave(context: Context) -> None:
    """Close all windows, and ask about each with unsaved changes."""
    context.windows.quit()


def _theme(name: str, label: str, order: int, summary: str) -> None:
    def use(context: Context) -> None:
        context.windows.set_theme(name)

    use.__doc__ = summary
    COMMANDS.add(
        Command(
            f"theme-{name}",
            label,
            use,
            menu="view",
            order=order,
            group=_("Theme"),
            checked=lambda services: services.settings.theme == name,
            one_of=True,
            in_play=True,
            without_maze=True,
        )
    )


_theme("light", _("Light"), 31, _("Dark text on a light background."))
_theme("dark", _("Dark"), 32, _("Light text on a dark background."))
_theme("system", _("Like the system"), 33, _("Light or dark, as the desktop is."))


def _elsewhere(view: View) -> bool:
    """Whether distances are of another kind of work: in Teach they take the place of a film."""
    return view.workspaces.name != TEACH


@command(
    "distances",
    _("Show distances"),
    words=_("heat map colours"),
    menu="view",
    order=41,
    group=DISTANCES,
    keys=("H",),
    checked=lambda view: view.distances.shown,
    places=("maze", "inspect"),
    on_maze=_elsewhere,
    manual="teach-and-watch#inspect-a-maze",
)
def distances(context: Context, view: View) -> None:
    """Colour each cell by its distance, or no longer."""
    if not view.distances.shown:
        context.show_maze()  # else something would cover them
    view.distances.show(not view.distances.shown)


def _from(origin: str, label: str, order: int, keys: tuple[str, ...], summary: str) -> None:
    """Register one of the places from which distances are measured."""

    def measure(context: Context, view: View) -> None:
        if view.workspaces.hides_maze:
            context.show_maze()
        context.distances.measure_from(origin)

    measure.__doc__ = summary
    COMMANDS.add(
        Command(
            f"distances-{origin}",
            label,
            measure,
            menu="view",
            order=order,
            group=DISTANCES,
            on_maze=_elsewhere,
            keys=keys,
            checked=lambda view: view.distances.origin.kind == origin,
            one_of=True,
        )
    )


_from(
    ENTRANCE,
    _("From the entrance"),
    42,
    (),
    _("Colour each cell by its distance from the entrance."),
)
_from(
    EXIT, _("From the exit"), 43, (), _("Colour each cell by its distance from the nearest exit.")
)
_from(
    CELL,
    _("From this cell"),
    44,
    ("Shift+H",),
    _("Colour each cell by its distance from the one under the cell cursor or the pointer."),
)


@command(
    "watch-generating",
    _("Watch generating"),
    words=_("animation film"),
    menu="maze",
    order=15,
    group=_("Watch and compare"),
    keys=("Shift+F7",),
    icon="film",
    places=("draw",),
    manual="teach-and-watch",
)
def watch_generating(context: Context, document: Document, view: View, services: Services) -> None:
    """See how the maze of the Generate section, with its seed, is generated."""
    from mazeeditor.gui.watching.start_watching import watch_generation

    watch_generation(context, document, view, services)


@command(
    "watch-generators",
    _("Watch generators side by side"),
    menu="maze",
    order=16,
    group=_("Watch and compare"),
    keys=("Mod+F7",),
    icon="film",
    places=("draw",),
    manual="teach-and-watch",
)
def watch_generators(context: Context) -> None:
    """See several generators make mazes of the Generate section at the same time."""
    context.show_workspace(TEACH, "watch-generators")


@command(
    "watch-solving",
    _("Watch solving"),
    words=_("animation film"),
    menu="solve",
    order=31,
    group=_("Watch"),
    keys=("F7",),
    icon="film",
    places=("solve",),
)
def watch_solving(context: Context, document: Document, view: View) -> None:
    """See how the chosen solver solves the maze."""
    from mazeeditor.gui.watching.start_watching import watch_solver

    watch_solver(context, document, view)


@command(
    "watch-solvers",
    _("Watch solvers side by side"),
    menu="solve",
    order=32,
    group=_("Watch"),
    keys=("Shift+F6",),
    icon="film",
)
def watch_solvers(context: Context) -> None:
    """See several solvers at work in this maze at the same time."""
    context.show_workspace(TEACH, "watch-solvers")


@command(
    "save-film",
    _("Save film…"),
    words=_("gif animation video movie"),
    menu="solve",
    order=33,
    group=_("Watch"),
    icon="save",
    enabled=lambda view: view.can_save_film,
    reason=_("No film is shown, or it is still being recorded."),
    manual="teach-and-watch",
)
def save_film(view: View) -> None:
    """Write the film that is shown to a file."""
    view.film_shows.save_requested.notify()


@command(
    "compare",
    _("Compare solvers"),
    words=_("benchmark statistics"),
    menu="solve",
    order=12,
    keys=("F6",),
    icon="compare",
    places=("solve",),
    manual="teach-and-watch#compare",
)
def compare(context: Context) -> None:
    """Run several solvers on this maze and see them side by side."""
    context.show_workspace(TEACH, "compare")


@command(
    "compare-generators",
    _("Compare generators"),
    menu="maze",
    order=17,
    group=_("Watch and compare"),
    keys=("Mod+F6",),
    places=("draw", "inspect"),
    manual="teach-and-watch#compare",
)
def compare_generators(context: Context) -> None:
    """See what the mazes of several generators are like, over many seeds."""
    context.show_workspace(TEACH, "compare-generators")


@command(
    "play",
    _("Play"),
    words=_("game walk try"),
    menu="solve",
    order=34,
    keys=("F8",),
    icon="play",
    enabled=idle,
    checked=lambda context: context.game is not None,
    in_play=True,
    manual="play",
)
def play(context: Context, document: Document, view: View, services: Services) -> None:
    """Walk the maze yourself with keys or pointer, or stop that; the maze stays as it is."""
    if context.game:
        context.game.leave()
        return
    from mazeeditor.gui.playing.game import Game  # the first window does without

    Game(context, document, view, services).begin()


@command(
    "verdict",
    _("What the verdict means"),
    menu="solve",
    order=41,
    keys=("F4",),
    places=("status", "inspect"),
    manual="draw-and-repair#mend-a-maze-that-has-several-routes",
)
def show_verdict(context: Context, view: View, services: Services) -> None:
    """Read what the sign at the lower left means, and show in the maze what it is about."""
    from mazeeditor.gui.window.verdict_popup import toggle_verdict_popup

    if view.workspaces.hides_maze:
        context.show_maze()  # which it is about
    toggle_verdict_popup(context, view, services)


@command(
    "manual", _("Manual"), menu="help", order=10, keys=("F1",), in_play=True, without_maze=True
)
def show_manual(context: Context, view: View, services: Services) -> None:
    """Read in the manual about what you are using now."""
    from mazeeditor.gui.window.manual_help import focused_widget, open_manual, topic_of

    shown = WORKSPACES[view.workspaces.name]
    topic = topic_of(focused_widget(context.root)) or shown.topic(view.workspaces.view)
    open_manual("play" if view.playing else topic, services, context.root)


@command(
    "help",
    _("First steps"),
    menu="help",
    order=11,
    keys=("Shift+F1",),
    in_play=True,
    without_maze=True,
)
def show_help(context: Context) -> None:
    """Read on one page how to make, change, check and print a maze."""
    from mazeeditor.gui.dialogs.help_dialogs import show_first_steps

    show_first_steps(context.root)


@command(
    "shortcuts",
    _("Keyboard shortcuts"),
    words=_("keys keyboard hotkeys"),
    menu="help",
    order=12,
    keys=("?", "Mod+?"),
    in_play=True,
    without_maze=True,
)
def show_shortcuts(context: Context) -> None:
    """See every key."""
    from mazeeditor.gui.dialogs.shortcuts_dialog import show_shortcuts

    of_book = WORKSPACES[SHEETS].actions(BOOK).instead
    change = COMMANDS["change-shortcuts"]
    show_shortcuts(context.root, context.keys.shortcuts, of_book, lambda: context.run(change))


@command(
    "change-shortcuts",
    _("Change keyboard shortcuts…"),
    words=_("keys hotkeys customize"),
    menu="help",
    order=13,
    in_play=True,
    without_maze=True,
)
def change_shortcuts(context: Context) -> None:
    """Give commands other keys, or all their usual ones again."""
    from mazeeditor.gui.dialogs.shortcuts_dialog import ShortcutsDialog

    ShortcutsDialog(context.root, context.keys.shortcuts, context.windows.follow_settings).show()


@command(
    "settings",
    _("Settings…"),
    words=_("preferences options configuration"),
    menu="edit",
    order=81,
    keys=("Mod+,",),
    in_play=True,
    without_maze=True,
    manual="files-and-settings#settings-and-what-you-add",
)
def settings(context: Context, services: Services) -> None:
    """Choose the look, what the wheel does, what is shown around the maze, paper, and keys."""
    from mazeeditor.gui.dialogs.settings_dialog import SettingsDialog

    SettingsDialog(context, services.settings).show()


@command(
    "palette",
    _("Command palette…"),
    menu="help",
    order=16,
    keys=("Mod+Shift+P",),
    in_play=True,
    without_maze=True,
    places=PLACES,
)
def show_palette(context: Context, services: Services) -> None:
    """Find whatever can be done by a few letters of its name."""
    from mazeeditor.gui.window.palette_popup import toggle_palette

    toggle_palette(context, services)


@command(
    "report-problem",
    _("Report a problem…"),
    words=_("bug feedback"),
    menu="help",
    order=14,
    manual="problems#report-it",
    in_play=True,
    without_maze=True,
)
def report_problem(context: Context, services: Services) -> None:
    """Save what helps to find a problem as a ZIP, to send it to the developers."""
    from mazeeditor.app.errors.problem_report import SUFFIX, propose_path
    from mazeeditor.gui.dialogs.help_dialogs import ProblemDialog

    def ask() -> Path | None:
        title, kinds = _("Save the report"), [(_("ZIP"), (SUFFIX,))]
        return services.ui.dialogs.file_to_save(title, kinds, propose_path())

    ProblemDialog(window_in_use(context.root), services.problem_report(), ask).show()


@command("about", _("About mazeeditor"), menu="help", order=21, in_play=True, without_maze=True)
def show_about(context: Context) -> None:
    """See the version and the licence."""
    from mazeeditor.gui.dialogs.help_dialogs import show_about

    show_about(context.root)


@command(
    "search",
    _("Search…"),
    words=_("find best difficulty"),
    menu="maze",
    order=34,
    keys=("Mod+F",),
    enabled=idle,
    on_maze=hides_new_maze,
    manual="draw-and-repair#search-for-a-maze",
)
def search(context: Context, view: View, services: Services) -> None:
    """Find mazes with requested figures, of many seeds or of small changes, and pick one."""
    from mazeeditor.gui.dialogs.search_dialog import SearchDialog

    candidate = SearchDialog(context.root, view.maze_search).show()
    if candidate:
        said = view.symmetry.not_kept
        services.start(
            _("Making the maze"),
            view.maze_search.picking(candidate),
            lambda: services.ui.show_status(said),
        )
