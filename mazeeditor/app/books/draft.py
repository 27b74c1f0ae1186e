"""A book while the user changes it: its options as fields, its chapters, what replaces mazes.

::

    .mazebook --- read ---> Book ---> BookDraft --- data() ---> .mazebook
                                          |
                                      request() --> worker: plan, draw, print, check
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from mazeeditor.app.books.chapter_draft import FORMS, ChapterDraft
from mazeeditor.app.books.choices import (
    RULES,
    BookChoice,
    ChapterChoice,
    Replacement,
    chapter_looks,
)
from mazeeditor.app.books.differences import in_words, label_at
from mazeeditor.app.drafts.field_values import FieldValues, part_of
from mazeeditor.app.drafts.state import State
from mazeeditor.app.drafts.steps import Json, Keys, Steps
from mazeeditor.core.disk.atomic import WriteResult, write_whole
from mazeeditor.core.disk.file_state import FileState, state_of
from mazeeditor.core.disk.paths import file_name_of, rules_folders
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Option, options_of
from mazeeditor.core.translation import _, one_line, printable
from mazeeditor.editing.base_document import (
    LONGEST_NAME,
    BaseDocument,
    FileKind,
    FileOrigin,
    Write,
)
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.prepress.rule_sets import rule_set, rule_sets
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book import (
    TOTAL,
    BookStyle,
    Chapter,
    ChapterStyle,
    shared_out,
)
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_mazes import Known
from mazeeditor.sheets.books.book_reader import (
    FORMAT,
    TEMPLATES,
    AllowedFiles,
    book_of,
    new_book,
    read_from,
)
from mazeeditor.sheets.books.book_texts import with_fields
from mazeeditor.sheets.books.chapter_audience import sized_for

COVER_RULES = "kdp-cover"  # the set that is for no pages
NUMBERED = re.compile(r"([0-9]{1,9})$")  # titles that end in a number
K = TypeVar("K")


@dataclass(frozen=True)
class BookRequest:
    """A book as it is now, for a worker: the bytes of its file, and the folder of that."""

    data: bytes
    folder: Path
    named: Set[Path] = frozenset()  # files of single mazes that the user has chosen

    def printing(
        self, job: Job, known: Known | None = None, *, lenient: bool = False
    ) -> BookPrinting:
        """Read and plan the book; raises ``MazeError`` and ``CancelledError``.

        A ``lenient`` plan names files of single mazes that cannot be read in their place.
        """
        book = book_of(self.data, AllowedFiles(self.folder, self.named), job, lenient=lenient)
        return BookPrinting.of(book, job, folders=rules_folders(), known=known)


class BookDraft(BaseDocument):
    """The fields of a book; ``changed`` is notified of every change.

    ``state`` has what is chosen, and ``steps`` makes it undoable. ``fields`` are those of
    ``BookStyle``, ``labels`` the names of the rule sets for users, and ``problems`` why some files
    hold none. ``audience_chosen`` is notified of the chapter for which an audience was chosen.
    """

    warnings = ()  # of what was read: nothing is left out

    kind = FileKind(
        BOOK_SUFFIX,
        _("Book of mazes"),
        _("Untitled book"),
        _("Save the book"),
        _("The book was not saved"),
    )

    def __init__(
        self, choice: BookChoice, about: str = "", origin: FileOrigin | None = None
    ) -> None:
        self.audience_chosen: Listeners[[ChapterDraft]] = Listeners()
        self._origin, self.about = origin or FileOrigin(), about
        known, self.problems = rule_sets(rules_folders())
        self.left_out: tuple[str, ...] = ()  # what its file names, and no book may
        self.labels = {rules.name: rules.label for rules in known if rules.name != COVER_RULES}
        self._add_label(choice.fields[RULES])
        self.state = State(choice)
        self.changed = self.state.changed
        style = self.state.whole.field("fields")
        self.fields = FieldValues(book_options(self.labels), part=style)
        total = self.state.part(_total_of, _share_out)
        self.total = FieldValues((TOTAL,), part=total)  # the mazes of all chapters together
        self._chapters: dict[int, ChapterDraft] = {}
        self._last_number = max(choice.by_number, default=0)
        self.named: set[Path] = set()
        self.on_kept: Callable[[], object] = lambda: None  # called once, after the first snapshot
        self._saved = self._written = self.data()  # what the file holds, b"" where nobody knows
        self.steps: Steps[BookChoice] = Steps(
            self.state,
            self._read,
            self._label_of,
            apart="order",
            aside="selected",
            only_valid=self._only_valid,
        )
        self.history = self.steps.history

    def _add_label(self, name: str) -> None:
        """Offer the rules that a book names, which may be missing."""
        if name not in self.labels:
            self.labels[name] = name
            with suppress(MazeError):
                self.labels[name] = rule_set(name, rules_folders()).label

    # Chapters

    @property
    def chapters(self) -> list[ChapterDraft]:
        return [self._fields_of(chapter) for chapter in self.state.value.chapters]

    def _fields_of(self, chapter: ChapterChoice) -> ChapterDraft:
        number = chapter.number
        if number not in self._chapters:
            self._chapters[number] = ChapterDraft(self.state, number, self.audience_chosen)
        return self._chapters[number]

    @property
    def selected(self) -> int:
        """The place of the chapter that is being changed."""
        return self.state.value.selected

    @property
    def chapter(self) -> ChapterDraft:
        """The fields of the chapter that is being changed."""
        return self._fields_of(self.state.value.chapters[self.selected])

    def select(self, place: int) -> None:
        """Change another chapter from now on."""
        self.state.set(self.state.value.select(place))

    def choose(self, place: int) -> None:
        """Select a chapter as a user does: Undo of the next change selects it again."""
        self.settle()
        self.select(place)
        self.steps.begin()

    def add(self) -> None:
        """Add a chapter like the selected one after it, with the next name, and select it."""
        title, others = self.chapter.choice.style["title"], self.state.value.chapters
        self._add_like({"title": next_title(title, [other.style["title"] for other in others])})

    def duplicate(self) -> None:
        """Add a copy of the selected chapter after it, and select that; its mazes are new ones."""
        self._add_like({})

    def _add_like(self, own: Mapping[str, Any]) -> None:
        book, like = self.state.value, self.chapter.choice
        self._last_number += 1
        style = {**like.style, "seed": None, **own}
        chapter = replace(like, number=self._last_number, style=style, replaced={})
        self._put_chapters(chapter, book.selected + 1)

    def _put_chapters(self, chapter: ChapterChoice, place: int) -> None:
        """Put a chapter at a place among the others, and select it."""
        book = self.state.value
        others = [each for each in book.chapters if each.number != chapter.number]
        chapters = (*others[:place], chapter, *others[place:])
        self.state.set(replace(book, chapters=chapters, selected=place))

    def remove(self) -> None:
        """Remove the selected chapter, unless it is the only one."""
        book = self.state.value
        if len(book.chapters) > 1:
            chapters = [*book.chapters]
            del chapters[book.selected]
            self.state.set(replace(book, chapters=tuple(chapters)).select(book.selected))

    def move(self, step: int) -> None:
        """Move the selected chapter up (-1) or down (1)."""
        place = self.selected + step
        if 0 <= place < len(self.state.value.chapters):
            self._put_chapters(self.chapter.choice, place)

    # Steps

    def _read(self, values: Json, like: BookChoice) -> BookChoice:
        book = BookChoice.from_json(values, like)
        self._last_number = max(self._last_number, *book.by_number)
        return book

    def _only_valid(self, book: BookChoice) -> BookChoice:
        return book.only_valid(self.fields.options.values(), self.state.value)

    def _label_of(self, keys: Keys) -> str:
        return label_at(keys, self.option_labels)

    @property
    def option_labels(self) -> dict[str, str]:
        """What users call what may differ, by the names of options and of other parts."""
        every: list[Iterable[Option]] = [self.fields.options.values()]
        every += [options_of(ChapterStyle), chapter_looks(), (BRAID,)]
        for chapter in self.state.value.chapters:
            every += [SHAPES[chapter.recipe.shape].options]
            every += [GENERATORS[chapter.recipe.generator].options]
        return {option.name: option.label for options in every for option in options}

    # All mazes

    def sizing(self, chapter: ChapterDraft) -> Callable[[Job], Chapter]:
        """Return what finds the sizes of a chapter for its audience, in a worker.

        Raises ``UsageError`` where a text in a field is invalid.
        """
        style, own = BookStyle(**self.fields.read()), ChapterStyle(**chapter.style.read())
        return partial(sized_for, style, Chapter(own, chapter.choice.recipe, chapter.choice.page))

    # Single mazes

    def place_of(self, number: int) -> tuple[ChapterDraft, int]:
        """Return the chapter of a maze and its place there, from 0; raises ``IndexError``."""
        chapter, place = self.state.value.place_of(number)
        return self._fields_of(chapter), place

    def replace(self, number: int, replacement: Replacement, key: str = "") -> None:
        """Print another maze in the place of one; ``key`` is what replaces that by now."""
        if isinstance(replacement, Path):
            self.named.add(replacement)
        self.state.set(self.state.value.replace_maze(number, replacement, key))

    def put_back(self, number: int, key: str) -> None:
        """Print the maze again that was replaced, by ``key``."""
        self.state.set(self.state.value.replace_maze(number, None, key))

    def locate(self, number: int, path: Path, key: str) -> int:
        """Replace a maze by the file that was moved there; return how many files were found.

        Others that were in its folder before, and are in that of ``path`` now, are found too.
        """
        book = self.state.value
        chapter, place = book.place_of(number)
        before = book.by_id.get(key, chapter.replaced.get(place))
        folder = before.parent if isinstance(before, Path) else None
        gone = _find_relocated(book.replacements, folder, path.parent, before)
        self.named |= {*gone.values(), path}
        book = replace(
            book,
            by_id=_move_files(book.by_id, gone),
            chapters=tuple(
                replace(each, replaced=_move_files(each.replaced, gone)) for each in book.chapters
            ),
        )
        self.state.set(book.replace_maze(number, path, key))
        return 1 + len(gone)

    @property
    def count(self) -> int:
        return self.state.value.count

    # The file

    @property
    def proposed_name(self) -> str:
        """What a file is called that is made of it: as its own one, else by its title."""
        return self.path.stem if self.path else file_name_of(self.printed("title")) or _("book")

    @property
    def own_title(self) -> str:
        return one_line(self.printed("title"), LONGEST_NAME)

    def printed(self, name: str) -> str:
        """Return a text of the book as it is printed, as far as that is known before its pages."""
        return with_fields(self.fields[name], {"mazes": f"{self.count:,}"})

    @property
    def folder(self) -> Path:
        return self.path.absolute().parent if self.path else Path.cwd()

    @property
    def dirty(self) -> bool:
        """Whether there are changes that no file has; none where all is as in the file again."""
        return (self.steps.pending or self.history.dirty) and self.data() != self._saved

    def settle(self) -> None:
        """Make a step of what has changed."""
        self.steps.record()

    @property
    def typed(self) -> bool:
        """Whether a text stands in a field that is no value yet."""
        return bool(self.fields.texts) or any(one.texts for one in self._chapters.values())

    def data(self, folder: Path | None = None) -> bytes:
        """Return the file of the book, to be written into a folder; raises ``UsageError``."""
        folder = folder or self.folder
        values: dict[str, Any] = {"format": FORMAT.name, "version": FORMAT.version}
        values |= {"about": self.about} if self.about else {}
        values |= self.state.value.values
        replaced = self.state.value.replaced_mazes()
        if replaced:
            values["replaced"] = {
                key: _replacement_values(by, folder) for key, by in replaced.items()
            }
        text = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
        return text.encode("utf-8", "backslashreplace")  # names of files may be no UTF-8

    def check_beside(self, folder: Path) -> None:
        """Raise ``UsageError`` where a book in a folder could not name a maze that was chosen."""
        for path in self.named & {*self.state.value.replacements}:
            if path.parent != folder:
                text = _(
                    "{file} is not in the folder of the book: copy it to {folder}, and choose it "
                    "there."
                )
                raise UsageError(text.format(file=printable(path), folder=printable(folder)))

    def writing(self, folder: Path) -> Write:
        """Return what writes it into a folder; raises ``UsageError`` for an invalid field."""
        self.request()
        self.check_beside(folder)
        data = self._written = self.data(folder)

        def write(
            path: Path, job: Job, check: Callable[[Path], None], _keep_previous: bool
        ) -> WriteResult:
            return write_whole(path, data, job=job, before_replace=check)

        return write

    def saved(
        self, path: Path, state: int | None = None, file_state: FileState | None = None
    ) -> None:
        """Note that a file was written; ``state`` is that of ``history`` when it began."""
        self._saved = self._written
        super().saved(path.absolute(), state, file_state)

    def read_from(self, path: Path, state: FileState | None) -> None:
        """Note that all of it was just read from a file in a ``state``."""
        self.steps.begin()
        self._written = self.data(path.parent)
        self.saved(path, file_state=state)

    def file_changed(self) -> None:
        """Count as not saved: the file holds something else, or is gone."""
        self._saved = b""
        super().file_changed()

    def _notify_file(self) -> None:
        self.changed.notify()

    def comparing(self, path: Path) -> Callable[[Job], list[str]]:
        """Return what finds how it differs from the book in a file."""
        choice, labels = self.state.value, self.option_labels

        def compare(job: Job) -> list[str]:
            other = open_book(path, job)
            return in_words(choice, other.state.value, labels | other.option_labels)

        return compare

    # Unsaved work

    def record(self) -> dict[str, Any]:
        """Return all that stands in the fields as JSON values.

        The file of a book holds only what its reader takes; a book that a crash interrupts may
        hold texts that are half typed and sizes that are too large.
        """
        texts = {str(number): fields.texts for number, fields in self._chapters.items()}
        return {
            "about": self.about,
            **self.state.value.to_json(),
            "texts": {"fields": self.fields.texts, **texts},
            "steps": self.steps.to_json(),
        }

    def unsaved_values(self) -> dict[str, Any]:
        return self.record() if self.dirty or self.typed else {}

    def request(self) -> BookRequest:
        """Return the book as it is; raises ``UsageError`` where the text in a field is invalid."""
        self.fields.read()
        for chapter in self.state.value.chapters:
            if chapter.number in self._chapters:
                self._chapters[chapter.number].check()
        return BookRequest(self.data(), self.folder, frozenset(self.named))


def book_options(rules: Mapping[str, str]) -> list[Option]:
    """Return the options of a book as the window offers them: one of some rule sets."""
    options = options_of(BookStyle)
    return [one.offering(rules) if one.name == RULES else one for one in options]


def next_title(title: str, titles: Sequence[str]) -> str:
    """Return the name of a chapter behind one of a ``title``: ``Level 3`` behind ``Level 2``.

    Others than ``titles``; "" behind a chapter without a name.
    """
    if not title:
        return ""
    found = NUMBERED.search(title)
    number, width = (int(found[1]) + 1, len(found[1])) if found else (len(titles) + 1, 1)
    before = title[: found.start()] if found else None
    while True:
        text = f"{number:0{width}}"
        name = _("Chapter {number}").format(number=text) if before is None else before + text
        if name not in titles:
            return name
        number += 1


def _find_relocated(
    replacements: Iterable[Replacement], folder: Path | None, other: Path, but: Replacement | None
) -> dict[Replacement, Path]:
    """Return where the files are that are gone from a folder and lie in another one."""
    return {
        value: other / value.name
        for value in replacements
        if isinstance(value, Path) and value.parent == folder and value != but
        if not value.is_file() and (other / value.name).is_file()
    }


def _move_files(
    replaced: Mapping[K, Replacement], gone: Mapping[Replacement, Path]
) -> dict[K, Replacement]:
    """Return what replaces mazes, with the files that are gone where they lie now."""
    return {key: gone.get(by, by) for key, by in replaced.items()}


def _total_of(book: BookChoice) -> Mapping[str, Any]:
    return {TOTAL.name: book.count}


def _share_out(book: BookChoice, total: Mapping[str, Any]) -> BookChoice:
    """Return a book of so many mazes, in its chapters as before, one in each at the least."""
    chapters = book.chapters
    mazes = max(total[TOTAL.name], len(chapters))
    counts = shared_out(mazes, [chapter.count for chapter in chapters])
    pairs = zip(chapters, counts, strict=True)
    shared = (replace(each, style={**each.style, "count": count}) for each, count in pairs)
    return replace(book, chapters=tuple(shared))


def _replacement_values(value: Replacement, folder: Path) -> dict[str, Any]:
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
        state = state_of(path, None, job)
    path = path.absolute()
    with read_from(path) as data:
        draft = draft_of(data, path, path.parent, job)
    draft.read_from(path, state)
    return draft


def draft_of(data: bytes, path: Path | None, folder: Path, job: Job) -> BookDraft:
    """Return the draft of the bytes of a file that names others as seen from a folder.

    Single mazes whose files cannot be read are kept. Raises ``MazeError``.
    """
    book = book_of(data, AllowedFiles(folder), job, lenient=True)
    values, choice = FORMAT.values(data), BookChoice.of(book)
    by_id: dict[str, Replacement] = {}
    for key, value in values.get("replaced", {}).items():
        name = key.strip().upper()
        replacement = value["seed"] if "seed" in value else folder / value["file"]
        if is_whole(name):
            choice = choice.replace_maze(int(name), replacement, "")
        else:
            by_id[name] = replacement
    draft = BookDraft(replace(choice, by_id=by_id), values.get("about", ""), FileOrigin(path))
    draft.left_out = book.warnings
    return draft


def restored_book(values: Mapping[str, Any], origin: FileOrigin) -> BookDraft:
    """Return the book of a record, which is unsaved, with what is valid of it.

    Raises ``MazeError``.
    """
    order, chapters = values.get("order"), part_of(values, "chapters")
    numbers = order if isinstance(order, list) else []
    kept = [int(each) for each in numbers if is_whole(str(each)) and str(each) in chapters]
    if not kept:
        raise MazeError(_("a book needs a chapter."))
    about = str(values.get("about", ""))
    about = "" if why_not_text(about, "") else about
    rules = str(part_of(values, "fields").get(RULES, "")) or BookStyle().rules
    choice = BookChoice.from_json({**values, "order": kept}).only_valid(
        book_options({rules: rules})
    )
    draft = BookDraft(choice, about, origin)
    draft.file_changed()  # no file is known to hold it
    draft.steps.restore(values.get("steps"))
    texts = part_of(values, "texts")
    draft.fields.restore_texts(part_of(texts, "fields"))
    for chapter in draft.chapters:
        if own := part_of(texts, str(chapter.number)):
            for name, form in zip(FORMS, chapter.forms, strict=True):
                form.restore_texts(part_of(own, name))
    if not (draft.steps.pending or draft.history.dirty):  # what was typed is no value
        draft.file_changed()
    return draft


def begin_book(name: str, seed: int, job: Job) -> BookDraft:
    """Return the draft of a new book like one of the templates; called by a worker."""
    data = new_book(name, seed)
    book = book_of(data, AllowedFiles(TEMPLATES), job)
    return BookDraft(BookChoice.of(book), FORMAT.values(data).get("about", ""))
