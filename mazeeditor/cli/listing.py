"""``mazeeditor list``: what there is to choose from, with every option."""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.exporters import EXPORTERS
from mazeeditor.generators import GENERATORS
from mazeeditor.masks import MASKS
from mazeeditor.options import Option
from mazeeditor.registry import Registry
from mazeeditor.shapes import SHAPES, Shape
from mazeeditor.solvers import SOLVERS
from mazeeditor.transforms import TRANSFORMS
from mazeeditor.words import _

KINDS: dict[str, Registry[Any]] = {
    "generators": GENERATORS,
    "solvers": SOLVERS,
    "shapes": SHAPES,
    "masks": MASKS,
    "exporters": EXPORTERS,
    "transforms": TRANSFORMS,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the kind."""
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


def run(parsed: argparse.Namespace) -> int:
    """Print one thing a line, its options under it."""
    for thing in KINDS[parsed.kind]:
        print(json.dumps(as_json(thing)) if parsed.json else in_words(thing))
    return DONE


def as_json(thing: Any) -> dict[str, Any]:
    """Return the object that ``--json`` prints for one thing."""
    told = {
        "name": thing.name,
        "label": thing.label,
        "summary": thing.summary,
        "options": [_option(option) for option in thing.options],
    }
    return {**told, "sides": thing.build().sides} if isinstance(thing, Shape) else told


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


def in_words(thing: Any) -> str:
    """Return the lines for one thing."""
    lines = [f"{thing.name:20}{thing.summary}"]
    lines += [f"    {each.flag:18}{each.help} ({each.described()})" for each in thing.options]
    if isinstance(thing, Shape):
        sides = ", ".join(thing.build().sides)
        lines.append(f"    {_('SIDE'):18}" + _("of an opening: {sides}").format(sides=sides))
    return "\n".join(lines)


COMMANDS.add(
    Command(
        "list",
        _("List generators, solvers, shapes, masks, exporters or transforms."),
        "mazeeditor list generators --json",
        configure,
        run,
        order=5,
    )
)
