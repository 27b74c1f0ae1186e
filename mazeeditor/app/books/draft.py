"""A book while the user changes it: its options as fields, its chapters, what replaces mazes.

::

    .mazebook --- read ---> Book ---> BookDraft --- data() ---> .mazebook
                                          |
                                      request() --> worker: plan, draw, print, check
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mazeeditor.app.books.chapter_draft import ChapterDraft, ChapterState, Replacement, changed
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.disk.file_state import FileState, look
from mazeeditor.core.disk.settings_folder import rules_folders
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option, options_of
from mazeeditor.core.translation import _, printable
from mazeeditor.prepress.rule_sets import rule_set, rule_sets
from mazeeditor.sheets.books.book import Book, BookStyle
from mazeeditor.sheets.books.book_file import FORMAT, TEMPLATES, book_of, new_book, read_from
from mazeeditor.sheets.books.book_files import BookPrinting, Known

RULES = "rules"
WRITTEN = ("title", "trim", "seed", RULES)  # keys that are written also with their defaults


@dataclass(frozen=True)
class BookRequest:
    """A book as it is now, for a worker: the bytes of its file, and the folder of that."""

    data: bytes
    folder: Path

    def printing(
        self, job: Job, known: Known | None = None, *, lenient: bool = False
    ) -> BookPrinting:
        """Read and plan the book; raises ``MazeError`` and ``CancelledError``.

        A ``lenient`` plan names files of single mazes that cannot be read in their place.
        """
        book = book_of(self.data, self.folder, job, lenient=lenient)
        return BookPrinting.of(book, job, folders=rules_folders(self.folder), known=known)


class BookState(NamedTuple):
    """The values of a book at one moment; those of a chapter that did not change are the same."""

    fields: dict[str, Any]
    chapters: tuple[tuple[ChapterDraft, ChapterState], ...]
    selected: int
    by_id: dict[str, Replacement]


class BookDraft:
    """The fields of a book; ``changed`` is notified of every change.

    ``fields`` are those of ``BookStyle``, ``labels`` the names of the rule sets for users, and
    ``problems`` why some files hold none.
    ``selected`` is the place of the chapter that is being changed. ``path`` is None until the
    book is saved. What replaces a maze is kept with its chapter, and moves with it; ``by_id`` has
    what the file names by the ids of mazes.
    """

    def __init__(self, book: Book, about: str = "", path: Path | None = None) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.path, self.about = path, about
        known, self.problems = rule_sets(rules_folders())
        self.labels = {rules.name: rules.label for rules in known}
        self._add_label(book.style.rules)
        self.fields = FieldValues(book_options(self.labels), asdict(book.style))
        self.fields.changed.subscribe(self.changed.notify)
        self.chapters: list[ChapterDraft] = []
        self._states: WeakKeyDictionary[ChapterDraft, ChapterState] = WeakKeyDictionary()
        self.selected = 0
        self.by_id: dict[str, Replacement] = {}
        for chapter in book.chapters:
            self.append(ChapterDraft.of(chapter))
        self.file_state: FileState | None = None  # of the file when it was read or written last
        self.on_kept: Callable[[], object] = lambda: None  # called once, after the first snapshot
        self._saved = self.data()

    def _add_label(self, name: str) -> None:
        """Offer the rules that a book names, which may be a file beside it, or be missing."""
        if name not in self.labels:
            self.labels[name] = name
            with suppress(MazeError):
                self.labels[name] = rule_set(name, rules_folders(self.folder)).label

    # Chapters

    @property
    def chapter(self) -> ChapterDraft:
        """The chapter that is being changed."""
        return self.chapters[self.selected]

    def _insert(self, place: int, chapter: ChapterDraft) -> None:
        self.chapters.insert(place, chapter)
        chapter.changed.subscribe(self.changed.notify)

    def append(self, chapter: ChapterDraft) -> None:
        """Put a chapter at the end."""
        self._insert(len(self.chapters), chapter)

    def select(self, place: int) -> None:
        """Change another chapter from now on."""
        self.selected = min(max(place, 0), len(self.chapters) - 1)

    def add(self) -> None:
        """Add a chapter after the selected one, and select it."""
        self._add(ChapterDraft())

    def duplicate(self) -> None:
        """Add a copy of the selected chapter after it, and select that; its mazes are new ones."""
        copy = self.chapter.copy()
        copy.style.update({"seed": None})
        self._add(copy)

    def _add(self, chapter: ChapterDraft) -> None:
        self._insert(self.selected + 1, chapter)
        self.selected += 1
        self.changed.notify()

    def remove(self) -> None:
        """Remove the selected chapter, unless it is the only one."""
        if len(self.chapters) > 1:
            del self.chapters[self.selected]
            self.select(self.selected)
            self.changed.notify()

    def move(self, step: int) -> None:
        """Move the selected chapter up (-1) or down (1)."""
        place = self.selected + step
        if 0 <= place < len(self.chapters):
            self.chapters.insert(place, self.chapters.pop(self.selected))
            self.selected = place
            self.changed.notify()

    # States

    def state(self) -> BookState:
        """Return all values, as a copy."""
        chapters = tuple((chapter, self._state_of(chapter)) for chapter in self.chapters)
        return BookState(dict(self.fields.values), chapters, self.selected, dict(self.by_id))

    def _state_of(self, chapter: ChapterDraft) -> ChapterState:
        state = chapter.state()
        if state != self._states.get(chapter):
            self._states[chapter] = state
        return self._states[chapter]

    def restore(self, state: BookState) -> None:
        """Take over the values of a state; chapters that were removed since are back."""
        self.chapters[:] = [chapter for chapter, _state in state.chapters]
        self.by_id = dict(state.by_id)
        self.select(state.selected)
        for chapter, values in state.chapters:
            if self._state_of(chapter) is not values:
                chapter.restore(values)
        if self.fields.values != state.fields:
            self.fields.update(state.fields)
        self.changed.notify()

    # Single mazes

    def place_of(self, number: int) -> tuple[ChapterDraft, int]:
        """Return the chapter of a maze and its place there, from 0; raises ``IndexError``."""
        place = number - 1
        for chapter in self.chapters:
            if place < chapter.count:
                return chapter, place
            place -= chapter.count
        raise IndexError(number)

    def replace(self, number: int, replacement: Replacement, key: str = "") -> None:
        """Print another maze in the place of one; ``key`` is what replaces that by now."""
        self._put_back(number, key)
        chapter, place = self.place_of(number)
        chapter.replaced[place] = replacement
        self.changed.notify()

    def put_back(self, number: int, key: str) -> None:
        """Print the maze again that was replaced, by ``key``."""
        self._put_back(number, key)
        self.changed.notify()

    def _put_back(self, number: int, key: str) -> None:
        self.by_id.pop(key, None)
        chapter, place = self.place_of(number)
        chapter.replaced.pop(place, None)

    def locate(self, number: int, path: Path, key: str) -> int:
        """Replace a maze by the file that was moved there; return how many files were found.

        Others that were in its folder before, and are in that of ``path`` now, are found too.
        """
        chapter, place = self.place_of(number)
        before = self.by_id.get(key, chapter.replaced.get(place))
        folder = before.parent if isinstance(before, Path) else None
        found = 1
        every: list[dict[Any, Replacement]] = [self.by_id]
        every += [chapter.replaced for chapter in self.chapters]
        found += sum(_relocate(replaced, folder, path.parent, before) for replaced in every)
        self.replace(number, path, key)
        return found

    # The file

    @property
    def name(self) -> str:
        """The name for users."""
        return self.path.name if self.path else _("Untitled book")

    @property
    def folder(self) -> Path:
        """The folder as seen from which files are named."""
        return self.path.absolute().parent if self.path else Path.cwd()

    @property
    def dirty(self) -> bool:
        """Whether there are changes that no file has."""
        return self.data() != self._saved

    @property
    def typed(self) -> bool:
        """Whether a text stands in a field that is no value yet."""
        every = [self.fields, *(one for chapter in self.chapters for one in chapter.forms)]
        return any(fields.texts for fields in every)

    def data(self, folder: Path | None = None) -> bytes:
        """Return the file of the book, to be written into a folder; raises ``UsageError``."""
        folder = folder or self.folder
        values: dict[str, Any] = {"format": FORMAT.name, "version": FORMAT.version}
        values |= {"about": self.about} if self.about else {}
        values |= changed(self.fields, keys=WRITTEN)
        values["chapters"] = [chapter.values() for chapter in self.chapters]
        if replaced := self._replaced(folder):
            values["replaced"] = replaced
        return (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()

    def _replaced(self, folder: Path) -> dict[str, Any]:
        """Return what replaces mazes by their numbers and ids."""
        result, first = dict(self.by_id), 1
        for chapter in self.chapters:
            own = {place: chapter.replaced[place] for place in sorted(chapter.replaced)}
            result |= {str(first + place): own[place] for place in own if place < chapter.count}
            first += chapter.count
        return {key: _written(value, folder) for key, value in result.items()}

    def note_saved(self, path: Path, data: bytes, state: FileState | None) -> None:
        """Take over that ``data`` was written to a file, which is in a ``state`` since."""
        self.path, self._saved, self.file_state = path, data, state
        self.changed.notify()

    def file_changed(self) -> None:
        """Count as not saved: the file holds something else, or is gone."""
        self._saved = b""
        self.changed.notify()

    def request(self) -> BookRequest:
        """Return the book as it is; raises ``UsageError`` where the text in a field is invalid."""
        self.fields.read()
        for chapter in self.chapters:
            chapter.check()
        return BookRequest(self.data(), self.folder)


def book_options(rules: Mapping[str, str]) -> list[Option]:
    """Return the options of a book as the window offers them: one of some rule sets."""
    options = options_of(BookStyle)
    return [one.offering(rules) if one.name == RULES else one for one in options]


def _relocate(
    replaced: dict[Any, Replacement], folder: Path | None, other: Path, but: Replacement | None
) -> int:
    """Let files that are gone from a folder be those of the same names in another one."""
    gone = {
        key: other / value.name
        for key, value in replaced.items()
        if isinstance(value, Path) and value.parent == folder and value != but
        if not value.is_file() and (other / value.name).is_file()
    }
    replaced |= gone
    return len(gone)


def _written(value: Replacement, folder: Path) -> dict[str, Any]:
    """Return what replaces a maze as a file holds it; raises ``UsageError``."""
    if isinstance(value, int):
        return {"seed": value}
    try:
        return {"file": Path(os.path.relpath(value, folder)).as_posix()}
    except ValueError:  # Windows has no path from one drive to another
        text = _("{file} is on another drive than the book: move it beside the book.")
        raise UsageError(text.format(file=printable(value))) from None


def open_book(path: Path, job: Job) -> BookDraft:
    """Return the draft of a file; raises ``MazeError``, called by a worker."""
    state: FileState | None = None
    with suppress(OSError):
        state = look(path, None, job)
    path = path.absolute()
    with read_from(path) as data:
        draft = draft_of(data, path, path.parent, job)
    draft.note_saved(path, draft.data(), state)
    return draft


def draft_of(data: bytes, path: Path | None, folder: Path, job: Job) -> BookDraft:
    """Return the draft of the bytes of a file that names others as seen from a folder.

    Single mazes whose files cannot be read are kept. Raises ``MazeError``.
    """
    book = book_of(data, folder, job, lenient=True)
    values = FORMAT.values(data)
    draft = BookDraft(book, values.get("about", ""), path)
    by_number: dict[int, Replacement] = {}
    for key, value in values.get("replaced", {}).items():
        name = key.strip().upper()
        replacement = value["seed"] if "seed" in value else folder / value["file"]
        if name.isdecimal():
            by_number[int(name)] = replacement
        else:
            draft.by_id[name] = replacement
    for number, replacement in by_number.items():
        draft.replace(number, replacement)
    return draft


def begin_book(name: str, seed: int, job: Job) -> BookDraft:
    """Return the draft of a new book like one of the templates; called by a worker."""
    data = new_book(name, seed)
    return BookDraft(book_of(data, TEMPLATES, job), FORMAT.values(data).get("about", ""))
