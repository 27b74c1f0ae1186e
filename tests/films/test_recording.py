"""Films show the real algorithm: they end with its result, and their steps are its own."""

from __future__ import annotations

import threading
from itertools import product
from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.instrumented import WATCHER
from mazeeditor.films import event_log
from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.films.recording import (
    Recorder,
    film_of_generation,
    film_of_solving,
    films_of_solving,
    new_generation,
    new_solving,
)
from mazeeditor.maze.generators import GENERATORS, generate, kruskal
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import FEW_PIECES, mask_lattice, pieces_of
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import SOLVERS, Solution, solve
from mazeeditor.screen.pixel_colours import HEAD, ROUTE
from tests.breadth import in_turns
from tests.films.samples import MADE, SOLVED, braided, lattice_of, made, solved
from tests.lattices import LATTICES, random_passages

SIZES = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (12, 9)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", MADE)
def test_a_generation_ends_with_the_maze(name: str) -> None:
    for (rows, columns), braid in product(SIZES, (0.0, 0.5)):
        lattice, case = lattice_of(rows, columns), f"{rows} x {columns}, braid {braid}"
        maze = generate(name, lattice, 11, braid=braid)
        film = film_of_generation(Recipe(name, seed=11, braid=braid), lattice)
        assert isinstance(film.result, Maze)
        assert np.array_equal(film.result.walls, maze.walls), case
        player = Player(film)
        player.seek(film.steps)
        assert np.array_equal(player.maze.walls, maze.walls), case
        assert (player.maze.entrance, player.maze.exits) == (maze.entrance, maze.exits), case
        assert not player.marks.any(), case
        assert not player.path.any(), case


@pytest.mark.parametrize("name", SOLVED)
def test_a_solving_ends_with_the_solution(name: str) -> None:
    for middle in (False, True):
        check_end_of_solving(name, middle)


def check_end_of_solving(name: str, middle: bool) -> None:
    maze, film = braided(middle=middle), solved(name, middle=middle)
    solution = solve(name, maze)
    assert isinstance(film.result, Solution)
    assert np.array_equal(film.result.route, solution.route)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, maze.walls)
    expected = solution.marks.copy()
    expected[solution.route] = ROUTE
    assert np.array_equal(player.marks, expected)
    slots = np.array([int(byte).bit_count() for byte in player.path])
    inner, ends = solution.route[1:-1], solution.route[[0, -1]]
    assert (slots[inner] == 2).all()
    assert (slots[ends] == (1 if middle else 2)).all(), "the path leaves through the gaps"
    assert slots.sum() == 2 * len(solution.route) - 2 * middle


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", MADE)
def test_walls_agree_on_both_sides_at_every_step(name: str) -> None:
    player = Player(made(name))
    for step in range(player.film.steps + 1):
        player.seek(step)
        player.maze.check()
        assert np.count_nonzero(player.marks == HEAD) <= 1


