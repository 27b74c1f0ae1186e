"""Compare generators: form, plot and table of the same figures on every shape, and files."""

from __future__ import annotations

import csv
import tkinter as tk
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeeditor.gui.comparing.generators_view import GeneratorsView
from mazeeditor.gui.panels.generate_panel import GeneratePanel
from mazeeditor.maze.comparing.compare import compare
from mazeeditor.maze.facts.measures import measures_named
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import build
from tests.events import click, key, move, screenshot, settle
from tests.gui.desk import Desk
from tests.maze.comparing.reading import number_of
from tests.page.formats.read_svg import read_svg

FEW = ["backtracker", "kruskal", "binary-tree"]


SIZES = {"rows": 6, "columns": 7}


@pytest.fixture
def compared(desk: Desk) -> GeneratorsView:
    """The window, set to three generators and five small mazes of each."""
    key(desk.root, "ctrl+F6")
    window = opened(desk)
    window.form.sizes.show(SIZES)
    window.form.recipe.show({"mazes_of_each": 5})
    window.form.see(window.form.generators.none)
    settle(window)
    click(window.form.generators.none)
    for name in FEW:
        tick(window, window.form.generators.boxes[name])
    return window


def opened(desk: Desk) -> GeneratorsView:
    view = desk.window.switch.content.middle
    assert isinstance(view, GeneratorsView)
    return view


def tick(window: GeneratorsView, box: tk.Misc) -> None:
    window.form.see(box)
    settle(window)
    click(box, 12)


def run(desk: Desk, window: GeneratorsView) -> None:
    click(window.start)
    desk.wait(
        lambda: bool(window.comparison.rows) and not desk.session.services.jobs.busy,
        "the comparison",
    )
    desk.wait(lambda: window.views.plot.settled, "the plot")


def show_table(window: GeneratorsView) -> list[list[str]]:
    """Click the tab and return the visible texts."""
    click(window.views.tabs["table"])
    tree = window.views.table.tree
    shown: Any = tree.cget("displaycolumns")
    return [[str(tree.set(line, column)) for column in shown] for line in tree.get_children()]


def medians(measure: str) -> dict[str, float]:
    rows = compare(FEW, build("rectangular", **SIZES), range(1, 6), expensive=True)
    medians = {row.generator: row.median for row in rows if row.measure.name == measure}
    return {name: value for name, value in medians.items() if value is not None}


@pytest.mark.slow
def test_plot_and_table_show_the_values(desk: Desk, compared: GeneratorsView) -> None:
    before = desk.document.maze.walls.copy()
    assert compared.views.empty.winfo_ismapped()
    assert compared.save_csv.instate(["disabled"])
    run(desk, compared)
    picture = np.array(screenshot(compared.views.plot.canvas))
    assert (picture == (255, 255, 255)).all(axis=2).mean() > 0.5  # paper
    assert (picture.max(axis=2) < 80).sum() > 200  # words and medians
    assert "5 mazes of each" in str(compared.views.heading.cget("text"))
    table = show_table(compared)
    assert [line[0] for line in table] == [GENERATORS[name].label for name in FEW]
    result = {name: number_of(line[1].split()[0]) for name, line in zip(FEW, table, strict=True)}
    assert result == pytest.approx(medians("dead_ends"))
    assert (desk.document.maze.walls == before).all()
    assert not desk.document.can_undo


@pytest.mark.slow
def test_checks_change_what_is_shown_at_once(desk: Desk, compared: GeneratorsView) -> None:
    run(desk, compared)
    assert compared.views.missing.cget("text") == ""
    tick(compared, compared.form.measures.boxes["turns"])
    tick(compared, compared.form.measures.boxes["dead_ends"])
    assert "turns" in {row.measure.name for row in compared.comparison.shown()}
    assert "dead_ends" not in {row.measure.name for row in compared.comparison.shown()}
    tick(compared, compared.form.generators.boxes["kruskal"])
    tick(compared, compared.form.generators.boxes["wilson"])
    assert {row.generator for row in compared.comparison.shown()} == {"backtracker", "binary-tree"}
    tick(compared, compared.form.measures.boxes["longest_path"])
    text = str(compared.views.missing.cget("text"))
    assert "Wilson" in text
    assert "Longest path" in text
    run(desk, compared)
    desk.wait(lambda: compared.views.missing.cget("text") == "", "the rest")
    assert {row.generator for row in compared.comparison.shown()} == {
        "backtracker",
        "binary-tree",
        "wilson",
    }
    longest = measures_named(["longest_path"])[0]
    assert longest in {row.measure for row in compared.comparison.shown()}
    assert len(show_table(compared)[0]) == 1 + len(compared.comparison.measures)


