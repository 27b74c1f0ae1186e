"""KMZ: read as the KML in it, with sizes checked before anything is unpacked."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.ground import outline_files
from mazeeditor.maze.ground.outline_files import keep_outline, polygons_of
from tests.maze.ground.fields import kml, rectangle

RING = rectangle((8.5, 47.4), 60, 40)


def packed(path: Path, files: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def some_kml(folder: Path, name: str) -> bytes:
    return kml(folder / "plain.kml", [RING], name).read_bytes()


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_document_in_it_is_read(tmp_path: Path, how: int) -> None:
    files = {
        "files/other.kml": some_kml(tmp_path, "Other"),
        "files/icon.png": b"\x89PNG",
        "doc.kml": some_kml(tmp_path, "Lower field"),
    }
    (polygon,) = polygons_of(NamedFile(packed(tmp_path / "f.kmz", files, how)))
    assert polygon.name == "Lower field"
    assert np.allclose(polygon.rings[0], RING, atol=1e-9)
    del files["doc.kml"]
    (polygon,) = polygons_of(NamedFile(packed(tmp_path / "g.kmz", files, how)))
    assert polygon.name == "Other"
    assert keep_outline(tmp_path / "g.kmz").startswith("data:application/geo+json;name=g.kmz;")


def refused(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        polygons_of(NamedFile(path))
    text = str(caught.value)
    assert text.startswith(f"Cannot read the outline {path.name!r}: ")
    assert text.isprintable()
    return text


def test_what_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = packed(tmp_path / "good.kmz", {"doc.kml": some_kml(tmp_path, "A")}).read_bytes()
    path = tmp_path / "bad.kmz"
    path.write_bytes(good[: len(good) // 2])
    assert "is damaged" in refused(path)
    path.write_bytes(good.replace(b"doc.kml", b"doc.xml"))
    assert "no KML in the archive" in refused(path)
    path.write_bytes(good[:40] + bytes(20) + good[60:])
    assert "is damaged" in refused(path)
    packed(path, {"doc.kml": some_kml(tmp_path, "A")}, zipfile.ZIP_BZIP2)
    assert "is damaged" in refused(path)
    packed(path, {"doc.kml": good})
    assert "is damaged" in refused(path)
    flagged = bytearray(good)
    at = flagged.index(b"PK\1\2")
    flagged[at + 8] |= 1
    path.write_bytes(flagged)
    assert "needs a password" in refused(path)
    monkeypatch.setattr(outline_files, "MOST_BYTES", 1000)
    packed(path, {"doc.kml": b" " * 1001})
    assert "more than 1,000 bytes" in refused(path)
    lying = bytearray(path.read_bytes())  # of 1,001 bytes it says that it has ten
    struct.pack_into("<I", lying, lying.index(b"PK\1\2") + 24, 10)
    path.write_bytes(lying)
    assert "damaged" in refused(path) or "no KML" in refused(path)
