"""Writes the templates of the gallery: ``docs/make.py --templates``.

Finished mazes are projects as the editor saves them, so they open at once, without any generator;
their names are those of the files, without the number that orders them. Pages with a theme are
presets, whose sizes are those of the audience on a page with that theme. Of all templates the
pictures are drawn, of those that are no finished mazes as what they begin with.
"""

from __future__ import annotations

import json
import tempfile
from base64 import b64encode
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import mazeeditor
from mazeeditor.app.books.draft import begin_book
from mazeeditor.app.drafts.new_maze import FORMAT as PRESET_FORMAT
from mazeeditor.app.drafts.new_maze import SUFFIX as PRESET
from mazeeditor.app.drafts.new_maze import page_in, recipe_in
from mazeeditor.app.gallery.choosing import GRIDS, sheet_of
from mazeeditor.app.gallery.own_templates import about, as_template
from mazeeditor.app.gallery.pictures import FINER, SIZE, draw_picture, smaller, write
from mazeeditor.app.gallery.templates import TEMPLATES, Template, templates
from mazeeditor.app.jobs import ignore
from mazeeditor.app.printing.sheet_draft import SheetDraft
from mazeeditor.app.printing.snapshot import Print
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.entrances import to_the_middle
from mazeeditor.editing.content import Content
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import beginning
from mazeeditor.files import SUFFIX, Project
from mazeeditor.files.project import save
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import plan_making
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.solid_picture import SolidPicture
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import PHOTO
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.audiences import AUDIENCES, filling_for, made_for
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw
from mazeeditor.page.scene import Scene
from mazeeditor.page.themes import label_of
from mazeeditor.sheets import BOOK_SUFFIX

SHEET = {"solution": "page"}
SEED = 5  # of mazes that are made anew by each
LASER = {"page": "fit", "margin": 5.0, "walls": "hairlines", "marks": "none"}


@dataclass(frozen=True)
class Spec:
    """A finished maze: its name, where it stands in the gallery, how it is made, and its page."""

    name: str
    category: str = "page"
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


def on_ground() -> MaskStep:
    """Return the mask of a small field."""
    corners = [(0, 0), (9, 1), (11, 8), (6, 7), (3, 11), (-1, 7), (0, 0)]  # 0.0001 degrees
    ring = [[round(x * 1e-4, 6), round(y * 1e-4, 6)] for x, y in corners]
    outline = b64encode(json.dumps({"type": "Polygon", "coordinates": [ring]}).encode()).decode()
    kept = f"data:application/geo+json;name=field.geojson;base64,{outline}"
    return MaskStep("field", {"field": kept, "path": 2.6, "hedge": 1.4})


def text(words: str) -> MaskStep:
    """Return the mask of a word."""
    return MaskStep("text", {"text": words})


