"""3MF: two closed bodies of two colours, read back by trimesh and by the words of the file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
import trimesh

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import make
from mazeeditor.page.page import Page
from tests.making.designs import SMALL, small_maze

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@pytest.mark.slow
@pytest.mark.parametrize("shape", SMALL)
def test_walls_stand_on_a_floor(tmp_path: Path, shape: str) -> None:
    options = MakeOptions(job="plate", overall=80.0, floor=1.6, height=4.0, hole=4.0)
    (path,), plan = make(small_maze(shape), tmp_path / "a.3mf", Page(), options)
    solid = plan.product.solid
    assert solid is not None
    scene = trimesh.load_scene(path)
    bodies = {name.partition("_")[0]: mesh for name, mesh in scene.geometry.items()}
    assert bodies.keys() == {"Walls", "Floor"}
    for name, (low, high) in {"Walls": (1.6, 5.6), "Floor": (0.0, 1.6)}.items():
        mesh = bodies[name]
        assert isinstance(mesh, trimesh.Trimesh)
        assert mesh.is_watertight, name
        assert mesh.is_winding_consistent, name
        assert mesh.bounds[:, 2] == pytest.approx((low, high), abs=1e-5)
    volumes = [mesh.volume for mesh in bodies.values()]
    assert min(volumes) > 0
    assert sum(volumes) == pytest.approx(solid.volume, rel=1e-5)
    assert np.ptp(bodies["Floor"].bounds, axis=0)[:2].max() >= 79.98


def test_each_body_names_its_colour(tmp_path: Path) -> None:
    (path,), _plan = make(small_maze(), tmp_path / "a.3mf", Page(), MakeOptions(job="plate"))
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        model = ET.fromstring(archive.read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    colours = [one.get("displaycolor") for one in model.iter(CORE + "base")]
    assert len(set(colours)) == 2
    meshes = [one for one in model.iter(CORE + "object") if one.find(CORE + "mesh") is not None]
    assert [(one.get("name"), one.get("pindex")) for one in meshes] == [
        ("Walls", "0"),
        ("Floor", "1"),
    ]
    (item,) = model.iter(CORE + "item")
    assert item.get("objectid") == "4"
    (again,), _plan = make(small_maze(), tmp_path / "b.3mf", Page(), MakeOptions(job="plate"))
    assert again.read_bytes() == path.read_bytes()
