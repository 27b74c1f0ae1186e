"""Damaged and hostile files of every format: one error of ours, or a maze that is sound.

Some dozens of each format as a rule, 100,000 under ``--stress``; a number names its file, so a
failure can be repeated alone.
"""

from __future__ import annotations

import re
import warnings
import zlib
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
import psutil
import pytest
from PIL import Image

from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import as_text, decode_picture, load_logo
from mazeeditor.editing.document import Document
from mazeeditor.files import IMPORTERS, Project, read
from mazeeditor.files.micromouse import maz_of, num_chunks
from mazeeditor.files.plain_text import text_of
from mazeeditor.files.project import save
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats.mcfunction import mcfunction
from mazeeditor.page.formats.text_formats import csv, json_
from mazeeditor.page.formats.tmx import tmx
from mazeeditor.page.page import Page
from tests.breadth import repeats, stress
from tests.files.mazes import assert_same
from tests.files.mutants import Mutate, by_bytes, by_characters, by_meaning
from tests.files.test_files import drawn

MOST_SECONDS, MOST_BYTES = 4.0, 10**9  # for one file; drawings take longest
UNCHECKED = "There is no checksum"


def resident_bytes() -> int:
    return int(psutil.Process().memory_info().rss)


def saved(recipe: Recipe, page: dict[str, object], folder: Path) -> bytes:
    save(Project(maze_of(recipe), recipe, page), folder / "base.maze")
    return (folder / "base.maze").read_bytes()


def picture(mode: str = "RGB") -> Image.Image:
    pixels = np.random.default_rng(1).integers(0, 256, (9, 12, 3), dtype=np.uint8)
    return Image.fromarray(pixels).convert(mode)


def encoded(form: str, mode: str = "RGB") -> bytes:
    file = BytesIO()
    picture(mode).save(file, form)
    return file.getvalue()


PICTURES = [
    *(encoded("PNG"), encoded("PNG", "P"), encoded("PNG", "LA"), encoded("PNG", "1")),
    *(encoded("JPEG"), encoded("BMP"), encoded("GIF", "P")),
]


def projects(folder: Path) -> list[bytes]:
    logo = as_text(encoded("PNG"), "png", "otto.png")
    pages: list[dict[str, object]] = [
        {},
        {**Page(title="Otto", solution="page").to_dict(), "mine": [1]},
        Page(page="fit", walls="bands", logo=logo, cell=3.0).to_dict(),
    ]
    recipes = [
        Recipe("backtracker", seed=7, sizes={"rows": 5, "columns": 6}),
        Recipe.from_json(
            {"generator": "growing-tree", "seed": 3, "braid": 0.5, "mask": [{"name": "heart"}]}
        ),
        Recipe("prim", shape="hexagonal", sizes={"rows": 5, "columns": 5}, seed=2),
        Recipe("wilson", shape="polar", sizes={"rings": 4}, seed=2, braid=0.3),
    ]
    sized = [recipe if recipe.sizes else sized_of(recipe) for recipe in recipes]
    return [saved(recipe, page, folder) for recipe in sized for page in pages]


def sized_of(recipe: Recipe) -> Recipe:
    return Recipe.from_json(recipe.to_json()).at(build("rectangular", rows=9, columns=9))


def texts(_folder: Path) -> list[bytes]:
    lattice = build("rectangular", rows=4, columns=5)
    result = []
    for seed in (1, 2):
        maze = maze_of(Recipe("prim", seed=seed, sizes={"rows": 4, "columns": 5}))
        if seed == 2:
            maze.set_openings(Opening(lattice.cell(1, 1)), (Opening(lattice.cell(3, 4)),))
        result += [text_of(maze), text_of(maze, posts="+")]
    return result


def blocks(_folder: Path) -> list[bytes]:
    maze = maze_of(Recipe("prim", seed=1, sizes={"rows": 4, "columns": 5}))
    return [text_of(maze, form="blocks"), text_of(maze, form="full-blocks")]


def others(_folder: Path) -> list[bytes]:
    """Return texts and tables as other programs write them."""
    maze = maze_of(Recipe("prim", seed=1, sizes={"rows": 4, "columns": 5}))
    form = text_of(maze, form="blocks")
    tables = [bytes(csv(maze, Job())), bytes(json_(maze, Job()))]
    return [
        form.replace(b"#", b"%"),
        text_of(maze, form="box"),
        text_of(maze, form="digits"),
        *tables,
    ]


