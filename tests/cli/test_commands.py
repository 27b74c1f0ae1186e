"""Every command works as its help describes, without tkinter."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import mazeeditor as api
from mazeeditor.cli import main
from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.commands.list import KINDS
from mazeeditor.core.versions import versions
from mazeeditor.maze.comparing import bench
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.page.formats import EXPORTERS
from tests.cli.run import mazeeditor
from tests.kernels import interpreted

NEW = {each.name for each in MEASURES} - {"dead_ends", "shortest"}  # older keys of info


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with ``maze.maze`` and ``maze.pdf`` in it."""
    folder = tmp_path_factory.mktemp("commands")
    options = ["--rows", 12, "--columns", 15, "--seed", 7, "--braid", 0.1]
    ran = mazeeditor("generate", *options, "-o", "maze.maze", cwd=folder)
    assert (ran.status, ran.out, ran.error) == (0, "maze.maze: seed 7\n", "")
    assert mazeeditor("export", "maze.maze", "-o", "maze.pdf", cwd=folder).status == 0
    sizes = ["--rows", 16, "--columns", 16, "--entrance", "none", "--exit", "none"]
    assert mazeeditor("generate", *sizes, "-o", "closed.maze", cwd=folder).status == 0
    return folder


def test_help_shows_its_example() -> None:
    for command in SUBCOMMANDS.names():
        output = mazeeditor(command, "--help")
        assert output.status == 0, command
        example = SUBCOMMANDS[command].example
        assert " ".join(example.split()) in " ".join(output.out.split()), command


def test_a_preset_decides_what_no_flag_does(tmp_path: Path) -> None:
    common = ("generate", "--preset", "classic", "--seed", 3)
    ran = mazeeditor(*common, "--rows", 9, "-o", "a.maze", cwd=tmp_path)
    assert (ran.status, ran.out, ran.error) == (0, "a.maze: seed 3\n", "")
    project = api.load(tmp_path / "a.maze")
    assert dict(project.lattice.parameters) == {"rows": 9, "columns": 20}
    ran = mazeeditor(*common, "-o", "b.svg", cwd=tmp_path)
    assert (ran.status, ran.error) == (0, "")
    assert (tmp_path / "b-solution.svg").exists(), "the page of the preset has the solution"
    ran = mazeeditor("export", "a.maze", "-o", "c.svg", cwd=tmp_path)
    assert (tmp_path / "c-solution.svg").exists(), "the project keeps the page of the preset"
    ran = mazeeditor("generate", "--preset", "nothing", "-o", "d.maze", cwd=tmp_path)
    assert ran.status == 2
    assert "There is no preset 'nothing'. Known are: children, classic" in ran.error


def test_papers_of_every_kind(folder: Path, tmp_path: Path) -> None:
    for flags, size in [
        ((), ("297mm", "210mm")),
        (("--no-landscape",), ("210mm", "297mm")),
        (("--page", "6x9in"), ("152.4mm", "228.6mm")),
        (("--page", "6x9in", "--landscape"), ("228.6mm", "152.4mm")),
        (("--page", "6x9in", "--orientation", "landscape"), ("228.6mm", "152.4mm")),
        (("--page", "fit", "--cell", "0.5in", "--margin", "1cm"), ("211.5", "173.4")),
    ]:
        target = tmp_path / "a.svg"
        ran = mazeeditor("export", "maze.maze", "-o", target, *flags, "--marks", "none", cwd=folder)
        assert (ran.status, ran.error) == (0, ""), flags
        head = target.read_text(encoding="utf-8")[:600]
        assert all(f'="{length}' in head for length in size), head


def test_help_lists_every_command() -> None:
    output = mazeeditor("--help")
    assert all(command in output.out for command in SUBCOMMANDS.names())
    lines = dict(line.split(" ", 1) for line in mazeeditor("--version").out.splitlines())
    assert next(iter(lines.items())) == ("mazeeditor", api.__version__)
    assert lines == versions() | {"Tk": "not installed"}


