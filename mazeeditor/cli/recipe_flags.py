"""The flags of a recipe: shape, sizes, masks, what it shows, generator, options, seed and braid.

Options follow their mask, as in ``--mask heart --scale 0.9 --mask hole``; those before
the first ``--mask`` are for that one. Without masks they are for what the maze shows: ``--show qr
--qr TEXT``, or ``--qr TEXT`` alone, as the first option of each subject stands for it. So does that
of a mask with a size of its own: ``--outline FILE`` is ``--mask field --field FILE``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.cli.flags import (
    Owned,
    add_flags,
    explain_option,
    owned_by,
    read_flags,
    refuse_others,
)
from mazeeditor.cli.topics import Note, Topic, note
from mazeeditor.core.disk.input_files import STANDARD_INPUT
from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import whole
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _, one_line, quote_value
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.lattice import DEFAULT, Lattice, Opening, Place, openings
from mazeeditor.maze.masks import MASKS, PIECES, Mask
from mazeeditor.maze.masks.cutting import Cut, MaskStep, sized_by
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject, Subject

if TYPE_CHECKING:
    from mazeeditor.page.page import Page

DEFAULT_RECIPE = Recipe("backtracker")
SHAPE = Topic("shape", _("Shape and size"))
MASK = Topic("outline", _("Shape outline"))
SHOWS = Topic("shows", _("What the maze shows"))
GENERATOR = Topic("generator", _("How it is made"))
Openings = tuple[Opening | None, tuple[Opening, ...]]
OUTLINE = "outline"  # of some shapes a name, of a field a file
CHOOSING = "choosing"  # the flags of masks and subjects, in the order in which they were given
PREFIX = "-"  # behind the name of a subject, in names of flags that others have too
Given = list[tuple[str, Any]]  # such flags: the name of an option, "mask" or "show", and a value


def refuse_sizes_beside_outline(parsed: argparse.Namespace, sizes: Iterable[Option]) -> None:
    """Raise ``UsageError`` where a size in mm is given, or an audience, beside one in metres."""
    given = [option.flag for option in sizes if vars(parsed).get("option_" + option.name)]
    given += ["--for"] if parsed.audience is not None else []
    names = [name for name, _value in vars(parsed)[CHOOSING] or []]
    if given and _sized_mask(names):
        text = _("The size follows from the outline on the ground: leave out {flags}.")
        raise UsageError(text.format(flags=", ".join(given)))


def report_pieces(outline: Cut, *, letters: bool = True) -> Cut:
    """Print on stderr what was done with pieces that the masks left.

    Also what ``letters`` cannot be read, unless its pages say it.
    """
    if outline.about_pieces:
        text = outline.about_pieces + _(" See {flag}.").format(flag=PIECES.flag)
        print(f"mazeeditor: {text}", file=sys.stderr)
    if letters and outline.about_letters:
        print(f"mazeeditor: {outline.about_letters}", file=sys.stderr)
    return outline


def check_generator(recipe: Recipe, generator: str = "") -> None:
    """Raise ``UsageError`` where a generator cannot make such mazes, before a long job."""
    if reason := recipe.why_not(generator):
        raise UsageError(reason)


def shape_options() -> list[Option]:
    return [option for shape in SHAPES for option in shape.options]


def add_outline(parser: argparse.ArgumentParser, shown: Sequence[Option] = ()) -> None:
    """Add the flags of every shape and mask, and the options of what mazes can show."""
    names = ", ".join(SHAPES.names())
    text = _("form of the cells: {names} (default rectangular)").format(names=names)
    shape = parser.add_argument("--shape", metavar=_("SHAPE"), help=text)
    note(shape, [Note(SHAPE, text)])
    sizes = owned_by(SHAPES, "--shape", SHAPE)
    add_flags(parser, [one for one in sizes if one.option.name != OUTLINE])
    text = _(
        "outline that the maze is cut to, repeatable, followed by its options, as "
        "'mazeeditor list masks' shows them: {names}"
    )
    _add_kind(parser, "mask", _("MASK"), text.format(names=", ".join(MASKS.names())), MASK)
    add_flags(parser, [Owned(PIECES, MASK)])
    subjects = [Owned(option, _topic_of_subject(option)) for option in shown]
    add_flags(parser, [*subjects, *owned_by(MASKS, "--mask", MASK)], in_order=CHOOSING)
    of_shapes = [
        Note(Topic(*SHAPE[:2], f"--shape {shape.name}"), explain_option(option, default=False))
        for shape in SHAPES
        for option in shape.options
        if option.name == OUTLINE
    ]
    on_ground = _("file with the outline of {mask}, the same as {flag}").format(
        mask=_size_mask().label, flag=_size_mask().options[0].flag
    )
    outline = parser.add_argument(
        f"--{OUTLINE}",
        action=_NameOrFile,
        dest=CHOOSING,
        metavar=_("FILE"),
        help="; ".join([on_ground, *(f"with {one.topic.owner}: {one.text}" for one in of_shapes)]),
    )
    note(outline, [Note(MASK, on_ground), *of_shapes])


def of_generators() -> list[Owned]:
    return owned_by(GENERATORS, "--generator", GENERATOR)


def _topic_of_subject(option: Option) -> Topic:
    """Return the topic of an option of what mazes can show, whose name may be in front."""
    for subject in SUBJECTS:
        own = {each.name for each in subject.options}
        if option.name in own or option.name in {f"{subject.name}{PREFIX}{each}" for each in own}:
            return Topic(subject.name, subject.label, f"--show {subject.name}")
    raise KeyError(option.name)


def _add_kind(
    parser: argparse.ArgumentParser, kind: str, metavar: str, text: str, topic: Topic
) -> None:
    """Add the flag that chooses a mask or a subject, in order with their options."""
    action = parser.add_argument(
        f"--{kind}",
        dest=CHOOSING,
        action="append",
        type=lambda name: (kind, name),
        metavar=metavar,
        help=text,
    )
    note(action, [Note(topic, text)])


def _size_mask() -> Mask:
    return next(mask for mask in MASKS if mask.sizes)


class _NameOrFile(argparse.Action):
    """Takes an outline: a name is that of a shape, a file the option of a mask on the ground.

    A name is what neither ends as such a file does, nor is one.
    """

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        _option_string: str | None = None,
    ) -> None:
        first, path = _size_mask().options[0], Path(values)
        suffixes = first.file.suffixes if first.file else ()
        is_file = not values or path == STANDARD_INPUT or os.path.lexists(path)
        if is_file or path.suffix.lower() in suffixes:
            given = getattr(namespace, self.dest) or []
            setattr(namespace, self.dest, [*given, (first.name, values)])
        else:
            setattr(namespace, "option_" + OUTLINE, values)


def read_outline(parsed: argparse.Namespace, usual: Recipe = DEFAULT_RECIPE) -> Recipe:
    """Return a recipe with the shape, sizes and masks of the flags; raises ``UsageError``.

    Files are read, as ``Recipe.kept`` does. What is not given is as in ``usual``.
    """
    shape = SHAPES[parsed.shape or usual.shape]
    refuse_others(parsed, shape.options, shape.label, shape_options())
    given: Given = vars(parsed)[CHOOSING] or []
    subject, given = _subject(given)
    masks = _masks(given)
    if not masks:
        refuse_others(parsed, (), _("A maze without --mask"), (PIECES,))
    pieces = read_flags(parsed, (PIECES,)).get(PIECES.name)
    sizes = read_flags(parsed, shape.options)
    if (sized := sized_by(masks)) and sizes:
        text = _("{mask} has rows and columns of its own: leave these out.")
        raise UsageError(text.format(mask=sized.label))
    if shape.name == usual.shape:
        sizes = {**usual.sizes, **sizes}
    recipe = Recipe(shape=shape.name, sizes=sizes, masks=masks, pieces=pieces, subject=subject)
    return recipe.kept()


def read_masks(parsed: argparse.Namespace) -> tuple[MaskStep, ...]:
    """Return the masks of the flags, whose files are not read; raises ``UsageError``."""
    return _masks(_subject(vars(parsed)[CHOOSING] or [])[1])


def read_recipe(
    parsed: argparse.Namespace, offered: Sequence[Option], usual: Recipe = DEFAULT_RECIPE
) -> Recipe:
    """Return the recipe of the flags, with a seed, where its generator can make such mazes.

    What is not given is as in ``usual``. Raises ``UsageError``, also for one of the options
    ``offered`` that the generator does not have.
    """
    recipe = read_outline(parsed, usual)
    generator = GENERATORS[parsed.generator or usual.generator]
    own = (SEED, BRAID, *generator.options)
    refuse_others(parsed, own, generator.label, offered)
    options = read_flags(parsed, generator.options)
    if generator.name == usual.generator:
        options = {**usual.options, **options}
    seed, braid = (read_flags(parsed, (option,)).get(option.name) for option in (SEED, BRAID))
    braid = usual.braid if braid is None else braid
    recipe = replace(recipe, generator=generator.name, options=options, seed=seed, braid=braid)
    check_generator(recipe)
    return recipe.seeded()


def generator_options() -> list[Option]:
    return [option for generator in GENERATORS for option in generator.options]


def add_recipe(
    parser: argparse.ArgumentParser, *, shows: bool = False, taken: Collection[str] = ()
) -> None:
    """Add the flags of every shape, mask and generator, and those of the openings.

    Where it ``shows`` something, those of every subject as well. The names ``taken`` by flags of
    the command have that of the subject in front: ``--picture-margin``.
    """
    shown = [
        replace(option, name=_flag_name(subject, option)) if option.name in taken else option
        for subject in SUBJECTS
        for option in subject.options
    ]
    add_outline(parser, shown if shows else ())
    if shows:
        _add_subjects(parser, [option.flag for option in shown if PREFIX in option.name])
    names = ", ".join(GENERATORS.names())
    text = _("algorithm that makes the maze: {names} (default backtracker)").format(names=names)
    generator = parser.add_argument("--generator", metavar=_("GENERATOR"), help=text)
    note(generator, [Note(GENERATOR, text)])
    text = _("preset to begin with, one of 'mazeeditor list presets'; other flags change it")
    parser.add_argument("--preset", metavar=_("NAME"), help=text)
    add_flags(parser, [*(Owned(option, GENERATOR) for option in (SEED, BRAID)), *of_generators()])
    place = _("ROW,COL[,SIDE]")
    where = _("a cell, counted from 0, with a side the gap in its outer wall, or none")
    text = _("place of the entrance: {where}").format(where=where)
    parser.add_argument("--entrance", metavar=place, help=text)
    text = _("place of an exit, repeatable: {where}").format(where=where)
    parser.add_argument("--exit", metavar=place, action="append", help=text)


def _flag_name(subject: Subject, option: Option) -> str:
    """Return the name of an option's flag where the command has one of that name."""
    return subject.name + PREFIX + option.name


