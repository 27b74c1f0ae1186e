"""Materials: thickness, kerf and smallest feature, each in a file, to which users add theirs.

::

    {"format": "mazeeditor material", "version": 1, "name": "Plywood 3 mm",
     "thickness": 3, "kerf": 0.2, "safe": 3, "least": 1.5, "source": "https://..."}

Lengths are in mm, or texts with a unit. ``least`` is the smallest feature that may hold, half the
thickness where it is left out; ``safe`` is the smallest that does, as wide as the material is
thick. ``price`` is that of a sheet as it is sold, whose size is ``sheet``, in a ``currency`` that
is any text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    number,
    short_text,
)
from mazeeditor.core.translation import _
from mazeeditor.making.presets import LONGEST_TEXT, PresetFiles
from mazeeditor.page.paper import read_paper

_KEYS = (
    *("format", "version", "name", "about", "source", "note"),
    *("thickness", "kerf", "least", "safe", "price", "sheet", "currency"),
)


@dataclass(frozen=True)
class Material:
    """A material; lengths in mm. ``name`` is that of its file, ``label`` what users read.

    ``source`` is where its kerf was read, ``note`` which values have no source. ``price`` is that
    of a ``sheet``, whose size is a text like 600x300mm; None: not known.
    """

    name: str
    label: str
    thickness: float
    kerf: float
    least: float
    safe: float
    about: str = ""
    source: str = ""
    note: str = ""
    price: float | None = None
    sheet: str | None = None
    currency: str = ""


def material_of(name: str, values: Mapping[str, Any]) -> Material:
    """Return the material of the values of a file of that name; raises ``MazeError``."""
    check_keys(values, _KEYS)
    thickness = number(values, "thickness", 0.01, 200)
    sheet = short_text(values, "sheet", LONGEST_TEXT)
    return Material(
        name=name,
        label=short_text(values, "name", LONGEST_TEXT) or name,
        thickness=thickness,
        kerf=number(values, "kerf", 0, 20),
        least=number(values, "least", 0, 200, thickness / 2),
        safe=number(values, "safe", 0, 200, thickness),
        about=short_text(values, "about", LONGEST_TEXT),
        source=short_text(values, "source", LONGEST_TEXT),
        note=short_text(values, "note", LONGEST_TEXT),
        price=number(values, "price", 0, 1e6) if values.get("price") is not None else None,
        sheet=read_paper(sheet) if sheet else None,
        currency=short_text(values, "currency", LONGEST_TEXT),
    )


def as_thick(material: Material, thickness: float) -> Material:
    """Return a material of another thickness, of which features hold that are larger alike.

    Users read that thickness in its label.
    """
    share = thickness / material.thickness
    known, new = (
        _("{thickness:g} mm").format(thickness=t) for t in (material.thickness, thickness)
    )
    label = material.label
    label = label.replace(known, new) if label.endswith(known) else f"{label} {new}"
    return replace(
        material,
        label=label,
        thickness=thickness,
        least=material.least * share,
        safe=material.safe * share,
    )


MATERIAL_FILES = PresetFiles(
    JsonFormat("mazeeditor material", 1, _("it is not a material of this program.")),
    Path(__file__).parent / "materials",
    material_of,
    _("The material {file} cannot be used: {reason}"),
    _("There is no material {name}. Choose one of: {known}."),
)
