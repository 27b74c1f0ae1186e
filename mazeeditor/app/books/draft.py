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
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from mazeeditor.app.books.chapter_draft import (
    AUDIENCE,
    ChapterDraft,
    ChapterState,
    Replacement,
    changed,
    record_replaced,
    replacements_of,
)
from mazeeditor.app.books.differences import PARTS, BookState, differences, in_words
from mazeeditor.app.drafts.field_values import FieldValues, checked, part_of
from mazeeditor.app.drafts.step_recorder import StepRecorder
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
from mazeeditor.page.page import Page
from mazeeditor.prepress.rule_sets import rule_set, rule_sets
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book import (
    NOBODY,
    TOTAL,
    Book,
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

RULES, COVER_RULES = "rules", "kdp-cover"  # the key; the set that is for no pages
NUMBERED = re.compile(r"([0-9]{1,9})$")  # titles that end in a number
WRITTEN = ("title", "trim", "seed", RULES)  # keys that are written also with their defaults


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

    ``fields`` are those of ``BookStyle``, ``labels`` the names of the rule sets for users, and
    ``problems`` why some files hold none.
    ``selected`` is the place of the chapter that is being changed. What replaces a maze is kept
    with its chapter, and moves with it; ``by_id`` has what the file names by the ids of mazes.
    ``steps`` makes what is changed undoable. ``audience_chosen`` is notified of the chapter for
    which a user has chosen an audience.
    """

    warnings = ()  # of what was read: nothing is left out

    kind = FileKind(
        BOOK_SUFFIX,
        _("Book of mazes"),
        _("Untitled book"),
        _("Save the Book"),
        _("The book was not saved"),
    )

    def __init__(self, book: Book, about: str = "", origin: FileOrigin | None = None) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.audience_chosen: Listeners[[ChapterDraft]] = Listeners()
        self._origin, self.about = origin or FileOrigin(), about
        known, self.problems = rule_sets(rules_folders())
        self.left_out = book.warnings  # what its file names, and no book may
        self.labels = {rules.name: rules.label for rules in known if rules.name != COVER_RULES}
        self._add_label(book.style.rules)
        self.fields = FieldValues(book_options(self.labels), asdict(book.style))
        self.fields.changed.subscribe(self.changed.notify)
        self.total = FieldValues((TOTAL,))  # the mazes of all chapters together
        self.total.edited.subscribe(lambda _name, value: self._share_out(value))
        self.changed.subscribe(self._show_total)
        self.fields.changed.subscribe(self._follow_theme)
        self.chapters: list[ChapterDraft] = []
        self._chapters: dict[int, ChapterDraft] = {}  # those removed too, as steps may know them
        self._states: WeakKeyDictionary[ChapterDraft, ChapterState] = WeakKeyDictionary()
        self.selected = 0
        self.by_id: dict[str, Replacement] = {}
        self.named: set[Path] = set()
        for chapter in book.chapters:
            self.append(ChapterDraft.of(chapter))
        self.on_kept: Callable[[], object] = lambda: None  # called once, after the first snapshot
        self._saved = self._written = self.data()  # what the file holds, b"" where nobody knows
        self.steps: StepRecorder[BookState] = StepRecorder(self, apart="chapters")
        self.history = self.steps.history

    def _add_label(self, name: str) -> None:
        """Offer the rules that a book names, which may be missing."""
        if name not in self.labels:
            self.labels[name] = name
            with suppress(MazeError):
                self.labels[name] = rule_set(name, rules_folders()).label

    # Chapters

    @property
    def chapter(self) -> ChapterDraft:
        """The chapter that is being changed."""
        return self.chapters[self.selected]

    def _insert(self, place: int, chapter: ChapterDraft) -> None:
        self.chapters.insert(place, chapter)
        self._take(chapter)

    def _take(self, chapter: ChapterDraft) -> None:
        """Follow the changes of a chapter, which gets a number of its own."""
        if chapter.number <= 0 or chapter.number in self._chapters:
            chapter.number = max(self._chapters, default=0) + 1
        self._chapters[chapter.number] = chapter
        chapter.book_theme = self.fields["theme"]
        chapter.changed.subscribe(self.changed.notify)
        chapter.style.edited.subscribe(partial(self._follow_audience, chapter))

    def _follow_audience(self, chapter: ChapterDraft, name: str, value: object) -> None:
        if name == AUDIENCE and value != NOBODY:
            self.audience_chosen.notify(chapter)

    def append(self, chapter: ChapterDraft) -> None:
        """Put a chapter at the end."""
        self._insert(len(self.chapters), chapter)

    def select(self, place: int) -> None:
        """Change another chapter from now on."""
        self.selected = min(max(place, 0), len(self.chapters) - 1)

    def choose(self, place: int) -> None:
        """Select a chapter as a user does: Undo of the next change selects it again."""
        self.settle()
        self.select(place)
        self.steps.begin()

    def add(self) -> None:
        """Add a chapter like the selected one after it, with the next name, and select it."""
        title, others = self.chapter.style["title"], self.chapters
        self._add_like({"title": next_title(title, [other.style["title"] for other in others])})

    def duplicate(self) -> None:
        """Add a copy of the selected chapter after it, and select that; its mazes are new ones."""
        self._add_like({})

    def _add_like(self, own: Mapping[str, Any]) -> None:
        copy = self.chapter.copy()
        copy.style.update({"seed": None, **own})
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

    def differences(self, before: BookState, now: BookState) -> list[str]:
        """Return the names of what differs."""
        return differences(before, now)

    def patch(self, before: BookState, now: BookState) -> dict[str, Any]:
        """Return the values of ``before`` that are others in ``now``, as JSON values."""
        values = dict(now.chapters)
        order = [chapter.number for chapter, _state in before.chapters]
        fields = {name: value for name, value in before.fields.items() if value != now.fields[name]}
        result: dict[str, Any] = {"fields": fields} if fields else {}
        if order != [chapter.number for chapter, _state in now.chapters]:
            result["chapters"] = order
        if before.selected != now.selected:
            result["selected"] = before.selected
        if before.by_id != now.by_id:
            result["replaced"] = record_replaced(before.by_id)
        for chapter, state in before.chapters:
            other = values.get(chapter)
            if state is not other:
                known = other.to_json() if other else {}
                parts = state.to_json().items()
                changed = {name: part for name, part in parts if known.get(name) != part}
                result |= {f"chapter {chapter.number}": changed} if changed else {}
        return result

    def patched(self, state: BookState, patch: dict[str, Any]) -> BookState:
        """Return a state with the values of a patch; raises anything where these are invalid."""
        fields = state.fields | checked(self.fields.options.values(), patch.get("fields", {}))
        states = {chapter.number: values for chapter, values in state.chapters}
        for key, parts in patch.items():
            word, _space, number = key.partition(" ")
            if word == "chapter":
                before = states.get(int(number))
                known = before.to_json() if before else {}
                states[int(number)] = ChapterState.from_json(known | parts)
        order = patch.get("chapters", [chapter.number for chapter, _state in state.chapters])
        chapters = tuple((self._chapter(number), states[number]) for number in order)
        selected = int(patch.get("selected", state.selected))
        by_id = replacements_of(patch) if "replaced" in patch else state.by_id
        return BookState(fields, chapters, selected, by_id)

    def _chapter(self, number: int) -> ChapterDraft:
        """Return the chapter of a number, which only steps may know."""
        if number not in self._chapters:
            chapter = ChapterDraft()
            chapter.number = number
            self._take(chapter)
        return self._chapters[number]

    @property
    def option_labels(self) -> dict[str, str]:
        """What users call what may differ, by the names of options and of other parts."""
        every = [self.fields]
        for chapter in self.chapters:
            every += [chapter.style, chapter.look, chapter.mazes.sizes, chapter.ends]
            every += [chapter.mazes.options, chapter.mazes.rest]
        options = (option for fields in every for option in fields.options.values())
        return PARTS | {option.name: option.label for option in options}

    def _follow_theme(self) -> None:
        """Let the chapters know the theme that they print where they have none of their own."""
        for chapter in self.chapters:
            if chapter.book_theme != self.fields["theme"]:
                chapter.book_theme = self.fields["theme"]
                chapter.look.changed.notify()

    # All mazes

    def _show_total(self) -> None:
        self.total.update({TOTAL.name: self.count})

    def _share_out(self, total: int) -> None:
        """Let the book have so many mazes, in its chapters as before, one in each at the least."""
        chapters = self.chapters
        counts = shared_out(max(total, len(chapters)), [chapter.count for chapter in chapters])
        for chapter, count in zip(chapters, counts, strict=True):
            chapter.style.update({"count": count})
        self._show_total()

    def sizing(self, chapter: ChapterDraft) -> Callable[[Job], Chapter]:
        """Return what finds the sizes of a chapter for its audience, in a worker.

        Raises ``UsageError`` where a text in a field is invalid.
        """
        style, own = BookStyle(**self.fields.read()), ChapterStyle(**chapter.style.read())
        state = chapter.state()
        page = Page(**state.look, logo=state.logo)
        return partial(sized_for, style, Chapter(own, state.recipe, page))

    def label_of(self, name: str) -> str:
        """Return what users call something that differs: ``2/count`` is "Mazes"."""
        return self.option_labels.get(name.rpartition("/")[2], PARTS["chapters"])

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
        if isinstance(replacement, Path):
            self.named.add(replacement)
        self._put(number, replacement)
        self.changed.notify()

    def _put(self, number: int, replacement: Replacement) -> None:
        chapter, place = self.place_of(number)
        chapter.replaced[place] = replacement

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
        for replaced in every:
            gone = _relocated(replaced, folder, path.parent, before)
            replaced |= gone
            self.named |= {*gone.values()}
            found += len(gone)
        self.replace(number, path, key)
        return found

    @property
    def count(self) -> int:
        """The number of all mazes."""
        return sum(chapter.count for chapter in self.chapters)

    # The file

    @property
    def proposed_name(self) -> str:
        """What a file is called that is made of it: as its own one, else by its title."""
        title = file_name_of(with_fields(self.fields["title"], {"mazes": str(self.count)}))
        return self.path.stem if self.path else title or _("book")

    @property
    def own_title(self) -> str:
        """The title of the book."""
        title = with_fields(self.fields["title"], {"mazes": str(self.count)})
        return one_line(title, LONGEST_NAME)

    @property
    def folder(self) -> Path:
        """The folder as seen from which files are named."""
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
        text = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
        return text.encode("utf-8", "backslashreplace")  # names of files may be no UTF-8

    def _replaced(self, folder: Path) -> dict[str, Any]:
        """Return what replaces mazes by their numbers and ids."""
        result, first = dict(self.by_id), 1
        for chapter in self.chapters:
            own = {place: chapter.replaced[place] for place in sorted(chapter.replaced)}
            result |= {str(first + place): own[place] for place in own if place < chapter.count}
            first += chapter.count
        return {key: _written(value, folder) for key, value in result.items()}

    def check_beside(self, folder: Path) -> None:
        """Raise ``UsageError`` where a book in a folder could not name a maze that was chosen."""
        every: list[Mapping[Any, Replacement]] = [self.by_id]
        every += [chapter.replaced for chapter in self.chapters]
        for path in self.named & {value for each in every for value in each.values()}:
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
        state, labels = self.state(), self.option_labels

        def compare(job: Job) -> list[str]:
            other = open_book(path, job)
            return in_words(state, other.state(), labels | other.option_labels)

        return compare

    # Unsaved work

    def record(self) -> dict[str, Any]:
        """Return all that stands in the fields as JSON values.

        The file of a book holds only what its reader takes; a book that a crash interrupts may
        hold texts that are half typed and sizes that are too large.
        """
        return {
            "about": self.about,
            "fields": self.fields.record(),
            "chapters": [chapter.record() for chapter in self.chapters],
            "selected": self.selected,
            "replaced": record_replaced(self.by_id),
            "steps": self.steps.to_json(),
        }

    def unsaved_values(self) -> dict[str, Any]:
        """Return the record where there is anything that no file has."""
        return self.record() if self.dirty or self.typed else {}

    def request(self) -> BookRequest:
        """Return the book as it is; raises ``UsageError`` where the text in a field is invalid."""
        self.fields.read()
        for chapter in self.chapters:
            chapter.check()
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


def _relocated(
    replaced: Mapping[Any, Replacement], folder: Path | None, other: Path, but: Replacement | None
) -> dict[Any, Path]:
    """Return the files that are gone from a folder and lie in another one, by their keys."""
    return {
        key: other / value.name
        for key, value in replaced.items()
        if isinstance(value, Path) and value.parent == folder and value != but
        if not value.is_file() and (other / value.name).is_file()
    }


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
    values = FORMAT.values(data)
    draft = BookDraft(book, values.get("about", ""), FileOrigin(path))
    by_number: dict[int, Replacement] = {}
    for key, value in values.get("replaced", {}).items():
        name = key.strip().upper()
        replacement = value["seed"] if "seed" in value else folder / value["file"]
        if is_whole(name):
            by_number[int(name)] = replacement
        else:
            draft.by_id[name] = replacement
    for number, replacement in by_number.items():
        draft._put(number, replacement)
    draft.steps.begin()
    return draft


def restored_book(values: Mapping[str, Any], origin: FileOrigin) -> BookDraft:
    """Return the book of a record, which is unsaved, with what is valid of it.

    Raises ``MazeError``.
    """
    chapters = values.get("chapters")
    if not (isinstance(chapters, list) and chapters):
        raise MazeError(_("a book needs a chapter."))
    rules = str(part_of(part_of(values, "fields"), "values").get(RULES, ""))
    style = replace(BookStyle(), rules=rules) if rules else BookStyle()
    about = str(values.get("about", ""))
    about = "" if why_not_text(about, "") else about
    draft = BookDraft(Book(style, (), {}), about, origin)
    for chapter in chapters:
        draft.append(ChapterDraft.from_record(chapter))
    draft.fields.restore(values.get("fields"))
    draft.by_id = replacements_of(values)
    selected = values.get("selected")
    draft.select(selected if isinstance(selected, int) else 0)
    draft.file_changed()  # no file is known to hold it
    draft.steps.restore(values.get("steps"))
    draft.fields.restore_texts(values.get("fields"))
    for chapter, record in zip(tuple(draft.chapters), chapters, strict=True):
        chapter.restore_texts(record)
    if not (draft.steps.pending or draft.history.dirty):  # what was typed is no value
        draft.file_changed()
    return draft


def begin_book(name: str, seed: int, job: Job) -> BookDraft:
    """Return the draft of a new book like one of the templates; called by a worker."""
    data = new_book(name, seed)
    return BookDraft(
        book_of(data, AllowedFiles(TEMPLATES), job), FORMAT.values(data).get("about", "")
    )
