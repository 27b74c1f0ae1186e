"""The content of a file determines its format; other formats are named."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.disk.paths import making_folders
from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.job import Job
from mazeeditor.files import HEAD_BYTES, IMPORTERS, Importer, Project, read
from mazeeditor.files.micromouse import contest_openings, maz_of, num_chunks
from mazeeditor.files.plain_text import text_of
from mazeeditor.files.project import as_bytes, load, save
from mazeeditor.making.plan import make_by_names
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import export
from mazeeditor.page.formats.mcfunction import mcfunction
from mazeeditor.page.formats.tmx import tmx
from mazeeditor.page.page import Page
from tests.files.mazes import assert_same

DRAWN = ("svg", "pdf", "dxf")  # which show gaps in the border alone


@pytest.fixture
def maze() -> Maze:
    return generate("backtracker", build("rectangular", rows=3, columns=4), 7)


def samples(maze: Maze, folder: Path) -> dict[str, list[bytes]]:
    """Return files of each format; a new format needs some here."""
    save(Project(maze), folder / "sample.maze")
    return {
        "project": [(folder / "sample.maze").read_bytes()],
        "text": [text_of(maze), text_of(maze, posts="+")],
        "blocks": [text_of(maze, form="blocks"), text_of(maze, form="full-blocks")],
        "num": [b"".join(num_chunks(maze, Job()))],
        "signs": [
            text_of(maze, form="blocks").replace(b"#", b"%"),
            "\n".join(map(",".join, text_of(maze, form="blocks").decode().splitlines())).encode(),
        ],
        "maz": [maz_of(maze)],
        "tmx": [bytes(tmx(maze, Job()))],
        "mcfunction": [bytes(mcfunction(maze, Job()))],
        "picture": [picture_of(maze)],
        **drawn(maze, folder),
    }


def picture_of(maze: Maze) -> bytes:
    """Return a maze as a PNG, four pixels a tile; other formats are in test_picture.py."""
    lines = text_of(maze, form="blocks").decode().splitlines()
    tiles = np.array([[sign == "#" for sign in line] for line in lines])
    image = Image.fromarray(np.uint8(255 * ~np.pad(tiles, 2).repeat(4, 0).repeat(4, 1)))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def drawn(maze: Maze, folder: Path) -> dict[str, list[bytes]]:
    """Return drawings of a maze, and pictures that keep its project."""
    page, project = Page(cell=3.0), Project(maze)
    files = {name: folder / f"sample.{name}" for name in ("svg", "pdf", "dxf", "png")}
    for name in ("svg", "pdf"):
        export(maze, files[name], page)
    making = {"job": "score", "outline": "none"}
    make_by_names(maze, files["dxf"], making, making_folders(), None)
    found = {name: [files[name].read_bytes()] for name in ("svg", "pdf", "dxf")}
    found["kept"] = []
    for name in ("svg", "png"):
        options: dict[str, Any] = {"keep_project": True}
        export(maze, files[name], page, project=lambda _job: as_bytes(project), **options)
        found["kept"].append(files[name].read_bytes())
    return found


@pytest.mark.parametrize("form", IMPORTERS, ids=lambda form: form.name)
def test_the_content_determines_the_format(form: Importer, tmp_path: Path) -> None:
    maze = generate("backtracker", build("rectangular", rows=16, columns=16), 7)
    if form.name not in (*DRAWN, "picture"):  # which shows start and goal in cells by signs
        maze.set_openings(*contest_openings(maze.lattice))
    for data in samples(maze, tmp_path)[form.name]:
        assert [other.name for other in IMPORTERS if other.sniff(data[:HEAD_BYTES])] == [form.name]
        slow = form.name in (*DRAWN, "picture")  # each of these takes a part of a second
        others = [] if slow else [s for other in IMPORTERS for s in other.suffixes]
        for suffix in (".txt",) if form.name == "picture" else ("", ".doc", *others):
            path = tmp_path / f"a{suffix}"
            path.write_bytes(data)
            assert_same(read(path).maze, maze)
            assert_same(read(str(path), None, form).maze, maze)


@pytest.mark.parametrize("form", IMPORTERS, ids=lambda form: form.name)
def test_every_format_describes_itself(form: Importer) -> None:
    assert form.label
    assert form.suffixes
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in form.suffixes)
    small = ("num", "maz", "tmx", "mcfunction", *DRAWN)  # what games take, and drawings
    assert form.largest > 10**8 or form.name in small
    assert not any(form.sniff(head) for head in (b"", b" ", b"\0" * 99, b"\x89PNG", b"<html>"))


FOREIGN = [
    (b"", "it is empty"),
    (b" \n\n", "it is blank"),
    (b"\xef\xbb\xbf", "it is blank"),
    (b"\0" * 1000, "binary file"),
    (bytes(range(256)), "binary file"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG picture"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG picture"),
    (b"GIF89a\1\0", "GIF picture"),
    (b"%PDF-1.7\n", "it is damaged ("),
    (b"<svg xmlns='x'/>", "it is not an SVG drawing."),
    (b"<?xml version='1.0'?><svg/>", "there are no lines in it."),
    (b"<?xml version='1.0'?>\n<!-- made by hand -->\n<svg width='1'/>", "there are no lines"),
    (b"<?xml version='1.0'?><kml/>", "a KML file"),
    (b"<?xml version='1.0'?><gpx/>", "a GPX file"),
    (b"<?xml version='1.0'?><other/>", "an XML file"),
    (b"  0\r\nSECTION\r\n", "there are no lines in it."),
    (b"999\nmade by hand\n0\nSECTION\n", "there are no lines in it."),
    (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP picture"),
    (b"RIFF\0\0\0\0WAVEfmt ", "sound or film"),
    (b"\0\0\0\x20ftypavif\0\0", "an AVIF picture"),
    (b"\0\0\0\x20ftypheic\0\0", "a HEIC picture"),
    (b"BM\x46\0\0\0\0\0\0\0", "a BMP picture"),
    (b"II*\0\x08\0", "a TIFF picture"),
    (b"wOF2\0\1\0\0", "a typeface of web pages"),
    (b"<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C'><svg:svg/>", "it is damaged ("),
    (b"<?xml version='1.0'?><html/>", "a web page"),
    (b'{"type": "FeatureCollection"}', "GeoJSON: give it to --outline"),
    (b'{"format": "mazeeditor book"}', "a book of mazes: mazeeditor book prints it"),
    (b"\0\0\x27\n\0\0\0\0", "a shapefile"),
    (b"\n<!DOCTYPE html><html></html>", "web page"),
    (b"<HTML></HTML>", "web page"),
    (b"\xef\xbb\xbf<?xml version='1.0'?><svg/>", "there are no lines in it."),
    (b"PK\x03\x04\0\0", "ZIP archive"),
    (b"\x1f\x8b\x08\0", "compressed"),
    ("o---o".encode("utf-16"), "UTF-16"),
    (b"\xfe\xff\0o\0-", "UTF-16"),
    (b'{"a": 1}', "JSON, but no mazeeditor project"),
    (b"[1, 2]", "JSON, but no mazeeditor project"),
    (b'\xef\xbb\xbf{"a": 1}', "JSON, but no mazeeditor project"),
    (b'{"format": "maze", "of": "mazeeditor"}', "JSON, but no mazeeditor project"),
]


def test_foreign_files(tmp_path: Path) -> None:
    for (data, reason), name in product(FOREIGN, ["a.maze", "a.txt", "a", "a.PNG"]):
        (tmp_path / name).write_bytes(data)
        for function in (read, load) if name == "a.maze" and data else (read,):
            with pytest.raises(MazeError) as caught:
                function(tmp_path / name)
            line = str(caught.value)
            assert line.startswith(f"Cannot read {tmp_path / name}: ")
            assert line.endswith(".")
            assert line.isprintable()
            assert function is load or reason in line, data


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("words.csv", "this is a CSV list: --names and --questions take such files."),
        ("field.DBF", "this is a shapefile: save the outline as GeoJSON or KML for --outline."),
        ("part.gcode", "this is G-code, not a maze."),
        ("part.stl", "this is an STL model, not a maze."),
    ],
)
def test_some_files_are_known_by_their_names(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"solid, dog\n")
    with pytest.raises(MazeError) as caught:
        read(tmp_path / name)
    assert str(caught.value).endswith(reason)


def test_prose_is_classified_by_the_file_name(tmp_path: Path) -> None:
    for name, reason in [
        ("a.txt", "line 1, column 1: 'D' stands where a post should be."),
        ("a.maze", "line 1, column 1 is not valid JSON"),
        (
            "a.doc",
            "none of the formats that can be read: mazeeditor project (.maze), Text (.txt .map)",
        ),
    ]:
        (tmp_path / name).write_bytes(b"Dear reader,\n")
        with pytest.raises(MazeError) as caught:
            read(tmp_path / name)
        assert reason in str(caught.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    paths: list[tuple[Path | str, str]] = [
        (tmp_path, "it is a folder."),
        (tmp_path / "none.maze", "there is no such file."),
        (tmp_path / "a.maze" / "b", ""),
        (tmp_path / "nul\0", "this is not a valid file name."),
        (tmp_path / ("a" * 300), ""),
        ("", "it is a folder."),
    ]
    (tmp_path / "a.maze").write_bytes(b"")
    for path, reason in paths:
        with pytest.raises(MazeError) as caught:
            read(path)
        assert str(caught.value).startswith("Cannot read ")
        assert str(caught.value).endswith(reason or ".")
        assert str(caught.value).isprintable()


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.maze").write_bytes(b"{}")
    monkeypatch.setattr(os, "open", refuse)  # root may read everything
    with pytest.raises(MazeError, match=r"a\.maze: Permission denied\.$"):
        read(tmp_path / "a.maze")


def test_names_with_line_breaks_stay_on_one_line(tmp_path: Path) -> None:
    with pytest.raises(MazeError) as caught:
        read(tmp_path / "two\nlines.maze")
    assert "\n" not in str(caught.value)


def test_what_a_message_quotes_is_cut(tmp_path: Path) -> None:
    keys = b'{"format": "mazeeditor", "version": 1, "shape": "%b"}' % (b"x" * 100_000)
    (tmp_path / "a.maze").write_bytes(keys)
    with pytest.raises(MazeError) as caught:
        read(tmp_path / "a.maze")
    assert len(str(caught.value)) < len(str(tmp_path)) + 300


def test_a_pipe_that_does_not_end_is_refused(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")

    def write() -> None:
        with suppress(BrokenPipeError), (tmp_path / "pipe").open("wb") as pipe:
            for _ in range(10**6):
                pipe.write(b"o---" * 1000)

    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    with pytest.raises(MazeError, match="the format Text has 3,000,000 at most"):
        read(tmp_path / "pipe", None, replace(IMPORTERS["text"], largest=3 * 10**6))
    writer.join(10)
    assert not writer.is_alive()


def test_a_long_file_is_read_in_pieces_between_which_it_can_be_cancelled(
    maze: Maze, tmp_path: Path
) -> None:
    seen: list[float] = []

    class Watched(Job):
        def step(self, done: int) -> None:
            super().step(done)
            seen.append(self.progress)
            if len(seen) == 7:
                self.cancel()

    form = replace(IMPORTERS["text"], run=lambda _data, _job: Project(maze))
    (tmp_path / "a.txt").write_bytes(bytes(5 * 10**6))
    read(tmp_path / "a.txt", Watched(), form)
    assert len(seen) == 5
    assert seen == sorted(seen)
    seen.clear()
    (tmp_path / "a.txt").write_bytes(bytes(10**7))
    with pytest.raises(CancelledError):
        read(tmp_path / "a.txt", Watched(), form)
    assert len(seen) == 7
