"""The flags that say which cells a maze has: its shape, and the masks it is cut to.

Options follow the mask that they are for, as in ``--mask heart --scale 0.9 --mask hole``; those
before the first ``--mask`` are for that one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.editing.outlining import in_words
from mazeeditor.errors import UsageError
from mazeeditor.generators import Generator
from mazeeditor.job import Job
from mazeeditor.masks import MASKS, PIECES, Cut, Mask, cut
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES, Shape, build
from mazeeditor.words import _

MASKING = "masking"  # where the flags of masks are kept, in the order in which they were given


@dataclass(frozen=True)
class Outline:
    """What was asked for: a shape with its ``sizes``, and masks as a recipe has them."""

    shape: Shape
    sizes: dict[str, Any]
    masks: list[dict[str, Any]]
    pieces: dict[str, Any]

    @property
    def recipe(self) -> dict[str, Any]:
        """What a recipe says of the masks; nothing where there are none."""
        return {"mask": self.masks, **self.pieces} if self.masks else {}

    @property
    def labels(self) -> list[str]:
        """The words for the masks."""
        return [MASKS[each["name"]].label for each in self.masks]

    def check(self, generator: Generator) -> None:
        """Raise ``UsageError`` where a generator cannot make it, before time is spent."""
        if reason := self.why_not(generator):
            raise UsageError(reason)

    def why_not(self, generator: Generator) -> str:
        """Return why a generator cannot make it, "" where it can."""
        return generator.why_not(self.shape.name, whole=not self.masks)

    def cut(self, job: Job) -> Cut:
        """Return the lattice; raises ``UsageError`` and ``CancelledError``."""
        whole = build(self.shape.name, **self.sizes)
        return cut(self.masks, whole, job=job, **self.pieces) if self.masks else Cut(whole, 1)

    def tell(self, outline: Cut) -> Cut:
        """Say where the masks left several pieces, and what was done about it."""
        joining = self.pieces.get(PIECES.name, PIECES.default)
        if words := in_words(outline.pieces, joining):
            words += _(" See {flag}.").format(flag=PIECES.flag)
            print(f"mazeeditor: {words}", file=sys.stderr)
        return outline


def shape_options() -> list[Option]:
    """Return the options of all shapes."""
    return [option for shape in SHAPES for option in shape.options]


def _mask_options() -> list[Option]:
    return [option for found in MASKS for option in found.options]


def add_outline(parser: argparse.ArgumentParser, without: Sequence[str] = ()) -> None:
    """Add the flags of every shape and mask, but the options of shapes that are ``without``."""
    parser.add_argument("--shape", help=", ".join(SHAPES.names()) + _(" (default rectangular)"))
    add_flags(parser, [each for each in shape_options() if each.name not in without])
    words = _(
        "an outline to cut the maze to, repeatable, its options behind it, which "
        "'mazeeditor list masks' tells: {names}"
    )
    parser.add_argument(
        "--mask",
        dest=MASKING,
        action="append",
        type=lambda name: ("mask", name),
        metavar=_("MASK"),
        help=words.format(names=", ".join(MASKS.names())),
    )
    add_flags(parser, (PIECES,))
    add_flags(parser, _mask_options(), in_order=MASKING)


def read_outline(parsed: argparse.Namespace) -> Outline:
    """Return what the flags ask for; raises ``UsageError``."""
    shape = SHAPES[parsed.shape or "rectangular"]
    refuse_others(parsed, shape.options, shape.label, shape_options())
    masks = _masks(vars(parsed)[MASKING] or [])
    if not masks:
        refuse_others(parsed, (), _("A maze without --mask"), (PIECES,))
    pieces = read_flags(parsed, (PIECES,))
    return Outline(shape, read_flags(parsed, shape.options), masks, pieces)


def refuse_outline(parsed: argparse.Namespace, file: str) -> None:
    """Raise ``UsageError`` where one was asked for beside a file, which has its own."""
    own = [each for each in shape_options() if vars(parsed).get("option_" + each.name) is not None]
    if parsed.shape or vars(parsed)[MASKING] or own or read_flags(parsed, (PIECES,)):
        raise UsageError(_("{file} has its own shape, size and masks.").format(file=file))


def _masks(given: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Return masks as a recipe has them, from flags in their order; raises ``UsageError``."""
    names = [name for name, _value in given]
    if given and "mask" not in names:
        words = _("A maze without --mask has no option {flag}.")
        raise UsageError(words.format(flag=_flag(names[0])))
    first = names.index("mask") if given else 0
    given = [*given[first : first + 1], *given[:first], *given[first + 1 :]]
    found: list[dict[str, Any]] = []
    for name, value in given:
        if name == "mask":
            found.append({"name": MASKS[value].name})
        else:
            found[-1][name] = _value(MASKS[found[-1]["name"]], name, value)
    return found


def _value(found: Mask, name: str, value: Any) -> Any:
    """Return what a flag behind a mask says; raises ``UsageError``."""
    for option in found.options:
        if option.name == name:
            return option.parse(value) if isinstance(value, str) else value
    words = _("{whom} has no option {flag}: options stand behind the mask that they are for.")
    raise UsageError(words.format(whom=found.label, flag=_flag(name)))


def _flag(name: str) -> str:
    return next(option.flag for option in _mask_options() if option.name == name)
