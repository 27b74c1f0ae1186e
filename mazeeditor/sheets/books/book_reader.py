"""Reads a book from its file, as strictly as a project: what is unknown or invalid is refused.

::

    {"format": "mazeeditor book", "version": 1,
     "title": "Mazes", "trim": "6x9in", "ramp": "decisions", "answers": "end",
     "chapters": [
       {"title": "Warm up", "count": 20, "shape": "rectangular",
        "sizes": {"rows": 12, "columns": 8}, "to": {"rows": 20, "columns": 14},
        "recipe": {"generator": "backtracker", "braid": 0.1, "mask": [{"name": "heart"}]},
        "page": {"wall": "0.5mm"}},
       {"title": "Animals", "count": 1,
        "recipe": {"subject": {"name": "photo", "photo": "cat.jpg", "detail": 60}}}],
     "replaced": {"7": {"seed": 12}, "MZ4K2A": {"file": "own.maze"}}}

Keys of the book are the fields of ``BookStyle``, those of a chapter of ``ChapterStyle``. Only the
mazes of ``replaced`` are files of their own, which lie in the folder of the book: pictures are in
it. Nothing is made from it before all of it was checked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import Any, TypeVar

from mazeeditor.core.chosen_entry import ChosenEntry
from mazeeditor.core.disk.file_kinds import BOOK, JSON, kind_of, why_not
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.json_files import JsonFormat, check_keys, parse_json
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Option, all_given, check_all, options_of
from mazeeditor.core.translation import _, printable, quote_value
from mazeeditor.core.work import TooMuchWorkError, Work
from mazeeditor.files import read
from mazeeditor.files.project import as_bytes
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.masks import PIECES
from mazeeditor.maze.masks.cutting import PAINTED, MaskStep, mask_steps
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import SUBJECT_KEY, Recipe, without_files
from mazeeditor.maze.shapes import SHAPES, size_names
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.page import Page
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book import (
    GREY,
    Book,
    BookStyle,
    Chapter,
    ChapterStyle,
    Replaced,
    look_options,
)
from mazeeditor.sheets.books.chapter_audience import sized_for
from mazeeditor.sheets.pages.puzzles import ID_LENGTH
from mazeeditor.sheets.sheet import MAX_MAZES

TEMPLATES = Path(__file__).parent / "templates"
MAX_BYTES = 50_000_000  # bytes: pictures of masks and logos are in it
FORMAT = JsonFormat("mazeeditor book", 1, _("it is not a book of this program."), MAX_BYTES)
MAX_MAZE_BYTES = 50_000_000  # bytes of the file of a single one
MOST_CELLS = 1_000_000  # of a maze: on a page they are 0.3 mm large
MAX_CHARACTERS = 10_000  # characters of a text
CHAPTER = 700  # steps of work
Json = Mapping[str, Any]
C = TypeVar("C", bound=ChosenEntry)
_OF_BOOK = {"format", "version", "about", "template", "chapters", "replaced"}
_OF_CHAPTER = {"shape", "sizes", "to", "recipe", "page"}


@dataclass(frozen=True)
class AllowedFiles:
    """Which files a book may name: those in its ``folder`` by their bare names, and ``named`` ones.

    ``named`` are absolute paths which the user has chosen since the book was read. Where a program
    has ``given`` the keys of the book itself, they may name any file, as seen from the folder.
    """

    folder: Path
    named: Set[Path] = frozenset()
    given: bool = False

    def path(self, name: str) -> Path:
        """Return the path of a maze; raises ``MazeError``."""
        path = self.folder / name
        if self.given or Path(os.path.abspath(path)) in self.named:  # noqa: PTH100 - as it is spelt
            return path
        plain = PureWindowsPath(name)  # whose signs are those of all systems
        if plain.name != name or plain.drive or name in (".", "..") or "\0" in name:
            text = _("{file} is not in the folder of the book: copy it there, and choose it again.")
            raise MazeError(text.format(file=quote_value(name)))
        return path


def read_book(path: Path, job: Job | None = None) -> Book:
    """Return the book in a file; raises ``MazeError`` that names it, and ``CancelledError``."""
    with read_from(path) as data:
        return book_of(data, AllowedFiles(path.parent), job or Job())


@contextmanager
def read_from(path: Path) -> Iterator[bytes]:
    """Hand over the bytes of a book; errors, also of the block, then name the file."""
    try:
        yield bytes_of(path, MAX_BYTES)
    except MazeError as error:
        text = _("Cannot read {file}: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None


def book_of(data: bytes, files: AllowedFiles, job: Job, *, lenient: bool = False) -> Book:
    """Return the book in the bytes of a file; raises ``MazeError`` and ``CancelledError``.

    A ``lenient`` one has the problem in the place of each single maze whose file cannot be read.
    Pictures that older books name as files are left out, with a warning for each.
    """
    if kind_of(data) not in ("", BOOK, JSON):
        raise MazeError(why_not(data, "", _("a book of this program")))
    values = FORMAT.values(data)
    if files.given:
        values = all_given(options_of(BookStyle), values)
    style = BookStyle(**_read_options(options_of(BookStyle), values, _OF_BOOK))
    chapters = _list(values.get("chapters"), "chapters")
    if not chapters:
        raise MazeError(_("a book needs a chapter."))
    result, warnings, work = [], list[str](), Work(len(data))
    for number, chapter in enumerate(chapters, 1):
        job.check()
        _count(work, number, len(chapters))
        what = _("chapter {number}").format(number=number)
        with _naming(what):
            given = _object(chapter, _("a chapter"))
            made, left_out = _chapter(given, files)
            made = made if given.keys() & {"sizes", "to"} else sized_for(style, made, job)
        result.append(made)
        text = _("{what}: {reason}")
        warnings += [text.format(what=what, reason=reason) for reason in left_out]
    book = Book(style, tuple(result), {})
    if book.count > MAX_MAZES:
        text = _("it has {count:,} mazes; a book may have {most:,}.")
        raise MazeError(text.format(count=book.count, most=MAX_MAZES))
    replaced = _object(values.get("replaced", {}), quote_value("replaced"))
    others = _replace(replaced, book.count, files, job, lenient)
    return Book(style, book.chapters, others, tuple(warnings))


def _count(work: Work, number: int, chapters: int) -> None:
    """Count the reading of one chapter; raises ``MazeError``."""
    try:
        work.spend(CHAPTER)
    except TooMuchWorkError:
        text = _("it has {count:,} chapters; a book of its size may have {most:,}.")
        raise MazeError(text.format(count=chapters, most=number - 1)) from None


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Let errors begin with what they are about."""
    try:
        yield
    except MazeError as error:
        raise MazeError(_("{what}: {reason}").format(what=what, reason=error)) from None


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        text = _("{what} must be an object, not {value}.")
        raise MazeError(text.format(what=what, value=quote_value(value)))
    return value


