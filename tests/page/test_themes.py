"""Themes: nothing of them lies on a maze, a text or a margin; plain pages have none; own themes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.typefaces import typefaces
from mazeeditor.core.typefaces.chosen_typeface import available_typefaces, typeface_of
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import compose
from mazeeditor.page.drawings.motifs import THINNEST_LINE_MM
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Box, Layer, Scene, Strokes, Text
from mazeeditor.page.themes import DRAWINGS, ORDER, OWN_FOLDER, PLAIN, theme_named, theme_names
from mazeeditor.page.themes import decoration as decoration_module
from mazeeditor.page.themes.decoration import LAYER, Kind, decoration, drawn_in
from mazeeditor.page.themes.free_places import FreePlaces
from mazeeditor.page.themes.themed_page import with_pictures
from tests.breadth import stress
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run
from tests.page.decor import check_places, check_within, decor

THEMES = [name for name in ORDER if name != PLAIN]
TRIMS = {"A4": 15.0, "8.5x11in": 12.7, "A5": 10.0, "260x180mm": 12.0}
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
STAR = '<path d="M50 4L62 36 96 38 69 59 79 92 50 73 21 92 31 59 4 38 38 36Z" fill="#ff0000"/>'


@cache
def maze_of(shape: str) -> Maze:
    kinds: dict[str, dict[str, Any]] = {
        "square": {"rows": 9, "columns": 8},
        "wide": {"rows": 5, "columns": 16},
        "hexagon": {"shape": "hexagonal", "rows": 7, "columns": 7, "outline": "hexagon"},
        "triangle": {"shape": "triangular", "rows": 8, "outline": "triangle"},
        "round": {"shape": "polar", "rings": 5},
        "heart": {"rows": 18, "columns": 18, "mask": "heart"},
        "hole": {"rows": 16, "columns": 12, "mask": "hole"},
    }
    return mazeeditor.generate("backtracker", seed=4, **kinds[shape])


SHAPES = ("square", "wide", "hexagon", "triangle", "round", "heart", "hole")


def cells_of(maze: Maze, page: Page) -> tuple[list[BaseGeometry], float]:
    """Return most of the cells of a maze on its page, found without its outlines."""
    layout = plan_page(maze, page)
    inside = np.flatnonzero(maze.lattice.inside)
    centres = maze.lattice.geometry.centres(inside) * layout.scale.cell + (layout.x, layout.y)
    return [shapely.Point(place) for place in centres], 0.3 * layout.scale.cell


def colours_of(scene: Scene) -> set[str]:
    return {item.colour for item in decor(scene)}


def thinnest(scene: Scene) -> float:
    return min(item.width for item in decor(scene) if isinstance(item, Strokes))


@pytest.mark.slow(8)
@pytest.mark.parametrize("turn", range(len(SHAPES) if stress() else 2))
@pytest.mark.parametrize("theme", THEMES)
def test_decoration_keeps_off_mazes_texts_and_margins(theme: str, turn: int) -> None:
    """Two shapes on one of the trims each, other ones with each theme; all with --stress."""
    number = 2 * THEMES.index(theme) + turn
    maze = maze_of(SHAPES[number % len(SHAPES)])
    every = list(TRIMS.items())
    for trim, margin in every if stress() else [every[number % len(every)]]:
        title = ["", "A title", "A long title that takes much of the width of its page"]
        page = Page(page=trim, margin=margin, theme=theme, title=title[number % 3])
        (scene,) = compose(maze, page)
        box = margin, margin, scene.width - margin, scene.height - margin
        check_places(scene, box, cells_of(maze, page))
        assert colours_of(scene) <= {"black", "#ffffff"}
        assert thinnest(scene) >= THINNEST_LINE_MM


PARTS = {"corner", "picture", "start", "goal", "collect", "pattern", "answers", "opener"}


@pytest.mark.slow
def test_a_theme_has_all_its_drawings_and_colours() -> None:
    for name in THEMES:
        read = theme_named(name)
        assert {*read.drawings} >= PARTS, f"draw the groups of {name}.svg that other themes have"
        assert len(read.all_of("picture")) >= 3, name
        ends = [drawing for end in ("start", "goal") for drawing in read.all_of(end)]
        assert all(drawing.label for drawing in ends), f"{name}: give start and goal a title"
        assert read.typeface in typefaces.PACKAGES, name


@pytest.mark.slow(6)
@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_colours_of_its_own_or_that_of_the_page(theme: str) -> None:
    (scene,) = compose(maze_of("square"), Page(theme=theme, coloured=True))
    assert len(colours_of(scene) - {"black", "#ffffff"}) >= 2
    (blue,) = compose(maze_of("square"), Page(theme=theme, colour="blue"))
    assert colours_of(blue) == {"blue", "#ffffff"}


def test_a_plain_page_is_as_it_was(tmp_path: Path) -> None:
    maze = maze_of("square")
    assert Page().theme == PLAIN
    assert not any(layer.name == LAYER for layer in compose(maze, Page(title="A"))[0].layers)
    written: dict[str, dict[str, Any]] = {"a": {}, "b": {"theme": "plain", "coloured": True}}
    for name, options in written.items():
        mazeeditor.export(maze, tmp_path / f"{name}.svg", title="A", **options)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_lasers_follow_no_theme() -> None:
    (plain, themed) = (
        compose(maze_of("square"), Page(walls="hairlines", theme=name))[0]
        for name in (PLAIN, "farm")
    )
    assert [layer.name for layer in themed.layers] == [layer.name for layer in plain.layers]
    assert themed.cell == plain.cell


def test_the_pictures_of_a_theme_stand_at_start_and_goal_unless_others_were_chosen() -> None:
    themed = with_pictures(Page(theme="pirates"))
    assert themed.marks == "picture"
    assert "Pirate%20ship" in themed.start_picture
    assert "Treasure%20chest" in themed.goal_picture
    assert with_pictures(Page(theme="pirates", marks="word")).marks == "word"
    own = with_pictures(Page(theme="pirates", marks="picture", start_picture="rabbit"))
    assert own.start_picture == "rabbit"
    assert with_pictures(Page(theme="pirates", theme_pictures=False)).marks == "arrow"
    assert with_pictures(Page()) == Page()
    collected = with_pictures(Page(theme="pirates", along="pictures"))
    assert "Coin" in collected.collect


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["opener", "title-page", "ends", "answers", "pattern", "start"])
def test_drawings_stand_in_the_rectangle_they_are_given(name: str) -> None:
    assert name in DRAWINGS
    for theme in THEMES:
        for box in ((10.0, 20.0, 110.0, 60.0), (5.0, 5.0, 30.0, 90.0)):
            items = drawn_in(Page(theme=theme), name, box)
            assert items
            check_within(items, box)
    assert drawn_in(Page(), name, (0.0, 0.0, 10.0, 10.0)) == ()


def test_a_missing_typeface_gives_way_to_the_bundled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        typefaces, "PACKAGES", {typefaces.FRIENDLY: "no_such_package_of_a_typeface"}
    )
    assert typefaces.packaged_typeface(typefaces.FRIENDLY) is None
    assert typefaces.packaged_typeface("Anything") is None


# Finding and reading


def test_every_file_is_a_theme_in_the_list() -> None:
    files = {file.stem for file in OWN_FOLDER.glob("*.svg")}
    assert {*THEMES} == files
    assert theme_names()[: len(ORDER)] == [*ORDER]
    assert len(ORDER) >= 16
    listed = [json.loads(line) for line in run("list", "themes", "--json").out.splitlines()]
    assert [each["name"] for each in listed] == theme_names()
    assert listed[0]["label"] == "Plain"
    assert listed[3]["label"] == "Dinosaurs"


def test_an_unknown_theme_names_a_near_one(tmp_path: Path) -> None:
    for text, near in {"dinosaur": "dinosaurs", "Halowen": "halloween"}.items():
        with pytest.raises(UsageError, match=f"Did you mean {near}"):
            Page(theme=text)
    with pytest.raises(UsageError, match=r"Choose one of: plain, classic"):
        Page(theme="zzz")
    assert Page(theme=" Ocean ").theme == "ocean"
    warned = Page.valid({"theme": "lost"})
    assert warned[0] == {}
    assert "There is no theme 'lost'" in warned[1][0]
    maze = tmp_path / "a.maze"
    mazeeditor.save(maze_of("square"), maze)
    said = failure(
        "export", str(maze), "-o", str(tmp_path / "a.svg"), "--theme", "piratess", status=2
    )
    assert "Did you mean pirates?" in said


@pytest.fixture
def own_folder(settings_file: Path) -> Path:
    folder = settings_file.parent / "themes"
    folder.mkdir(parents=True)
    return folder


def test_users_add_a_theme_as_a_folder_and_replace_one_of_the_program(own_folder: Path) -> None:
    folder = own_folder / "ocean"
    folder.mkdir()
    (folder / "picture.svg").write_text(SVG.format(STAR), "utf-8")
    (folder / "corner.svg").write_text(SVG.format(STAR), "utf-8")
    (folder / "readme.txt").write_text("Drawn by me", "utf-8")
    head = SVG.replace("<svg", '<svg data-frame="0.5 0.1"')
    (folder / "theme.svg").write_text(head.format("<title>Sea</title>"), "utf-8")
    assert theme_names().count("ocean") == 1
    theme = theme_named("ocean")
    assert theme.label == "Sea"
    assert {*theme.drawings} == {"picture", "corner"}
    (scene,) = compose(maze_of("square"), Page(theme="ocean"))
    check_places(scene, (15.0, 15.0, scene.width - 15.0, scene.height - 15.0))
    (folder / "theme.svg").write_text(SVG.format("<title>Lake</title>"), "utf-8")
    assert theme_named("ocean").label == "Lake"


BROKEN = {
    "<svg": "it is damaged",
    "": "it is damaged",
    SVG.format(""): "it has no drawings: groups with an id such as border",
    SVG.format(f'<g id="cornr">{STAR}</g>'): "no drawing 'cornr'. Did you mean corner?",
    SVG.format(f'<g id="goal-2">{STAR}</g>'): "no drawing 'goal-2'. Did you mean goal?",
    SVG.format('<g id="corner"></g>'): "'corner': nothing is drawn in it.",
    SVG.format('<g id="corner"><text>A</text></g>'): "'corner': it has text",
    SVG.format('<g id="corner"><path d="M1 nonsense"/></g>'): "'corner': it is damaged",
    SVG.format(f'<g id="border" data-gap="wide">{STAR}</g>'): "data-gap must be a number",
    SVG.format(f'<g id="border" data-turn="left">{STAR}</g>'): "data-turn must be turned or",
    SVG.replace("<svg", '<svg data-frame="2 1"').format(f'<g id="goal">{STAR}</g>'): "pairs of",
}


def test_a_broken_theme_says_in_one_sentence_what_is_wrong(own_folder: Path) -> None:
    file = own_folder / "mine.svg"
    for text, reason in BROKEN.items():
        file.write_text(text, "utf-8")
        with pytest.raises(UsageError) as caught:
            compose(maze_of("square"), Page(theme="mine"))
        said = str(caught.value)
        assert said.startswith(f"The theme {file} cannot be used: "), text
        assert reason in said, text
        assert "\n" not in said, text


def test_a_broken_theme_is_left_out_of_the_list(own_folder: Path) -> None:
    (own_folder / "mine.svg").write_text("<svg", "utf-8")
    listed = run("list", "themes")
    assert "ocean" in listed.out
    assert "cannot be used" in listed.error


# Where there is room


def test_free_places_are_found_and_taken() -> None:
    free = FreePlaces((0.0, 0.0, 100.0, 60.0), 0.0)
    assert free.largest(5.0, 5.0) == pytest.approx((0.0, 0.0, 99.0, 60.0), abs=2.0)
    free.add((0.0, 20.0, 100.0, 60.0))
    place = free.largest(5.0, 5.0)
    assert place == pytest.approx((0.0, 0.0, 100.0, 20.0), abs=2.0)
    assert place
    assert place[3] <= 20.0
    free.add((0.0, 0.0, 100.0, 17.0))
    assert free.largest(5.0, 5.0) is None


def test_holes_of_an_area_are_free() -> None:
    free = FreePlaces((0.0, 0.0, 100.0, 100.0), 1.0)
    outer = np.array([(5.0, 5.0), (95.0, 5.0), (95.0, 95.0), (5.0, 95.0)])
    inner = np.array([(30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0)])
    free.add_area([outer, inner[::-1]], 0.5)
    place = free.largest(10.0, 10.0)
    assert place
    assert shapely.box(31.0, 31.0, 69.0, 69.0).buffer(0.5).covers(shapely.box(*place))
    assert place[2] - place[0] > 30.0


def test_as_much_stays_clear_around_a_box_as_is_asked() -> None:
    for clear, own in ((5.0, None), (5.0, 12.0), (5.0, 0.0), (0.0, None)):
        free = FreePlaces((0.0, 0.0, 100.0, 60.0), clear)
        box = (60.0, 0.0, 70.0, 60.0)
        free.add(box, own)
        place = free.largest(5.0, 5.0)
        assert place
        around = clear if own is None else own
        assert box[0] - around - 1.5 < place[2] <= box[0] - around, (clear, own)


@pytest.mark.parametrize("kind", ["answers", "other"])
def test_pictures_of_both_sides_are_alike(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a page whose left side alone is taken: it had pictures at its right only."""
    places: list[Box] = []
    filled = decoration_module._Pen._filled

    def noted(pen: Any, pictures: Any, place: Box, *rest: Any) -> Any:
        places.append(place)
        return filled(pen, pictures, place, *rest)

    monkeypatch.setattr(decoration_module._Pen, "_filled", noted)
    page = Page(theme="pirates")
    taken = Text(20.0, 60.0, 30.0, "Taken", "start", "black", 0.0)
    box = 10.0, 10.0, 200.0, 287.0
    layers = [Layer("title", "Title", (taken,))]
    assert decoration(page, box, (), layers, kind=kind)
    assert len(places) > 2
    for left, top, right, bottom in places:
        image = 210 - right, top, 210 - left, bottom
        assert any(np.allclose(image, other, atol=0.01) for other in places)