def cell_lists(_folder: Path) -> list[bytes]:
    sizes = {"rows": 4, "columns": 5}
    mazes = [maze_of(Recipe("prim", seed=seed, sizes=sizes)) for seed in (1, 2)]
    return [b"".join(num_chunks(maze, Job())) for maze in mazes]


def contest_files(_folder: Path) -> list[bytes]:
    sizes = {"rows": 16, "columns": 16}
    return [maz_of(maze_of(Recipe("prim", seed=seed, sizes=sizes))) for seed in (1, 2)]


def game_maps(_folder: Path) -> list[bytes]:
    hexagons = Recipe("prim", shape="hexagonal", sizes={"rows": 4, "columns": 4}, seed=2)
    mazes = [maze_of(hexagons), maze_of(Recipe("prim", seed=1, sizes={"rows": 4, "columns": 5}))]
    maps = [bytes(tmx(maze, Job())) for maze in mazes]
    return [*maps, packed(maps[1], "zlib"), packed(maps[1], "gzip")]


def packed(data: bytes, packing: str) -> bytes:
    """Return a map whose numbers are packed as Tiled does by default."""
    head, numbers, tail = re.split(rb'encoding="csv">\n|\n</data>', data)
    raw = np.fromstring(numbers.decode(), np.int64, sep=",").astype("<u4").tobytes()
    text = b64encode(zlib.compress(raw, wbits=31 if packing == "gzip" else 15)).decode()
    return head + f'encoding="base64" compression="{packing}">{text}</data>'.encode() + tail


def functions(_folder: Path) -> list[bytes]:
    maze = maze_of(Recipe("prim", seed=1, sizes={"rows": 3, "columns": 3}))
    data = bytes(mcfunction(maze, Job()))
    return [data, b"\n".join(line for line in data.splitlines() if not line.startswith(b"#"))]


def judge_maze(data: bytes, path: Path) -> bool:
    """Fail unless a file is refused, or holds a maze that draws, saves and is read again."""
    path.write_bytes(data)
    try:
        project = read(path)
    except MazeError as error:
        check_message(error, path)
        return False
    project.maze.check()
    for warning in project.warnings:
        check_printable(warning)
    document = Document(maze_of(Recipe("prim", sizes={"rows": 1, "columns": 1})))
    document.open(project, path)
    check_drawn(project)
    again = path.with_name("again.maze")
    save(document.project(), again)
    reread = read(again)
    assert_same(reread.maze, project.maze)
    assert {*reread.warnings} <= {*project.warnings}  # of a typeface that is still missing
    assert Page.from_dict(reread.page) == document.page
    assert reread.extra == project.extra
    check_recipe(project, document)
    return True


def check_message(error: MazeError, path: Path) -> None:
    line = str(error)
    assert line.startswith(f"Cannot read {path}: ")
    assert line.isprintable()
    assert len(line) < len(str(path)) + 300


def check_printable(text: str) -> None:
    assert text.isprintable()
    assert len(text) < 400


def check_drawn(project: Project) -> None:
    with suppress(UsageError):  # the page may be too small
        for scene in compose(project.maze, Page.from_dict(project.page)):
            assert scene.width > 0


def check_recipe(project: Project, document: Document) -> None:
    """Whatever a recipe holds, the window shows it, and making it again is refused or works."""
    draft = Draft()
    draft.follow(document)
    with suppress(MazeError):
        maze_of(draft.recipe(shown=True)).check()
    with suppress(MazeError):
        maze_of(project.recipe).check()


def judge_change(data: bytes, path: Path) -> bool:
    """Fail, too, where a maze has changed that no warning calls unchecked."""
    if not judge_maze(data, path):
        return False
    project = read(path)
    if any(warning.startswith(UNCHECKED) for warning in project.warnings):
        return True
    assert any(same(project.maze, maze) for maze in base_mazes(path.parent))
    return True


@cache
def base_mazes(folder: Path) -> list[Maze]:
    """Return the mazes of the projects before they were changed."""
    parse = IMPORTERS["project"].run
    return [parse(data, Job()).maze for data in projects(folder)]


def same(one: Maze, other: Maze) -> bool:
    return (
        one.lattice.same(other.lattice)
        and one.walls.tobytes() == other.walls.tobytes()
        and one.openings == other.openings
    )


def judge_picture(data: bytes, path: Path) -> bool:
    """Fail unless a picture is refused, or can be a logo and a mask."""
    path = path.with_suffix(".png")
    path.write_bytes(data)
    try:
        decode_picture(data)
        logo = load_logo(path)
    except UsageError as error:
        check_printable(str(error))
        return False
    assert Page(logo=logo).logo == logo
    kept, warned = Page.valid({"logo": as_text(data, "png", "a.png")})
    assert bool(kept) != bool(warned)
    with suppress(UsageError):  # it may leave no cell
        cut({"name": "picture", "picture": str(path)}, build("rectangular", rows=5, columns=5))
    return True


