"""What is chosen is compiled in the background, that first, and never before other work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mazeeditor.app import precompiler
from mazeeditor.app.precompiler import Choice, compile_all
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import Kernel, available, kernels_of
from mazeeditor.maze.braid import braid_walls
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.one_wall import one_wall
from mazeeditor.maze.facts.recount import count_again
from mazeeditor.maze.generators import GENERATORS, generate, kruskal
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, degree_of
from mazeeditor.maze.solvers import SOLVERS, solve
from tests.app.scripted import Program, opened
from tests.timers import ManualTimer

CHOICE = Choice(4, "wilson", "", (), False, "tremaux")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return the kernels compiled from now on, by module and degree; none really is."""
    kernels: list[tuple[str, int]] = []

    def note(kernel: Kernel[Any, Any]) -> None:
        kernels.append((kernel.function.__module__.rpartition(".")[2], kernel.degree))

    if not available():
        pytest.skip("there is no compiler here")
    monkeypatch.setattr(Kernel, "compile", note)
    return kernels


@pytest.fixture
def program(compiled: list[tuple[str, int]]) -> Iterator[Program]:
    with opened() as program:
        program.session.view.precompiler.begin()
        program.settle()
        compiled.clear()
        yield program


def test_work_goes_first(compiled: list[tuple[str, int]]) -> None:
    answers = iter([False, True, True, True])
    seen = []

    def busy() -> bool:
        seen.append(len(compiled))
        return next(answers, False)

    compile_all(CHOICE, Job(), busy)
    assert seen[:6] == [0, 1, 1, 1, 1, 2]
    compiled.clear()
    job = Job()
    with pytest.raises(CancelledError):  # closing ends it while work runs
        compile_all(CHOICE, job, lambda: job.cancel() or True)  # type: ignore[func-returns-value]
    assert compiled == []


def test_nothing_is_compiled_before_it_begins_nor_where_kernels_are_interpreted(
    compiled: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, opened() as program:
        patch.setenv("MAZEEDITOR_PURE", "1")
        program.session.view.precompiler.begin()
        program.settle()
        assert compiled == []
    with opened() as program:
        program.session.view.draft.choose_generator("wilson")
        program.settle()
        assert compiled == []
        program.session.view.precompiler.begin()
        program.settle()
    assert ("wilson", 4) in compiled


def choose_generator(program: Program) -> None:
    program.session.view.draft.choose_generator("growing-tree")


def choose_shape(program: Program) -> None:
    program.session.view.draft.choose_shape("hexagonal")


def choose_solver(program: Program) -> None:
    program.session.view.solver.kind.edit("solver", "a-star")


def choose_braid(program: Program) -> None:
    program.session.view.draft.rest.edit("braid", 0.5)


def open_hexagons(program: Program) -> None:
    program.document.new(generate("wilson", build("hexagonal", rows=5, columns=5), 1))


@pytest.mark.parametrize(
    ("choose", "expected"),
    [
        (choose_generator, ("growing_tree", 4)),
        (choose_shape, ("backtracker", 6)),
        (choose_shape, ("search", 6)),
        (choose_solver, ("a_star", 0)),
        (choose_braid, ("braid", 4)),
        (open_hexagons, ("search", 6)),
    ],
)
def test_what_is_chosen_is_compiled(
    program: Program,
    compiled: list[tuple[str, int]],
    choose: Callable[[Program], None],
    expected: tuple[str, int],
) -> None:
    choose(program)
    advance(program.timer, program)
    assert expected in compiled


def advance(timer: ManualTimer, program: Program) -> None:
    timer.advance(precompiler.DELAY_MS)
    program.settle()


def test_the_last_choice_is_compiled(program: Program, compiled: list[tuple[str, int]]) -> None:
    for name in ("prim", "eller", "wilson"):
        program.session.view.draft.choose_generator(name)
        program.timer.advance(precompiler.DELAY_MS // 2)
    advance(program.timer, program)
    names = {name for name, _degree in compiled}
    assert "wilson" in names
    assert not names & {"prim", "eller"}
    compiled.clear()
    program.session.view.draft.changed.notify()  # the same choice again
    advance(program.timer, program)
    assert compiled == []


def test_the_degree_of_every_shape() -> None:
    for shape in SHAPES:
        assert degree_of(shape.name, {}) == build(shape.name).degree
    assert degree_of("polar", {"rings": 20, "hole": 3}) == build("polar", hole=3).degree != 6


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    kernels: list[Any] = []
    run = Kernel.run

    def note(kernel: Kernel[Any, Any], *args: Any) -> Any:
        if "signal" in kernel.hints:
            kernels.append(kernel.function)
        return run(kernel, *args)

    monkeypatch.setattr(Kernel, "run", note)
    return kernels


def functions(run: Callable[..., Any]) -> set[Any]:
    return {kernel.function for kernel in kernels_of(run)}


LATTICE = build("rectangular", rows=9, columns=9)


@pytest.mark.parametrize("name", GENERATORS.names())
def test_all_kernels_of_a_generator_are_known(name: str, called: list[Any]) -> None:
    generate(name, LATTICE, 1)
    assert called
    assert set(called) <= functions(GENERATORS[name].run)


def test_all_kernels_for_large_mazes_are_known(
    called: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kruskal, "BORUVKA_CELLS", 0)
    generate("kruskal", LATTICE, 1)
    assert len(set(called)) > 4
    assert set(called) <= functions(GENERATORS["kruskal"].run)


@pytest.mark.parametrize("name", SOLVERS.names())
def test_all_kernels_of_a_solver_are_known(name: str, called: list[Any]) -> None:
    maze = generate("backtracker", LATTICE, 1, braid=0.3)
    assert functions(braid_walls) & set(called)
    called.clear()
    solve(name, maze)
    assert called
    assert set(called) <= functions(SOLVERS[name].run)


def test_all_kernels_of_the_verdict_are_known(called: list[Any]) -> None:
    maze = generate("backtracker", LATTICE, 1, braid=0.3)
    sealed = Maze(LATTICE, maze.walls.copy(), maze.entrance, maze.exits)
    sealed.write(LATTICE.walls_of(np.array([LATTICE.size // 2]))[1], closed=True)
    called.clear()
    facts(maze)
    facts(sealed)
    assert {"_count_ends", "_explore_all"} <= {function.__name__ for function in called}
    assert set(called) <= functions(facts)


def test_all_kernels_of_an_offered_wall_are_known(called: list[Any]) -> None:
    maze = generate("backtracker", LATTICE, 1)
    stroke = maze.closed_walls()
    stroke = stroke[[maze.lattice.is_inner(int(wall)) for wall in stroke]][:1]
    maze.toggle(stroke)
    called.clear()
    one_wall(maze, stroke, (0.0, 0.0), lambda walls, _closed: walls, Job())
    assert called
    assert set(called) <= functions(one_wall) | functions(count_again)


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_what_another_kernel_calls_is_compiled_with_that_one() -> None:
    names = {kernel.__name__ for kernel in kernels_of(GENERATORS["prim-weights"].run)}
    assert "_grow" in names
    assert not names & {"_push", "_pop", "_raise_level"}
