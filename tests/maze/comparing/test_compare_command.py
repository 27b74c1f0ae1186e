"""``mazeeditor compare``: tables and plots in every format, written as a whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from mazeeditor.cli import main
from mazeeditor.maze.comparing.compare import as_text, compare, format_value
from mazeeditor.maze.facts.measures import MEASURES
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import EXPORTERS
from tests.cli.run import mazeeditor
from tests.page.formats.read_svg import read_svg

COMMAND = ("compare", "kruskal", "prim", "--rows", 6, "--columns", 7, "--seeds", 5)


def test_json_csv_and_text() -> None:
    objects = [json.loads(line) for line in mazeeditor(*COMMAND, "--json").out.splitlines()]
    rows = compare(["kruskal", "prim"], build("rectangular", rows=6, columns=7), range(1, 6))
    assert objects == [row.as_json() for row in rows]
    table = list(csv.DictReader(io.StringIO(mazeeditor(*COMMAND, "--csv").out)))
    assert [list(row) for row in table] == [list(objects[0])] * len(rows)
    assert [float(row["median"]) for row in table] == [row.median for row in rows]
    text = mazeeditor(*COMMAND).out
    assert text == as_text(rows)
    assert all(measure.description in text for measure in MEASURES if not measure.expensive)
    assert text.count("  kruskal ") == len(MEASURES) - 1


def test_text_is_aligned_and_true() -> None:
    rows = compare(["kruskal", "recursive-division"], build("rectangular", rows=7, columns=7), [4])
    blocks = [block.splitlines() for block in as_text(rows).split("\n\n")]
    assert len(blocks) == len(MEASURES) - 1
    for block in blocks:
        assert len({len(line) for line in block[1:]}) == 1
        assert block[2].split()[0] == "kruskal"
    first = dict(
        zip(blocks[0][1].replace(" %", "%").split(), blocks[0][2].split()[1:], strict=True)
    )
    assert first["spread"] == "–"
    assert first["least"] == format_value(MEASURES[0], rows[0].five_numbers[0])
    assert first["median"] == first["mean"] == f"{first['least']}.0"


@pytest.mark.slow
def test_which_measures_and_generators() -> None:
    longer = mazeeditor(*COMMAND, "--all", "--json").out
    names = [json.loads(line)["measure"] for line in longer.splitlines()]
    assert set(names) == {measure.name for measure in MEASURES}
    few = mazeeditor(*COMMAND, "--measures", "longest_path,dead_ends", "--json").out
    assert few.splitlines() == [
        line
        for line in longer.splitlines()
        if json.loads(line)["measure"] in ("dead_ends", "longest_path")
    ]
    every = mazeeditor("compare", "--rows", 4, "--columns", 4, "--seeds", 1, "--csv").out
    generators = {row["generator"] for row in csv.DictReader(io.StringIO(every))}
    assert generators == set(GENERATORS.names())


@pytest.mark.parametrize("exporter", [each.name for each in EXPORTERS if each.draws_any])
def test_plots(exporter: str, tmp_path: Path) -> None:
    name = "plot" + EXPORTERS[exporter].suffix
    arguments = (*COMMAND, "--measures", "turns", "--plot", name, "-o", "table.csv", "--csv")
    ran = mazeeditor(*arguments, cwd=tmp_path)
    assert (ran.status, ran.error) == (0, "")
    assert ran.out.splitlines() == [name, "table.csv"]
    assert sorted(each.name for each in tmp_path.iterdir()) == [name, "table.csv"]
    assert (tmp_path / "table.csv").read_text() == mazeeditor(
        *COMMAND, "--measures", "turns", "--csv"
    ).out
    first = (tmp_path / name).read_bytes()
    mazeeditor(*arguments, cwd=tmp_path)
    assert (tmp_path / name).read_bytes() == first


@pytest.mark.slow
def test_every_page_gets_its_own_file(tmp_path: Path) -> None:
    ran = mazeeditor(
        "compare",
        "--rows",
        4,
        "--columns",
        4,
        "--seeds",
        2,
        "--plot",
        "a.svg",
        "-o",
        "a.txt",
        cwd=tmp_path,
    )
    pages = ran.out.splitlines()[:-1]
    assert pages[:2] == ["a.svg", "a-2.svg"]
    assert ran.out.splitlines()[-1] == "a.txt"
    texts = [
        letters.text
        for name in pages
        for letters in read_svg((tmp_path / name).read_bytes()).letters
    ]
    for measure in MEASURES:
        assert any(measure.label in text for text in texts) != measure.expensive
    assert "2 mazes of each · rectangular · 4 rows, 4 columns · seeds 1 to 2" in texts


@pytest.mark.usefixtures("work_folder")
def test_bad_input_is_one_line_and_no_file_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(*_anything: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("mazeeditor.cli.commands.compare.follow", work)
    (tmp_path / "kept.svg").write_text("unchanged")
    bad: list[tuple[tuple[object, ...], int, str]] = [
        (("--seeds", 0), 2, "seeds"),
        (("--seed", -1), 2, "seed"),
        (("--csv", "--json"), 2, "--csv"),
        (("--measures", "hardness", "--plot", "kept.svg"), 2, "dead_ends"),
        (("--measures", ""), 2, "dead_ends"),
        (("--plot", "plot.txt"), 2, ".svg"),
        (("--plot", "plot"), 2, ".svg"),
        (("--plot", "none/plot.svg"), 1, "none"),
        (("-o", "none/table.csv"), 1, "none"),
        (("-o", "a.svg", "--plot", "a.svg"), 2, "different files"),
        (("-o", "a.txt", "--plot", "./a.txt"), 2, ".svg"),
        (("--shape", "round"), 2, "rectangular"),
        (("--braid", 2), 2, "braid"),
    ]
    for arguments, status, words in bad:
        try:
            result = main(["compare", *map(str, arguments)])
        except SystemExit as end:  # as argparse leaves
            result = int(end.code or 0)
        line = capsys.readouterr().err
        assert (result, line.count("\n")) == (status, 1), line
        assert words in line.lower(), line
        assert [each.name for each in tmp_path.iterdir()] == ["kept.svg"]
    assert (tmp_path / "kept.svg").read_text() == "unchanged"