def _list(value: object, key: str) -> Sequence[Any]:
    if not isinstance(value, list):
        text = _("{key} must be a list, not {value}.")
        raise MazeError(text.format(key=quote_value(key), value=quote_value(value)))
    return value


def _read_options(options: Sequence[Option], values: Json, others: set[str]) -> dict[str, Any]:
    """Return those of ``values`` that are options, lengths also with units, checked."""
    known = {option.name: option for option in options}
    check_keys(values, [*known, *sorted(others)])
    return {name: _read(known[name], values[name]) for name in values if name in known}


def _read(option: Option, value: object) -> Any:
    if isinstance(value, str) and len(value) > MAX_CHARACTERS and not option.file:
        text = _("{key} must not have more than {most:,} characters.")
        raise MazeError(text.format(key=quote_value(option.name), most=MAX_CHARACTERS))
    if isinstance(value, str) and option.unit == "mm":
        return option.parse(value)
    return option.check(value)


def _chapter(values: Json, files: AllowedFiles) -> tuple[Chapter, list[str]]:
    """Return a chapter, and what was left out of it as it names files."""
    style = ChapterStyle(**_read_options(options_of(ChapterStyle), values, _OF_CHAPTER))
    made_from: Json = _object(values.get("recipe", {}), quote_value("recipe"))
    left_out: list[str] = []
    if not files.given:
        made_from, left_out = without_files(made_from)
    recipe = _recipe({**values, "recipe": made_from}, files)
    with _naming(quote_value("to")):
        given = _object(values.get("to", {}), quote_value("to"))
        to = _sizes(recipe.shape, given, recipe.sizes)
        for name in given:
            if type(to[name]) is not int:
                raise MazeError(_("only whole numbers can grow, not {key}.").format(key=name))
    with _naming(quote_value("page")):
        look = _object(values.get("page", {}), quote_value("page"))
        look, refused = _pictures(look, files)
        page = Page(**{"solution_colour": GREY, **_read_options(look_options(), look, set())})
    made = Chapter(style, recipe, page, {name: to[name] for name in given})
    return made, [*left_out, *refused]


def _pictures(look: Json, files: AllowedFiles) -> tuple[dict[str, Any], list[str]]:
    """Return a page without the pictures that are files, and why each of these is left out."""
    result, left_out = dict(look), []
    for option in look_options():
        value = look.get(option.name)
        if files.given:
            result |= {} if value is None else {option.name: option.given(value)}
        elif option.names_file(value):
            del result[option.name]
            left_out.append(option.why_left_out(value))
    return result, left_out


def _sizes(shape: str, values: object, before: Json) -> dict[str, Any]:
    """Return the sizes of a shape, checked before memory is taken."""
    options = SHAPES[shape].options
    given = _object(values, quote_value("sizes"))
    check_keys(given, [option.name for option in options])
    sizes = check_all(options, {**before, **given})
    lengths = [sizes[name] for name in size_names(shape)]
    cells = lengths[0] * (lengths[1] if len(lengths) > 1 else 4 * lengths[0])
    if cells > MOST_CELLS:
        text = _("a maze of a book may have {most:,} cells, not about {cells:,}.")
        raise MazeError(text.format(most=MOST_CELLS, cells=cells))
    return sizes


