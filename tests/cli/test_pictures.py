"""``generate --picture``: the maze, what is said of it, and what ``info`` counts of it."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from tests.cli.run import mazeeditor


def test_a_picture_in_the_route(tmp_path: Path) -> None:
    image = Image.new("L", (30, 20), 255)
    image.paste(0, (3, 4, 27, 9))
    image.paste(0, (12, 4, 17, 18))
    image.save(tmp_path / "t.png")
    options = ("--picture", "t.png", "--pixels", "12", "--fill", "exact", "--seed", "3")
    ran = mazeeditor("generate", *options, "-o", "a.maze", cwd=tmp_path)
    assert ran.status == 0, ran.error
    assert "cells lead from the border to the picture and back" in ran.error
    (tmp_path / "t.png").unlink()  # the project keeps it
    told = mazeeditor("info", "a.maze", "--json", cwd=tmp_path)
    facts = json.loads(told.out)
    assert facts["picture"]["pixels"] == facts["picture"]["covered"] > 0
    assert (facts["routes"], facts["loops"], facts["sealed"]) == ("one", 0, 0)