class PlayingJob(Job):
    """A job that plays its film each time it is checked for cancelling."""

    def __init__(self, film: Film) -> None:
        super().__init__()
        self.player, self.frames = Player(film), list[tuple[int, bytes]]()

    def check(self) -> None:
        super().check()
        self.player.seek(self.player.film.steps)
        self.frames.append((self.player.step, self.player.marks.tobytes()))


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let events be passed to the film often."""
    monkeypatch.setattr(event_log, "BLOCK_EVENTS", 50)
    monkeypatch.setattr(event_log, "PAUSE_EVERY", 8)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("name", ["wilson", "random-mouse"])
def test_a_film_is_played_while_it_is_recorded(name: str) -> None:
    if name in MADE:
        lattice = lattice_of(9, 12)
        film = new_generation(name, lattice)
        job = PlayingJob(film)
        film_of_generation(Recipe(name, seed=1), lattice, film=film, job=job)
    else:
        film = new_solving(name, braided())
        job = PlayingJob(film)
        film_of_solving(name, braided(), film=film, job=job)
    steps = [step for step, _marks in job.frames]
    assert steps == sorted(steps)
    assert len({*steps}) > 5
    player = Player(film)
    for step, marks in job.frames:
        player.seek(step)
        assert player.marks.tobytes() == marks


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("name", ["aldous-broder", "random-mouse"])
def test_a_full_film_has_a_note_and_ends_with_the_result(name: str) -> None:
    if name in MADE:
        lattice = lattice_of(20, 20)
        film = new_generation(name, lattice, budget=6000)
        film_of_generation(Recipe(name, seed=1), lattice, film=film)
        expected = generate(name, lattice, 1).walls
    else:
        maze = braided()
        film = new_solving(name, maze, budget=2000)
        film_of_solving(name, maze, film=film)
        expected = maze.walls
    assert film.finished
    assert f"full after {film.steps - 1:,} steps" in film.note
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, expected)
    assert film.size < 3 * film.budget + 20 * film.lattice.size


class StoppingJob(Job):
    """A job that is cancelled at its third check."""

    checks = 0

    def check(self) -> None:
        self.checks += 1
        if self.checks == 3:
            self.cancel()
        super().check()


@pytest.mark.parametrize("name", ["aldous-broder", "kruskal"])
def test_cancelled_recording_leaves_this_thread_unwatched(name: str) -> None:
    with pytest.raises(CancelledError):
        film_of_generation(Recipe(name, seed=1), lattice_of(30, 30), job=StoppingJob())
    assert WATCHER.get() is None


def test_other_threads_are_not_watched() -> None:
    film = new_solving("backtracking", braided())
    seen = []
    with Recorder(film, Job()).watching():
        thread = threading.Thread(target=lambda: seen.append(WATCHER.get()))
        thread.start()
        thread.join()
        assert WATCHER.get() is not None
    assert seen == [None]
    assert film.steps == 0


FRAMES = 3000


@pytest.mark.parametrize(("kind", "name"), in_turns(LATTICES, SOLVED))
def test_every_lattice(kind: str, name: str) -> None:
    random = Random(f"{kind} {name}")
    maze, _graph = random_passages(LATTICES[kind](random), random)
    cells = maze.lattice.inside_cells().tolist()
    maze.set_openings(Opening(random.choice(cells)), (Opening(random.choice(cells)),))
    if SOLVERS[name].why_not(maze.lattice.shape):
        with pytest.raises(UsageError, match=SOLVERS[name].label):
            film_of_solving(name, maze)
        return
    film = film_of_solving(name, maze)
    solution = solve(name, maze)
    expected = solution.marks.copy()
    expected[solution.route] = ROUTE
    player = Player(film)
    frames = {}
    # each step, but for the mouse, whose walk is long
    for step in (*range(0, film.steps, 1 + film.steps // FRAMES), film.steps):
        player.seek(step)
        frames[step] = player.marks.tobytes(), player.path.tobytes()
    assert np.array_equal(player.marks, expected)
    for step in random.choices([*frames], k=10):
        player.seek(step)
        assert (player.marks.tobytes(), player.path.tobytes()) == frames[step]


def test_a_film_shows_the_algorithm_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no film is recorded, another one makes the same maze faster."""
    monkeypatch.setattr(kruskal, "BORUVKA_CELLS", 0)
    for name in ("kruskal", "prim-weights"):
        recipe = Recipe(name, seed=1, sizes={"rows": 6, "columns": 6})
        film = film_of_generation(recipe, lattice_of(6, 6))
        assert (film.title, film.code) == (GENERATORS[name].label, GENERATORS[name].code_lines)
        ran = {line for step in range(film.steps) for line in film.lines_of(step)}
        assert len(film.code) in ran


def test_mazes_too_large_for_a_film_are_refused() -> None:
    with pytest.raises(UsageError, match="16,785,409 cells are too many for a film"):
        new_generation("prim", lattice_of(4097, 4097))


def test_what_cannot_be_filmed_is_refused() -> None:
    maze = generate("prim", lattice_of(4, 4), 1)
    with pytest.raises(UsageError, match="Hand"):
        film_of_solving("wall-follower", maze, hand="third")
    with pytest.raises(UsageError, match="patience"):
        films_of_solving(["a-star", "pledge"], maze, patience=5)
    maze.set_openings(None, ())
    with pytest.raises(MazeError, match="no entrance"):
        film_of_solving("a-star", maze)


SMALL = {
    "hexagonal": {"rows": 22, "columns": 30},
    "triangular": {"rows": 12, "columns": 25},
    "polar": {"rings": 8},
}


EVERY_SHAPE = [generator.name for generator in GENERATORS if not generator.shapes]


def scattered(shape: str) -> Lattice:
    """Return a lattice in more pieces than share their arrays, some next to each other."""
    whole = build(shape, **SMALL.get(shape, {"rows": 14, "columns": 18}))
    places = whole.places(np.arange(whole.size))
    inside = whole.inside & (places.sum(axis=1) % 3 > 0) & (places[:, 1] % 4 > 0)
    lattice = mask_lattice(whole, inside)
    assert pieces_of(lattice).count > FEW_PIECES
    return lattice


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "shape"), in_turns(EVERY_SHAPE, SHAPES.names()))
def test_each_piece_is_seen_being_generated(name: str, shape: str) -> None:
    lattice = scattered(shape)
    film = film_of_generation(Recipe(name, seed=3), lattice)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, generate(name, lattice, 3).walls)
    passages = int((player.maze.walls != lattice.closed)[lattice.inside].sum())
    numbers, opened = pieces_of(lattice).numbers, set()
    states = []
    last, stride = film.steps, 1 + film.steps // 1500
    steps = sorted({*range(0, last, stride), last - 1, last})
    for step in steps:
        change = player.seek(step)
        states.append((player.maze.walls.tobytes(), player.marks.tobytes(), player.path.tobytes()))
        assert len(change.walls) <= 1 or step in (0, film.steps) or name != "backtracker"
        assert len(set(numbers[player.path > 0].tolist())) <= 1, "a path stays in one piece"
        if step < film.steps:
            opened |= set(numbers[player.maze.walls != lattice.closed].tolist())
    assert passages
    large = np.flatnonzero(pieces_of(lattice).sizes > 1)
    assert opened >= set(large.tolist()), "before the last step something happens in each"
    for step, state in list(zip(steps, states, strict=True))[::-7]:
        player.seek(step)
        now = player.maze.walls.tobytes(), player.marks.tobytes(), player.path.tobytes()
        assert now == state