def _add_subjects(parser: argparse.ArgumentParser, prefixed: Sequence[str]) -> None:
    text = _(
        "subject that the maze shows, with its options, as 'mazeeditor list subjects' shows them: "
        "{names}; the first option of each is enough"
    ).format(names=", ".join(SUBJECTS.names()))
    if prefixed:
        text += _("; these have its name in front, as the page has others of the same name: ")
        text += ", ".join(prefixed)
    _add_kind(parser, "show", _("SUBJECT"), text, SHOWS)


def preset_of(parsed: argparse.Namespace) -> tuple[Recipe, Page | None]:
    """Return recipe and page of the preset; raises ``UsageError``.

    Without a preset the recipe is what is usual, and there is no page.
    """
    if parsed.preset is None:
        return DEFAULT_RECIPE, None
    from mazeeditor.app.drafts.new_maze import preset_named

    preset = preset_named(parsed.preset)
    for warning in preset.warnings:
        print(f"mazeeditor: {one_line(f'{parsed.preset}: {warning}')}", file=sys.stderr)
    return preset.recipe, preset.page


def add_for(parser: argparse.ArgumentParser, text: str) -> None:
    """Add the flag that says for whom mazes are to be."""
    parser.add_argument("--for", dest="audience", metavar=_("AUDIENCE"), help=text)


