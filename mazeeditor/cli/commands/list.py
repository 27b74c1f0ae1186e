"""``mazeeditor list``: all entries of a kind, with their options."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import explain_option
from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import Option
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _, one_line, without_controls

if TYPE_CHECKING:
    from mazeeditor.making.presets import PresetFiles

T = TypeVar("T")

# Of each kind the package that holds its registry, imported when it is listed: SHAPES in shapes.
KINDS = {
    "generators": "mazeeditor.maze.generators",
    "solvers": "mazeeditor.maze.solvers",
    "shapes": "mazeeditor.maze.shapes",
    "masks": "mazeeditor.maze.masks",
    "subjects": "mazeeditor.maze.subjects",
    "exporters": "mazeeditor.page.formats",
    "transforms": "mazeeditor.maze.transforms",
    "jobs": "mazeeditor.making.jobs",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the kind."""
    kinds = [*KINDS, *_LISTS]
    parser.add_argument(
        "kind",
        choices=kinds,
        metavar=_("KIND"),
        help=_("kind of things to list: {known}").format(known=", ".join(kinds)),
    )
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
        for values, line in _LISTS[parsed.kind]():
            print(json.dumps(values) if parsed.json else without_controls(line))
        return DONE
    for entry in registry_of(parsed.kind):
        print(
            json.dumps(as_json(entry, parsed.kind)) if parsed.json else as_text(entry, parsed.kind)
        )
    return DONE


def registry_of(kind: str) -> Registry[Any]:
    """Return the registry of one of ``KINDS``."""
    registry: Registry[Any] = getattr(import_module(KINDS[kind]), kind.upper())
    return registry


Listed = tuple[dict[str, Any], str]  # what --json prints, and the line without it


def _presets() -> Iterator[Listed]:
    from mazeeditor.app.drafts.new_maze import presets

    known, problems = presets()
    for preset in known:
        values = {"name": preset.name, "label": preset.label, "about": preset.about}
        yield values, f"{preset.name:20}{preset.about}"
    _report(problems)


def _audiences() -> Iterator[Listed]:
    from mazeeditor.page.audiences import AUDIENCES

    text = _("{label}: passages of {passage:g} mm, walls of {wall:g} mm, {generator}")
    for audience in AUDIENCES.values():
        names = ("name", "label", "passage", "wall", "generator")
        values = {name: getattr(audience, name) for name in names}
        values["summary"] = text.format(**values)
        yield values, f"{audience.name:20}{values['summary']}"


def _themes() -> Iterator[Listed]:
    """Yield each; of one that is broken print the reason on stderr."""
    from mazeeditor.page.themes import theme_named, theme_names

    for name in theme_names():
        with _report_problems():
            theme = theme_named(name)
            drawings = {kind: len(each) for kind, each in theme.drawings.items()}
            values: dict[str, Any] = {"name": name, "label": theme.label}
            values |= {"typeface": theme.typeface, "drawings": drawings}
            yield values, f"{name:20}{theme.label}"


def _rules() -> Iterator[Listed]:
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
        yield values, f"{rules.name:20}{rules.about}"
    _report(problems)


def _machines() -> Iterator[Listed]:
    """Yield each with how large its bed is."""
    from mazeeditor.core.disk.paths import making_folders
    from mazeeditor.making.presets.machines import MACHINE_FILES

    for machine in _usable(MACHINE_FILES, making_folders()["machines"]):
        text = _("{about} Bed {width:g} × {height:g} mm.") if machine.bed else "{about}"
        width, height = machine.bed or (0, 0)
        text = text.format(about=machine.about or machine.label, width=width, height=height)
        yield machine.to_dict(), f"{machine.name:20}{text}"


def _materials() -> Iterator[Listed]:
    from mazeeditor.core.disk.paths import making_folders
    from mazeeditor.making.presets.materials import MATERIAL_FILES

    for material in _usable(MATERIAL_FILES, making_folders()["materials"]):
        values = asdict(material)
        text = _("{label}: {thickness:g} mm thick, kerf {kerf:g} mm").format(**values)
        yield values, f"{material.name:20}{text}"


def _usable(files: PresetFiles[T], folders: Iterable[Path]) -> Iterator[T]:
    """Yield what each file holds; of one that cannot be used print the reason on stderr."""
    for path in files.paths(folders).values():
        with _report_problems():
            yield files.read(path)


@contextmanager
def _report_problems() -> Iterator[None]:
    try:
        yield
    except MazeError as error:
        _report([str(error)])


def _report(problems: Iterable[str]) -> None:
    for problem in problems:
        print(f"mazeeditor: {one_line(problem)}", file=sys.stderr)


# A table, and files of the program, to which users add.
_LISTS = {
    "audiences": _audiences,
    "presets": _presets,
    "themes": _themes,
    "rules": _rules,
    "machines": _machines,
    "materials": _materials,
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
    lines += [f"    {option.flag:18}{explain_option(option)}" for option in _options(entry, kind)]
    more = _more(entry, kind)
    if "texture" in more:
        lines.insert(1, f"    {_('texture'):18}{more['texture']}")
    if "sides" in more:
        sides = ", ".join(more["sides"])
        lines.append(f"    {_('SIDE'):18}" + _("of an opening: {sides}").format(sides=sides))
    return "\n".join(lines)
