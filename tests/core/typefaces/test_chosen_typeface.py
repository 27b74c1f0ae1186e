"""Titles in a chosen typeface, in every format; kept by name, and replaced where it is missing."""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.typefaces.chosen_typeface import (
    BUNDLED_FAMILY,
    add_own,
    available_typefaces,
    find_typeface,
    kept_name,
    own_folder,
    replaced_typeface,
)
from mazeeditor.core.typefaces.shaping import Lettering, runs, width_of
from mazeeditor.files import Project, read
from mazeeditor.files.project import save
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.formats import EXPORTERS, encode_scenes, pages_of
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.planning import plan_page
from mazeeditor.page.text.lettering import lettering_of
from tests.cli.run import mazeeditor
from tests.core.typefaces.small_fonts import small_font

MAZE = maze_of(Recipe("prim", seed=1, sizes={"rows": 4, "columns": 12}))
SQUARES = "My Squares"
CHOSEN = Lettering(SQUARES)
DRAWN = [entry for entry in EXPORTERS if entry.draws_any]


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    """Return a typeface whose letters A and B are squares, one of the user's own from now on."""
    path = small_font(tmp_path / "squares.ttf", SQUARES, "AB ")
    assert add_own(path) == SQUARES
    return path


def written(page: Page, suffix: str, **options: Any) -> bytes:
    (data,) = encode_scenes(pages_of(MAZE, page), Path(f"a{suffix}"), **options).values()
    return data


def test_the_bundled_typeface_comes_first_and_stands_for_no_choice(squares: Path) -> None:
    assert squares.exists()
    names = list(available_typefaces())
    assert names[:2] == [BUNDLED_FAMILY, SQUARES]
    assert find_typeface("dejavu sans") == ""
    assert find_typeface("my squares") == "my squares"
    with pytest.raises(UsageError, match="There is no typeface 'Nowhere' on this"):
        find_typeface("Nowhere")
    assert not any(typeface.coloured for typeface in available_typefaces().values())


@pytest.mark.usefixtures("squares")
def test_what_the_typeface_lacks_comes_from_others() -> None:
    assert [(run.text, run.face.path.name) for run in runs("ABcA", CHOSEN)] == [
        ("AB", "squares.ttf"),
        ("c", "DejaVuSans.ttf"),
        ("A", "squares.ttf"),
    ]
    assert width_of("ABBA", CHOSEN) == pytest.approx(4 * 0.7)
    assert (
        lettering_of("ABBA", BUNDLED_FAMILY)
        == lettering_of("ABBA", "Nowhere")
        == lettering_of("ABBA")
    )
    one_line = plan_page(MAZE, Page(title="A" * 60, typeface=SQUARES)).title
    assert one_line.size == pytest.approx((297 - 30) / (60 * 0.7))


@pytest.mark.parametrize("suffix", [entry.suffix for entry in DRAWN])
def test_a_title_is_in_its_typeface_in_every_format(suffix: str, squares: Path) -> None:
    assert squares.exists()
    plain, chosen = Page(title="ABBA"), Page(title="ABBA", typeface=SQUARES)
    coarse = {"dpi": 75} if suffix == ".png" else {}
    for name in (BUNDLED_FAMILY, "Nowhere"):
        usual = written(Page(title="ABBA", typeface=name), suffix, **coarse)
        assert usual == written(plain, suffix, **coarse)
    check: dict[str, Callable[[bytes], bool]] = {
        ".svg": lambda data: b'aria-label="ABBA"' in data,  # outlines, the same everywhere
        ".pdf": lambda data: b"MySquares" in data.replace(b" ", b"") or b"squares" in data.lower(),
        ".png": _has_four_squares,
    }
    assert check[suffix](written(chosen, suffix))
    if suffix == ".svg":
        as_text = written(chosen, suffix, letters="text")
        assert b"font-family=\"'My Squares', DejaVu Sans" in as_text


