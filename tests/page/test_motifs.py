"""Drawings for start and goal: read as other programs draw them; hostile ones are refused."""

from __future__ import annotations

import io
import shutil
import subprocess
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.core.svg import shapes
from mazeeditor.maze.lattice import Opening
from mazeeditor.page.compose import compose
from mazeeditor.page.drawings.motifs import (
    Motif,
    check_motif,
    drawing,
    kept_text,
    load_motif,
    motif_of,
    names,
)
from mazeeditor.page.marks.marks import Scale, marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.raster import raster
from mazeeditor.page.scene import Layer, Polygons, Scene, Strokes
from tests.page.mazes import made

FOLDER = Path(__file__).parents[2] / "icons" / "pictures"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}>{}</svg>'
SCALE = Scale(cell=10, wall=0.5, outline=0)


def svg(body: str, attributes: str = "") -> bytes:
    return SVG.format(attributes, body).encode()


def pixels(motif: Motif, size: int = 300) -> np.ndarray[Any, Any]:
    """Return how dark each pixel of a drawing is, 0 to 1, a white border around it."""
    items = motif.items((5, 5, 5 + 90 * motif.width, 5 + 90 * motif.height), "black", 0.0)
    layer = Layer("marks", "Marks", items)
    scene = Scene(10 + 90 * motif.width, 10 + 90 * motif.height, (layer,), "", "", 1, 1)
    image = raster.draw(scene, round(size * (10 + 90 * motif.width) / 100))
    return 1 - np.asarray(image.convert("L")) / 255


