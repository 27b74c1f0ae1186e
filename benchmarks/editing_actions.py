"""The actions of editing by hand whose turns of the event loop are measured, in a real window.

To add one, write a generator function with ``action``: it does a part, and each ``yield`` lets the
window go on until all that this causes can be seen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from PIL import Image

from benchmarks.edit_bench import QUIET, SEED, Action, EditBench
from mazeeditor.app.commands import SUBMENUS
from mazeeditor.core.kernels.compiled import KERNELS, available
from mazeeditor.gui.dialogs.search_dialog import SearchDialog
from mazeeditor.maze.repairs import GOALS

STEPS = 60  # motions of a drag
Steps = Iterator[None]
ACTIONS: dict[str, Action] = {}


def action(name: str) -> Callable[[Action], Action]:
    """Add an action."""

    def add(run: Action) -> Action:
        ACTIONS[name] = run
        return run

    return add


def _line(bench: EditBench, *ends: tuple[float, float]) -> list[tuple[float, float]]:
    """Return places of the canvas, in px, on lines between shares of the maze."""
    corners = np.array([bench.at(*end) for end in ends], np.float64)
    number = max(2, STEPS // (len(ends) - 1))
    parts = [np.linspace(one, two, number) for one, two in pairwise(corners)]
    return [(x, y) for x, y in np.concatenate(parts).tolist()]


def _circle(bench: EditBench) -> list[tuple[float, float]]:
    """Return places on a circle through most of the maze."""
    turns = [2 * pi * step / STEPS for step in range(STEPS)]
    return [bench.at(0.5 + 0.4 * cos(turn), 0.5 + 0.4 * sin(turn)) for turn in turns]


def _close(bench: EditBench) -> None:
    """Zoom in on the middle, to cells of 16 px."""
    bench.view.zoom_to(16, bench.view.viewport.width / 2, bench.view.viewport.height / 2)
    bench.wait()


@action("wall: click")
def _click(bench: EditBench) -> Steps:
    """One wall, until its verdict is shown."""
    _close(bench)
    cell, slot = divmod(int(bench.inner_walls(bench.maze)[0]), bench.maze.lattice.degree)
    bench.view.reveal(cell)
    bench.begin()
    bench.do(lambda: bench.session.view.toolbox.toggle(cell, slot))
    yield


@action("wall: drag")
def _drag_walls(bench: EditBench) -> Steps:
    _close(bench)
    bench.begin()
    middle = bench.view.viewport.width / 2, bench.view.viewport.height / 2
    places = [(middle[0] + 5 * step, middle[1] + 3 * step) for step in range(STEPS)]
    bench.drag(places)
    yield


def _repair(name: str) -> Action:
    def run(bench: EditBench) -> Steps:
        bench.run(f"repair-{name}")
        yield
        if bench.session.view.repair.result:
            bench.do(partial(bench.window.repair_layer._step, 1))
            yield
            bench.run("accept-repair")
            yield
            bench.undo()
            yield

    return run


for _goal in GOALS.names():
    action(f"repair: {_goal}")(_repair(_goal))


@action("repair: zoom and pan")
def _look_at_repair(bench: EditBench) -> Steps:
    bench.run("repair-perfect")
    yield
    for steps in (2, 2, 2, 2, -3):
        bench.do(partial(bench.view.zoom_by, steps))
        yield
    for _step in range(8):
        bench.do(partial(bench.view.pan, 40, 30))
        yield


@action("select: all")
def _select_all(bench: EditBench) -> Steps:
    bench.run("select-all")
    yield
    bench.run("select-none")
    yield


def _selecting(name: str) -> Action:
    def run(bench: EditBench) -> Steps:
        _select_circle(bench)
        yield
        bench.begin()
        bench.run(name)
        yield

    return run


def _select_circle(bench: EditBench) -> None:
    """Select a large part, with a long edge; measure from then on."""
    lattice = bench.maze.lattice
    cells = lattice.inside_cells()
    x, y = lattice.geometry.centres(cells).T
    away = np.hypot(x / lattice.geometry.width - 0.5, y / lattice.geometry.height - 0.5)
    chosen = np.zeros(lattice.size, np.bool_)
    chosen[cells[away < 0.35]] = True
    bench.begin()
    bench.do(partial(bench.session.view.selection.select, chosen))


for _name in ("invert", "grow", "shrink", "connected", "as-far", "dead-ends", "route", "locked"):
    action(f"select: {_name}")(_selecting(f"select-{_name}"))


@action("select: rectangle")
def _select_rectangle(bench: EditBench) -> Steps:
    bench.session.view.toolbox.choose("select")
    bench.drag(_line(bench, (0.1, 0.1), (0.9, 0.9)))
    yield


@action("select: lasso")
def _select_lasso(bench: EditBench) -> Steps:
    bench.session.view.toolbox.choose("lasso")
    bench.drag(_circle(bench))
    yield


@action("select: brush")
def _select_brush(bench: EditBench) -> Steps:
    bench.session.view.toolbox.choose("select-brush")
    for _size in range(12):
        bench.session.view.toolbox.resize(1)
    bench.drag(_circle(bench))
    yield


@action("select: edge moves")
def _edge_moves(bench: EditBench) -> Steps:
    """The dashes around a selection run, while it is zoomed and panned."""
    _select_circle(bench)
    yield
    for _step in range(4):
        bench.do(partial(bench.view.zoom_by, 1))
        yield
        bench.do(partial(bench.view.pan, 60, 40))
        yield


@action("lock: all")
def _lock_all(bench: EditBench) -> Steps:
    bench.run("select-all")
    yield
    bench.run("lock")
    yield
    bench.undo()
    yield
    bench.run("redo")
    yield
    bench.run("lock")
    yield


@action("lock: seen")
def _see_locks(bench: EditBench) -> Steps:
    """Locks of all walls, at the zooms at which they are drawn."""
    bench.run("lock")
    yield
    _close(bench)
    yield
    for steps in (-1, -1, 2, 2, 2):
        bench.do(partial(bench.view.zoom_by, steps))
        yield
    for _step in range(5):
        bench.do(partial(bench.view.pan, 70, 50))
        yield


@action("compare with")
def _compare(bench: EditBench) -> Steps:
    bench.answer = bench.other
    bench.run("compare-with")
    yield
    for _step in range(5):
        bench.run("next-difference")
        yield
    bench.view.zoom_by(3)
    yield


@action("underlay")
def _underlay(bench: EditBench) -> Steps:
    """A large picture is laid behind the maze, moved, sized and made stronger."""
    path = bench.folder / "picture.jpg"
    if not path.exists():
        noise = np.random.default_rng(SEED).integers(0, 256, (90, 120, 3), np.uint8)
        Image.fromarray(noise).resize((2400, 1800)).save(path)
    bench.answer = path
    bench.run("choose-underlay")
    yield
    bench.session.view.toolbox.choose("underlay")
    bench.drag(_line(bench, (0.5, 0.5), (0.6, 0.6), (0.4, 0.5)))
    yield
    bench.drag(_line(bench, (0.5, 0.5), (0.6, 0.6)), state=1)
    yield
    for opacity in range(30, 80, 5):
        bench.do(partial(bench.session.opened.underlay_fields.edit, "opacity", opacity))
        yield


@action("tweak")
def _tweak(bench: EditBench) -> Steps:
    """A slider is dragged, what it makes is applied and undone."""
    bench.run("tweak")
    yield
    values = bench.session.view.fixing.values["tweak"]
    for amount in (0.05, 0.1, 0.15, 0.2):
        bench.do(partial(values.edit, "dead_ends", -amount))
        bench.turn()
    yield
    bench.run("accept-repair")
    yield
    bench.undo()
    yield


@action("tweak: leave")
def _leave_tweaks(bench: EditBench) -> Steps:
    bench.run("tweak")
    yield
    bench.do(partial(bench.session.view.fixing.values["tweak"].edit, "loops", 0.3))
    yield
    bench.do(bench.session.view.fixing.leave)
    yield


@action("route: drag")
def _draw_route(bench: EditBench) -> Steps:
    """A fast hand: a line through all of the maze, seen as a whole."""
    bench.session.view.toolbox.choose("route")
    corners = [(0.2, 0.2), (0.8, 0.3), (0.25, 0.45), (0.75, 0.6), (0.4, 0.7)]
    bench.drag(_line(bench, *corners))
    yield
    bench.undo()
    yield


@action("route: pieces")
def _click_route(bench: EditBench) -> Steps:
    bench.session.view.toolbox.choose("route")
    for x, y in ((0.3, 0.3), (0.7, 0.35), (0.7, 0.6), (0.35, 0.55)):
        px, py = bench.at(x, y)
        bench.drag([(px, py)])
        bench.point("Motion", px + 1, py + 1)
        bench.wait()
    px, py = bench.at(0.35, 0.55)
    bench.drag([(px, py)])
    yield


@action("route: end")
def _drag_end(bench: EditBench) -> Steps:
    """The end of the route is dragged through the maze."""
    end = bench.session.document.maze.exits[0].cell
    bench.view.zoom_to(16, *bench.at(0.5, 0.5))
    bench.view.reveal(end)
    bench.session.view.toolbox.choose("route")
    bench.begin()
    x, y = bench.view.viewport.to_px(*bench.view.place_of(end))
    middle = bench.view.viewport.width / 2, bench.view.viewport.height / 2
    bench.drag([(px, py) for px, py in np.linspace((x, y), middle, STEPS).tolist()])
    yield


@action("finish")
def _finish(bench: EditBench) -> Steps:
    """What it would change is shown, accepted and undone."""
    bench.run("finish")
    yield
    bench.run("accept-repair")
    yield
    bench.undo()
    yield


@action("generate in selection")
def _generate(bench: EditBench) -> Steps:
    _select_circle(bench)
    yield
    bench.run("generate")
    yield
    bench.undo()
    yield


@action("search")
def _search(bench: EditBench) -> Steps:
    """Candidates come with their pictures, while it still searches."""
    search = bench.session.view.maze_search
    search.fields.update({"mazes": 4, "decisions": 1})
    dialog = SearchDialog(bench.root, search)
    bench.do(dialog.go)
    bench.wait()
    last = perf_counter()
    while search.running or dialog._drawing or perf_counter() - last < QUIET:
        bench.turn()
        if search.running or dialog._drawing:
            last = perf_counter()
    yield
    work = search.picking(search.candidates[0])
    dialog.destroy()
    bench.do(lambda: bench.session.services.start("", work))
    yield


def _stamp(name: str) -> Action:
    def run(bench: EditBench) -> Steps:
        _select_part(bench)
        bench.begin()
        bench.run(name)
        yield
        if name in ("copy", "cut"):
            bench.run("paste")
            yield
        for x, y in _line(bench, (0.3, 0.3), (0.6, 0.5))[::6]:
            bench.point("Motion", x, y)
            yield
        bench.run("brush-wider")
        yield
        bench.run("mirror-piece")
        yield
        bench.drag([bench.at(0.5, 0.5)])
        yield
        bench.undo()
        yield

    return run


def _select_part(bench: EditBench) -> None:
    """Select as many cells as can be copied."""
    lattice = bench.maze.lattice
    cells = lattice.inside_cells()
    x, y = lattice.geometry.centres(cells).T
    away = np.maximum(abs(x / lattice.geometry.width - 0.5), abs(y / lattice.geometry.height - 0.5))
    chosen = np.zeros(lattice.size, np.bool_)
    chosen[cells[np.argsort(away, kind="stable")[: min(len(cells) // 2, 190_000)]]] = True
    bench.session.view.selection.select(chosen)


for _name in ("copy", "cut", "duplicate", "move"):
    action(f"stamp: {_name}")(_stamp(_name))


@action("symmetry")
def _symmetry(bench: EditBench) -> Steps:
    """The menu opens, one is chosen, an edit is repeated; then none again."""
    bench.session.view.symmetry._known = None
    walls = bench.inner_walls(bench.maze)[::100_000][:5].tolist()
    bench.begin()
    bench.do(lambda: bench.session.parts.call(SUBMENUS["symmetries"].run))
    yield
    bench.do(bench.session.view.symmetry.switch)
    yield
    if bench.session.view.symmetry.name:
        for wall in walls:
            cell, slot = divmod(wall, bench.maze.lattice.degree)
            bench.do(partial(bench.session.view.toolbox.toggle, cell, slot))
            yield
        bench.do(bench.session.view.symmetry.switch)
        yield


@action("palette")
def _palette(bench: EditBench) -> Steps:
    """It opens, letters are typed, and it closes."""
    from mazeeditor.gui.widgets import child_of
    from mazeeditor.gui.window.palette_popup import PalettePopup, toggle_palette

    bench.do(partial(toggle_palette, bench.window, bench.session.services))
    yield
    popup = child_of(bench.root, PalettePopup)
    assert popup
    for number in range(1, 7):
        bench.do(partial(popup.text.set, "symmet"[:number]))
        yield
    bench.do(popup.close)
    yield


@action("right click")
def _right_click(bench: EditBench) -> Steps:
    _close(bench)
    bench.begin()
    canvas, middle = bench.view.canvas, bench.view.viewport
    x = canvas.winfo_rootx() + middle.width // 2
    y = canvas.winfo_rooty() + middle.height // 2
    bench.do(lambda: bench.window.context_menus._open(canvas, x, y))
    yield
    menu = bench.window.context_menus.menu
    assert menu
    bench.do(menu.unpost)
    yield


@action("verdict: why")
def _why(bench: EditBench) -> Steps:
    bench.run("verdict")
    yield
    bench.run("verdict")
    yield
    from mazeeditor.app.shown.highlights import HIGHLIGHTS

    facts = bench.session.view.verdict.facts
    for highlight in HIGHLIGHTS:
        if facts and highlight.applies(facts):
            bench.do(partial(bench.session.view.highlight.show, highlight))
            yield
    bench.do(bench.session.view.highlight.hide)
    yield


def measure(shape: str, size: str, *only: str) -> None:
    """Measure the actions of one shape in this process, and print a JSON object for each."""
    with TemporaryDirectory() as folder:
        bench = EditBench(shape, int(size), Path(folder))
        for kernel in KERNELS if available() else ():
            if not kernel.needs_degree:
                kernel.compile()
        for name in only or ACTIONS:
            print(json.dumps(bench.measure(name, ACTIONS[name])), flush=True)
        bench.window.close()


if __name__ == "__main__":
    measure(*sys.argv[1:])