def test_users_add_a_theme_as_a_file(own_folder: Path) -> None:
    group = f'<g id="{{}}">{STAR}</g>'
    groups = "".join(
        map(group.format, ("corner", "border", "border-2", "picture", "start", "goal"))
    )
    (own_folder / "my-stars.svg").write_text(
        SVG.format("<title>My Stars</title>" + groups), "utf-8"
    )
    assert "my-stars" in theme_names()
    theme = theme_named("my-stars")
    assert theme.label == "My Stars"
    assert len(theme.all_of("border")) == 2
    (scene,) = compose(maze_of("square"), Page(theme="my-stars", coloured=True))
    assert colours_of(scene) == {"#ff0000"}
    check_places(scene, (15.0, 15.0, scene.width - 15.0, scene.height - 15.0))


@pytest.mark.slow
def test_titles_are_set_in_the_typeface_of_the_theme() -> None:
    def typeface_on(page: Page) -> str:
        layers = {layer.name: layer for layer in compose(maze_of("square"), page)[0].layers}
        (text,) = layers["title"].items
        assert isinstance(text, Text)
        return text.lettering.typeface

    if typeface_of(typefaces.FRIENDLY) is None:
        pytest.skip("the package of the typeface is not installed")
    assert typeface_on(Page(title="A", theme="ocean")) == typefaces.FRIENDLY
    assert typeface_on(Page(title="A", theme="ocean", typeface="DejaVu Sans")) == ""
    assert typeface_on(Page(title="A")) == ""
    assert {*typefaces.PACKAGES} <= {*available_typefaces()}


@pytest.mark.slow(5)
@pytest.mark.parametrize("theme", THEMES)
def test_print_shops_take_pages_of_every_theme(theme: str, tmp_path: Path) -> None:
    maze, file = maze_of("square"), tmp_path / "a.pdf"
    page = Page(page="8.5x11in", margin=12.7, theme=theme, title="A")
    scenes = compose(maze, page)
    file.write_bytes(encode_scenes(scenes, file)[file])
    report = mazeeditor.preflight(file, rules="kdp")
    errors = [one for one in report.errors if one.rule != "page-count"]
    assert not errors