def rendered(data: bytes, size: int = 300) -> np.ndarray[Any, Any]:
    """Return the same of librsvg, cut to its ink and with the same border."""
    command = ["rsvg-convert", "-w", "600", "-h", "600", "--keep-aspect-ratio"]
    done = subprocess.run(command, input=data, check=True, capture_output=True)
    picture = Image.open(io.BytesIO(done.stdout)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    dark = 1 - np.asarray(paper.convert("L")) / 255
    rows, columns = np.nonzero(np.asarray(picture.getchannel("A")) > 127)
    part = dark[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = 0.9 * size / max(part.shape)
    small = Image.fromarray((part * 255).astype(np.uint8)).resize(
        (round(part.shape[1] * scale), round(part.shape[0] * scale)), Image.Resampling.BOX
    )
    return np.pad(np.asarray(small) / 255, round(0.05 * size))


def difference(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Return the share of pixels that differ clearly, where edges may lie a pixel aside."""
    height, width = (min(sides) for sides in zip(one.shape, other.shape, strict=True))
    assert abs(one.shape[0] - other.shape[0]) <= 2
    assert abs(one.shape[1] - other.shape[1]) <= 2
    return float((np.abs(one[:height, :width] - other[:height, :width]) > 0.75).mean())


needs_librsvg = pytest.mark.skipif(
    not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed"
)


@pytest.mark.slow
@needs_librsvg
@pytest.mark.parametrize("part", range(4))
def test_a_drawing_is_read_as_another_program_draws_it(part: int) -> None:
    for name in names()[part::4]:
        theirs = rendered((FOLDER / f"{name}.svg").read_bytes())
        assert difference(pixels(drawing(name)), theirs) < 0.004, name
        assert 0.05 < theirs.mean() < 0.35, name


USERS = {
    "shapes": '<rect x="2" y="3" width="30" height="20" rx="4"/><circle cx="50" cy="12" r="9"/>'
    '<ellipse cx="20" cy="40" rx="18" ry="8" fill="#888"/><polygon points="40,30 60,30 50,55"/>'
    '<polyline points="2,60 20,52 40,62" fill="none" stroke="black" stroke-width="3" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    "transforms": '<g transform="translate(30 10) rotate(30) scale(2 1)"><rect width="9" '
    'height="9"/><g transform="matrix(1 .5 0 1 4 20)"><circle r="6"/></g></g>'
    '<rect transform="skewX(20) skewY(10)" x="5" y="50" width="8" height="8"/>',
    "holes": '<path d="M0 0H60V60H0Z M15 15V45H45V15Z M22 22H38V38H22Z"/>',
    "evenodd": '<path fill-rule="evenodd" d="M0 0H60V60H0Z M15 15H45V45H15Z"/>',
    "nonzero": '<path d="M0 0H60V60H0Z M15 15H45V45H15Z"/>',
    "styles": "<style>.a{fill:#777} #b{fill:none;stroke:#000;stroke-width:4} "
    '/* c */ circle{fill:black}</style><rect class="a" width="30" height="30"/>'
    '<path id="b" stroke-linecap="round" stroke-linejoin="round" d="M40 5L60 50L35 60"/>'
    '<circle cx="15" cy="50" r="8"/><rect width="99" height="99" style="display:none"/>',
    "uses": '<defs><circle id="c" r="8"/></defs><use href="#c" x="10" y="10"/>'
    '<use href="#c" transform="translate(40 40) scale(2)"/>',
    "white": '<circle cx="30" cy="30" r="28"/><circle cx="30" cy="30" r="14" fill="white"/>',
    "butt": '<path d="M10 50L40 10L70 60" fill="none" stroke="#000" stroke-width="9"/>',
    "square": '<path d="M10 50L40 10L70 60" fill="none" stroke="#000" stroke-width="9" '
    'stroke-linecap="square" stroke-linejoin="bevel"/>',
    "round and pointed": '<path d="M10 50L40 10L70 60H20" fill="none" stroke="#000" '
    'stroke-width="9" stroke-linecap="round"/>',
    "bevelled ring": '<path d="M10 60L40 10L70 60Z" fill="none" stroke="#000" '
    'stroke-width="9" stroke-linejoin="bevel"/>',
    "dashes": '<path d="M10 50L40 10L70 60" fill="none" stroke="#000" stroke-width="9" '
    'stroke-dasharray="14 8"/>',
    "clip": '<clipPath id="c"><circle cx="30" cy="30" r="20"/></clipPath>'
    '<path clip-path="url(#c)" d="M5 5H60V35H5Z"/>',
    "curves": '<path d="M5 30Q20 0 35 30T60 30A9 9 0 0 1 45 45C40 70 10 70 5 30z"/>',
}


@pytest.mark.sample(1)
@needs_librsvg
@pytest.mark.parametrize("part", range(3))
def test_the_drawing_of_a_user_looks_the_same(part: int) -> None:
    for name, body in list(USERS.items())[part::3]:
        data = svg(body, 'viewBox="0 0 100 100"')
        motif = motif_of(kept_text(data, "own.svg"))
        assert isinstance(motif, Motif)
        assert difference(pixels(motif), rendered(data)) < 0.004, name


@pytest.mark.slow
def test_no_two_drawings_are_alike() -> None:
    small = {
        name: np.asarray(Image.fromarray(pixels(drawing(name), 64)).resize((24, 24)))
        for name in names()
    }
    for one, other in combinations(names(), 2):
        assert np.abs(small[one] - small[other]).mean() > 0.04, (one, other)


HOSTILE = {
    "no SVG": (b"<html/>", "it is not an SVG drawing"),
    "no XML": (b"\x00\x01", "it is damaged"),
    "empty": (b"", "it is damaged"),
    "nothing": (svg(""), "nothing is drawn"),
    "entities": (
        b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
        "it declares entities",
    ),
    "external": (
        b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
        "it declares entities",
    ),
    "text": (svg("<text>A</text>"), "it has text"),
    "image": (svg('<image href="file:///etc/passwd"/>'), "it has pictures in it"),
    "browser": (svg("<foreignObject/>"), "only a browser shows"),
    "gradient": (svg('<rect width="9" height="9" fill="url(#g)"/>'), "gradients or patterns"),
    "mask": (svg('<rect width="9" height="9" mask="url(#m)"/>'), "masks or filters"),
    "link": (svg('<use href="other.svg#a"/>'), "in another file"),
    "circle": (svg('<g id="a"><use href="#a"/></g>'), "more than 50 deep"),
    "deep": (svg("<g>" * 3000 + "</g>" * 3000), "more than 50 deep"),
    "many": (svg('<rect width="1" height="1"/>' * 51), "more than 50 shapes"),
    "bomb": (
        svg(
            "".join(f'<g id="g{n}">' + f'<use href="#g{n + 1}"/>' * 10 + "</g>" for n in range(9))
            + '<rect id="g9" width="1" height="1"/>'
        ),
        "more than 50 shapes",
    ),
    "huge": (svg('<rect width="1e300" height="1e300"/>'), "it is damaged"),
    "nan": (svg('<rect width="nan" height="9"/>'), "it is damaged"),
    "path": (svg('<path d="M0 0L"/>'), "it is damaged"),
    "narrow": (svg('<rect width="1000" height="1"/>'), "too narrow"),
    "colour": (svg('<rect width="9" height="9" fill="sky"/>'), "no colour sky"),
    "large": (svg("<!--" + " " * 4_000_001 + "-->"), "more than 4,000,000 bytes"),
}


def test_what_is_no_drawing_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "MOST_SHAPES", 50)
    path = tmp_path / "own.svg"
    for name, (data, reason) in HOSTILE.items():
        path.write_bytes(data)
        with pytest.raises(UsageError) as caught:
            load_motif(path)
        text = str(caught.value)
        assert text.startswith("Cannot use the drawing own.svg: "), name
        assert reason in text, name
        assert "\n" not in text
        assert len(text) < 200


def test_a_damaged_drawing_of_a_project() -> None:
    text = kept_text(svg('<circle r="9"/>'), "own.svg")
    assert check_motif(text) == text
    for spoiled in (
        text[:-8],
        text + "AAAA",
        text.replace("base64,", "base64,AAAA"),
        "data:image/svg+xml;name=a;base64,",
        "data:image/svg+xml;name=a;base64,MSwx",
        "data:image/svg+xml,<svg/>",
    ):
        with pytest.raises(UsageError, match="The picture is damaged"):
            check_motif(spoiled)


def test_the_goal_belongs_to_the_start_unless_one_is_chosen() -> None:
    maze, lattice = made(5, 6), made(5, 6).lattice
    maze.set_openings(Opening(lattice.cell(2, 2)), (Opening(lattice.cell(4, 5)),))
    for values, goal in (({"start_picture": "dog"}, "bone"), ({"goal_picture": "ship"}, "ship")):
        page = Page.from_dict({"marks": "picture", **values})
        assert len(marks_of(maze, page, SCALE)[1].items) == len(drawing(goal).shapes)


def test_white_areas_stay_white_without_greys() -> None:
    """A picture of black and white pixels showed them black."""
    text = kept_text(svg(USERS["white"]), "own.svg")
    page = Page(marks="picture", start_picture=text, goal_picture=text, page="fit")
    (scene,) = compose(made(3, 3), page)
    image = np.asarray(raster.draw_bits(scene, 300))
    (start, *_others) = marks_of(made(3, 3), page, Scale(6, 0.6, 0))
    across = (start.box[2] - start.box[0]) * 300 / 25.4
    marks = next(layer for layer in scene.layers if layer.name == "marks")
    assert isinstance(marks.items[0], Polygons)
    x, y = marks.items[0].points.mean(axis=0) * 300 / 25.4
    assert across > 50
    assert image[round(y), round(x)]
    assert not image[round(y), round(x - 0.35 * across)]


def test_a_small_picture_stays_in_its_box_though_its_lines_are_made_thicker() -> None:
    for name, outline, side in product(names(), (0.0, 0.2), (1.0, 3.0, 20.0)):
        for item in drawing(name).items((5.0, 5.0, 5.0 + side, 5.0 + side), "black", outline):
            reach = item.width / 2 if isinstance(item, Strokes) else 0.0
            assert isinstance(item, Strokes | Polygons)
            assert item.points.min() - reach > 5 - 1e-3, (name, outline, side)
            assert item.points.max() + reach < 5 + side + 1e-3, (name, outline, side)
