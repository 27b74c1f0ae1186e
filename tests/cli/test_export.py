"""``export --job``, ``list jobs``, ``machines`` and ``materials``, and the same in Python."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.no_effect import without_effect
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run
from tests.making.replays import read_gcode

FIGURES = {
    "advice",
    "areas",
    "strokes",
    "cut",
    "drawn",
    "travel",
    "seconds",
    "pieces",
    "parts",
    "smallest",
}
FIGURES |= {
    "held_at",
    "notes",
    "sheets",
    "sheet_sizes",
    "used",
    "files",
    "shopping",
    "tabs",
    "thin",
}


@pytest.fixture
def folder(settings_file: Path) -> Path:
    tmp_path = settings_file.parent
    maze = mazeeditor.generate("prim", rows=5, columns=6, seed=1)
    mazeeditor.save(maze, tmp_path / "m.maze")
    return tmp_path


def test_figures_are_the_last_line(folder: Path) -> None:
    flags = ["--job", "stencil", "--page", "fit", "--cell", "8", "--wall", "2", "--kerf", "0.3"]
    flags += ["--outline", "none"]
    ran = run("export", "m.maze", "-o", "a.gcode", *flags, "--json", cwd=folder)
    assert ran.status == 0
    assert (
        "mazeeditor: All walls are only 2.00 mm wide. "
        "Plywood 3 mm may bend or warp where it is narrower than 3 mm. (--wall 3)" in ran.error
    )
    first, last = ran.out.splitlines()
    figures = json.loads(last)
    assert first == "a.gcode"
    assert set(figures) == FIGURES
    assert (figures["files"], figures["pieces"], figures["smallest"]) == (["a.gcode"], 1, 2.0)
    assert read_gcode(folder / "a.gcode").drawn.keys() == {"outer-cut"}
    ran = run("export", "m.maze", "-o", "a.gcode", *flags, cwd=folder)
    assert f"Strokes {figures['strokes']} " in ran.out


def test_python_writes_the_same(folder: Path) -> None:
    flags = ["--page", "fit", "--cell", "8", "--kerf", "0.3", "--layers", "plain"]
    assert run("export", "m.maze", "-o", "a.dxf", *flags, cwd=folder).status == 0
    maze = mazeeditor.load(folder / "m.maze")
    options: dict[str, Any] = {"page": "fit", "cell": 8.0, "kerf": 0.3, "layers": "plain"}
    written = mazeeditor.export(maze, folder / "b.dxf", job="score", **options)
    assert written == [folder / "b.dxf"]
    assert (folder / "b.dxf").read_bytes() == (folder / "a.dxf").read_bytes()
    mazeeditor.export(maze, folder / "c.hpgl", job=Job())
    mazeeditor.export(maze, folder / "d.hpgl", job="score")
    assert (folder / "c.hpgl").read_bytes() == (folder / "d.hpgl").read_bytes()


def test_svg_is_a_page_unless_something_about_making_is_chosen(folder: Path) -> None:
    assert run("export", "m.maze", "-o", "page.svg", cwd=folder).status == 0
    assert run("export", "m.maze", "-o", "made.svg", "--machine", "k40", cwd=folder).status == 0
    assert 'id="walls"' in (folder / "page.svg").read_text()
    made = (folder / "made.svg").read_text()
    assert 'id="score"' in made
    assert set(re.findall('stroke="([^"]*)"', made)) == {"#0000ff", "#ff0000"}


def test_several_sheets(folder: Path) -> None:
    flags = ["--job", "stencil", "--page", "fit", "--cell", "8", "--sheet", "60x50mm"]
    flags += ["--outline", "none"]
    ran = run("export", "m.maze", "-o", "a.hpgl", *flags, "--copies", "2", "--json", cwd=folder)
    assert json.loads(ran.out.splitlines()[-1])["files"] == ["a-1.hpgl", "a-2.hpgl"]
    assert (folder / "a-2.hpgl").is_file()


def test_refused_in_one_line(folder: Path) -> None:
    for flags, words in [
        ("-o a.dxf --machine glowforge", "Glowforge takes no .dxf files. It takes: .svg."),
        ("-o a.pdf --job score", "does not end with a format for machines"),
        ("-o a.dxf --strict", "What a machine makes has no option --strict."),
        ("-o a.txt --strict", "A file of that kind has no option --strict."),
        ("-o a.svg --layers plain", "A file of that kind has no option --layers."),
        ("-o a.hpgl --layers plain", "HPGL has no option --layers."),
        ("-o a.dxf --dpi 300", "DXF has no option --dpi."),
        ("-o a.dxf --job nothing", "What to make (job) must be one of score"),
        ("-o a.dxf --machine nothing", "There is no machine 'nothing'. Choose one of: axidraw"),
        ("-o a.dxf --machine sendcutsend", "SendCutSend only cuts, and Engraving has lines for"),
        ("-o a.dxf --machine sendcutsend --marks none", "SendCutSend only cuts"),
        (
            "-o a.gcode --machine grbl-router --page fit --cell 90",
            "more than the bed of GRBL",
        ),
    ]:
        assert words in failure("export", "m.maze", *flags.split(), status=2, cwd=folder), flags
        assert sorted(path.name for path in folder.iterdir()) == ["m.maze"], flags


def test_a_service_that_only_cuts_gets_closed_paths(folder: Path) -> None:
    flags = ["--job", "stencil", "--machine", "sendcutsend", "--page", "fit", "--cell", "8"]
    assert run("export", "m.maze", "-o", "a.dxf", *flags, cwd=folder).status == 0
    import ezdxf

    entities: list[Any] = list(ezdxf.readfile(folder / "a.dxf").modelspace())  # type: ignore[attr-defined]
    assert entities
    assert all(entity.closed and entity.dxf.layer == "0" for entity in entities)


def test_machines_and_materials_of_the_user(folder: Path) -> None:
    for kind in ("machines", "materials"):
        (folder / kind).mkdir()
        (folder / kind / "broken.json").write_text("{")
    own = {"format": "mazeeditor machine", "version": 1, "name": "Mine", "about": "In the shed."}
    score = {"score": {"speed": 999, "power": 50}}
    values = {**own, "origin": "top-left", "full_power": 255, "operations": score}
    (folder / "machines" / "mine.json").write_text(json.dumps(values))
    card = {"format": "mazeeditor material", "version": 1, "name": "Card", "thickness": "1mm"}
    (folder / "materials" / "card.json").write_text(json.dumps(card | {"kerf": 0.12}))
    ran = run("list", "machines", cwd=folder)
    assert re.search("(?m)^mine +In the shed.$", ran.out)
    assert "broken.json cannot be used" in ran.error
    lines = run("list", "machines", "--json", cwd=folder).out.splitlines()
    (mine,) = (values for values in map(json.loads, lines) if values["name"] == "mine")
    assert (mine["origin"], mine["operations"]["score"]["speed"]) == ("top-left", 999)
    materials = run("list", "materials", cwd=folder).out
    assert re.search("(?m)^card +Card: 1 mm thick, kerf 0.12 mm$", materials)
    flags = ["--machine", "mine", "--material", "card", "--page", "fit", "--cell", "8"]
    assert run("export", "m.maze", "-o", "a.gcode", *flags, cwd=folder).status == 0
    controller = read_gcode(folder / "a.gcode")
    assert (999.0, 127.5) in controller.feeds
    assert max(at.imag for line in controller.drawn["score"] for at in line) < 0
    ran = run("export", "m.maze", "-o", "b.gcode", "--machine", "machines/mine.json", cwd=folder)
    assert ran.status == 0


def test_lists_name_all_there_are(folder: Path) -> None:
    for kind, names in {
        "jobs": JOBS.names(),
        "machines": sorted(MACHINE_FILES.paths()),
        "materials": sorted(MATERIAL_FILES.paths()),
    }.items():
        lines = run("list", kind, "--json", cwd=folder).out.splitlines()
        assert [json.loads(line)["name"] for line in lines] == list(names)
        text = run("list", kind, cwd=folder).out
        for name in names:
            assert re.search(f"(?m)^{name} +[A-Z]", text)
    assert re.search(
        r"(?m)^xtool-s1 .*\. Bed 498 × 319 mm\.$", run("list", "machines", cwd=folder).out
    )
    (slots,) = (
        values
        for values in map(json.loads, run("list", "jobs", "--json", cwd=folder).out.splitlines())
        if values["name"] == "slots"
    )
    uses = JOBS["slots"].uses
    assert [option["name"] for option in slots["options"]] == [
        option.name for option in make_options() if option.name in uses
    ]


def test_what_would_fit_is_named_with_its_flag(folder: Path) -> None:
    flags = ["--job", "stencil", "--overall", "300", "--machine", "xtool-f1"]
    ran = run("export", "m.maze", "-o", "a.dxf", *flags, cwd=folder)
    assert ran.status == 2
    assert "use a smaller overall size. (--overall 1" in ran.error
    size = ran.error.rpartition("--overall ")[2].strip(") \n")
    assert run("export", "m.maze", "-o", "a.dxf", *flags, "--overall", size, cwd=folder).status == 0


NOTHING = "has no effect on this job."


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--job stencil --ball 5 --lid", [f"--ball {NOTHING}", f"--lid {NOTHING}"]),
        ("--job line --line route", [f"--line {NOTHING}"]),
        ("--job kit --no-lid --lid-material acrylic-6", ["Only if there is a lid."]),
        ("--job slots --tabs leave --tab-every 40", ["--tab-every has no effect. Only if tabs"]),
        ("--job score --theme space --solution", [f"--theme {NOTHING}", f"--solution {NOTHING}"]),
        ("--job line --title Otto --marks word", ["--title is not engraved", f"--marks {NOTHING}"]),
        ("--job stencil --title Otto --tab 1 --outline none", ["--title is not engraved"]),
        ("--job stencil --title Otto --outline circle --hole 3", []),
        ("--job standing --wall 2", [f"--wall {NOTHING}"]),
        ("--job kerf-test --cell 5 --hole 3", [f"--cell {NOTHING}", f"--hole {NOTHING}"]),
        ("--job path --no-continuous --ends openings --border 5", []),
        (
            "--job score --title Otto --border 0 --hole 4 --kerf 0.1 --currency EUR",
            ["Only if there is a price."],
        ),
    ],
)
def test_options_that_do_nothing_are_named(folder: Path, flags: str, said: list[str]) -> None:
    ran = run("export", "m.maze", "-o", "a.svg", *flags.split(), cwd=folder)
    assert ran.status == 0
    lines = [line for line in ran.error.splitlines() if "effect" in line or "engraved" in line]
    assert len(lines) == len(said)
    for words in said:
        assert any(line.startswith("mazeeditor: --") and words in line for line in lines)


@pytest.mark.sample(2)
@pytest.mark.parametrize("job", JOBS.names())
def test_options_that_are_said_to_do_nothing_do_nothing(folder: Path, job: str) -> None:
    """All jobs, with every option of the page that is named: the lines are the same."""
    maze = mazeeditor.generate("prim", rows=3, columns=3, seed=1)
    name = "a.stl" if JOBS[job].solid else "a.dxf"
    plain = mazeeditor.export(maze, folder / name, job=job)
    before = [path.read_bytes() for path in plain]
    values: dict[str, Any] = {
        "colour": "red",
        "background": "yellow",
        "solution": "drawn",
        "decoys": False,
    }
    values |= {"solution_colour": "red", "far_colour": "blue", "coloured": True}
    if not JOBS[job].marked:
        values |= {"marks_place": "inside", "start_text": "Hi", "goal_text": "Ho"}
    if "wall" in JOBS[job].ignores:
        values |= {"wall": 2.5}
    options = MakeOptions(job=job)
    assert len(list(without_effect(options, values))) == len(values)
    again = mazeeditor.export(maze, folder / name, job=job, **values)
    assert [path.read_bytes() for path in again] == before