@pytest.mark.slow
def test_a_generator_is_used_in_the_panel(desk: Desk, compared: GeneratorsView) -> None:
    run(desk, compared)
    assert compared.use.instate(["disabled"])
    show_table(compared)
    box = compared.views.table.tree.bbox("kruskal", "generator")
    assert box
    click(compared.views.table.tree, box[0] + 20, box[1] + 8)
    click(compared.use)
    panel = desk.section(GeneratePanel)
    assert panel.draft.generator == "kruskal"
    assert panel.winfo_viewable()
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.document.recipe.generator == "kruskal"


@pytest.mark.slow
def test_csv_and_plot_are_saved(desk: Desk, compared: GeneratorsView, tmp_path: Path) -> None:
    run(desk, compared)
    desk.answers.paths = [tmp_path / "plot.txt", tmp_path / "none" / "plot.svg"]
    click(compared.save_plot)
    assert ".svg" in desk.answers.errors.pop()
    click(compared.save_plot)
    desk.wait(lambda: bool(desk.answers.errors), "the message")
    assert "none" in desk.answers.errors.pop()
    assert list(tmp_path.iterdir()) == []
    desk.wait(lambda: not desk.session.services.jobs.busy, "the job")
    desk.answers.paths = [tmp_path / "a", tmp_path / "plot.svg"]
    click(compared.save_csv)
    desk.wait(lambda: (tmp_path / "a.csv").exists(), "the table")
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    result = {
        line["generator"]: float(line["median"]) for line in lines if line["measure"] == "junctions"
    }
    assert result == medians("junctions")
    desk.wait(lambda: not desk.session.services.jobs.busy, "the job")
    click(compared.save_plot)
    desk.wait(lambda: (tmp_path / "plot.svg").exists(), "the plot")
    words = [letter.text for letter in read_svg((tmp_path / "plot.svg").read_bytes()).letters]
    assert {GENERATORS[name].label for name in FEW} <= set(words)
    assert sum(word.startswith("Dead ends") for word in words) == 1
    assert desk.answers.errors == []


@pytest.mark.slow
def test_shapes_and_masks(desk: Desk) -> None:
    key(desk.root, "ctrl+F6")
    compared = opened(desk)
    form = compared.form
    form.recipe.show({"mazes_of_each": 5})
    form.generators.check(("backtracker", "kruskal", "binary-tree"))
    for value in ("heart", "hexagonal", "hole"):
        hexagons = value == "hexagonal"
        box = form.shape.boxes["shape"] if hexagons else form.mask_choice.rows[-1].box
        box.variable.set(box.text.of(value))
        box.commit()
        settle(compared)
        assert "binary-tree" not in compared.comparison.generators, (
            "it can make whole rectangles only"
        )
    form.sizes.show({"rows": 15, "columns": 15, "outline": "hexagon"})
    assert compared.comparison.generators == ["backtracker", "kruskal"]
    refused = form.generators.boxes["binary-tree"]
    form.see(refused)
    move(refused)
    desk.wait(lambda: bool(refused.winfo_children()), "why not")
    (words,) = refused.winfo_children()[0].winfo_children()
    assert words.cget("text") == GENERATORS["binary-tree"].why_not("hexagonal", whole=False)
    run(desk, compared)
    whole = build("hexagonal", rows=15, columns=15, outline="hexagon")
    rows = compare(["backtracker", "kruskal"], cut(["heart", "hole"], whole).lattice, range(1, 6))
    known = {(row.generator, row.measure.name): row.five_numbers for row in rows}
    assert {
        (row.generator, row.measure.name): row.five_numbers for row in compared.comparison.rows
    } == known
    desk.root.geometry("700x500")
    settle(compared)
    click(compared.views.tabs["table"])
    for words in (compared.views.heading, compared.views.table.hint):
        assert words.winfo_reqwidth() <= words.winfo_width(), "else it would be cut off"
    assert "hexagon outline · cut to: heart, hole · seeds 1 to 5" in compared.comparison.about


@pytest.mark.slow  # it compares all generators by all measures
def test_further_pages_replace_nothing_without_asking(
    desk: Desk, compared: GeneratorsView, tmp_path: Path
) -> None:
    click(compared.form.generators.all)
    compared.form.see(compared.form.measures.all)
    settle(compared)
    click(compared.form.measures.all)
    run(desk, compared)
    second = tmp_path / "plot-2.svg"
    second.write_text("mine")
    for answer in (False, True):
        desk.answers.paths, desk.answers.confirmed = [tmp_path / "plot"], [answer]
        click(compared.save_plot)
        desk.wait(lambda: not desk.answers.confirmed, "the question")
        desk.wait(lambda: not desk.session.services.jobs.busy, "the job")
        assert (second.read_text() != "mine") == (tmp_path / "plot.svg").exists() == answer
