"""Pictures in the route: pixels covered, what one hand on the wall explores, whether it shows.

``python -m benchmarks picturesque`` prints a line for each picture. ``hands`` are the shares of the
cells off the route that the left and the right hand on the wall enter. ``told`` is how often a
logistic regression, trained on the walls of other mazes, tells windows of 8 x 8 cells in the
picture from as many in the ground: 50 % is guessing.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS, Mark
from mazeeditor.maze.subjects import SUBJECTS
from mazeeditor.maze.subjects.picturesque.mazes import scale_grid
from mazeeditor.maze.subjects.picturesque.picture import chosen_pixels

WINDOW = 8  # cells
PICTURES: tuple[dict[str, Any], ...] = (
    {"figure": "heart", "pixels": 40},
    {"figure": "star", "pixels": 60},
    {"figure": "ellipse", "pixels": 50},
    {"figure": "ring", "pixels": 50},
    {"text": "HELLO", "pixels": 100},
    {"figure": "heart", "pixels": 200},
)
Floats = NDArray[np.float64]


def drawn(seed: int, **options: Any) -> Maze:
    """Return a maze with a picture."""
    subject = SUBJECTS["picture"]
    checked = check_all(subject.options, options)
    return subject.run(build("rectangular"), Growth("backtracker", seed), Job(), **checked)


def shown_cells(maze: Maze, options: dict[str, Any]) -> NDArray[np.bool_]:
    """Return bool[rows, columns]: the cells of a maze that are in its picture."""
    pixels = chosen_pixels(check_all(SUBJECTS["picture"].options, options), Job())
    return scale_grid(pixels.shown, maze.lattice.columns // pixels.shown.shape[1])


def off_route(maze: Maze) -> NDArray[np.bool_]:
    """Return bool[n]: the inside cells that are not on the route."""
    route = SOLVERS["breadth-first"].run(maze, Job()).route
    result: NDArray[np.bool_] = maze.lattice.inside.copy()
    result[route] = False
    return result


def hands(maze: Maze) -> tuple[float, float]:
    """Return the shares of the cells off the route that the left and the right hand enter."""
    others = off_route(maze)
    shares = []
    for hand in ("left", "right"):
        marks = SOLVERS["wall-follower"].run(maze, Job(), hand=hand).marks
        shares.append(float(np.mean(marks[others] == Mark.VISITED)))
    return shares[0], shares[1]


def windows(maze: Maze, shown: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return what windows of a maze look like, float64[k, f], and which are in the picture.

    Only those count that are wholly in the picture, ``shown`` bool[cells inside], or in the ground.
    """
    lattice = maze.lattice
    rows, columns = lattice.rows, lattice.columns
    place = lattice.inside_cells()
    walls = maze.walls[place].reshape(rows, columns)
    on_route = shown.reshape(rows, columns)
    kinds = walls & 15
    closed = np.array([bin(kind).count("1") for kind in range(16)])
    features, labels = [], []
    for row in range(0, rows - WINDOW + 1, WINDOW // 2):
        for column in range(0, columns - WINDOW + 1, WINDOW // 2):
            part = slice(row, row + WINDOW), slice(column, column + WINDOW)
            share = on_route[part].mean()
            if share in (0.0, 1.0):
                counts = np.bincount(kinds[part].ravel(), minlength=16)
                dead, forks = counts[closed == 3].sum(), counts[closed <= 1].sum()
                features.append([*counts, dead, forks, dead > 0, forks > 0])
                labels.append(share == 1.0)
    return np.array(features, np.float64), np.array(labels, np.bool_)


def told(train: list[Maze], test: list[Maze], shown: NDArray[np.bool_]) -> float:
    """Return how often picture and ground are told apart in ``test``, 0.5 by guessing."""
    data, labels = _balanced(train, shown)
    mean, spread = data.mean(axis=0), data.std(axis=0) + 1e-9
    weights = np.zeros(data.shape[1] + 1)
    inputs = _with_one((data - mean) / spread)
    for _step in range(800):
        guesses = 1 / (1 + np.exp(-inputs @ weights))
        weights -= 0.3 * (inputs.T @ (guesses - labels) / len(labels) + 1e-3 * weights)
    tested, labels = _balanced(test, shown)
    positive = _with_one((tested - mean) / spread) @ weights > 0
    right = [float(np.mean(positive[labels == kind] == kind)) for kind in (False, True)]
    return sum(right) / 2


def _balanced(mazes: list[Maze], shown: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return windows of mazes, as many in the pictures as in the grounds."""
    found = [windows(maze, shown) for maze in mazes]
    data = np.concatenate([part for part, _labels in found if len(part)])
    labels = np.concatenate([labels for _part, labels in found if len(labels)])
    random = np.random.default_rng(1)
    least = min(np.count_nonzero(labels), np.count_nonzero(~labels))
    chosen = [
        random.choice(np.flatnonzero(labels == kind), least, replace=False)
        for kind in (False, True)
    ]
    both = np.concatenate(chosen)
    return data[both], labels[both]


def _with_one(data: Floats) -> Floats:
    return np.concatenate([data, np.ones((len(data), 1))], axis=1)


def main(_arguments: list[str]) -> int:
    """Print the figures of each picture."""
    drawn(0, pixels=220)  # compiles the kernels
    print(
        f"{'picture':<34}{'cells':>9}{'pixels':>9}{'covered':>9}{'lead':>6}{'hands':>12}"
        f"{'told':>6}{'s':>7}"
    )
    for fill in ("exact", "filled"):
        for options in PICTURES:
            across = options["pixels"] * (1 if fill == "exact" else 2)  # as many cells
            chosen = {**options, "pixels": across, "fill": fill}
            start = process_time()
            maze = drawn(1, **chosen)
            seconds = process_time() - start
            subject = SUBJECTS["picture"]
            state = subject.look(maze, Job(), **check_all(subject.options, chosen))
            left, right = hands(maze)
            share = told(
                [drawn(seed, **chosen) for seed in range(2, 6)],
                [drawn(seed, **chosen) for seed in range(6, 9)],
                shown_cells(maze, chosen),
            )
            figures = state.figures
            covered = int(figures["covered"]) / int(figures["pixels"])
            name = " ".join(map(str, chosen.values()))
            print(
                f"{name:<34}{maze.lattice.cells:>9,}{figures['pixels']:>9,}{covered:>9.1%}"
                f"{figures['outside']:>6}{left:>6.0%}{right:>6.0%}{share:>6.0%}{seconds:>7.2f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
