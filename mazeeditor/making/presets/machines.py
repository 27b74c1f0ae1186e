"""Machines: colours, hairline, origin, bed, speeds and power, each in a file; users add theirs.

::

    {"format": "mazeeditor machine", "version": 1, "name": "My laser", "about": "...",
     "suffixes": [".svg", ".dxf"], "hairline": 0.025, "origin": "bottom-left",
     "bed": [495, 279], "travel": 6000, "tool": "laser", "full_power": 1000,
     "operations": {"score": {"colour": "#0000ff", "speed": 3000, "power": 20, "passes": 1}},
     "source": "https://..."}

Lengths are in mm, speeds in mm a minute, power in per cent of ``full_power``. What an operation
leaves out is as in ``USUAL``. A router has more: ``"kerf": 3.175`` is the width of its bit,
``"plunge": 200`` the speed at which it goes down, ``"lift": 5`` how far above the material it
travels, and ``"depth": 1`` of an operation how deep it goes; null is through the material.

A model of a family names it: with ``"like": "xtool"`` all that the file leaves out, and what its
operations leave out, is as in that machine of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    number,
    one_of,
    short_text,
    table,
)
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _, quoted
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets import LONGEST_TEXT, PresetFiles
from mazeeditor.page.colours import read_colour

FASTEST = 1_000_000  # mm a minute
ORIGINS = ("bottom-left", "top-left")
TOOLS = ("laser", "router", "pen")
LAYERS = ("layered", "plain")
_KEYS = (
    *("format", "version", "name", "about", "source", "note", "suffixes", "hairline", "origin"),
    *("bed", "travel", "operations", "closed", "layers", "tool", "full_power", "plunge"),
    *("lift", "kerf", "like", "single"),
)
_OF_OPERATION = ("colour", "speed", "power", "passes", "depth")


@dataclass(frozen=True)
class OperationSetting:
    """How a machine does an operation: ``speed`` in mm a minute, ``power`` in per cent.

    ``depth`` in mm is how deep a router goes, None through the material.
    """

    colour: str
    speed: float
    power: float
    passes: int = 1
    depth: float | None = None


# The colours are those that LightBurn reads as its first four layers, black first.
USUAL: Mapping[Operation, OperationSetting] = {
    Operation.ENGRAVE: OperationSetting("#0000ff", 6000, 15, depth=0.5),
    Operation.SCORE: OperationSetting("#000000", 3000, 20, depth=1.0),
    Operation.INNER_CUT: OperationSetting("#00e000", 600, 80),
    Operation.OUTER_CUT: OperationSetting("#ff0000", 600, 80),
}


@dataclass(frozen=True)
class Machine:
    """A machine; lengths in mm, speeds in mm a minute.

    ``name`` is that of its file, ``label`` what users read. ``suffixes`` are the files that it
    takes, all where there are none. ``bed`` is its width and height, None where it has no limit.
    ``closed`` indicates that it cuts, closed paths only, ``single`` that each of its files holds
    one part, of which as many are ordered as are needed. ``origin`` is the corner of the sheet
    that is 0, 0. ``layers`` is "plain" where a DXF must have one layer. ``full_power`` is the S of
    G-code for 100 per cent. ``kerf`` is that of its tool, None where it is that of the material.
    ``plunge`` in mm a minute and ``lift`` in mm are how routers and pens go down and travel.
    ``note`` names the values without a source.
    """

    name: str
    label: str
    about: str = ""
    source: str = ""
    suffixes: tuple[str, ...] = ()
    hairline: float = 0.1
    origin: str = ORIGINS[0]
    bed: tuple[float, float] | None = None
    travel: float = 6000.0
    closed: bool = False
    settings: Mapping[Operation, OperationSetting] = field(default_factory=lambda: dict(USUAL))
    layers: str = LAYERS[0]
    tool: str = TOOLS[0]
    full_power: float = 1000.0
    plunge: float = 200.0
    lift: float = 5.0
    kerf: float | None = None
    note: str = ""
    single: bool = False

    def depth(self, operation: Operation, thickness: float) -> float:
        """Return how deep in mm the tool goes in the last pass; 0 for pens and beams."""
        if self.tool != "router":
            return 0.0
        chosen = self.settings[operation].depth
        return thickness if chosen is None else chosen

    def to_dict(self) -> dict[str, Any]:
        """Return what ``list --json`` prints, with the keys of a file where they are the same."""
        values = asdict(self) | {"suffixes": list(self.suffixes)}
        settings = values.pop("settings")
        return {**values, "operations": {one.value: known for one, known in settings.items()}}


def machine_of(name: str, values: Mapping[str, Any]) -> Machine:
    """Return the machine of the values of a file of that name; raises ``MazeError``."""
    values = _with_family(values)
    check_keys(values, _KEYS)
    return Machine(
        name=name,
        label=short_text(values, "name", LONGEST_TEXT) or name,
        about=short_text(values, "about", LONGEST_TEXT),
        source=short_text(values, "source", LONGEST_TEXT),
        suffixes=_suffixes(values),
        hairline=number(values, "hairline", 0.001, 5, 0.1),
        origin=one_of(values, "origin", ORIGINS, ORIGINS[0]),
        bed=_bed(values),
        travel=number(values, "travel", 1, FASTEST, 6000),
        closed=_is_true(values, "closed"),
        settings=_settings(values),
        layers=one_of(values, "layers", LAYERS, LAYERS[0]),
        tool=one_of(values, "tool", TOOLS, TOOLS[0]),
        full_power=number(values, "full_power", 1, 1_000_000, 1000),
        plunge=number(values, "plunge", 0.1, FASTEST, 200),
        lift=number(values, "lift", 0.1, 1000, 5),
        kerf=_number_or_none(values, "kerf", 0, 20),
        note=short_text(values, "note", LONGEST_TEXT),
        single=_is_true(values, "single"),
    )


def _with_family(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a file with those of the machine of the program that it is like."""
    if "like" not in values:
        return values
    name, own = values["like"], MACHINE_FILES.paths()
    if not isinstance(name, str) or name not in own:
        text = _("{key} must be a machine of the program: {known}.")
        raise MazeError(text.format(key=quoted("like"), known=", ".join(own)))
    family = _with_family(MACHINE_FILES.format.read(own[name]))
    first, given = table(family, "operations"), table(values, "operations")
    operations = {one: {**table(first, one), **table(given, one)} for one in {**first, **given}}
    return {**family, **values, "operations": operations}


