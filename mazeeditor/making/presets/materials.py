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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    number,
    short_text,
)
from mazeeditor.core.options import Between, Label, Unset, Written, options_of
from mazeeditor.core.translation import _
from mazeeditor.making.presets import LONGEST_TEXT, SOURCE, PresetFiles, read_value
from mazeeditor.page.paper import paper_words, read_paper

_KEYS = (
    *("format", "version", "name", "about", "source", "note"),
    *("thickness", "kerf", "least", "safe", "price", "sheet", "currency"),
)


@dataclass(frozen=True)
class Material:
    """A material; lengths in mm. ``name`` is that of its file, ``label`` what users read.

    ``source`` is where its kerf was read, ``note`` which values have no source. ``price`` is that
    of a ``sheet``, whose size is a text like 600x300mm; None: not known. What can be changed are
    its options.
    """

    name: str
    label: str
    about: str = ""
    note: str = ""
    thickness: Annotated[float, Between(0.01, 200, "mm"), _("measured thickness of the sheet")] = (
        field(default=3.0, kw_only=True)
    )
    kerf: Annotated[
        float,
        Between(0, 20, "mm"),
        Label(_("Width of a cut")),
        _("width that the laser burns away along a line, its kerf; the kerf test tells it"),
    ] = field(default=0.2, kw_only=True)
    least: Annotated[
        float,
        Between(0, 200, "mm"),
        Label(_("Narrowest part")),
        _("least width of parts: narrower ones break or burn away"),
    ] = field(default=1.5, kw_only=True)
    safe: Annotated[
        float,
        Between(0, 200, "mm"),
        Label(_("Safe width")),
        _("safe width of parts: narrower ones may warp"),
    ] = field(default=3.0, kw_only=True)
    price: Annotated[
        float | None,
        Between(0, 1_000_000),
        Label(_("Price of a sheet")),
        _("price that you pay for it; the cost of a piece follows"),
        Unset(_("not known")),
    ] = field(default=None, kw_only=True)
    sheet: Annotated[
        str | None,
        Written(read_paper, ("300x200mm", "600x300mm", "12x20in"), words=paper_words),
        Label(_("Size of a sheet")),
        _("size of the sheet that has this price"),
        Unset(_("not known")),
    ] = field(default=None, kw_only=True)
    currency: Annotated[str, _("currency written behind the price, such as EUR")] = field(
        default="", kw_only=True
    )
    source: Annotated[str, SOURCE] = field(default="", kw_only=True)


def material_of(name: str, values: Mapping[str, Any]) -> Material:
    """Return the material of the values of a file of that name; raises ``MazeError``."""
    check_keys(values, _KEYS)
    options = {option.name: option for option in options_of(Material)}
    thickness, kerf = (
        number(values, key, options[key].low, options[key].high) for key in ("thickness", "kerf")
    )
    sheet = short_text(values, "sheet", LONGEST_TEXT)
    return Material(
        name,
        short_text(values, "name", LONGEST_TEXT) or name,
        short_text(values, "about", LONGEST_TEXT),
        short_text(values, "note", LONGEST_TEXT),
        thickness=thickness,
        kerf=kerf,
        least=read_value(values, options["least"], thickness / 2),
        safe=read_value(values, options["safe"], thickness),
        sheet=read_paper(sheet) if sheet else None,
        **{key: read_value(values, options[key]) for key in ("price", "currency", "source")},
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