HEART, STAR, ELLIPSE = MaskStep("heart"), MaskStep("star"), MaskStep("ellipse")
HOLE = MaskStep("hole", {"hole_form": "ellipse", "hole_width": 0.35, "hole_height": 0.35})
SPECS = [
    Spec(
        "easy sheet",
        sizes=size(10, 7),
        page=SHEET | {"title": "Find the way", "marks": "word", "walls": "bands", "wall": 2.0},
    ),
    Spec("sheet for children", sizes=size(20, 14), page=SHEET | {"title": "Find the way out"}),
    Spec("classic sheet", generator="wilson", sizes=size(34, 24), page=SHEET | {"title": "Maze"}),
    Spec("hard sheet", sizes=size(60, 42), page=SHEET | {"title": "For experts", "wall": 0.4}),
    Spec("wall poster", generator="kruskal", sizes=size(100, 70), page={"page": "A3", "wall": 0.5}),
    Spec("long and winding", "teach", sizes=size(24, 34)),
    Spec("many short dead ends", "teach", "prim", sizes=size(24, 34)),
    Spec("many routes", "teach", braid=0.6, sizes=size(24, 34)),
    Spec("no dead ends", "teach", braid=1.0, sizes=size(24, 34)),
    Spec("rooms", "teach", "recursive-division", sizes=size(24, 34)),
    Spec("into the middle", sizes=size(25, 25), middle=True, page=SHEET),
    Spec("round", shape="polar", sizes={"rings": 14}, middle=True, page=SHEET),
    Spec("ring", shape="polar", sizes={"rings": 12, "hole": 5}, page=SHEET),
    Spec("hexagons", shape="hexagonal", sizes=size(28, 24), page=SHEET),
    Spec("triangles", shape="triangular", sizes=size(24, 41)),
    Spec("heart", "shape", sizes=size(41, 41), masks=(HEART,), page=SHEET | {"colour": "#b3123f"}),
    Spec("star", "shape", sizes=size(51, 51), masks=(STAR,), page=SHEET | {"colour": "#8a5a00"}),
    Spec(
        "greeting card",
        "shape",
        shape="hexagonal",
        sizes=size(19, 17),
        masks=(HEART,),
        page={"page": "A5", "title": "For you", "colour": "#b3123f", "marks": "none"},
    ),
    Spec("word", "shape", sizes=size(16, 64), masks=(text("MAZE"),)),
    Spec(
        "name sign", "make", sizes=size(34, 100), masks=(text("ANNA"),), page=LASER | {"cell": 3.0}
    ),
    Spec(
        "room for a logo",
        "shape",
        shape="hexagonal",
        sizes=size(31, 28),
        masks=(ELLIPSE, HOLE),
        page=SHEET,
    ),
    Spec(
        "laser coaster",
        "make",
        shape="polar",
        sizes={"rings": 9},
        middle=True,
        page=LASER | {"cell": 5.0},
    ),
    Spec("laser pendant", "make", sizes=size(17, 17), masks=(HEART,), page=LASER | {"cell": 3.0}),
    Spec("laser board", "make", "growing-tree", sizes=size(15, 20), page=LASER | {"cell": 10.0}),
]


@dataclass(frozen=True)
class ThemedPage:
    """A page with a theme: for whom its maze is, and what its card says."""

    theme: str
    audience: str
    about: str
    name: str = ""  # of another template otherwise


COLOUR_IN = "Ages 7 to 9, with pictures to colour in"
THEMED = [
    ThemedPage("dinosaurs", "7-9", COLOUR_IN),
    ThemedPage("ocean", "7-9", COLOUR_IN),
    ThemedPage("space", "10+", "From age 10, with pictures to colour in"),
    ThemedPage("farm", "4-6", "Ages 4 to 6, with pictures to colour in"),
    ThemedPage("pirates", "10+", "From age 10, with pictures to colour in"),
    ThemedPage("forest", "7-9", COLOUR_IN),
    ThemedPage("robots", "10+", "From age 10, with pictures to colour in"),
    ThemedPage("school", "7-9", "Ages 7 to 9, for a lesson"),
    ThemedPage("birthday", "7-9", "Ages 7 to 9, for a party"),
    ThemedPage("easter", "4-6", "Ages 4 to 6, with eggs to colour in"),
    ThemedPage("halloween", "10+", "From age 10, with pictures to colour in"),
    ThemedPage("winter", "7-9", COLOUR_IN),
    ThemedPage("flowers", "senior", "Large print for seniors, with a border of flowers"),
    ThemedPage("classic", "adult", "For adults, with a classic border", "Classic border"),
    ThemedPage("elegant", "expert", "For experts, with a plain frame", "Elegant border"),
]
THEMED_ORDER = 5  # after the presets, before the finished mazes


@dataclass(frozen=True)
class Purpose:
    """Something that mazes can do: its card, for whom, and what its file says beside that.

    A page is filled for the audience; ``rest`` has the page, and what else the file says. With a
    ``sheet`` it is one of a class, whose mazes get their size when the card is chosen.
    """

    file: str
    name: str
    about: str
    audience: str = "7-9"
    words: str = ""
    page: dict[str, Any] = field(default_factory=dict)
    sheet: dict[str, Any] | None = None
    rest: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    order: int = 8


