from __future__ import annotations

import hashlib
import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor import shapes
from mazeeditor.errors import CancelledError, MazeError
from mazeeditor.files import project as room
from mazeeditor.files import read
from mazeeditor.files.project import Project, load, save
from mazeeditor.generators import generate
from mazeeditor.job import Job
from mazeeditor.maze.lattice import LARGEST, Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.shapes import Shape, build
from tests.files.mazes import (
    assert_same,
    inner_walls,
    random_mazes,
    random_openings,
    read_or_refuse,
)
from tests.files.test_strict_json import VALUES
from tests.lattices import LATTICES, random_passages

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("projects")


def maze(rows: int = 3, columns: int = 4) -> Maze:
    return generate("backtracker", build("rectangular", rows=rows, columns=columns), 7)


def saved(project: Project, path: Path) -> bytes:
    save(project, path)
    return path.read_bytes()


def signed(text: bytes) -> bytes:
    """Return a file with the checksum that its lines have now."""
    end = text.rindex(b'"sha256"')
    return text[:end] + b'"sha256": "%b"}\n' % hashlib.sha256(text[:end]).hexdigest().encode()


def refusal(path: Path, text: bytes) -> str:
    path.write_bytes(text)
    with pytest.raises(MazeError) as caught:
        load(path)
    line = str(caught.value)
    assert line.startswith(f"Cannot read {path}: ")
    assert line.isprintable()
    assert len(line) < len(str(path)) + 300
    return line.removeprefix(f"Cannot read {path}: ")


def json_or_none(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=3)


@settings(max_examples=60)
@given(random_mazes(), OBJECTS, OBJECTS, OBJECTS)
def test_a_project_comes_back_byte_for_byte(
    folder: Path, drawn: Maze, recipe: dict[str, Any], page: dict[str, Any], extra: dict[str, Any]
) -> None:
    path = folder / "a.maze"
    extra = {key: extra[key] for key in extra if key not in {*room.OWN, "walls", "sha256"}}
    text = saved(Project(drawn, recipe, page, extra), path)
    again = load(path)
    assert_same(again.maze, drawn)
    assert (again.recipe, again.page, again.extra) == (recipe, page, extra)
    assert again.warnings == []
    assert saved(again, path) == text
    plain = json.loads(text)
    lines = text.splitlines(keepends=True)
    assert plain["sha256"] == hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    assert lines[-1].startswith(b'"sha256": ')
    assert list(plain)[:2] == ["format", "version"]
    assert [len(row) for row in plain["walls"]] == [drawn.lattice.columns] * drawn.lattice.rows


