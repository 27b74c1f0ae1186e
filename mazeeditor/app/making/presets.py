"""A machine or a material while its user changes it, kept as a file in the user's own folder.

A file of the user replaces the program's of the same name; another name makes another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.paths import file_name_of, making_folders
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.options import Option, Section, Written, options_of
from mazeeditor.core.translation import _, quote_value
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.presets import PresetFiles
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine, OperationSetting
from mazeeditor.making.presets.materials import MATERIAL_FILES, Material
from mazeeditor.page.paper import paper_sizes, paper_words, read_paper

_NAME = Option("name", str, "", _("name in lists; under another name it becomes a new one"))
_BED = Option(
    "bed",
    str,
    None,
    _("largest sheet that fits in, width x height; empty: any size"),
    own_label=_("Work area"),
    optional=True,
    unset=_("no limit"),
    written=Written(read_paper, ("300x200mm", "600x300mm", "12x20in"), words=paper_words),
)


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


def _section(
    title: str, options: Iterable[Option], values: Mapping[str, Any], *within: str
) -> PresetSection:
    options = [replace(one, sections=(Section(title),)) for one in options]
    first = {option.name: values[option.name] for option in options}
    return PresetSection(within, FieldValues(options, first), first)


def _material_sections(material: Material) -> list[PresetSection]:
    values = {**vars(material), "name": material.label}
    return [_section(_("Material"), (_NAME, *options_of(Material)), values)]


def _machine_sections(machine: Machine) -> list[PresetSection]:
    bed = f"{machine.bed[0]:g}x{machine.bed[1]:g}mm" if machine.bed else None
    values = {**vars(machine), "name": machine.label, "bed": bed}
    own, of_operation = options_of(Machine), options_of(OperationSetting)
    return [
        _section(_("Machine"), (_NAME, _BED, *own), values),
        *(
            _section(one.label, of_operation, vars(machine.settings[one]), "operations", one.value)
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
            raise UsageError(text.format(name=quote_value(label)))
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