def test_scripts_catch_errors_by_the_names_of_the_package() -> None:
    with pytest.raises(api.UsageError, match="There is no cell 9,9"):
        api.generate(rows=2, columns=2, entrance=(9, 9))
    with pytest.raises(api.MazeError, match="Cannot read"):
        api.load("there-is-none.maze")
    assert all(hasattr(api, name) for name in api.__all__)


def test_generate_equals_the_api(tmp_path: Path) -> None:
    for generator in GENERATORS.names():
        options = ["--generator", generator, "--rows", 5, "--columns", 9, "--seed", 3]
        assert mazeeditor("generate", *options, "-o", tmp_path / "a.maze").status == 0, generator
        maze = api.load(tmp_path / "a.maze")
        again = api.generate(generator, rows=5, columns=9, seed=3)
        assert (maze.walls == again.walls).all(), generator


def test_generate_prints_text_without_a_file() -> None:
    ran = mazeeditor("generate", "--rows", 2, "--columns", 3, "--seed", 1)
    assert ran.status == 0
    assert len(ran.out.splitlines()) == 5
    assert mazeeditor("generate", "--rows", 2, "--columns", 3, "--seed", 1).out == ran.out


def test_a_new_seed_is_reported_and_makes_the_same_maze(tmp_path: Path) -> None:
    ran = mazeeditor("generate", "--rows", 9, "--columns", 9, "-o", tmp_path / "a.maze")
    seed = int(ran.out.rsplit(maxsplit=1)[1])
    same = api.generate("backtracker", rows=9, columns=9, seed=seed)
    assert (api.load(tmp_path / "a.maze").walls == same.walls).all()


def test_openings(tmp_path: Path) -> None:
    file = tmp_path / "a.maze"
    places = ["--entrance", "2,2", "--exit", "0,4,top", "--exit", "4,0,bottom"]
    mazeeditor("generate", "--rows", 5, "--columns", 5, *places, "-o", file)
    maze = api.load(file)
    lattice = maze.lattice
    assert maze.entrance is not None
    assert (lattice.place(maze.entrance.cell), maze.entrance.slot) == ((2, 2), None)
    result = [(lattice.place(each.cell), lattice.sides[each.slot or 0]) for each in maze.exits]
    assert result == [((0, 4), "top"), ((4, 0), "bottom")]
    mazeeditor("generate", "--entrance", "none", "--exit", "none", "-o", file)
    assert (api.load(file).entrance, api.load(file).exits) == (None, ())


def test_solve(folder: Path) -> None:
    for solver in SOLVERS.names():
        ran = mazeeditor("solve", "maze.maze", "--solver", solver, "--json", cwd=folder)
        assert ran.status == 0, solver
        result = json.loads(ran.out)
        assert list(result) == ["solver", "solved", "path", "visited", "seconds"], solver
        maze = api.load(folder / "maze.maze")
        assert result["solver"] == solver
        assert result["path"] == [list(place) for place in api.solve(maze, solver).path], solver
        assert "cells long" in mazeeditor("solve", "maze.maze", cwd=folder).out, solver


def test_solve_draws(folder: Path) -> None:
    assert mazeeditor("solve", "maze.maze", "-o", "route.svg", cwd=folder).status == 0
    mazeeditor("export", "maze.maze", "-o", "plain.svg", cwd=folder)
    assert (folder / "route.svg").stat().st_size > (folder / "plain.svg").stat().st_size


