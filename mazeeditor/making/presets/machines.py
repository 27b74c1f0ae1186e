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
``"finish"`` are how the tool goes in, in which direction it mills, and the mm that the last pass
takes off.

A model of a family names it: with ``"like": "xtool"`` all that the file leaves out, and what its
operations leave out, is as in that machine of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    number,
    one_of,
    short_text,
    table,
)
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import (
    Between,
    Choices,
    Label,
    OnlyWhere,
    Unset,
    Written,
    options_of,
)
from mazeeditor.core.translation import _, quote_value
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets import LONGEST_TEXT, SOURCE, PresetFiles, read_value
from mazeeditor.page.colours import NAMED, read_colour

FASTEST = 1_000_000  # mm a minute
NEARLY = 1e-9  # of a pass
LAYERS = ("layered", "plain")
_KEYS = (
    *("format", "version", "name", "about", "source", "note", "suffixes", "hairline", "origin"),
    *("bed", "travel", "operations", "closed", "layers", "tool", "full_power", "plunge"),
    *("lift", "kerf", "like", "single"),
    *("hold", "skin", "tab_height", "through", "lead_in", "milling", "finish"),
)


NO_LASER = OnlyWhere(lambda values: values["tool"] != "laser", _("Not for a laser."), hidden=True)
ROUTER = OnlyWhere(lambda values: values["tool"] == "router", _("Only for a router."), hidden=True)


@dataclass(frozen=True, kw_only=True)
class OperationSetting:
    """How a machine does an operation: ``speed`` in mm a minute, ``power`` in per cent.

    ``depth`` in mm is how deep a router goes, None through the material; ``step`` how deep one pass
    of it goes at most, None: as the number of ``passes`` says.
    """

    colour: Annotated[
        str,
        Written(read_colour, tuple(NAMED), colour=True),
        _("colour of these lines in the file, by which the program of the laser tells them apart"),
    ] = "black"
    speed: Annotated[
        float, Between(0.1, FASTEST, "mm/min"), _("speed at which it moves along a line")
    ] = 1000.0
    power: Annotated[
        float, Between(0, 100, "%"), _("power of the laser, as a share of its full power")
    ] = 50.0
    passes: Annotated[int, Between(1, 1000), _("number of times that it follows each line")] = 1
    depth: Annotated[
        float | None,
        Between(0, 200, "mm"),
        _("depth to which the router cuts"),
        Unset(_("through")),
    ] = None
    step: Annotated[
        float | None,
        Between(0.01, 200, "mm"),
        Label(_("Depth of a pass")),
        _("depth to which a router goes in one pass, instead of a number of passes"),
        Unset(_("by passes")),
    ] = None


