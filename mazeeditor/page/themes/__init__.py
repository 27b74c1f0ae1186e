"""Themes of pages: borders, pictures and a typeface that belong together, each one file.

A theme is an SVG of named groups in this folder; one there is one more. Users add theirs next to
the settings, in the folder ``themes``: a file of the same form, or a folder with an SVG for each
drawing. A theme of the user replaces the program's of that name::

    <svg xmlns="http://www.w3.org/2000/svg" data-typeface="Lilita One"
         data-frame="0.5 0.05" data-round="1">                lines around the page: place, width;
      <title>Dinosaurs</title>                               their corners; all in border widths
      <g id="corner">...</g>
      <g id="border" data-size="0.6" data-gap="0.5" data-turn="turned">...</g>
      <g id="picture">...</g>  <g id="picture-2">...</g>  <g id="ground">...</g>
      <g id="start"><title>Dinosaur</title>...</g>  <g id="goal"><title>Egg</title>...</g>
    </svg>

``DRAWINGS`` are the names of groups; ``border-2`` is one more ``border``, and so on. Where a group
lies does not matter. Colours are those of the coloured variant: without it areas are white, but for
black ones, and lines are black, so one drawing serves both. ``Drawing`` has the attributes.

Drawings are placed on a page by ``decoration.py``; pages of other kinds (the opener of a chapter, a
title page, a certificate) call ``drawn_in`` there with one of these names and a rectangle:
``title-page``, ``opener``, ``ends``, ``answers``, ``pattern``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.paths import themes_folder
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.numbers import is_whole, real
from mazeeditor.core.svg.shapes import DrawnPart, read_drawings, read_shapes
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.page.drawings.motifs import BLACK, Motif, text_of, trim

PLAIN = "plain"
SUFFIX = ".svg"
ORDER = (  # of the program's in lists, for this folder is not read for that
    *(PLAIN, "classic", "school", "dinosaurs", "ocean", "space", "farm", "pirates", "forest"),
    *("winter", "birthday", "halloween", "easter", "robots", "flowers", "elegant"),
)
WHITE = "#ffffff"
OWN_FOLDER = Path(__file__).parent
WHOLE = "theme"  # of a theme in a folder, the file with what is about all of it
DRAWINGS = (
    *("border", "corner", "picture", "ground", "start", "goal", "collect"),
    *("title-page", "opener", "ends", "answers", "pattern"),
)
SEVERAL = {"border", "corner", "picture"}  # of which a theme may have more than one
MOST_BYTES = 2_000_000  # of a file
MOST_FILES = 100  # of a folder
MAX_CHARACTERS = 100  # characters of a label


@dataclass(frozen=True, eq=False)
class Drawing:
    """A drawing of a theme; ``label`` is what it shows, "" where its file does not say.

    As a tile, ``turned`` with the sides of a page, it is ``size`` times as high as the border, and
    ``gap`` times its width lies between two. ``start`` and ``advance`` are where its lines begin in
    the motif and how wide they are without their thickness, so that they join.
    """

    motif: Motif
    label: str = ""
    size: float = 1.0
    gap: float = 0.0
    turned: bool = False
    start: float = 0.0
    advance: float = 1.0

    def coloured(self, colours: bool) -> Motif:
        return self.motif if colours else self._uncoloured

    @cached_property
    def _uncoloured(self) -> Motif:
        return replace(self.motif, shapes=tuple(map(_without_colour, self.motif.shapes)))


@dataclass(frozen=True)
class FrameLine:
    """A line around the page: where in the border, 0 at its outer side, and how thick, in it."""

    place: float
    width: float


@dataclass(frozen=True, eq=False)
class Theme:
    """A theme; ``typeface`` is a name, "" for the usual one, which stands for a missing one too.

    The corners of ``frame`` are ``rounded`` so many times the width of the border.
    """

    name: str
    label: str
    typeface: str = ""
    frame: tuple[FrameLine, ...] = ()
    rounded: float = 0.0
    drawings: Mapping[str, tuple[Drawing, ...]] = field(default_factory=dict)

    def all_of(self, name: str) -> tuple[Drawing, ...]:
        return self.drawings.get(name, ())

    def picture_text(self, name: str, *, coloured: bool) -> str:
        """Return what a page keeps of the picture at the start or goal, "" where there is none."""
        return next((_text_of(each, coloured) for each in self.all_of(name)), "")


@lru_cache(64)  # pages ask for it with each maze
def _text_of(drawing: Drawing, coloured: bool) -> str:
    return text_of(replace(drawing.coloured(coloured), name=drawing.label))


def _without_colour(part: DrawnPart) -> DrawnPart:
    """Return a part in black or white: areas that are not black are white, lines black."""
    area = not part.width
    kept = BLACK if area else WHITE
    return part if part.colour == kept else replace(part, colour=WHITE if area else BLACK)


# Finding


def theme_files() -> dict[str, Path]:
    """Return the file or folder of each theme by its name: the program's in their order, others.

    What users have replaces the program's of the same name.
    """
    found = {path.stem: path for path in OWN_FOLDER.glob(f"*{SUFFIX}")}
    result = {name: found.pop(name) for name in ORDER if name in found}
    result |= dict(sorted(found.items()))
    folder = themes_folder()
    with suppress(OSError):
        own = sorted(folder.iterdir()) if folder else []
        for path in own:
            if path.suffix.lower() == SUFFIX or (not path.name.startswith(".") and path.is_dir()):
                result[path.stem if path.suffix else path.name] = path
    return result


def theme_names() -> list[str]:
    """Return the names of all themes, ``plain`` first."""
    return list(dict.fromkeys([PLAIN, *theme_files()]))


def seems_to_have(name: str, *kinds: str) -> bool:
    """Return whether a theme seems to have drawings of some ``kinds``: its file is not parsed.

    So forms may ask while somebody types; ``theme_named`` takes up to a third of a second.
    """
    path = theme_files().get(name)
    return path is not None and {*kinds} <= _named_in(path, _stamp(path))


@lru_cache(32)
def _named_in(path: Path, _stamp: tuple[int, ...]) -> set[str]:
    """Return the names of groups, and of files in a folder."""
    names = set[str]()
    with suppress(MazeError, OSError):
        files = [path]
        if path.is_dir():
            names = {file.stem for file in path.iterdir() if file.suffix.lower() == SUFFIX}
            files = [path / f"{WHOLE}{SUFFIX}"] if WHOLE in names else []
        for file in files:
            found = re.findall(rb"""\sid\s*=\s*["']([\w-]+)["']""", bytes_of(file, MOST_BYTES))
            names.update(name.decode("ascii", "replace") for name in found)
    return names


def read_name(text: str) -> str:
    """Return the usual spelling of the name of a theme; raises ``UsageError`` with a near one."""
    name = text.strip()
    if name in ("", PLAIN):
        return PLAIN
    names = {known.casefold(): known for known in theme_names()}
    if name.casefold() in names:
        return names[name.casefold()]
    import difflib  # here: most names are right

    near = difflib.get_close_matches(name.casefold(), names, n=1)
    if near:
        message = _("There is no theme {name}. Did you mean {near}?")
        raise UsageError(message.format(name=quote_value(name), near=names[near[0]]))
    message = _("There is no theme {name}. Choose one of: {known}.")
    raise UsageError(message.format(name=quote_value(name), known=", ".join(names.values())))


def label_of(name: str) -> str:
    """Return what users read of the name of a theme, without reading its file."""
    words = name.replace("-", " ").replace("_", " ")
    return _(words[:1].upper() + words[1:])


def theme_named(name: str) -> Theme:
    """Return the theme of a name; raises ``UsageError`` where there is none, or it is broken."""
    if name == PLAIN:
        return Theme(PLAIN, label_of(PLAIN))
    files = theme_files()
    if name not in files:
        read_name(name)  # which says what is near
    return _read_once(name, files[name], _stamp(files[name]))


def _stamp(path: Path) -> tuple[int, ...]:
    with suppress(OSError):
        files = [path, *sorted(path.iterdir())] if path.is_dir() else [path]
        return tuple(file.stat().st_mtime_ns for file in files)
    return ()


# Reading


@lru_cache(32)
def _read_once(name: str, path: Path, _stamp: tuple[int, ...]) -> Theme:
    return read_theme(name, path)


Found = tuple[list[DrawnPart], Mapping[str, str]]


def read_theme(name: str, path: Path) -> Theme:
    """Return the theme in a file or folder; raises ``UsageError`` that names it."""
    try:
        found, root = _of_folder(path) if path.is_dir() else _of_file(path)
        return _theme(name, found, root)
    except (MazeError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        text = _("The theme {file} cannot be used: {reason}")
        raise UsageError(text.format(file=printable(path), reason=reason)) from None


def _of_file(path: Path) -> tuple[dict[str, Found], Mapping[str, str]]:
    return read_drawings(bytes_of(path, MOST_BYTES))


def _of_folder(path: Path) -> tuple[dict[str, Found], Mapping[str, str]]:
    """Return the drawings of a folder: each in a file of its name, and those of ``theme.svg``."""
    found: dict[str, Found] = {}
    root: Mapping[str, str] = {}
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == SUFFIX)
    if len(files) > MOST_FILES:
        raise UsageError(_("it has more than {most} drawings.").format(most=MOST_FILES))
    for file in files:
        if file.stem == WHOLE:
            groups, root = _of_file(file)
            found |= groups
        else:
            found[file.stem] = _whole_drawing(file)
    return found, root


def _whole_drawing(path: Path) -> Found:
    try:
        parts, root = read_shapes(bytes_of(path, MOST_BYTES))
    except MazeError as error:
        text = _("{name}: {reason}")
        raise UsageError(text.format(name=quote_value(path.name, 40), reason=error)) from None
    return parts, root


def _theme(name: str, found: Mapping[str, Found], root: Mapping[str, str]) -> Theme:
    drawings: dict[str, list[Drawing]] = {}
    for given, (parts, attributes) in found.items():
        kind, number, further = given.rpartition("-") if given not in DRAWINGS else (given, "", "")
        if number and not (kind in SEVERAL and is_whole(further)):
            kind = ""
        if kind not in DRAWINGS:
            raise UsageError(_unknown(given))
        try:
            drawings.setdefault(kind, []).append(_drawing(parts, attributes))
        except UsageError as error:
            text = _("{name}: {reason}")
            raise UsageError(text.format(name=quote_value(given, 40), reason=error)) from None
    if not drawings:
        text = _("it has no drawings: groups with an id such as {known}.")
        raise UsageError(text.format(known=", ".join(DRAWINGS[:4])))
    label = root.get("title", "")[:MAX_CHARACTERS]
    return Theme(
        name,
        _(label) if label else label_of(name),
        root.get("data-typeface", "").strip()[:MAX_CHARACTERS],
        tuple(_frame_lines(root.get("data-frame", ""))),
        _number(root, "data-round", 0.0, 1.0),
        {kind: tuple(each) for kind, each in drawings.items()},
    )


def _unknown(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name.partition("-")[0], DRAWINGS, n=1)
    if near:
        text = _("a theme has no drawing {name}. Did you mean {near}?")
        return text.format(name=quote_value(name, 40), near=near[0])
    text = _("a theme has no drawing {name}. Choose one of: {known}.")
    return text.format(name=quote_value(name, 40), known=", ".join(DRAWINGS))


def _drawing(parts: list[DrawnPart], attributes: Mapping[str, str]) -> Drawing:
    if not parts:
        raise UsageError(_("nothing is drawn in it."))
    motif = trim("", parts)
    across = np.concatenate([ring[:, 0] for part in motif.shapes for ring in part.rings])
    turn = attributes.get("data-turn", "")
    if turn not in ("", "turned", "upright"):
        text = _("data-turn must be turned or upright, not {value}.")
        raise UsageError(text.format(value=quote_value(turn, 40)))
    return Drawing(
        motif,
        attributes.get("title", "")[:MAX_CHARACTERS],
        _number(attributes, "data-size", 1.0, 1.0),
        _number(attributes, "data-gap", 0.0, 100.0),
        turn == "turned",
        float(across.min()),
        float(np.ptp(across)),
    )


def _number(attributes: Mapping[str, str], name: str, usual: float, most: float) -> float:
    """Return a number of 0 to ``most``; raises ``UsageError``."""
    text = attributes.get(name, "")
    if not text:
        return usual
    with suppress(ValueError):
        value = real(text)
        if 0 <= value <= most:
            return value
    message = _("{name} must be a number from 0 to {most:g}, not {value}.")
    raise UsageError(message.format(name=name, most=most, value=quote_value(text, 40)))


def _frame_lines(text: str) -> Iterator[FrameLine]:
    """Yield the lines of ``data-frame``: place and width of each, with commas between them."""
    for pair in filter(None, (part.strip() for part in text.split(","))):
        words = pair.split()
        with suppress(ValueError):
            place, width = map(float, words)
            if 0 <= place <= 1 and 0 < width <= 1:
                yield FrameLine(place, width)
                continue
        message = _("data-frame must be pairs of place and width from 0 to 1, not {value}.")
        raise UsageError(message.format(value=quote_value(pair, 40)))