def _recipe(values: Json, files: AllowedFiles) -> Recipe:
    """Return what the mazes of a chapter are made from; raises ``MazeError``."""
    shape = values.get("shape", "rectangular")
    with _naming(quote_value("shape")):
        entry = SHAPES[_word(shape)]
    with _naming(quote_value("sizes")):
        sizes = _sizes(entry.name, values.get("sizes", {}), {})
    given = dict(_object(values.get("recipe", {}), quote_value("recipe")))
    with _naming(quote_value("recipe")):
        generator = GENERATORS[_word(given.pop("generator", "backtracker"))]
        braid = BRAID.check(given.pop(BRAID.name, 0.0))
        masks = _masks(given.pop("mask", []), files)
        subject = _subject(given.pop(SUBJECT_KEY, None), files)
        pieces = given.pop(PIECES.name, None)
        if pieces is not None:
            pieces = PIECES.check(pieces)
        check_keys(
            given,
            ["generator", "braid", "mask", "pieces", SUBJECT_KEY]
            + [one.name for one in generator.options],
        )
        options = check_all(generator.options, given)
        made = Recipe(generator.name, options, None, braid, entry.name, sizes, masks, pieces)
        recipe = replace(made, subject=subject)
        if reason := recipe.why_not():
            raise MazeError(reason)
    return recipe


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise MazeError(_("it must be a name, not {value}.").format(value=quote_value(value)))
    return value


def _masks(values: object, files: AllowedFiles) -> tuple[MaskStep, ...]:
    """Return the masks of the mazes of a chapter."""
    steps = mask_steps(values)
    if any(step.name == PAINTED for step in steps):
        raise MazeError(_("a book has no painted outline: name a mask."))
    return tuple(_whole(step, files) for step in steps)


def _subject(values: object, files: AllowedFiles) -> ChosenSubject | None:
    return None if values is None else _whole(ChosenSubject.of(values), files)


def _whole(chosen: C, files: AllowedFiles) -> C:
    """Return a mask or subject with all options, and with the files in it that a program names."""
    return (chosen.given() if files.given else chosen).kept().checked()


def _replace(
    values: Json, count: int, files: AllowedFiles, job: Job, lenient: bool
) -> dict[str, Replaced]:
    """Return what stands for mazes; their ids are looked up when they are known."""
    result = {}
    for name, value in values.items():
        with _naming(_('"replaced", maze {name}').format(name=quote_value(name))):
            key = name.strip().upper()
            if not _is_id(key) and not (is_whole(key) and 1 <= int(key[:6]) <= count):
                text = _("it must be a number from 1 to {count:,}, or the id of a maze.")
                raise MazeError(text.format(count=count))
            key = key if _is_id(key) else str(int(key))
            if key in result:
                raise MazeError(_("it is there twice."))
            own = _object(value, _("what replaces it"))
            result[key] = _replacement(own, files, job, lenient)
    return result


def _is_id(key: str) -> bool:
    return len(key) == ID_LENGTH and set(key) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def _replacement(value: Json, files: AllowedFiles, job: Job, lenient: bool) -> Replaced:
    check_keys(value, ["seed", "file"])
    if len(value) != 1:
        raise MazeError(_('it needs a "seed" or a "file".'))
    if "seed" in value:
        seed = SEED.check(value["seed"])
        if seed is None:
            raise MazeError(_('"seed" must be a whole number.'))
        return Replaced(seed=seed)
    name = _word(value["file"])
    try:
        return Replaced(project=_maze_in(files.path(name), job))
    except MazeError as error:
        if lenient:
            return Replaced(problem=str(error))
        raise


def _maze_in(path: Path, job: Job) -> bytes:
    """Return the bytes of a project of the maze in a file; raises ``MazeError``."""
    with suppress(OSError, ValueError):  # reading it says what is wrong
        if path.stat().st_size > MAX_MAZE_BYTES:
            text = _("{file} has more than {most:,} bytes.")
            raise MazeError(text.format(file=printable(path), most=MAX_MAZE_BYTES))
    project = read(path, job)
    if project.maze.lattice.cells > MOST_CELLS:
        text = _("a maze of a book may have {most:,} cells, not {cells:,}.")
        raise MazeError(text.format(most=MOST_CELLS, cells=project.maze.lattice.cells))
    return as_bytes(project)


def templates() -> dict[str, Path]:
    return {path.stem: path for path in sorted(TEMPLATES.glob(f"*{BOOK_SUFFIX}"))}


def new_book(name: str, seed: int, **style: object) -> bytes:
    """Return the file of a new book with its own seed and some keys of its style.

    Raises ``UsageError``.
    """
    known = templates()
    if name not in known:
        text = _("There is no book {name} to begin with. Choose one of: {known}.")
        raise UsageError(text.format(name=quote_value(name), known=", ".join(known)))
    values = parse_json(known[name].read_bytes())
    values["seed"] = seed
    del values["template"]  # where it stands in the gallery
    chapters = values.pop("chapters")
    values |= {**style, "chapters": chapters}  # which stay the last, for whoever reads the file
    return (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()
