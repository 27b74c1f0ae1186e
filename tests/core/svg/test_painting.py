"""Pixels of an SVG, compared with those of librsvg."""

from __future__ import annotations

import io
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image, ImageChops

from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import decode_picture
from mazeeditor.core.svg.painting import MOST_PAINTED

FRAME = '<rect x="1" y="1" width="298" height="198" fill="none" stroke="#404040" stroke-width="2"/>'
FILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">'
    "{body}</svg>"
)
BODIES = {
    "area": '<path d="M20 20H280V180H20Z" fill="#336699"/>',
    "hole": '<path d="M20 20H280V180H20ZM80 60H220V140H80Z" fill="#118833" fill-rule="evenodd"/>',
    "line": '<circle cx="150" cy="100" r="70" fill="none" stroke="#aa2200" stroke-width="12"/>',
    "corners": '<path d="M40 150L150 40L260 150" fill="none" stroke="#000" stroke-width="22"/>',
    "above": '<rect x="30" y="30" width="200" height="120" fill="#ffcc00"/>'
    '<ellipse cx="200" cy="110" rx="80" ry="50" fill="#00a0c0"/>',
}


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")
@pytest.mark.parametrize("name", BODIES)
def test_pixels_are_those_of_librsvg(name: str) -> None:
    data = FILE.format(body=FRAME + BODIES[name]).encode()
    drawn = decode_picture(data)
    assert max(drawn.size) == 2000
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    command = ["rsvg-convert", "-w", "600", "-h", "400", "-b", "white"]
    done = subprocess.run(command, input=data, check=True, capture_output=True)
    other = Image.open(io.BytesIO(done.stdout)).convert("RGB")
    small = paper.convert("RGB").resize(other.size, Image.Resampling.BOX)
    difference = np.asarray(ImageChops.difference(small, other)).max(axis=2)
    assert (difference > 90).mean() < 0.002


def test_many_large_shapes_are_drawn_smaller() -> None:
    count = 1000
    shapes = '<rect x="1" y="1" width="298" height="198" fill="#336699"/>' * count
    drawn = decode_picture(FILE.format(body=shapes).encode())
    assert drawn.width * drawn.height * count < 1.1 * MOST_PAINTED


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('<image href="/etc/passwd"/>', "pictures in it"),
        ('<use href="other.svg#a"/>', "in another file"),
        ("", "nothing is drawn"),
        ('<rect x="1" y="1" width="290" height="0.1"/>', "too narrow"),
    ],
)
def test_what_is_refused(body: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        decode_picture(FILE.format(body=body).encode())