def _number_or_none(values: Mapping[str, Any], key: str, low: float, high: float) -> float | None:
    return None if values.get(key) is None else number(values, key, low, high)


def _suffixes(values: Mapping[str, Any]) -> tuple[str, ...]:
    suffixes = values.get("suffixes", [])
    valid = isinstance(suffixes, list) and all(
        isinstance(suffix, str) and suffix.startswith(".") for suffix in suffixes
    )
    if not valid:
        raise MazeError(_('"suffixes" must be a list like [".svg", ".dxf"].'))
    return tuple(suffix.lower() for suffix in suffixes)


def _bed(values: Mapping[str, Any]) -> tuple[float, float] | None:
    bed = values.get("bed")
    if bed is None:
        return None
    if not isinstance(bed, list) or len(bed) != 2:
        raise MazeError(_('"bed" must be its width and height, like [495, 279].'))
    width, height = (number({"bed": side}, "bed", 1, 100_000) for side in bed)
    return width, height


def _is_true(values: Mapping[str, Any], key: str) -> bool:
    value = values.get(key, False)
    if not isinstance(value, bool):
        raise MazeError(_("{key} must be true or false.").format(key=quoted(key)))
    return value


def _settings(values: Mapping[str, Any]) -> dict[Operation, OperationSetting]:
    """Return how each operation is done."""
    given = table(values, "operations")
    check_keys(given, [operation.value for operation in Operation])
    return {
        operation: _setting(table(given, operation.value), USUAL[operation])
        for operation in Operation
    }


def _setting(values: Mapping[str, Any], usual: OperationSetting) -> OperationSetting:
    check_keys(values, _OF_OPERATION)
    return OperationSetting(
        colour=_colour(values, "colour", usual.colour),
        speed=number(values, "speed", 0.1, FASTEST, usual.speed),
        power=number(values, "power", 0, 100, usual.power),
        passes=round(number(values, "passes", 1, 1000, usual.passes)),
        depth=_number_or_none(values, "depth", 0, 200) if "depth" in values else usual.depth,
    )


def _colour(values: Mapping[str, Any], key: str, default: str) -> str:
    """Return a colour; raises ``MazeError``."""
    value = values.get(key, default)
    try:
        return read_colour(value) if isinstance(value, str) else read_colour("")
    except UsageError as error:
        raise MazeError(str(error)) from None


MACHINE_FILES = PresetFiles(
    JsonFormat("mazeeditor machine", 1, _("it is not a machine of this program.")),
    Path(__file__).parent / "machines",
    machine_of,
    _("The machine {file} cannot be used: {reason}"),
    _("There is no machine {name}. Choose one of: {known}."),
)
