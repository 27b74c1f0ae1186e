"""Writes the examples of File > Examples: ``docs/make.py --examples``.

They are projects as the editor saves them, so they open at once, without any generator; their
names are those of the files, without the number that orders them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from mazeeditor.app.files.maze_library import EXAMPLES
from mazeeditor.app.printing.snapshot import Print, draw
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.entrances import to_the_middle
from mazeeditor.editing.content import Content
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.page import Page

SHEET = {"solution": "page"}
SIDE, FINER, COLOURS = 200, 2, 8  # px of a picture, how much finer it is drawn first
DARKER = 1.8  # thin lines would be pale in so small a picture
LASER = {"page": "fit", "margin": 5.0, "walls": "hairlines", "marks": "none"}


@dataclass(frozen=True)
class Spec:
    """An example: its name, how it is made, and its page."""

    name: str
    generator: str = "backtracker"
    sizes: dict[str, int] = field(default_factory=dict)
    shape: str = "rectangular"
    masks: tuple[MaskStep, ...] = ()
    braid: float | None = None
    page: dict[str, Any] = field(default_factory=dict)
    middle: bool = False  # whether the goal is there
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 7


def size(rows: int, columns: int) -> dict[str, int]:
    """Return the sizes of a grid."""
    return {"rows": rows, "columns": columns}


def text(words: str) -> MaskStep:
    """Return the mask of a word."""
    return MaskStep("text", {"text": words})


HEART, STAR, ELLIPSE = MaskStep("heart"), MaskStep("star"), MaskStep("ellipse")
HOLE = MaskStep("hole", {"hole_form": "ellipse", "hole_width": 0.35, "hole_height": 0.35})
SPECS = [
    Spec(
        "sheet for small children",
        sizes=size(10, 7),
        page=SHEET | {"title": "Find the way", "marks": "word", "walls": "bands", "wall": 2.0},
    ),
    Spec("sheet for children", sizes=size(20, 14), page=SHEET | {"title": "Find the way out"}),
    Spec("classic sheet", "wilson", sizes=size(34, 24), page=SHEET | {"title": "Maze"}),
    Spec("hard sheet", sizes=size(60, 42), page=SHEET | {"title": "For experts", "wall": 0.4}),
    Spec("poster", "kruskal", sizes=size(100, 70), page={"page": "A3", "wall": 0.5}),
    Spec("long and winding", sizes=size(24, 34)),
    Spec("many short dead ends", "prim", sizes=size(24, 34)),
    Spec("many routes", braid=0.6, sizes=size(24, 34)),
    Spec("no dead ends", braid=1.0, sizes=size(24, 34)),
    Spec("rooms", "recursive-division", sizes=size(24, 34)),
    Spec("into the middle", sizes=size(25, 25), middle=True, page=SHEET),
    Spec("round", shape="polar", sizes={"rings": 14}, middle=True, page=SHEET),
    Spec("ring", shape="polar", sizes={"rings": 14, "hole": 6}, page=SHEET),
    Spec("hexagons", shape="hexagonal", sizes=size(28, 24), page=SHEET),
    Spec("triangles", shape="triangular", sizes=size(24, 41)),
    Spec("heart", sizes=size(41, 41), masks=(HEART,), page=SHEET | {"colour": "#b3123f"}),
    Spec("star", sizes=size(51, 51), masks=(STAR,), page=SHEET | {"colour": "#8a5a00"}),
    Spec(
        "greeting card",
        shape="hexagonal",
        sizes=size(34, 30),
        masks=(HEART,),
        page={"page": "A5", "title": "For you", "colour": "#b3123f", "marks": "none"},
    ),
    Spec("word", sizes=size(26, 90), masks=(text("MAZE"),)),
    Spec("name sign", sizes=size(34, 100), masks=(text("ANNA"),), page=LASER | {"cell": 3.0}),
    Spec(
        "room for a logo",
        shape="hexagonal",
        sizes=size(40, 36),
        masks=(ELLIPSE, HOLE),
        page=SHEET,
    ),
    Spec(
        "laser coaster", shape="polar", sizes={"rings": 9}, middle=True, page=LASER | {"cell": 5.0}
    ),
    Spec("laser pendant", sizes=size(17, 17), masks=(HEART,), page=LASER | {"cell": 3.0}),
    Spec("laser board", "growing-tree", sizes=size(15, 20), page=LASER | {"cell": 10.0}),
]


def project_of(spec: Spec) -> Project:
    """Return the project of an example."""
    recipe = Recipe(
        spec.generator,
        spec.options,
        spec.seed,
        spec.braid,
        spec.shape,
        spec.sizes,
        spec.masks,
    )
    maze, page = maze_of(recipe), Page(**spec.page)
    if spec.middle:
        to_the_middle(maze).swap(Content(maze, recipe, page))
    return Project(maze, recipe, page.to_dict())


def picture_of(project: Project) -> Image.Image:
    """Return the first page of a project, without its solution."""
    page = Page.from_dict({**project.page, "solution": "none"})
    finer = (SIDE * FINER, SIDE * FINER)
    large = draw(Print(project.maze, page, None), finer, Job()).images[0].convert("RGB")
    size = (large.width // FINER, large.height // FINER)
    small = large.resize(size, Image.Resampling.LANCZOS)
    return small.point(lambda value: 255 - (255 - value) * DARKER).quantize(COLOURS)


def write() -> None:
    """Write all examples anew, and remove what is no example any more."""
    EXAMPLES.mkdir(exist_ok=True)
    for old in EXAMPLES.iterdir():
        old.unlink()
    for number, spec in enumerate(SPECS, 1):
        project, name = project_of(spec), f"{number:02}-{spec.name.replace(' ', '-')}"
        save(project, EXAMPLES / f"{name}.maze")
        picture_of(project).save(EXAMPLES / f"{name}.png", optimize=True)