def shows(name: str, **options: Any) -> dict[str, Any]:
    """Return the recipe of a maze that shows something."""
    return {"subject": {"name": name, **options}}


TACTILE = 13.0, 2.0  # mm: a passage for a finger, and a wall that it feels
PURPOSES = [
    Purpose(
        "first-lines",
        "First lines",
        "Ages 2 and 3: very wide, few turns",
        audience="2-3",
        words="toddler preschool kindergarten easy smallest pre-writing",
        page={"walls": "bands"},
    ),
    Purpose(
        "secret-message",
        "Secret message",
        "Letters along the way, in their order, spell it",
        words="sentence letters hidden words text gift invitation",
        page={"along": "letters", "sentence": "WELL DONE"},
        rest={"field": ["page", "sentence"]},
    ),
    Purpose(
        "hidden-picture",
        "Hidden picture",
        "It appears when the way is filled in",
        words="heart surprise reveal colour gift pixel",
        page={"solution_fill": True},
        recipe=shows("picture", figure="heart", pixels=20),
        rest={"field": ["generate", "figure"]},
    ),
    Purpose(
        "photo",
        "A photo",
        "Dense where it is dark: choose a picture of yours",
        audience="adult",
        words="portrait face picture image gift",
        recipe=shows("photo"),
        rest={"ask": "photo", "field": ["generate", "photo"]},
    ),
    Purpose(
        "code-for-phones",
        "A code for phones",
        "A QR code in the walls, which a camera reads",
        audience="expert",
        words="qr barcode link web address url scan",
        recipe=shows("qr", qr="HELLO"),
        rest={"field": ["generate", "qr"]},
    ),
    Purpose(
        "stops-and-keys",
        "Stops, keys and doors",
        "Three places to visit, and a key for a door",
        words="collect treasure adventure checkpoint",
        page={"along": "stops", "stops": "3", "keys": "1"},
        rest={"field": ["page", "stops"]},
    ),
    Purpose(
        "large-print",
        "Large print",
        "Thick walls and wide passages, for weak eyes",
        audience="senior",
        words="senior old low vision bold easy to see big",
    ),
    Purpose(
        "bold-lines",
        "Bold lines for fingers",
        "Passages of 13 mm between walls of 2 mm",
        audience="senior",
        words="tactile blind touch swell paper bold accessible low vision",
        page={"cell": sum(TACTILE), "wall": TACTILE[1]},
    ),
    Purpose(
        "class-sums",
        "Sums at forks",
        "Ages 7 to 9: the right answer leads on",
        words="math maths arithmetic plus add calculate numbers worksheet",
        page={"along": "questions", "questions": "plus-20"},
        sheet={"per_page": "1"},
        order=6,
    ),
    Purpose(
        "class-steps",
        "Number steps",
        "Ages 7 to 9: step on the multiples of 3",
        words="math maths times table counting multiples numbers grid worksheet",
        page={"along": "stepping"},
        sheet={"per_page": "1"},
        order=7,
    ),
    Purpose(
        "class-left-handed",
        "Left-handed children",
        "Ages 7 to 9, from right to left",
        words="mirrored left hand lefty",
        page={"mirrored": True},
        sheet={"per_page": "1"},
    ),
]
LINES = {"name_line": True}  # of each sheet for a class


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


def write_mazes() -> set[Path]:
    """Write the projects of finished mazes; return their files."""
    written = set()
    for number, spec in enumerate(SPECS, 1):
        name = f"{number:02}-{spec.name.replace(' ', '-')}"
        project = project_of(spec)
        said = {
            "category": spec.category,
            "about": about(Page.from_dict(project.page)),
            "order": 10 + number,
        }
        path = TEMPLATES / f"{name}{SUFFIX}"
        save(as_template(project, said), path)
        written.add(path)
    return written


def write_themed() -> set[Path]:
    """Write the presets of pages with a theme; return their files."""
    return {*map(_write_themed, THEMED)}