def settings_files(folder: Path) -> list[bytes]:
    settings = Settings(theme="dark", sections={"page": False}, path=folder / "base.json")
    for name in ("a.maze", "b.maze"):
        settings.remember(folder / name)
    settings.save()
    return [(folder / "base.json").read_bytes()]


def judge_settings(data: bytes, path: Path) -> bool:
    """Fail unless settings are read or set aside, and can be kept again."""
    path = path.with_suffix(".json")
    path.write_bytes(data)
    settings, plain = Settings.load(path), Settings(path=path)
    for name, value in vars(plain).items():
        assert type(getattr(settings, name)) is type(value)
    assert 0 < settings.width <= 32_767
    assert path.exists() != bool(settings.warning)
    settings.save()
    assert Settings.load(path) == settings
    return not settings.warning


def drawings(name: str, folder: Path) -> list[bytes]:
    """Return drawings of a small maze, or pictures that keep its project."""
    return drawn(generate("backtracker", build("rectangular", rows=3, columns=4), 7), folder)[name]


@dataclass(frozen=True)
class Format:
    """How files of a format are made and judged; ``share`` is how many of 100,000 are tried."""

    files: Callable[[Path], list[bytes]]
    mutate: Mutate
    judge: Callable[[bytes, Path], bool]
    share: float = 1


FORMATS = {
    "project": Format(projects, by_bytes, judge_change),
    "project, right checksum": Format(projects, by_meaning, judge_maze),
    "text": Format(texts, by_bytes, judge_maze),
    "text, walls": Format(texts, by_characters, judge_maze),
    "blocks": Format(blocks, by_bytes, judge_maze),
    "blocks, walls": Format(blocks, by_characters, judge_maze),
    "signs": Format(others, by_bytes, judge_maze),
    "signs, walls": Format(others, by_characters, judge_maze),
    "num": Format(cell_lists, by_bytes, judge_maze),
    "num, walls": Format(cell_lists, by_characters, judge_maze),
    "maz": Format(contest_files, by_bytes, judge_maze),
    "tmx": Format(game_maps, by_bytes, judge_maze),
    "mcfunction": Format(functions, by_bytes, judge_maze),
    "svg": Format(partial(drawings, "svg"), by_bytes, judge_maze, 0.02),
    "pdf": Format(partial(drawings, "pdf"), by_bytes, judge_maze, 0.02),
    "dxf": Format(partial(drawings, "dxf"), by_bytes, judge_maze, 0.02),
    "kept": Format(partial(drawings, "kept"), by_bytes, judge_maze, 0.2),
    "settings": Format(settings_files, by_bytes, judge_settings),
    "pictures": Format(lambda _folder: PICTURES, by_bytes, judge_picture, 0.2),
}
ORDINARY, THOROUGH = 80, 100_000
CHUNKS = repeats(1, 25)  # a test alone may take three minutes


def test_every_format_that_is_read_is_mutated() -> None:
    assert {"project", "text", "blocks"} <= {*FORMATS}
    elsewhere = {"picture"}  # in test_picture.py, as reading one takes longer
    assert {entry.name for entry in IMPORTERS} <= {*FORMATS} | elsewhere


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("name", FORMATS)
def test_mutants(name: str, chunk: int, tmp_path: Path) -> None:
    form = FORMATS[name]
    files, opened, slowest = form.files(tmp_path), 0, 0.0
    for file in files:
        assert form.judge(file, tmp_path / "base.maze"), "the file itself can be read"
    before = resident_bytes()
    mutants = round(THOROUGH * form.share) if stress() else ORDINARY
    number = mutants // len(CHUNKS)
    numbers = range(chunk * number, (chunk + 1) * number)
    for number in numbers:
        data = form.mutate(Random(f"{name} {number}"), files)
        started = process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                opened += form.judge(data, tmp_path / "a.maze")
        except BaseException:
            print(f"mutant {number} of {name}: {data[:2000]!r}")
            raise
        slowest = max(slowest, process_time() - started)
    assert slowest < MOST_SECONDS
    assert resident_bytes() - before < MOST_BYTES
    assert opened < len(numbers)
    assert opened or form.judge is judge_change, "nothing behind the first check was tried"
    print(f"{name}: {len(numbers):,} mutants, {opened:,} opened, slowest {slowest:.3f} s")
