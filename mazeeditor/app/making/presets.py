"""A machine or a material while its user changes it, kept as a file in the user's own folder.

A file of the user replaces the program's of the same name; another name makes another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.paths import file_name_of, making_folders
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import (
    Between,
    Choices,
    Label,
    OnlyWhere,
    Section,
    Unset,
    Written,
    options_of,
)
from mazeeditor.core.translation import _, quoted
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets import PresetFiles
from mazeeditor.making.presets.machines import FASTEST, MACHINE_FILES, Machine
from mazeeditor.making.presets.materials import MATERIAL_FILES, Material
from mazeeditor.page.page import Colour
from mazeeditor.page.paper import paper_sizes, paper_words, read_paper

NAME = _("name in lists; under another name it becomes a new one")
NO_LASER = OnlyWhere(lambda values: values["tool"] != "laser", _("Not for a laser."), hidden=True)

ROUTER = OnlyWhere(lambda values: values["tool"] == "router", _("Only for a router."), hidden=True)


@dataclass(frozen=True, kw_only=True)
class MaterialFields:
    """What can be changed about a material."""

    name: Annotated[str, NAME] = ""
    thickness: Annotated[float, Between(0.01, 200, "mm"), _("measured thickness of the sheet")] = (
        3.0
    )
    kerf: Annotated[
        float,
        Between(0, 20, "mm"),
        Label(_("Width of a cut")),
        _("width that the laser burns away along a line, its kerf; the kerf test tells it"),
    ] = 0.2
    least: Annotated[
        float,
        Between(0, 200, "mm"),
        Label(_("Narrowest part")),
        _("least width of parts: narrower ones break or burn away"),
    ] = 1.5
    safe: Annotated[
        float,
        Between(0, 200, "mm"),
        Label(_("Safe width")),
        _("safe width of parts: narrower ones may warp"),
    ] = 3.0
    price: Annotated[
        float | None,
        Between(0, 1_000_000),
        Label(_("Price of a sheet")),
        _("price that you pay for it; the cost of a piece follows"),
        Unset(_("not known")),
    ] = None
    sheet: Annotated[
        str | None,
        Written(read_paper, ("300x200mm", "600x300mm", "12x20in"), words=paper_words),
        Label(_("Size of a sheet")),
        _("size of the sheet that has this price"),
        Unset(_("not known")),
    ] = None
    currency: Annotated[str, _("currency written behind the price, such as EUR")] = ""
    source: Annotated[str, _("source of these numbers, a note for you")] = ""


@dataclass(frozen=True, kw_only=True)
class MachineFields:
    """What can be changed about a machine, besides how it does each operation."""

    name: Annotated[str, NAME] = ""
    bed: Annotated[
        str | None,
        Label(_("Work area")),
        Written(read_paper, ("300x200mm", "600x300mm", "12x20in"), words=paper_words),
        _("largest sheet that fits in, width x height; empty: any size"),
        Unset(_("no limit")),
    ] = None
    tool: Annotated[
        str,
        Choices({"laser": _("Laser"), "router": _("Router"), "pen": _("Pen")}),
        _("tool that cuts or draws"),
    ] = "laser"
    origin: Annotated[
        str,
        Choices({"bottom-left": _("Bottom left"), "top-left": _("Top left")}),
        _("corner of the sheet from which it counts"),
    ] = "bottom-left"
    hairline: Annotated[
        float,
        Between(0.001, 5, "mm"),
        Label(_("Line width")),
        _("width of the lines in its files; some machines cut only very thin ones"),
    ] = 0.1
    kerf: Annotated[
        float | None,
        Between(0, 20, "mm"),
        Label(_("Width of a cut")),
        _("width that the tool takes away along a line, its kerf; auto: as the material says"),
        Unset(_("auto")),
    ] = None
    travel: Annotated[
        float,
        Between(1, FASTEST, "mm/min"),
        Label(_("Moving speed")),
        _("speed at which it moves while it neither cuts nor draws"),
    ] = 6000.0
    full_power: Annotated[
        float,
        Between(1, 1_000_000),
        _("number that means full power in its files (S in G-code), mostly 1000 or 255"),
    ] = 1000.0
    plunge: Annotated[
        float,
        Between(0.1, FASTEST, "mm/min"),
        _("speed at which the tool goes down into the material"),
        NO_LASER,
    ] = 200.0
    lift: Annotated[
        float,
        Between(0.1, 1000, "mm"),
        _("height to which the tool is lifted when it moves on"),
        NO_LASER,
    ] = 5.0
    hold: Annotated[
        str,
        Label(_("Hold by")),
        Choices({"tabs": _("Tabs"), "skin": _("A skin"), "none": _("Nothing")}),
        _("what keeps pieces in place while it cuts: tabs, or a skin below all cuts"),
        ROUTER,
    ] = "tabs"
    tab_height: Annotated[
        float,
        Between(0.1, 50, "mm"),
        Label(_("Height of tabs")),
        _("how much material tabs leave at the bottom of a cut"),
        ROUTER,
    ] = 1.0
    skin: Annotated[
        float,
        Between(0.05, 10, "mm"),
        _("how thick the layer is that is left below cuts"),
        ROUTER,
    ] = 0.3
    through: Annotated[
        float,
        Between(0, 10, "mm"),
        Label(_("Cut through by")),
        _("how deep it cuts into the board below the sheet"),
        ROUTER,
    ] = 0.2
    lead_in: Annotated[
        str,
        Label(_("Goes down")),
        Choices({"plunge": _("Straight"), "ramp": _("On a ramp"), "helix": _("On a helix")}),
        _("how it enters the material: straight, on a slope, or along all of each path"),
        ROUTER,
    ] = "plunge"
    milling: Annotated[
        str,
        Choices({"climb": _("Climb"), "conventional": _("Conventional")}),
        _("on which side of the tool lies what is kept: climb, on its right"),
        ROUTER,
    ] = "climb"
    finish: Annotated[
        float,
        Between(0, 5, "mm"),
        Label(_("Finishing pass")),
        _("how much it leaves on edges for a last pass, 0: there is none"),
        ROUTER,
    ] = 0.0
    source: Annotated[str, _("a note for you: the source of these numbers")] = ""


@dataclass(frozen=True, kw_only=True)
class OperationFields:
    """What can be changed about how a machine does an operation."""

    colour: Annotated[
        Colour,
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
        _("how deep a router goes in one pass at most, instead of a number of passes"),
        Unset(_("by passes")),
    ] = None


@dataclass(frozen=True, eq=False)
class PresetSection:
    """Fields of a preset; in its file they stand below the keys ``within``."""

    within: tuple[str, ...]
    fields: FieldValues
    first: Mapping[str, Any]  # the values at the beginning


@dataclass(frozen=True)
class PresetKind:
    """Machines, or materials: where they are kept, and which fields they have."""

    folder: str
    title: str
    files: PresetFiles[Any]
    sections: Callable[[Any], list[PresetSection]]

    @property
    def known(self) -> dict[str, Path]:
        """The files of all presets by name, those of the user in place of the program's."""
        return self.files.paths(making_folders()[self.folder])

    @property
    def labels(self) -> dict[str, str]:
        """What users read of all presets by name; it says which files are damaged."""
        return {name: self._label(path) for name, path in self.known.items()}

    def _label(self, path: Path) -> str:
        try:
            return str(self.files.read(path).label)
        except MazeError:
            return _("Damaged: {name}").format(name=path.stem)