def _write_themed(themed: ThemedPage) -> Path:
    audience, page = AUDIENCES[themed.audience], Page(theme=themed.theme, solution="page")
    made = filling_for(audience, "rectangular", page)
    values = {
        "format": PRESET_FORMAT.name,
        "version": PRESET_FORMAT.version,
        "category": "page",
        "order": THEMED_ORDER,
        "name": themed.name or label_of(themed.theme),
        "about": themed.about,
        "shape": "rectangular",
        "sizes": made.sizes,
        "recipe": {"generator": audience.generator, **audience.options},
        "page": {"theme": themed.theme, "wall": audience.wall, "solution": "page"},
    }
    path = TEMPLATES / f"theme-{themed.theme}{PRESET}"
    path.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def write_purposes() -> set[Path]:
    """Write the presets of what mazes can do; return their files."""
    return {*map(_write_purpose, PURPOSES)}


def _write_purpose(purpose: Purpose) -> Path:
    audience = AUDIENCES[purpose.audience]
    recipe = {"generator": audience.generator, **audience.options, **purpose.recipe}
    head = {
        "format": PRESET_FORMAT.name,
        "version": PRESET_FORMAT.version,
        "category": "page" if purpose.sheet is None else "class",
        "order": purpose.order,
        "name": purpose.name,
        "about": purpose.about,
        "words": purpose.words,
    }
    if purpose.sheet is None:
        shown, page = "subject" in recipe, SHEET | purpose.page
        if not (shown or "cell" in page):
            page |= {"wall": audience.wall}
        sizes = {} if shown else {"sizes": _filling(purpose)}
        body = {"shape": "rectangular", **sizes, "recipe": recipe, "page": page}
    else:
        sheet = {"sheet": {**purpose.sheet, **LINES}}
        body = {"for": audience.name, **sheet, **({"page": purpose.page} if purpose.page else {})}
    values = {key: value for key, value in {**head, **body, **purpose.rest}.items() if value != ""}
    path = TEMPLATES / f"{purpose.file}{PRESET}"
    path.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _filling(purpose: Purpose) -> dict[str, Any]:
    """Return rows and columns that fill a page on the smaller of both usual papers each way."""
    audience, made = AUDIENCES[purpose.audience], []
    for paper in ("A4", "Letter"):
        page = Page.from_dict({**SHEET, **purpose.page, "page": paper})
        if page.cell is None:
            made.append(filling_for(audience, "rectangular", page).sizes)
        else:
            known = made_for(audience, "rectangular", page, cell=page.cell, wall=page.wall)
            made.append(known.sizes)
    return {name: min(sizes[name] for sizes in made) for name in made[0]}


# Pictures


def picture_of(template: Template) -> Image.Image:
    """Return the picture of what a template begins with."""
    values, suffix = template.values, template.path.suffix
    if suffix == SUFFIX:
        from mazeeditor.files import read

        project = read(template.path, Job())
        return of_page(project.maze, Page.from_dict(project.page))
    if suffix == BOOK_SUFFIX:
        draft = begin_book(template.path.stem, 1, Job())
        draft.fields.update({"ramp": "none", "figures": False})  # to count takes its time
        return of_scene(draft.request().printing(Job()).pages[0].composed(Job()))
    if "sheet" in values:
        return of_class(template)
    if "outline" in values:
        mask = on_ground() if values["outline"] == "field" else text("Ab")
        recipe = Recipe("backtracker", sizes=size(19, 23), masks=(mask,), seed=SEED)
        return of_page(maze_of(recipe), Page(page="fit", marks="none", margin=4.0))
    recipe = replace(recipe_in(values), seed=SEED)
    if values.get("ask"):
        recipe = replace(recipe, subject=ChosenSubject("photo", {"photo": ball()}))
    if values.get("like"):
        recipe = replace(recipe, sizes=size(16, 12))
    document = begun(recipe, page_in(values.get("page", {})), values.get("grid", ""))
    if "making" in values:
        return of_job(document.maze, document.page, values["making"]["job"])
    if values.get("category") == "teach":
        return of_lesson(recipe, str(values["command"]))
    return of_page(document.maze, document.page)


