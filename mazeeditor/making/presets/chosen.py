"""The machine and the materials that were chosen, whose files are read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.presets.machines import Machine, find_machine
from mazeeditor.making.presets.materials import Material, find_material


@dataclass(frozen=True)
class ChosenPresets:
    """What something is made with; ``lid`` is None where it has none."""

    machine: Machine
    material: Material
    lid: Material | None = None

    @classmethod
    def of(
        cls, options: MakeOptions, folders: Mapping[str, Iterable[Path]] | None = None
    ) -> ChosenPresets:
        """Read the files of the program, or of the user's ``machines`` and ``materials`` folders.

        Raises ``UsageError`` with the names there are, and ``MazeError``.
        """
        own = folders or {}
        machines, materials = tuple(own.get("machines", ())), tuple(own.get("materials", ()))
        material = find_material(options.material, materials)
        with_lid = options.lid and "lid" in JOBS[options.job].uses
        return cls(
            find_machine(options.machine, machines),
            material if options.thickness is None else _as_thick(material, options.thickness),
            find_material(options.lid_material, materials) if with_lid else None,
        )


def _as_thick(material: Material, thickness: float) -> Material:
    """Return a material of another thickness, of which features hold that are larger alike."""
    share = thickness / material.thickness
    return replace(
        material, thickness=thickness, least=material.least * share, safe=material.safe * share
    )
