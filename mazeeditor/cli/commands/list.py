"""``mazeeditor list``: all entries of a kind, with their options."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import Option
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _, one_line, without_controls

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine

# Of each kind the package that holds its registry, imported when it is listed: SHAPES in shapes.
KINDS = {
    "generators": "mazeeditor.maze.generators",
    "solvers": "mazeeditor.maze.solvers",
    "shapes": "mazeeditor.maze.shapes",
    "masks": "mazeeditor.maze.masks",
    "exporters": "mazeeditor.page.formats",
    "transforms": "mazeeditor.maze.transforms",
    "jobs": "mazeeditor.making.jobs",
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
    for entry in registry_of(parsed.kind):
        print(
            json.dumps(as_json(entry, parsed.kind)) if parsed.json else as_text(entry, parsed.kind)
        )
    return DONE


def registry_of(kind: str) -> Registry[Any]:
    """Return the registry of one of ``KINDS``."""
    registry: Registry[Any] = getattr(import_module(KINDS[kind]), kind.upper())
    return registry


def _list_presets(*, json_lines: bool) -> int:
    """Print the presets of the program and of the user; on stderr the files that are none."""
    from mazeeditor.app.drafts.new_maze import presets

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
    from mazeeditor.core.disk.paths import rules_folders
    from mazeeditor.prepress.rule_sets import rule_sets

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
    from mazeeditor.core.disk.paths import making_folders
    from mazeeditor.making.presets.machines import MACHINE_FILES

    for path in MACHINE_FILES.paths(making_folders()[MACHINES]).values():
        with _reported():
            machine = MACHINE_FILES.read(path)
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
    from mazeeditor.core.disk.paths import making_folders
    from mazeeditor.making.presets.materials import MATERIAL_FILES

    for path in MATERIAL_FILES.paths(making_folders()[MATERIALS]).values():
        with _reported():
            values = asdict(MATERIAL_FILES.read(path))
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


def as_json(entry: Entry[Any], kind: str) -> dict[str, Any]:
    """Return the object that ``--json`` prints for an entry of one of ``KINDS``."""
    values: dict[str, Any] = {
        "name": entry.name,
        "label": entry.label,
        "summary": entry.summary,
        "options": [_option(option) for option in _options(entry, kind)],
    }
    return values | _more(entry, kind)


def _more(entry: Any, kind: str) -> dict[str, Any]:
    """Return what only entries of this kind have."""
    if kind == "generators":
        return {"texture": entry.texture}
    return {"sides": entry.run().sides} if kind == "shapes" else {}


def _options(entry: Any, kind: str) -> tuple[Option, ...]:
    """Return the options of an entry; those of a job are chosen with all that concerns making."""
    if kind == "jobs":
        from mazeeditor.making.options import make_options

        return tuple(option for option in make_options() if option.name in entry.uses)
    options: tuple[Option, ...] = entry.options
    return options


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


def as_text(entry: Entry[Any], kind: str) -> str:
    """Return the lines for an entry of one of ``KINDS``."""
    lines = [f"{entry.name:20}{entry.summary}"]
    lines += [
        f"    {option.flag:18}{option.help} ({option.described()})"
        for option in _options(entry, kind)
    ]
    more = _more(entry, kind)
    if "texture" in more:
        lines.insert(1, f"    {_('texture'):18}{more['texture']}")
    if "sides" in more:
        sides = ", ".join(more["sides"])
        lines.append(f"    {_('SIDE'):18}" + _("of an opening: {sides}").format(sides=sides))
    return "\n".join(lines)
