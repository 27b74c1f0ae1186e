"""``info``: the figures of mazes, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mazeeditor as api
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.subjects import ChosenSubject
from tests.cli.run import mazeeditor

NEW = {each.name for each in MEASURES} - {"dead_ends", "shortest"}  # older keys of info


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with ``maze.maze`` in it."""
    maze = api.generate(rows=12, columns=15, seed=7, braid=0.1)
    api.save(maze, tmp_path / "maze.maze")
    return tmp_path


def test_info_measures(folder: Path) -> None:
    promised = "file shape rows columns cells passages components loops dead_ends solvable routes"
    ran = mazeeditor("info", "maze.maze", "maze.maze", "--json", cwd=folder)
    few, again = map(json.loads, ran.out.splitlines())
    assert few == again
    assert (few["shape"], few["rows"], few["columns"]) == ("rectangular", 12, 15)
    assert (few["cells"], few["loops"]) == (180, few["passages"] - 179)
    everything = json.loads(mazeeditor("info", "maze.maze", "--json", "--all", cwd=folder).out)
    assert few == {name: everything[name] for name in few}
    names = list(few)
    first_new = min(names.index(name) for name in NEW & set(names))
    assert {*promised.split(), "shortest"} <= set(names[:first_new])
    assert set(everything) - set(few) == {"longest_path", "longest_path_exact"}
    assert {each.name for each in MEASURES} <= set(everything)
    lengths = few["dead_end_lengths"]
    assert sum(number for _length, number in lengths) == few["dead_ends"]
    output = mazeeditor("info", "maze.maze", "--all", cwd=folder).out
    lines = {line[:20].strip().replace(" ", "_"): line[20:] for line in output.splitlines()}
    for measure in MEASURES:
        value = everything[measure.name]
        texts = {"-"} if value is None else {str(value), f"{value:.3f}"}
        assert lines[measure.name].split()[0] in texts
        lacking = f" {measure.lacking}" if value is None else ""
        assert lines[measure.name].endswith(measure.long_description + lacking)
    bars = [line.split() for line in output.partition("in cells:\n")[2].splitlines() if line]
    assert [[int(length), int(number)] for length, number, _bar in bars] == lengths
    longest = max(number for _length, number in lengths)
    for _length, number, bar in bars:
        assert len(bar) == -(-50 * int(number) // longest)


def test_info_explains_why_there_is_no_figure(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("o---o---o\n| S   G |\no---o---o\n")
    figures = json.loads(mazeeditor("info", "b.txt", "--json", cwd=tmp_path).out)
    assert (figures["walk"], figures["alcoves"], figures["complexity"]) == (1, 0, None)
    (tmp_path / "a.txt").write_text("o---o---o\n| S | G |\no---o---o\n")
    output = mazeeditor("info", "a.txt", "--all", cwd=tmp_path).out
    for name in ("shortest", "decisions", "route share"):
        (line,) = (line for line in output.splitlines() if line.startswith(f"{name}  "))
        assert line.endswith("There is no route from an entrance to an exit.")
    assert "There are no dead ends." in output


def test_info_reports_valid_files_next_to_a_damaged_one(folder: Path) -> None:
    ran = mazeeditor("info", "none.maze", "maze.maze", "--json", cwd=folder)
    assert ran.status == 1
    assert json.loads(ran.out)["file"] == "maze.maze"
    assert "none.maze" in ran.error
    assert ran.error.count("\n") == 1


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ({"name": "wall-word"}, "Write the word for the walls."),
        ({"name": "route-word"}, "Write the word for the route."),
        ({"name": "wall-word", "wall_word": "AB"}, ""),
        ({"name": "wall-word", "wall_word": "\u200b"}, None),
    ],
)
def test_a_maze_that_does_not_show_what_its_project_says(
    subject: dict[str, str], reason: str | None, tmp_path: Path
) -> None:
    """The rest is counted all the same."""
    recipe = Recipe("backtracker", seed=1, subject=ChosenSubject.of(subject))
    for number, maze in enumerate(
        (
            api.generate(rows=3, columns=3, seed=1),
            api.generate("prim", shape="hexagonal", rows=4, columns=4, seed=1),
        )
    ):
        save(Project(maze, recipe), tmp_path / "a.maze")
        done = mazeeditor("info", "a.maze", "--json", cwd=tmp_path)
        assert done.status == 0, done.error
        assert json.loads(done.out)["cells"] == maze.lattice.cells
        if reason is not None and not number:
            assert reason in done.error
        assert done.error.count("\n") <= 1
        done = mazeeditor("export", "a.maze", "-o", "a.svg", cwd=tmp_path)
        assert done.status == 0, done.error


def test_a_page_has_no_tones_of_a_word_that_is_not_in_its_maze() -> None:
    maze = api.generate("prim", shape="hexagonal", rows=4, columns=4, seed=1)
    for text in ("AB", "", " "):
        assert dict(ChosenSubject("wall-word", {"wall_word": text}).page(maze)) == {}