def _has_four_squares(data: bytes) -> bool:
    """Whether the first rows with ink are four bars of the same width, as squares have."""
    dark = np.asarray(Image.open(BytesIO(data)).convert("L")) < 128
    inked = np.flatnonzero(dark.any(axis=1))
    row = dark[inked[0] + 5]
    edges = np.flatnonzero(np.diff(row.astype(np.int8)))
    lengths = edges[1::2] - edges[::2]
    return len(lengths) == 4 and int(np.ptp(lengths)) <= 1


def test_projects_keep_the_name_and_no_path(squares: Path, tmp_path: Path) -> None:
    for name in (SQUARES, NamedFile(squares)):
        page = Page(title="AB", typeface=name)
        assert page.to_dict()["typeface"] == SQUARES
        path = tmp_path / "a.maze"
        recipe = Recipe.from_json({"mask": [{"name": "text", "text": "A", "font": name}]})
        assert recipe.typefaces == [name], "as older projects have it"
        assert recipe.kept().typefaces == [SQUARES]
        save(Project(MAZE, recipe.kept(), page.to_dict()), path)
        project = read(path)
        assert project.warnings == []
        assert project.page["typeface"] == SQUARES
        assert str(tmp_path) not in path.read_text()
    for name in ("/home/otto/Otto.ttf", r"C:\Users\otto\Otto.ttf", r"\fonts\Otto.ttf"):
        assert kept_name(name) == "Otto"


def test_a_missing_typeface_is_reported_once(tmp_path: Path) -> None:
    recipe = Recipe.from_json({"mask": [{"name": "text", "text": "A", "typeface": "Nowhere"}]})
    page = Page(title="AB", typeface="Nowhere").to_dict()
    save(Project(MAZE, recipe, page), tmp_path / "a.maze")
    project = read(tmp_path / "a.maze")
    text = "There is no typeface 'Nowhere' on this computer. DejaVu Sans is used instead."
    assert project.warnings == [text] == [replaced_typeface("Nowhere")]
    assert project.page["typeface"] == "Nowhere", "for the computer that has it"
    assert replaced_typeface("") == replaced_typeface(BUNDLED_FAMILY) == ""


def test_what_the_reader_of_a_typeface_logs_is_not_printed(squares: Path, tmp_path: Path) -> None:
    data = bytearray(squares.read_bytes())
    entry = data.index(b"name")
    (place,) = struct.unpack_from(">I", data, entry + 8)
    struct.pack_into(">H", data, place + 2, data[place + 3] + 1)  # a name more than there is
    (tmp_path / "odd.ttf").write_bytes(data)
    save(Project(MAZE), tmp_path / "a.maze")
    typeface = ("--title", "A", "--typeface", tmp_path / "odd.ttf")
    done = mazeeditor("export", tmp_path / "a.maze", "-o", tmp_path / "a.svg", *typeface)
    assert (done.status, done.error) == (0, "")


def test_own_typefaces_are_checked_and_copied(tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_bytes(b"no typeface")
    with pytest.raises(UsageError, match="Cannot read the typeface bad"):
        add_own(tmp_path / "bad.ttf")
    folder = own_folder()
    assert folder
    assert not folder.exists()
    path = small_font(tmp_path / "one.otf", "One", "A")
    assert add_own(path) == add_own(folder / "one.otf") == "One"
    assert (folder / "one.otf").read_bytes() == path.read_bytes()
    folder.joinpath("one.otf").unlink()
    folder.rmdir()
    folder.write_bytes(b"in the way")
    with pytest.raises(MazeError, match="Cannot keep the typeface in"):
        add_own(path)


def test_every_option_that_names_a_typeface_is_known_as_one() -> None:
    options = [*page_options(), *(option for mask in MASKS for option in mask.options)]
    for option in options:
        assert (option.typeface is not None) == (option.name == "typeface")
    assert sum(option.typeface is not None for option in options) == 2