def _section(title: str, fields: type, values: Mapping[str, Any], *within: str) -> PresetSection:
    options = [replace(one, sections=(Section(title),)) for one in options_of(fields)]
    first = {option.name: values[option.name] for option in options}
    return PresetSection(within, FieldValues(options, first), first)


def _material_sections(material: Material) -> list[PresetSection]:
    return [_section(_("Material"), MaterialFields, {**vars(material), "name": material.label})]


def _machine_sections(machine: Machine) -> list[PresetSection]:
    bed = f"{machine.bed[0]:g}x{machine.bed[1]:g}mm" if machine.bed else None
    values = {**vars(machine), "name": machine.label, "bed": bed}
    return [
        _section(_("Machine"), MachineFields, values),
        *(
            _section(
                one.label, OperationFields, vars(machine.settings[one]), "operations", one.value
            )
            for one in Operation
        ),
    ]


MATERIALS = PresetKind("materials", _("Material"), MATERIAL_FILES, _material_sections)
MACHINES = PresetKind("machines", _("Machine"), MACHINE_FILES, _machine_sections)


class PresetDraft:
    """The fields of a preset in ``sections``; none, and a ``problem``, where its file is damaged.

    A damaged file can be removed, not saved.
    """

    def __init__(self, kind: PresetKind, name: str) -> None:
        self.kind, self.name = kind, name
        self._path = kind.known.get(name, kind.files.folder / f"{name}.json")
        self._values: dict[str, Any] = {}
        self.sections: list[PresetSection] = []
        self.note = self.problem = ""
        try:
            preset = kind.files.read(self._path)
            self._values = kind.files.format.read(self._path)
        except MazeError as problem:
            self.problem = str(problem)
            return
        self.sections = kind.sections(preset)
        self.note = preset.note

    @property
    def is_own(self) -> bool:
        """Whether it is a file of the user, which can be removed."""
        return self._path.parent != self.kind.files.folder

    @property
    def replaces(self) -> bool:
        """Whether the program has one of that name, which comes back then."""
        return (self.kind.files.folder / self._path.name).exists()

    def save(self) -> str:
        """Write what was changed into a file of the user, and return its name.

        Raises ``UsageError`` for an invalid value or a name that is taken, and ``MazeError``.
        """
        values = deepcopy(self._values)
        for section in self.sections:
            _change(values, section)
        name = self._new_name(str(values.get("name", "")))
        self.kind.files.of(name, values)  # before a file of the user hides that of the program
        target = self._folder() / f"{name}.json"
        data = (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()
        with suppress(OSError):  # the writer names what is wrong with the folder
            target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data)
        return name

    def remove(self) -> None:
        """Remove the file of the user; raises ``MazeError``."""
        try:
            self._path.unlink()
        except OSError as error:
            text = _("{file} could not be removed: {reason}.")
            raise MazeError(text.format(file=self._path.name, reason=error.strerror)) from None

    def _folder(self) -> Path:
        folders = making_folders()[self.kind.folder]
        if not folders:
            raise MazeError(_("There is no folder for settings, as there is no home folder."))
        return folders[0]

    def _new_name(self, label: str) -> str:
        """Return the name of the file for what users read; raises ``UsageError``."""
        if label == self.sections[0].first["name"]:
            return self.name
        name = file_name_of(label).lower().replace(" ", "-")
        if not name:
            raise UsageError(_("Give it a name that lists can show."))
        if name in self.kind.known:
            text = _("There is one called {name} already: choose another name.")
            raise UsageError(text.format(name=quoted(label)))
        return name


def _change(values: dict[str, Any], section: PresetSection) -> None:
    """Write the fields that were changed into the values of a file; raises ``UsageError``."""
    changed = {
        name: value for name, value in section.fields.read().items() if value != section.first[name]
    }
    if not changed:
        return
    for key in section.within:
        values = values.setdefault(key, {})
    for name, value in changed.items():
        if name == "bed" and value is not None:
            value = list(paper_sizes(value, "automatic")[0])
        values[name] = value
