"""Every key of a project file, and every value of its page, is checked and named."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor import __version__
from mazeeditor.core.translation import quote_value
from mazeeditor.editing.document import Document
from mazeeditor.files import Project, read
from mazeeditor.files.project import load, save
from mazeeditor.maze.lattice import MAX_CELLS
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.page import Page, page_options
from tests.files.mazes import assert_same, random_openings
from tests.files.projects import maze, refusal, saved, signed
from tests.maze.shapes.cases import EVERY


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("projects")


Change = Callable[[dict[str, Any]], object]


def test_a_newer_version_is_refused_by_name(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze").replace(b'"version": 1', b'"version": 7')
    line = refusal(tmp_path / "a.maze", text)
    assert f"by a mazeeditor newer than this {__version__} (format version 7): update" in line
    named = text.replace(b'"version": 7', b'"version": 7,\n"program": "0.9.2"')
    line = refusal(tmp_path / "a.maze", named)
    assert f"written by mazeeditor 0.9.2, and this is {__version__}: update mazeeditor" in line


def test_which_program_wrote_a_file_is_not_kept_by_another_one(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    other = signed(text.replace(b'"version": 1', b'"version": 1,\n"program": "0.1.7"'))
    (tmp_path / "a.maze").write_bytes(other)
    assert saved(load(tmp_path / "a.maze"), tmp_path / "b.maze") == text


BAD: list[tuple[Change, str]] = [
    (lambda keys: keys.update(format="other"), "no mazeeditor project"),
    (lambda keys: keys.pop("version"), '"version" must be'),
    (lambda keys: keys.update(version=True), '"version" must be'),
    (lambda keys: keys.update(version=0), '"version" must be'),
    (lambda keys: keys.pop("shape"), '"shape": this key is missing'),
    (lambda keys: keys.update(shape=3), '"shape": this must be a text'),
    (lambda keys: keys.update(shape="round"), "\"shape\": There is no shape named 'round'"),
    (lambda keys: keys.pop("parameters"), '"parameters": this key is missing'),
    (lambda keys: keys.update(parameters=[]), '"parameters": this must be an object'),
    (lambda keys: keys["parameters"].pop("rows"), '"parameters": rows is missing'),
    (lambda keys: keys["parameters"].update(rows=0), '"parameters": Rows must be'),
    (lambda keys: keys["parameters"].update(rows=10**20), '"parameters": Rows must be'),
    (lambda keys: keys["parameters"].update(rows=3.0), '"parameters": Rows must be'),
    (lambda keys: keys["parameters"].update(depth=1), "no option 'depth'"),
    (lambda keys: keys["parameters"].update(rows=4), '"walls" has 3 rows where 4 are needed'),
    (lambda keys: keys["parameters"].update(columns=5), 'row 0 of "walls" has 4 digits where 5'),
    (lambda keys: keys.update(entrance=[0, 0]), '"entrance": an opening needs'),
    (lambda keys: keys["entrance"].pop("row"), '"entrance": an opening needs'),
    (lambda keys: keys["entrance"].update(row=True), '"row" must be a whole number'),
    (
        lambda keys: keys["entrance"].update(column=9),
        '"entrance": There is no cell 0,9: in row 0 columns',
    ),
    (lambda keys: keys["entrance"].update(side="up"), "there is no side 'up'"),
    (lambda keys: keys["entrance"].update(side=[]), "there is no side []"),
    (lambda keys: keys["entrance"].update(side="right"), "Cell 0,0 has no outer wall 'right'"),
    (lambda keys: keys["entrance"].update(side="top"), "is an opening, but closed"),
    (lambda keys: keys["entrance"].update(colour=1), "an opening has no 'colour'"),
    (lambda keys: keys["entrance"].update(side=None), "gap that is not an opening"),
    (lambda keys: keys.update(exits=None), '"exits": this must be a list'),
    (lambda keys: keys.update(exits=[1]), '"exits": an opening needs'),
    (lambda keys: keys.update(exits=[]), "gap that is not an opening"),
    (lambda keys: keys.pop("walls"), '"walls" must be a list of texts'),
    (lambda keys: keys.update(walls="ffff"), '"walls" must be a list of texts'),
    (lambda keys: keys.update(walls=[1, 2, 3]), '"walls" must be a list of texts'),
    (lambda keys: keys["walls"].pop(), '"walls" has 2 rows where 3 are needed'),
    (lambda keys: keys["walls"].append("ffff"), '"walls" has 4 rows'),
    (lambda keys: keys["walls"].__setitem__(1, "fff"), 'row 1 of "walls" has 3 digits'),
    (lambda keys: keys["walls"].__setitem__(2, "fxff"), "row 2 of \"walls\" has 'x' for column 1"),
    (lambda keys: keys["walls"].__setitem__(1, "ffff"), "one of its sides only"),
    (lambda keys: keys["walls"].__setitem__(0, "é" * 2), 'row 0 of "walls"'),
]


@pytest.mark.slow
def test_every_key_is_checked(tmp_path: Path) -> None:
    """Both as this program lays a file out and as any other program does."""
    for (change, reason), lines in product(BAD, (True, False)):
        check_key(change, reason, lines, tmp_path)


def check_key(change: Change, reason: str, lines: bool, tmp_path: Path) -> None:
    keys = json.loads(saved(Project(maze()), tmp_path / "a.maze"))
    del keys["sha256"]
    change(keys)
    if not lines:
        assert reason in refusal(tmp_path / "a.maze", json.dumps(keys).encode())
        return
    walls = keys.pop("walls", None)
    if not isinstance(walls, list) or not all(isinstance(row, str) for row in walls):
        return
    header = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in keys.items())
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in walls)
    text = f'{{\n{header},\n"walls": [\n{rows}\n]}}'
    line = refusal(tmp_path / "a.maze", text.encode())
    assert reason.split(' of "walls"')[0] in line
    if reason.startswith("row "):
        row = int(reason.split()[1])
        assert f"line {text[: text.index('walls')].count(chr(10)) + 2 + row}" in line


@pytest.mark.parametrize(
    ("shape", "parameters"),
    [
        ("rectangular", {"rows": 10_000, "columns": 10_001}),
        ("rectangular", {"rows": 10_000, "columns": 10_000}),
        ("hexagonal", {"rows": 9_999, "columns": 10_000, "outline": "hexagon"}),
        ("triangular", {"rows": 10_000, "columns": 10_000, "outline": "rectangle"}),
        ("polar", {"rings": 2_500, "hole": 100}),
    ],
)
def test_sizes_that_are_not_there_are_refused_before_memory_is_taken(
    shape: str, parameters: dict[str, Any], tmp_path: Path
) -> None:
    keys = json.loads(saved(Project(maze()), tmp_path / "a.maze"))
    del keys["sha256"]
    keys |= {"version": 2, "shape": shape, "parameters": parameters}
    tracemalloc.start()
    refusal(tmp_path / "a.maze", json.dumps(keys).encode())
    assert tracemalloc.get_traced_memory()[1] < MAX_CELLS // 20
    tracemalloc.stop()


def test_the_first_parameter_of_a_shape_is_its_number_of_rows() -> None:
    """Which the reader relies on."""
    for name, parameters in EVERY:
        first = SHAPES[name].options[0].name
        assert build(name, **parameters).rows == parameters[first]


@given(st.data())
def test_openings_are_named_by_row_column_and_side(folder: Path, data: st.DataObject) -> None:
    lattice = build("rectangular", rows=2, columns=3)
    drawn = Maze(lattice, None, *data.draw(random_openings(lattice)))
    keys = json.loads(saved(Project(drawn), folder / "o.maze"))
    entrances = [drawn.entrance] if drawn.entrance else []
    shown = [keys["entrance"]] if keys["entrance"] else []
    sides = {None: None, 0: "top", 1: "right", 2: "bottom", 3: "left"}
    for opening, each in zip([*entrances, *drawn.exits], [*shown, *keys["exits"]], strict=True):
        row, column = lattice.place(opening.cell)
        assert each == {"row": row, "column": column, "side": sides[opening.slot]}


KEYS = [option.name for option in page_options()]
GROUPS = 8
HOSTILE: list[Any] = [
    *(None, True, -1, 10**20, 1e300, "", "x" * 10**6, "\ud800", [], {}),
    [["a"]],
    {"a": 1},
]
HOSTILE += ["data:image/png;name=a;base64,iVBORw0KGgo="]  # cut off behind its first bytes


def with_page(page: object, path: Path) -> Path:
    """Write a project with this page and a valid checksum."""
    text = saved(Project(maze()), path)
    path.write_bytes(signed(text.replace(b'"page": {}', b'"page": ' + json.dumps(page).encode())))
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(GROUPS))
def test_any_value_of_any_key(first: int, tmp_path: Path) -> None:
    """What the page accepts stays; all else is replaced by the default, with a warning."""
    for key in KEYS[first::GROUPS]:
        check_values(key, tmp_path)


def check_values(key: str, tmp_path: Path) -> None:
    replaced = 0
    for value in HOSTILE:
        page = {"margin": 7.0, "mine": [1], key: value}
        project = read(with_page(page, tmp_path / "a.maze"))
        assert_same(project.maze, maze())
        result, defaults = Page.from_dict(project.page), Page()
        if key not in project.page:
            assert getattr(result, key) == getattr(defaults, key)
            (warning,) = project.warnings
            assert warning.startswith(f'The page\'s "{key}" is now ')
            assert len(warning) < 300
            assert warning.isprintable()
            replaced += 1
        else:
            missing = [f"There is no typeface {quote_value(value)}"] if key == "typeface" else []
            starts = [warning.partition(" on this computer")[0] for warning in project.warnings]
            assert starts == (missing if value else [])
        assert key == "margin" or result.margin == 7.0
        assert project.page["mine"] == [1]
    assert replaced, f"nothing that {key} holds is refused"


def test_all_values_at_once(tmp_path: Path) -> None:
    project = read(with_page({key: [1] for key in KEYS}, tmp_path / "a.maze"))
    assert len(project.warnings) == len(KEYS)
    assert Page.from_dict(project.page) == Page()


def test_a_page_that_is_no_object(tmp_path: Path) -> None:
    pages: list[object] = ["A4", [], None, 7]
    for page in pages:
        project = read(with_page(page, tmp_path / "a.maze"))
        assert project.warnings == ['"page": this must be an object. It is left out.'], page
        assert project.page == {}, page


def test_a_recipe_that_is_no_object(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    (tmp_path / "a.maze").write_bytes(signed(text.replace(b'"recipe": {}', b'"recipe": 3')))
    project = read(tmp_path / "a.maze")
    assert project.warnings == ['"recipe": this must be an object. It is left out.']
    assert project.recipe.generator == ""


def test_an_invalid_value_does_not_survive_saving(tmp_path: Path) -> None:
    path = with_page({"margin": -5, "mine": 1}, tmp_path / "a.maze")
    document = Document(maze())
    document.open(read(path), path)
    save(document.project(), path)
    again = read(path)
    assert again.warnings == []
    assert again.page == {**Page().to_dict(), "mine": 1}