def add_audience(parser: argparse.ArgumentParser) -> None:
    """Add for whom a maze is to be, and the paper that it fills."""
    text = _(
        "age or skill that the maze must suit, one of 'mazeeditor list audiences'. Size, passages, "
        "generator and walls follow from it, unless you give them. The maze fills the page, or "
        "--width and --height; --cell or --corridor replaces the passages"
    )
    add_for(parser, text)
    text = _("paper that the maze fills: A4, Letter, 200x150mm, fit and others (default A4)")
    parser.add_argument("--page", metavar=_("PAGE"), help=text)


def kept_page(page: Page | None) -> dict[str, Any]:
    """Return the page of a project: nothing where it is the usual one."""
    from mazeeditor.page.page import Page

    return {} if page is None or page == Page() else page.to_dict()


def read_openings(parsed: argparse.Namespace, lattice: Lattice) -> Openings:
    """Return entrance and exits of the flags; raises ``UsageError``."""
    entrance: Place | None = place(parsed.entrance) if parsed.entrance else DEFAULT
    exits: Place | list[Place] = DEFAULT
    if parsed.exit:
        exits = [exit_ for exit_ in map(place, parsed.exit) if exit_ is not None]
    return openings(lattice, entrance, exits)


def place(text: str) -> Place | None:
    """Read ``ROW,COL`` or ``ROW,COL,SIDE``, or ``none``; raises ``UsageError``."""
    if text.strip().lower() == "none":
        return None
    try:
        row, column, *side = (part.strip() for part in text.split(","))
        if not side:
            return whole(row), whole(column)
        (name,) = side
        return whole(row), whole(column), name
    except ValueError:
        raise UsageError(
            _("An opening is ROW,COL or ROW,COL,SIDE, not {text}.").format(text=quote_value(text))
        ) from None


