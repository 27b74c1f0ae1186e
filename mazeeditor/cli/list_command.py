"""``mazeeditor list``: all entries of a kind, with their options."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.exporters import EXPORTERS
from mazeeditor.generators import GENERATORS, Generator
from mazeeditor.masks import MASKS
from mazeeditor.options import Option
from mazeeditor.registry import Entry, Registry
from mazeeditor.shapes import SHAPES, Shape
from mazeeditor.solvers import SOLVERS
from mazeeditor.transforms import TRANSFORMS
from mazeeditor.translation import _

KINDS: dict[str, Registry[Any]] = {
    "generators": GENERATORS,
    "solvers": SOLVERS,
    "shapes": SHAPES,
    "masks": MASKS,
    "exporters": EXPORTERS,
    "transforms": TRANSFORMS,
}
PRESETS, RULES = "presets", "rules"  # files, to which users add


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the kind."""
    parser.add_argument("kind", choices=[*KINDS, PRESETS, RULES])
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


@subcommand(
    "list",
    _("List generators, solvers, shapes, masks, exporters, transforms, presets or rules."),
    order=5,
    example="mazeeditor list generators --json",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print one entry a line, its options below it."""
    if parsed.kind == PRESETS:
        return _list_presets(json_lines=parsed.json)
    if parsed.kind == RULES:
        return _list_rules(json_lines=parsed.json)
    for entry in KINDS[parsed.kind]:
        print(json.dumps(as_json(entry)) if parsed.json else as_text(entry))
    return DONE


def _list_presets(*, json_lines: bool) -> int:
    """Print the presets of the program and of the user; on stderr the files that are none."""
    from mazeeditor.workspace.presets import presets

    known, problems = presets()
    for preset in known:
        values = {"name": preset.name, "label": preset.label, "about": preset.about}
        print(json.dumps(values) if json_lines else f"{preset.name:20}{preset.about}")
    for problem in problems:
        print(f"mazeeditor: {problem}", file=sys.stderr)
    return DONE


def _list_rules(*, json_lines: bool) -> int:
    """Print the rules of print shops, of the program and of the user, as presets are printed."""
    from mazeeditor.printing.rule_sets import rule_sets
    from mazeeditor.workspace.user_folders import rules_folders

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
        print(json.dumps(values) if json_lines else f"{rules.name:20}{rules.about}")
    for problem in problems:
        print(f"mazeeditor: {problem}", file=sys.stderr)
    return DONE


def as_json(entry: Entry[Any]) -> dict[str, Any]:
    """Return the object that ``--json`` prints for an entry."""
    values: dict[str, Any] = {
        "name": entry.name,
        "label": entry.label,
        "summary": entry.summary,
        "options": [_option(option) for option in entry.options],
    }
    if isinstance(entry, Generator):
        values["texture"] = entry.texture
    return {**values, "sides": entry.run().sides} if isinstance(entry, Shape) else values


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
        f"    {option.flag:18}{option.help} ({option.described()})" for option in entry.options
    ]
    if isinstance(entry, Generator):
        lines.insert(1, f"    {_('texture'):18}{entry.texture}")
    if isinstance(entry, Shape):
        sides = ", ".join(entry.run().sides)
        lines.append(f"    {_('SIDE'):18}" + _("of an opening: {sides}").format(sides=sides))
    return "\n".join(lines)