@pytest.mark.parametrize("kind", LATTICES)
def test_other_shapes_come_back(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shape with up to eight slots and holes, as a later file of the room would add it."""

    def test(*, seed: int = 0) -> Lattice:
        """Of any kind."""
        lattice = LATTICES[kind](Random(seed))
        object.__setattr__(lattice, "parameters", {"seed": seed})
        return lattice

    assert len(shapes.SHAPES) > 0
    monkeypatch.setitem(shapes.SHAPES._things, "test", Shape("test", "Test", test))
    for seed in range(10):
        drawn, _graph = random_passages(test(seed=seed), Random(seed))
        outer = [
            (int(cell), drawn.lattice.outer_slots(int(cell)))
            for cell in drawn.lattice.inside_cells()
        ]
        gaps = [Opening(cell, slots[-1]) for cell, slots in outer if slots]
        if kind != "tangles":  # whose outside is one cell without a way back
            drawn.set_openings(gaps[0], tuple(gaps[-2:]))
        save(Project(drawn), tmp_path / "a.maze")
        assert_same(load(tmp_path / "a.maze").maze, drawn)


def test_one_changed_wall_changes_one_line_or_two(tmp_path: Path) -> None:
    drawn = maze(6, 7)
    before = saved(Project(drawn), tmp_path / "a.maze").splitlines()
    for wall in inner_walls(drawn.lattice):
        lower, _slot, upper, _back = drawn.lattice.sides_of(np.array([wall]))
        rows = {drawn.lattice.place(int(cells[0]))[0] for cells in (lower, upper)}
        drawn.toggle(np.array([wall]))
        after = saved(Project(drawn), tmp_path / "a.maze").splitlines()
        changed = [at for at, line in enumerate(after) if line != before[at]]
        first = after.index(b'"walls": [') + 1
        assert changed == [*(first + row for row in sorted(rows)), len(after) - 1]
        drawn.toggle(np.array([wall]))


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    lines = (room.__doc__ or "").partition("::")[2].strip().splitlines()
    text = "\n".join(line.strip() for line in lines[:-1])
    (tmp_path / "a.maze").write_text(text)
    project = load(tmp_path / "a.maze")
    assert project.recipe == {"generator": "backtracker", "seed": 7}
    again = saved(project, tmp_path / "b.maze").decode().splitlines()
    assert again[:-1] == text.splitlines()


@pytest.mark.parametrize("after", range(1, 9))
def test_unknown_keys_keep_their_place(after: int, tmp_path: Path) -> None:
    lines = saved(Project(maze()), tmp_path / "a.maze").splitlines(keepends=True)
    lines.insert(after + 1, '"новый": [1, {"x": null, "y": "\\ud800"}],\n'.encode())
    text = signed(b"".join(lines))
    (tmp_path / "a.maze").write_bytes(text)
    project = load(tmp_path / "a.maze")
    assert project.extra == {"новый": [1, {"x": None, "y": "\ud800"}]}
    assert (saved(project, tmp_path / "b.maze") == text) == (after > 1)  # else behind the version
    assert load(tmp_path / "b.maze").extra == project.extra


def test_a_newer_version_is_refused_by_name(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze").replace(b'"version": 1', b'"version": 7')
    line = refusal(tmp_path / "a.maze", text)
    assert "made by a newer mazeeditor (format version 7)" in line


def test_a_changed_file_opens_when_its_last_line_is_deleted(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    changed = text.replace(b'"left"', b"null").replace(b'"walls"', b'"note": "by hand",\n"walls"')
    row = load(tmp_path / "a.maze").maze.walls[6:7]  # the first cell, now closed at the left
    start = changed.index(b'"walls": [\n"') + len(b'"walls": [\n"')
    changed = changed[:start] + b"%x" % (row[0] | 8) + changed[start + 1 :]
    line = refusal(tmp_path / "a.maze", changed)
    assert "checksum does not fit" in line
    assert line.endswith("delete its last line.")
    plain = json.loads(changed)
    del plain["sha256"]
    for text in (
        b"".join(changed.splitlines(keepends=True)[:-1]),
        b"".join(changed.splitlines(keepends=True)[:-1]).rstrip(),
        changed[: changed.rindex(b'"sha256"')] + b'"sha256": null}',
        json.dumps(plain).encode(),
        json.dumps(plain, indent=4, sort_keys=True).encode(),
    ):
        (tmp_path / "a.maze").write_bytes(text)
        project = load(tmp_path / "a.maze")
        assert project.maze.entrance == Opening(6)
        assert project.extra == {"note": "by hand"}


def test_the_walls_of_somebody_else_are_not_ours(tmp_path: Path) -> None:
    """Rows are found by their lines; these lines are those of a key inside another one."""
    keys = json.loads(saved(Project(maze()), tmp_path / "a.maze"))
    del keys["sha256"]
    text = json.dumps(keys).removesuffix("}") + ', "other": {"a": 1,\n"walls": [\n"0000"\n]}}'
    (tmp_path / "a.maze").write_text(text)
    project = load(tmp_path / "a.maze")
    assert_same(project.maze, maze())
    assert project.extra == {"other": {"a": 1, "walls": ["0000"]}}


def test_line_ends_and_byte_order_marks_of_other_systems(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    for other in (
        text.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + text,
        b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        text.rstrip(),
        text + b"\n \n",
    ):
        (tmp_path / "a.maze").write_bytes(other)
        assert_same(read(tmp_path / "a.maze").maze, maze())


def test_a_file_cut_anywhere_is_refused_or_complete(tmp_path: Path) -> None:
    drawn = maze()
    text = saved(Project(drawn, {"seed": 7}), tmp_path / "a.maze")
    complete = text.rindex(b"],") + 2  # from here to the checksum nothing is missing
    whole = [complete, complete + 1, len(text) - 1]
    for length in range(len(text)):
        (tmp_path / "a.maze").write_bytes(text[:length])
        if length in whole:
            assert_same(load(tmp_path / "a.maze").maze, drawn)
        else:
            refusal(tmp_path / "a.maze", text[:length])


def test_no_changed_byte_goes_unseen(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    text = saved(Project(maze(2, 2), {"seed": 7}), path)
    name = range(text.index(b"sha256"), text.index(b"sha256") + 6)
    for at in range(len(text) - 1):
        for other in {ord("0"), ord('"'), text[at] ^ 32, 255} - {text[at]}:
            changed = text[:at] + bytes([other]) + text[at + 1 :]
            if at not in name:
                refusal(path, changed)
            elif json_or_none(changed):  # a key nobody knows, and nothing else is damaged
                path.write_bytes(changed)
                assert_same(load(path).maze, maze(2, 2))


def test_swapped_lines_are_seen(tmp_path: Path) -> None:
    lines = saved(Project(maze()), tmp_path / "a.maze").splitlines(keepends=True)
    for one in range(len(lines)):
        for other in range(one):
            swapped = lines.copy()
            swapped[one], swapped[other] = lines[other], lines[one]
            if swapped != lines:
                refusal(tmp_path / "a.maze", b"".join(swapped))


@settings(max_examples=200)
@given(st.data())
def test_whatever_is_in_a_file_it_is_refused_or_a_sound_maze(
    folder: Path, data: st.DataObject
) -> None:
    """Without the checksum, so that what is read behind it meets the damage too."""
    text = bytearray(saved(Project(maze(2, 3), {"seed": 7}), folder / "fuzz.maze"))
    del text[text.rindex(b'"sha256"') :]
    short = [bytes([byte]) for byte in b'"{}[],:\n\0\xff']
    words = [b"", b"-1", b"1e9", b"99", b"null", b"true", b"NaN", b'"rows"']
    pieces = st.sampled_from([*short, *words, b'"walls": [\n', b"\n]", b'\n"sha256": ""}'])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(pieces | st.binary(max_size=3))
    (folder / "fuzz.maze").write_bytes(text)
    project = read_or_refuse(folder / "fuzz.maze")
    if project is not None:
        project.maze.check()
        save(project, folder / "fuzz.maze")
        assert_same(load(folder / "fuzz.maze").maze, project.maze)


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
    (lambda keys: keys["parameters"].update(columns=5), "cell 2,3 has no outer wall"),
    (lambda keys: keys.update(entrance=[0, 0]), '"entrance": an opening needs'),
    (lambda keys: keys["entrance"].pop("row"), '"entrance": an opening needs'),
    (lambda keys: keys["entrance"].update(row=True), '"row" must be a whole number'),
    (lambda keys: keys["entrance"].update(column=9), '"entrance": There is no cell 0,9'),
    (lambda keys: keys["entrance"].update(side="up"), "there is no side 'up'"),
    (lambda keys: keys["entrance"].update(side=[]), "there is no side []"),
    (lambda keys: keys["entrance"].update(side="right"), '"entrance": cell 0,0 has no outer'),
    (lambda keys: keys["entrance"].update(side="top"), "is an opening, but closed"),
    (lambda keys: keys["entrance"].update(colour=1), "an opening has no 'colour'"),
    (lambda keys: keys["entrance"].update(side=None), "gap that is no opening"),
    (lambda keys: keys.update(exits=None), '"exits": this must be a list'),
    (lambda keys: keys.update(exits=[1]), '"exits": an opening needs'),
    (lambda keys: keys.update(exits=[]), "gap that is no opening"),
    (lambda keys: keys.update(recipe=[]), '"recipe": this must be an object'),
    (lambda keys: keys.update(page="A4"), '"page": this must be an object'),
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


@pytest.mark.parametrize(("change", "reason"), BAD)
@pytest.mark.parametrize("lines", [True, False])
def test_every_key_is_checked(change: Change, reason: str, lines: bool, tmp_path: Path) -> None:
    """Both as this program lays a file out and as any other program does."""
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


def test_rows_that_are_no_rows_are_named_by_line(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    first = text[: text.index(b'"walls": [\n')].count(b"\n") + 2
    start = text.index(b'"walls": [\n') + len(b'"walls": [\n')
    for row in range(3):
        at = start + row * 8
        for broken in (b"ffffff", b'"ffff', b'ffff"', b'  "ff"', b""):
            wrong = text[:at] + broken + text[at + 6 :]
            assert f"line {first + row}" in refusal(tmp_path / "a.maze", wrong)


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    head = saved(Project(maze()), tmp_path / "a.maze")
    tracemalloc.start()
    for start in (b"", head):
        (tmp_path / "a.maze").write_bytes(start)
        os.truncate(tmp_path / "a.maze", 5 * 10**9)
        with pytest.raises(MazeError, match=r"a\.maze: (it has 5,000,000,000 bytes|this is a bin)"):
            read(tmp_path / "a.maze")
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()


def test_sizes_that_are_not_there_are_refused_before_memory_is_taken(tmp_path: Path) -> None:
    keys = json.loads(saved(Project(maze()), tmp_path / "a.maze"))
    del keys["sha256"]
    keys["parameters"] = {"rows": 10_000, "columns": 10_001}
    tracemalloc.start()
    refusal(tmp_path / "a.maze", json.dumps(keys).encode())
    assert tracemalloc.get_traced_memory()[1] < LARGEST // 20
    tracemalloc.stop()


def test_what_no_file_can_hold_is_not_written(tmp_path: Path) -> None:
    text = saved(Project(maze()), tmp_path / "a.maze")
    deep: list[Any] = []
    for _ in range(200):
        deep = [deep]
    for page in ({"x": float("nan")}, {"x": {1}}, {"x": deep}, {"x": 10**30}, {"x": maze}):
        with pytest.raises(MazeError):
            save(Project(maze(), page=page), tmp_path / "a.maze")
    assert (tmp_path / "a.maze").read_bytes() == text
    assert [each.name for each in tmp_path.iterdir()] == ["a.maze"]


def test_unknown_keys_take_nobody_elses_place(tmp_path: Path) -> None:
    extra = {"walls": [], "sha256": "x", "format": "y", "mine": 1}
    save(Project(maze(), extra=extra), tmp_path / "a.maze")
    project = load(tmp_path / "a.maze")
    assert project.extra == {"mine": 1}
    assert_same(project.maze, maze())


def test_a_job_shows_how_far_it_is(tmp_path: Path) -> None:
    seen: list[float] = []

    class Watched(Job):
        def step(self, done: int) -> None:
            super().step(done)
            seen.append(self.progress)

    drawn = maze(1000, 3)
    for work in (
        lambda: save(Project(drawn), tmp_path / "a.maze", Watched()),
        lambda: load(tmp_path / "a.maze", Watched()),
    ):
        seen.clear()
        work()
        assert len(seen) > 10
        assert seen == sorted(seen)
        assert seen[-1] > 0.85


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_a_cancelled_job_changes_nothing(steps: int, tmp_path: Path) -> None:
    class Cancelled(Job):
        left = steps

        def step(self, done: int) -> None:
            if self.left == 0:
                self.cancel()
            self.left -= 1
            super().step(done)

    text = saved(Project(maze()), tmp_path / "a.maze")
    with pytest.raises(CancelledError):
        save(Project(maze(1000, 3)), tmp_path / "a.maze", Cancelled())
    assert (tmp_path / "a.maze").read_bytes() == text
    assert [each.name for each in tmp_path.iterdir()] == ["a.maze"]
    save(Project(maze(1000, 3)), tmp_path / "a.maze")
    with pytest.raises(CancelledError):
        load(tmp_path / "a.maze", Cancelled())


@given(st.data())
def test_openings_are_named_by_row_column_and_side(folder: Path, data: st.DataObject) -> None:
    lattice = build("rectangular", rows=2, columns=3)
    drawn = Maze(lattice, None, *data.draw(random_openings(lattice)))
    keys = json.loads(saved(Project(drawn), folder / "o.maze"))
    wanted = [drawn.entrance] if drawn.entrance else []
    shown = [keys["entrance"]] if keys["entrance"] else []
    sides = {None: None, 0: "top", 1: "right", 2: "bottom", 3: "left"}
    for opening, each in zip([*wanted, *drawn.exits], [*shown, *keys["exits"]], strict=True):
        row, column = lattice.place(opening.cell)
        assert each == {"row": row, "column": column, "side": sides[opening.slot]}