def refuse_outline(parsed: argparse.Namespace, file: str) -> None:
    """Raise ``UsageError`` where an outline is given for a file, which has its own."""
    sizes = [
        option
        for option in shape_options()
        if vars(parsed).get("option_" + option.name) is not None
    ]
    if parsed.shape or vars(parsed)[CHOOSING] or sizes or read_flags(parsed, (PIECES,)):
        raise UsageError(_("{file} has its own shape, size and masks.").format(file=file))


def read_subject(parsed: argparse.Namespace) -> ChosenSubject | None:
    """Return what the maze of the flags is to show, None for nothing; raises ``UsageError``."""
    return _subject(vars(parsed)[CHOOSING] or [])[0]


def _subject(given: Given) -> tuple[ChosenSubject | None, Given]:
    """Return what the maze is to show, and the options of masks.

    Raises ``UsageError``.
    """
    names = [name for name, _value in given]
    asked = [value for name, value in given if name == "show"]
    offered = [entry for entry in SUBJECTS if entry.masked or "mask" not in names]
    if "mask" in names:
        for name in asked:
            if not SUBJECTS[name].masked:
                text = _("{subject}: leave out the outline.")
                raise UsageError(text.format(subject=SUBJECTS[name].label))
    asked += [entry.name for entry in offered if entry.options[0].name in names]
    if not asked:
        return None, given
    if len({*asked}) > 1:
        labels = ", ".join(SUBJECTS[name].label for name in dict.fromkeys(asked))
        raise UsageError(_("A maze shows one thing, not several: {labels}.").format(labels=labels))
    entry = SUBJECTS[asked[0]]
    own = {_flag_name(entry, option): option.name for option in entry.options}
    options, others = {}, []
    for name, value in given:
        known = own.get(name, name)
        if "mask" in names and name not in ("show", *own, *own.values()):
            others.append((name, value))
        elif name != "show":
            options[known] = _value(entry, known, value)
    return ChosenSubject(entry.name, options), others


def _masks(given: Given) -> tuple[MaskStep, ...]:
    """Return the masks of flags in their order; raises ``UsageError``."""
    names = [name for name, _value in given]
    if "mask" not in names and (sized := _sized_mask(names)):
        given, names = [("mask", sized.name), *given], ["mask", *names]
    if given and "mask" not in names:
        message = _("A maze without --mask has no option {flag}.")
        raise UsageError(message.format(flag=_flag(names[0])))
    first = names.index("mask") if given else 0
    given = [*given[first : first + 1], *given[:first], *given[first + 1 :]]
    masks: list[tuple[Mask, dict[str, Any]]] = []
    for name, value in given:
        if name == "mask":
            masks.append((MASKS[value], {}))
        else:
            mask, options = masks[-1]
            options[name] = _value(mask, name, value)
    return tuple(MaskStep(mask.name, options) for mask, options in masks)


def _sized_mask(names: Sequence[str]) -> Mask | None:
    """Return the mask with a size of its own where its first option was given, else None."""
    return _size_mask() if _size_mask().options[0].name in names else None


def _value(chosen: Mask | Subject, name: str, value: Any) -> Any:
    """Return the value of a flag of a mask or subject; raises ``UsageError``."""
    for option in chosen.options:
        if option.name == name:
            return option.parse(value) if isinstance(value, str) else value
    message = _("{mask} has no option {flag}: options follow the mask that they are for.")
    if isinstance(chosen, Subject):
        message = _("{mask} has no option {flag}.")
    raise UsageError(message.format(mask=chosen.label, flag=_flag(name)))


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