def test_no_route_is_status_3(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("o---o---o\n| S | G |\no---o---o\n")
    ran = mazeeditor("solve", tmp_path / "a.txt", "--json")
    assert (ran.status, ran.error) == (3, "")
    assert json.loads(ran.out)["path"] == []
    ran = mazeeditor("solve", tmp_path / "a.txt", "-o", tmp_path / "a.svg")
    assert (ran.status, (tmp_path / "a.svg").exists()) == (3, False)
    assert "no route" in ran.out
    info = json.loads(mazeeditor("info", tmp_path / "a.txt", "--json").out)
    assert (info["solvable"], info["routes"], info["shortest"]) == (False, "none", None)


def test_a_solver_that_gives_up_reports_why(tmp_path: Path) -> None:
    """Where it may have missed a route, it does not report that there is none."""
    lone = "o---o---o---o\n| S         |\no   o   o   o\n|     G     |\n"
    (tmp_path / "a.txt").write_text(lone + "o   o   o   o\n|           |\no---o---o---o\n")
    ran = mazeeditor("solve", tmp_path / "a.txt", "--solver", "wall-follower")
    assert ran.status == 3
    assert "walks in a circle" in ran.out
    assert "no route" not in ran.out
    ran = mazeeditor("solve", tmp_path / "a.txt", "--solver", "wall-follower", "--json")
    result = json.loads(ran.out)
    assert (ran.status, result["solved"], result["visited"]) == (3, False, 8)
    assert "walks in a circle" in result["note"]


def test_info(folder: Path) -> None:
    ran = mazeeditor("info", "maze.maze", "maze.maze", "--json", cwd=folder)
    assert len(ran.out.splitlines()) == 2
    result = json.loads(ran.out.splitlines()[0])
    expected = "file shape rows columns cells passages components loops dead_ends solvable routes"
    assert {*expected.split(), "shortest"} <= set(result)
    assert (result["shape"], result["rows"], result["columns"]) == ("rectangular", 12, 15)
    assert result["cells"] == 180
    assert result["loops"] == result["passages"] - 179
    assert "dead ends" in mazeeditor("info", "maze.maze", cwd=folder).out


def test_info_measures(folder: Path) -> None:
    promised = "file shape rows columns cells passages components loops dead_ends solvable routes"
    few = json.loads(mazeeditor("info", "maze.maze", "--json", cwd=folder).out)
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


@pytest.mark.parametrize("exporter", EXPORTERS.names())
def test_export(exporter: str, folder: Path) -> None:
    output = f"{exporter}{EXPORTERS[exporter].suffix}"
    source = "closed.maze" if exporter in ("maz", "num") else "maze.maze"  # they hold no openings
    ran = mazeeditor("export", source, "-o", output, cwd=folder)
    assert (ran.status, ran.out.splitlines()[0], ran.error) == (0, output, "")
    first = (folder / output).read_bytes()
    mazeeditor("export", source, "-o", output, cwd=folder)
    assert (folder / output).read_bytes() == first


def test_list() -> None:
    for kind in KINDS:
        output = mazeeditor("list", kind)
        result = [json.loads(line) for line in mazeeditor("list", kind, "--json").out.splitlines()]
        assert result, kind
        for entry in result:
            assert entry["name"] in output.out, kind
            assert entry["label"], kind
            assert entry["summary"], kind


def test_bench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with interpreted(monkeypatch), monkeypatch.context() as patch:
        patch.setattr(bench, "REPEATING", 0.0)  # two runs are enough where no time counts
        assert main(["bench", "--sizes", "8", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = {(row["kind"], row["name"]) for row in rows}
    assert len(rows) == len(GENERATORS) + len(SOLVERS) + 1 == len(names)
    assert all(row["ns_a_cell"] > 0 and row["bytes_a_cell"] >= 0 for row in rows)
    with interpreted(monkeypatch):
        only = mazeeditor("bench", "--sizes", "9", "--only", "prim", "--only", "a-star")
    assert [line.split()[1] for line in only.out.splitlines()[3:]] == ["prim", "a-star"]
    wrong = mazeeditor("bench", "--only", "prims")
    assert (wrong.status, wrong.error.count("\n")) == (2, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of POSIX")
def test_a_reader_that_stops_early_is_no_error() -> None:
    import subprocess

    command = f"{shlex.quote(sys.executable)} -m mazeeditor generate --rows 400 | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.startswith("o---o")