# The colours are those that LightBurn reads as its first four layers, black first.
USUAL: Mapping[Operation, OperationSetting] = {
    Operation.ENGRAVE: OperationSetting(colour="#0000ff", speed=6000, power=15, depth=0.5),
    Operation.SCORE: OperationSetting(colour="#000000", speed=3000, power=20, depth=1.0),
    Operation.INNER_CUT: OperationSetting(colour="#00e000", speed=600, power=80),
    Operation.OUTER_CUT: OperationSetting(colour="#ff0000", speed=600, power=80),
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
    ``note`` names the values without a source. What can be changed are its options, and ``bed``.
    """

    name: str
    label: str
    about: str = ""
    suffixes: tuple[str, ...] = ()
    bed: tuple[float, float] | None = None
    closed: bool = False
    settings: Mapping[Operation, OperationSetting] = field(default_factory=lambda: dict(USUAL))
    layers: str = LAYERS[0]
    note: str = ""
    single: bool = False
    tool: Annotated[
        str,
        Choices({"laser": _("Laser"), "router": _("Router"), "pen": _("Pen")}),
        _("tool that cuts or draws"),
    ] = field(default="laser", kw_only=True)
    origin: Annotated[
        str,
        Choices({"bottom-left": _("Bottom left"), "top-left": _("Top left")}),
        _("corner of the sheet from which it counts"),
    ] = field(default="bottom-left", kw_only=True)
    hairline: Annotated[
        float,
        Between(0.001, 5, "mm"),
        Label(_("Line width")),
        _("width of the lines in its files; some machines cut only very thin ones"),
    ] = field(default=0.1, kw_only=True)
    kerf: Annotated[
        float | None,
        Between(0, 20, "mm"),
        Label(_("Width of a cut")),
        _("width that the tool takes away along a line, its kerf; auto: as the material says"),
        Unset(_("auto")),
    ] = field(default=None, kw_only=True)
    travel: Annotated[
        float,
        Between(1, FASTEST, "mm/min"),
        Label(_("Moving speed")),
        _("speed at which it moves while it neither cuts nor draws"),
    ] = field(default=6000.0, kw_only=True)
    full_power: Annotated[
        float,
        Between(1, 1_000_000),
        _("number that means full power in its files (S in G-code), mostly 1000 or 255"),
    ] = field(default=1000.0, kw_only=True)
    plunge: Annotated[
        float,
        Between(0.1, FASTEST, "mm/min"),
        _("speed at which the tool goes down into the material"),
        NO_LASER,
    ] = field(default=200.0, kw_only=True)
    lift: Annotated[
        float,
        Between(0.1, 1000, "mm"),
        _("height to which the tool is lifted when it moves on"),
        NO_LASER,
    ] = field(default=5.0, kw_only=True)
    hold: Annotated[
        str,
        Label(_("Hold by")),
        Choices({"tabs": _("Tabs"), "skin": _("A skin"), "none": _("Nothing")}),
        _("holding of pieces while it cuts: by tabs, or by a skin below all cuts"),
        ROUTER,
    ] = field(default="tabs", kw_only=True)
    tab_height: Annotated[
        float,
        Between(0.1, 50, "mm"),
        Label(_("Height of tabs")),
        _("height of the material that tabs leave at the bottom of a cut"),
        ROUTER,
    ] = field(default=1.0, kw_only=True)
    skin: Annotated[
        float,
        Between(0.05, 10, "mm"),
        _("thickness of the layer that is left below cuts"),
        ROUTER,
    ] = field(default=0.3, kw_only=True)
    through: Annotated[
        float,
        Between(0, 10, "mm"),
        Label(_("Cut through by")),
        _("depth to which it cuts into the board below the sheet"),
        ROUTER,
    ] = field(default=0.2, kw_only=True)
    lead_in: Annotated[
        str,
        Label(_("Goes down")),
        Choices({"plunge": _("Straight"), "ramp": _("On a ramp"), "helix": _("On a helix")}),
        _("way into the material: straight, on a slope, or along all of each path"),
        ROUTER,
    ] = field(default="plunge", kw_only=True)
    milling: Annotated[
        str,
        Choices({"climb": _("Climb"), "conventional": _("Conventional")}),
        _("side of the tool on which lies what is kept: climb, on its right"),
        ROUTER,
    ] = field(default="climb", kw_only=True)
    finish: Annotated[
        float,
        Between(0, 5, "mm"),
        Label(_("Finishing pass")),
        _("width that it leaves on edges for a last pass; 0: there is none"),
        ROUTER,
    ] = field(default=0.0, kw_only=True)
    source: Annotated[str, SOURCE] = field(default="", kw_only=True)

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
        name,
        short_text(values, "name", LONGEST_TEXT) or name,
        short_text(values, "about", LONGEST_TEXT),
        _suffixes(values),
        _bed(values),
        _is_true(values, "closed"),
        _settings(values),
        one_of(values, "layers", LAYERS, LAYERS[0]),
        short_text(values, "note", LONGEST_TEXT),
        _is_true(values, "single"),
        **{option.name: read_value(values, option) for option in options_of(Machine)},
    )


def _with_family(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a file with those of the machine of the program that it is like."""
    if "like" not in values:
        return values
    name, own = values["like"], MACHINE_FILES.paths()
    if not isinstance(name, str) or name not in own:
        text = _("{key} must be a machine of the program: {known}.")
        raise MazeError(text.format(key=quote_value("like"), known=", ".join(own)))
    family = _with_family(MACHINE_FILES.format.read(own[name]))
    first, given = table(family, "operations"), table(values, "operations")
    operations = {one: {**table(first, one), **table(given, one)} for one in {**first, **given}}
    return {**family, **values, "operations": operations}


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
        raise MazeError(_("{key} must be true or false.").format(key=quote_value(key)))
    return value


def _settings(values: Mapping[str, Any]) -> dict[Operation, OperationSetting]:
    given = table(values, "operations")
    check_keys(given, [operation.value for operation in Operation])
    return {
        operation: _setting(table(given, operation.value), USUAL[operation])
        for operation in Operation
    }


def _setting(values: Mapping[str, Any], usual: OperationSetting) -> OperationSetting:
    options = {option.name: option for option in options_of(OperationSetting)}
    check_keys(values, options)
    numbers = {
        name: read_value(values, replace(option, default=getattr(usual, name)))
        for name, option in options.items()
        if name != "colour"
    }
    return OperationSetting(colour=_colour(values, "colour", usual.colour), **numbers)


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
