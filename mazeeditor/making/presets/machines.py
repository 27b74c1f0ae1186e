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
travels. ``"depth": 1`` of an operation is how deep it goes, null through the material and
``"through": 0.2`` mm into the board below; ``"step": 0.5`` how deep one pass goes at the most, in
place of a number of passes. ``"hold": "tabs"`` leaves tabs, ``"tab_height": 1`` mm high, below what
it would cut free, ``"skin"`` a layer of ``"skin": 0.3`` mm. ``"lead_in"``, ``"milling"`` and
``"finish"`` are one of ``LEAD_INS``, one of ``MILLINGS``, and the mm that the last pass takes off.

A model of a family names it: with ``"like": "xtool"`` all that the file leaves out, and what its
operations leave out, is as in that machine of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import ceil
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
NEARLY = 1e-9  # of a pass
ORIGINS = ("bottom-left", "top-left")
TOOLS = ("laser", "router", "pen")
LAYERS = ("layered", "plain")
HOLDS = ("tabs", "skin", "none")
LEAD_INS = ("plunge", "ramp", "helix")
MILLINGS = ("climb", "conventional")
_KEYS = (
    *("format", "version", "name", "about", "source", "note", "suffixes", "hairline", "origin"),
    *("bed", "travel", "operations", "closed", "layers", "tool", "full_power", "plunge"),
    *("lift", "kerf", "like", "single"),
    *("hold", "skin", "tab_height", "through", "lead_in", "milling", "finish"),
)
_OF_OPERATION = ("colour", "speed", "power", "passes", "depth", "step")


@dataclass(frozen=True)
class OperationSetting:
    """How a machine does an operation: ``speed`` in mm a minute, ``power`` in per cent.

    ``depth`` in mm is how deep a router goes, None through the material; ``step`` how deep one pass
    of it goes at the most, None: as the number of ``passes`` says.
    """

    colour: str
    speed: float
    power: float
    passes: int = 1
    depth: float | None = None
    step: float | None = None


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
    A router goes ``through`` mm deeper than the material is thick. What it would cut free it holds,
    as ``hold`` says, by tabs of ``tab_height`` mm or by a ``skin`` of so many mm. Its ``finish`` is
    how many mm the last pass takes off the edges, 0: there is no such pass.
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
    hold: str = HOLDS[0]
    skin: float = 0.3
    tab_height: float = 1.0
    through: float = 0.2
    lead_in: str = LEAD_INS[0]
    milling: str = MILLINGS[0]
    finish: float = 0.0

    @property
    def is_router(self) -> bool:
        """Whether it cuts with a tool that turns and goes down in passes."""
        return self.tool == "router"

    def depth(self, operation: Operation, thickness: float) -> float:
        """Return how deep in mm the tool goes in the last pass; 0 for pens and beams."""
        if not self.is_router:
            return 0.0
        chosen = self.settings[operation].depth
        return thickness + self.through if chosen is None else chosen

    def passes(self, operation: Operation, thickness: float) -> int:
        """Return how many times the tool follows a path."""
        setting = self.settings[operation]
        if not self.is_router or setting.step is None:
            return setting.passes
        return max(1, ceil(self.depth(operation, thickness) / setting.step - NEARLY))

    def rounds(self, operation: Operation, thickness: float) -> int:
        """Return how many times a path is followed in all, a finishing pass or a level one too."""
        more = self.is_router and (operation.cuts and self.finish > 0)
        level = self.is_router and self.lead_in == "helix"
        return self.passes(operation, thickness) + more + level

    def tab_top(self, thickness: float) -> float:
        """Return how deep below its surface in mm the material of tabs begins.

        No tab is higher than half of the material.
        """
        return thickness - min(self.tab_height, thickness / 2)

    def skin_top(self, thickness: float) -> float:
        """Return how deep below its surface in mm the skin begins, thinner than half of it."""
        return thickness - min(self.skin, thickness / 2)

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
        hold=one_of(values, "hold", HOLDS, HOLDS[0]),
        skin=number(values, "skin", 0.05, 10, 0.3),
        tab_height=number(values, "tab_height", 0.1, 50, 1.0),
        through=number(values, "through", 0, 10, 0.2),
        lead_in=one_of(values, "lead_in", LEAD_INS, LEAD_INS[0]),
        milling=one_of(values, "milling", MILLINGS, MILLINGS[0]),
        finish=number(values, "finish", 0, 5, 0),
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
        step=_number_or_none(values, "step", 0.01, 200),
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
