"""Projects keep the pictures of masks themselves, and no path; older paths are left out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core import pictures
from mazeeditor.core.disk.named_files import DATA_URI, NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import KEPT_PIXELS, made_once, name_of
from mazeeditor.files import Project, project, read
from mazeeditor.files.project import save
from mazeeditor.maze.masks import picture as picture_module
from mazeeditor.maze.masks.cutting import MaskStep, cut
from mazeeditor.maze.masks.picture import PICTURE
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from tests.cli.run import mazeeditor
from tests.files.projects import signed
from tests.maze.masks.test_pictures import swapped

WHOLE = build("rectangular", rows=30, columns=30)


def disc(path: Path, mode: str = "L", side: int = 60) -> Path:
    """Write a picture that is darker towards its middle, with alpha where the mode has it."""
    y, x = np.mgrid[:side, :side] / side - 0.5
    grey = (np.hypot(x, y) * 400).clip(0, 255).astype(np.uint8)
    image = Image.fromarray(grey).convert(mode)
    if "A" in mode:
        image.putalpha(Image.fromarray(255 - grey))
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    image.save(path, exif=exif, icc_profile=swapped() if mode == "RGB" else None)
    return path


def mask(path: object, **options: object) -> MaskStep:
    text = str(path)
    picture = text if text.startswith(DATA_URI) else NamedFile(text)
    return MaskStep("picture", {"picture": picture, **options})


CHOSEN: list[dict[str, object]] = [
    {},
    {"invert": True},
    {"alpha": True, "threshold": 0.7},
    {"threshold": 0.3},
]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_the_outline_is_the_same(mode: str, tmp_path: Path) -> None:
    for options in CHOSEN:
        step = mask(disc(tmp_path / "disc.png", mode), **options)
        text = str(step.kept().options["picture"])
        assert name_of(text) == "disc.png", options
        assert str(tmp_path) not in text, options
        before, after = cut(step, WHOLE).lattice, cut(step.kept(), WHOLE).lattice
        assert np.array_equal(before.inside, after.inside), options
        assert step.kept().kept() == step.kept(), options


def test_nothing_but_pixels_is_kept(tmp_path: Path) -> None:
    from base64 import b64decode

    text = PICTURE.keep(disc(tmp_path / "disc.png", "RGB"))
    assert b"secret" not in b64decode(text.partition("base64,")[2])


def test_a_large_picture_is_reduced_and_its_outline_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEPT_PIXELS == 4 * 10**6
    monkeypatch.setattr(picture_module, "KEPT_PIXELS", 2000)
    step = mask(disc(tmp_path / "disc.png", side=300))
    made_once.cache_clear()
    kept = step.kept()
    assert len(str(kept.options["picture"])) < 4000
    assert np.array_equal(cut(step, WHOLE).lattice.inside, cut(kept, WHOLE).lattice.inside)
    monkeypatch.setattr(pictures, "KEPT_TEXT", 100)
    with pytest.raises(UsageError, match=r"Cannot keep the picture disc\.png in a project"):
        step.kept()


def test_damaged_texts() -> None:
    for text in [
        "data:",
        "data:image/png;name=a.png;base64,AAAA",
        "data:image/png;name=a.png;base64,AAA",
        "data:text/html;name=a.png;base64,AAAA",
        "data:image/png;name=%ZZ%00%FF;base64,iVBORw0KGgo=",
    ]:
        with pytest.raises(UsageError, match=r"picture") as caught:
            cut(mask(text), WHOLE)
        assert str(caught.value).isprintable(), text


def test_a_project_keeps_the_picture(tmp_path: Path) -> None:
    path = disc(tmp_path / "disc.png")
    run = mazeeditor(
        *("generate", "--mask", "picture", "--picture", path, "--seed", 3),
        *("-o", tmp_path / "a.maze"),
    )
    assert run.status == 0, run
    path.unlink()
    text = (tmp_path / "a.maze").read_text()
    assert str(tmp_path) not in text
    assert "name=disc.png" in text
    found = read(tmp_path / "a.maze")
    again = maze_of(found.recipe)
    assert again.walls.tobytes() == found.maze.walls.tobytes()
    save(found, tmp_path / "b.maze")
    assert (tmp_path / "b.maze").read_text() == text


@pytest.mark.parametrize(
    "path", ["C:\\Users\\otto\\d.png", "\\\\host\\share\\d.png", "/home/o/d.png"]
)
def test_the_path_of_an_older_file_is_left_out(path: str, tmp_path: Path) -> None:
    """The outline is in the walls; which picture it was is said once, and forgotten."""
    recipe = Recipe("prim", seed=3, sizes={"rows": 30, "columns": 30})
    recipe = replace(recipe, masks=(mask(disc(tmp_path / "disc.png")),)).kept()
    maze = maze_of(recipe)
    save(Project(maze, recipe), tmp_path / "new.maze")
    new = (tmp_path / "new.maze").read_bytes()
    keys = json.loads(new)
    kept = json.dumps(keys["recipe"]["mask"][0]["picture"]).encode()
    old = signed(new.replace(kept, json.dumps(path).encode()))
    (tmp_path / "old.maze").write_bytes(old)
    opened = read(tmp_path / "old.maze")
    assert opened.warnings == [
        "Picture is left out: it names the file 'd.png', and a document opens none. "
        "Choose it again."
    ]
    assert opened.maze.lattice.same(maze.lattice)
    save(opened, tmp_path / "again.maze")
    assert b"d.png" not in (tmp_path / "again.maze").read_bytes()
    assert read(tmp_path / "again.maze").warnings == []


def test_a_file_that_was_never_read_is_saved_without_its_folder(tmp_path: Path) -> None:
    recipe = Recipe("prim", masks=(mask(tmp_path / "gone.png"),))
    assert recipe.to_json()["mask"] == [{"name": "picture", "picture": "gone.png"}]
    with pytest.raises(UsageError, match=r"Cannot read the picture gone\.png"):
        recipe.kept()


def test_an_unknown_mask_stays_as_it_is() -> None:
    step = MaskStep("newer", {"picture": "/a"})
    assert step.kept() == step


def test_what_could_not_be_read_again_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project, "HEADER_BYTES", 1000)
    recipe = Recipe(
        "prim", sizes={"rows": 30, "columns": 30}, masks=(mask(disc(tmp_path / "d.png")),)
    )
    maze = maze_of(recipe, job=Job())
    with pytest.raises(MazeError, match=r"Recipe and page take [\d,]+ bytes, and a project may"):
        save(Project(maze, recipe.kept()), tmp_path / "a.maze")
    assert not (tmp_path / "a.maze").exists()