def begun(recipe: Recipe, page: Page, grid: str) -> Document:
    """Return the document that a card begins."""
    document = Document(maze_of(Recipe("backtracker", seed=SEED, sizes=size(5, 5))), recipe, page)
    work = beginning(document, recipe, page, make=GRIDS.get(grid))
    work.deliver(work.run(Job()))
    return document


def ball() -> str:
    """Return the photo of a ball in the light, as a maze keeps it."""
    y, x = np.mgrid[-1.2:1.2:240j, -1.0:1.0:200j]
    high = np.sqrt(np.clip(1 - (x**2 + y**2) / 0.64, 0, 1))
    light = np.clip((high - 0.6 * x - 0.7 * y) / 1.36, 0, 1)
    grey = np.where(high > 0, 40 + 200 * light, 250).astype(np.uint8)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ball.png"
        Image.fromarray(grey).save(path)
        return str(PHOTO.keep(path))


def of_page(maze: Maze, page: Page) -> Image.Image:
    """Return the first page of a maze."""
    picture = draw_picture(Print(maze, page, None), Job())
    assert picture
    return picture


def of_scene(scene: Scene) -> Image.Image:
    """Return a page."""
    scale = min(SIZE[0] / scene.width, SIZE[1] / scene.height)
    return smaller(draw(scene, round(scene.width * scale) * FINER))


def of_class(template: Template) -> Image.Image:
    """Return the first page of what a card makes for a class."""
    draft = SheetDraft(Settings(), Page(), ignore)
    card, values = sheet_of(template, draft.settings)
    draft.begin_with(replace(card, recipe=replace(card.recipe, seed=1)), values)
    order = draft.request(Page(), None, lambda: None).order()
    return of_scene(order.plan(Job()).pages[0].composed(Job()))


def of_job(maze: Maze, page: Page, job: str) -> Image.Image:
    """Return the first sheet of a job, or its solid."""
    plan = plan_making(maze, page, MakeOptions(job=job))
    box = (SIZE[0] * FINER, SIZE[1] * FINER)
    if plan.product.solid is not None:
        return smaller(SolidPicture.of(plan.product.solid, box).picture)
    return smaller(SheetPicture.whole(plan.sheets[0], plan.machine, box).image(1.0))


LESSONS: dict[str, tuple[str, float]] = {  # what is seen of a command: a solver, and how far
    "watch-generating": ("", 0.5),
    "watch-generators": ("", 0.8),
    "watch-solving": ("breadth-first", 0.55),
    "watch-solvers": ("a-star", 0.7),
    "compare": ("dead-end-filling", 0.6),
    "compare-generators": ("", 1.0),
    "distances": ("breadth-first", 1.0),
    "play": ("wall-follower", 0.3),
}


def of_lesson(recipe: Recipe, command: str) -> Image.Image:
    """Return a frame of a film of an algorithm."""
    solver, share = LESSONS[command]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lesson.gif"
        if solver:
            mazeeditor.film(maze_of(recipe), path, solver=solver, cell=12)
        else:
            mazeeditor.film(recipe.generator, path, seed=SEED, cell=12, **recipe.sizes)
        with Image.open(path) as film:
            film.seek(round(share * (getattr(film, "n_frames", 1) - 1)))
            frame = film.convert("RGB")
    scale = min(SIZE[0] / frame.width, SIZE[1] / frame.height)
    size = round(frame.width * scale), round(frame.height * scale)
    return frame.resize(size, Image.Resampling.LANCZOS)


def write_all() -> None:
    """Write all finished mazes and all pictures anew, and remove those of what is gone."""
    before = {*TEMPLATES.glob(f"*{SUFFIX}"), *TEMPLATES.glob(f"theme-*{PRESET}")}
    for old in before - write_mazes() - write_themed() - write_purposes():
        old.unlink()
    offered = templates()
    for template in offered:
        assert not template.problem, template.problem
        write(template.picture, picture_of(template))
    for old in {*TEMPLATES.glob("*.png")} - {template.picture for template in offered}:
        old.unlink()
