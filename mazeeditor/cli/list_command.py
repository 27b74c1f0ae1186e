"""``mazeeditor list``: all entries of a kind, with their options."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.errors import MazeError
from mazeeditor.exporters import EXPORTERS
from mazeeditor.generators import GENERATORS, Generator
from mazeeditor.making.jobs import JOBS, MachineJob
from mazeeditor.masks import MASKS
from mazeeditor.options import Option
from mazeeditor.registry import Entry, Registry
from mazeeditor.shapes import SHAPES, Shape
from mazeeditor.solvers import SOLVERS
from mazeeditor.transforms import TRANSFORMS
from mazeeditor.translation import _, one_line, without_controls

if TYPE_CHECKING:
    from mazeeditor.making.machine_files import Machine

KINDS: dict[str, Registry[Any]] = {
    "generators": GENERATORS,
    "solvers": SOLVERS,
    "shapes": SHAPES,
    "masks": MASKS,
    "exporters": EXPORTERS,
    "transforms": TRANSFORMS,
    "jobs": JOBS,
}
# Files, to which users add.
PRESETS, RULES, MACHINES, MATERIALS = "presets", "rules", "machines", "materials"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the kind."""
    parser.add_argument("kind", choices=[*KINDS, *_LISTS])
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


@subcommand(
    "list",
    _("List generators, solvers, shapes, masks, exporters, jobs of machines and other kinds."),
    order=5,
    example="mazeeditor list generators --json",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print one entry a line, its options below it."""
    if parsed.kind in _LISTS:
        return _LISTS[parsed.kind](json_lines=parsed.json)
    for entry in KINDS[parsed.kind]:
        print(json.dumps(as_json(entry)) if parsed.json else as_text(entry))
    return DONE


def _list_presets(*, json_lines: bool) -> int:
    """Print the presets of the program and of the user; on stderr the files that are none."""
    from mazeeditor.workspace.presets import presets

    known, problems = presets()
    for preset in known:
        values = {"name": preset.name, "label": preset.label, "about": preset.about}
        print(
            json.dumps(values)
            if json_lines
            else without_controls(f"{preset.name:20}{preset.about}")
        )
    for problem in problems:
        print(f"mazeeditor: {one_line(problem)}", file=sys.stderr)
    return DONE


def _list_rules(*, json_lines: bool) -> int:
    """Print the rules of print shops, of the program and of the user, as presets are printed."""
    from mazeeditor.printing.rule_sets import rule_sets
    from mazeeditor.settings_folder import rules_folders

    known, problems = rule_sets(rules_folders())
    for rules in known:
        values = {
            "name": rules.name,
            "label": rules.label,
            "about": rules.about,
            "rules": {
                rule.name: {"severity": rule.severity, "source": rule.source, **rule.values}
                for rule in rules.rules.values()
            },
        }
        print(
            json.dumps(values) if json_lines else without_controls(f"{rules.name:20}{rules.about}")
        )
    for problem in problems:
        print(f"mazeeditor: {one_line(problem)}", file=sys.stderr)
    return DONE


def _list_machines(*, json_lines: bool) -> int:
    """Print the machines of the program and of the user, as presets are printed."""
    from mazeeditor.making.machine_files import machine_files, read_machine
    from mazeeditor.settings_folder import making_folders

    for path in machine_files(making_folders()[MACHINES]).values():
        with _reported():
            machine = read_machine(path)
            print(json.dumps(machine.to_dict()) if json_lines else _machine_line(machine))
    return DONE


def _machine_line(machine: Machine) -> str:
    """Return what it is, and how large its bed is."""
    about = machine.about or machine.label
    text = _("{about} Bed {width:g} × {height:g} mm.") if machine.bed else "{about}"
    width, height = machine.bed or (0, 0)
    return without_controls(
        f"{machine.name:20}{text.format(about=about, width=width, height=height)}"
    )


def _list_materials(*, json_lines: bool) -> int:
    """Print the materials of the program and of the user, as presets are printed."""
    from mazeeditor.making.material_files import material_files, read_material
    from mazeeditor.settings_folder import making_folders

    for path in material_files(making_folders()[MATERIALS]).values():
        with _reported():
            values = asdict(read_material(path))
            print(json.dumps(values) if json_lines else _material_line(path, values))
    return DONE


def _material_line(path: Path, values: dict[str, Any]) -> str:
    text = _("{label}: {thickness:g} mm thick, kerf {kerf:g} mm").format(**values)
    return without_controls(f"{path.stem:20}{text}")


@contextmanager
def _reported() -> Iterator[None]:
    """Print on stderr why a file cannot be used."""
    try:
        yield
    except MazeError as error:
        print(f"mazeeditor: {one_line(error)}", file=sys.stderr)


_LISTS: dict[str, Callable[..., int]] = {
    PRESETS: _list_presets,
    RULES: _list_rules,
    MACHINES: _list_machines,
    MATERIALS: _list_materials,
}


def as_json(entry: Entry[Any]) -> dict[str, Any]:
    """Return the object that ``--json`` prints for an entry."""
    values: dict[str, Any] = {
        "name": entry.name,
        "label": entry.label,
        "summary": entry.summary,
        "options": [_option(option) for option in _options(entry)],
    }
    if isinstance(entry, Generator):
        values["texture"] = entry.texture
    return {**values, "sides": entry.run().sides} if isinstance(entry, Shape) else values


def _options(entry: Entry[Any]) -> tuple[Option, ...]:
    """Return the options of an entry; those of a job are chosen with all that concerns making."""
    if isinstance(entry, MachineJob):
        from mazeeditor.making.make_options import make_options

        return tuple(option for option in make_options() if option.name in entry.uses)
    return entry.options


def _option(option: Option) -> dict[str, Any]:
    bounds = {"low": option.low, "high": option.high}
    return {
        "name": option.name,
        "kind": option.kind.__name__,
        "default": option.default,
        "help": option.help,
        "choices": list(option.choices),
        **{name: None if math.isinf(bound) else bound for name, bound in bounds.items()},
    }


def as_text(entry: Entry[Any]) -> str:
    """Return the lines for an entry."""
    lines = [f"{entry.name:20}{entry.summary}"]
    lines += [
        f"    {option.flag:18}{option.help} ({option.described()})" for option in _options(entry)
    ]
    if isinstance(entry, Generator):
        lines.insert(1, f"    {_('texture'):18}{entry.texture}")
    if isinstance(entry, Shape):
        sides = ", ".join(entry.run().sides)
        lines.append(f"    {_('SIDE'):18}" + _("of an opening: {sides}").format(sides=sides))
    return "\n".join(lines)
