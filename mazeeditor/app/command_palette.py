"""The command palette: all that can be done, by name, found by a few letters, recent ones first.

To offer more, write a function that returns actions and add it to ``SOURCES``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.commands import (
    BUSY,
    COMMANDS,
    COVERED,
    SUBMENUS,
    Command,
    disabled_reason,
    hides_new_maze,
    hindered,
    idle,
    is_hidden,
    perform,
)
from mazeeditor.app.parts.calling import Parts
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import BOOK, MAKE, SHEETS
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.app.drafts.field_values import FieldValues
    from mazeeditor.app.gallery.templates import Template
    from mazeeditor.core.options import Option

MOST_RECENT = 12  # actions kept from one start to the next
MIN_SIMILARITY = 0.72  # of a mistyped word to the one that was meant, see ``difflib``
WORD = re.compile(r"\w+")
KINDS = {  # where a command stands, as the palette names it
    "file": _("File"),
    "edit": _("Edit"),
    "select": _("Select"),
    "tools": _("Tool"),
    "maze": _("Maze"),
    "solve": _("Solve"),
    "view": _("View"),
    "help": _("Help"),
}


CARD, VALUE = "card", "choice"  # how the names of cards, and of choices of fields, begin
CHOICE = _("{field}: {choice}")  # something to choose, and where
OWN_SOURCES = {"generator", "solver"}  # fields whose choices are done at once
GREY = 3  # how much farther from the words an action is that cannot be used now


@dataclass(frozen=True, eq=False)
class Action:
    """One thing that can be done: ``run`` does it; ``reason`` is why not now, "" where it can.

    ``name`` stays the same from one start to the next, ``kind`` is what it belongs to, ``summary``
    a line for users, ``command`` the command that it is, if any, whose keys are shown; ``also`` are
    other words that people use for it.
    """

    name: str
    label: str
    kind: str
    run: Callable[[], object]
    reason: str = ""
    summary: str = ""
    command: Command | None = None
    also: str = ""

    def rank(self, words: Sequence[str]) -> int:
        """Return its place among what fits words as well: 0 where its label has them all.

        2 for one of many, a choice of a field or a card, 1 for what other words have found.
        """
        if self.name.startswith((f"{VALUE}:", f"{CARD}:")):
            return 2
        return int(not set(self.words).issuperset(words))

    @cached_property
    def words(self) -> list[str]:
        return WORD.findall(self.label.casefold())

    def is_late(self, words: Sequence[str]) -> bool:
        """Whether it cannot be used, and has not the words in its label."""
        return bool(self.reason) and self.rank(words) > 0

    @cached_property
    def synonyms(self) -> list[str]:
        """The other words that people use for it."""
        return self.also.casefold().split()

    @cached_property
    def about(self) -> str:
        """What else it is found by; a choice not by what is said of all that its field offers."""
        summary = "" if self.name.startswith(f"{VALUE}:") else self.summary
        return f"{self.kind} {summary} {self.name} {self.also}".casefold()


Source = Callable[..., Iterable[Action]]  # of parts, see ``app/parts/calling.py``


def _commands(parts: Parts) -> Iterator[Action]:
    menus = list(KINDS)
    for command in sorted(COMMANDS, key=lambda command: (menus.index(command.menu), command.order)):
        if command.name != "palette":
            yield Action(
                command.name,
                command.label_in(parts).rstrip("…"),
                KINDS[command.menu],
                partial(command.perform, parts),
                command.why_not(parts),
                command.summary,
                command,
                command.words,
            )


def _submenus(parts: Parts, document: Document, services: Services) -> Iterator[Action]:
    """Yield the entries of submenus, but for lines that only say what there is not."""
    for submenu in SUBMENUS:
        for label, act in parts.call(submenu.run):
            if act is disabled_reason:
                continue
            name, reason = f"{submenu.name}:{label}", submenu.why_not(parts)
            kind, shown = submenu.label.rstrip("…"), label.rstrip("…")
            full = CHOICE.format(field=kind, choice=submenu.in_words(shown))
            act = _performing(document, services, act)
            yield Action(name, full, kind, act, reason, also=submenu.words)


def _generators(
    parts: Parts, document: Document, view: View, services: Services
) -> Iterator[Action]:
    from mazeeditor.maze.generators import GENERATORS

    def generate(name: str) -> None:
        view.draft.choose_generator(name)
        parts.call(COMMANDS["generate"].run)

    for generator in GENERATORS:
        covered = COVERED if is_hidden(view) and hides_new_maze(view) else ""
        reason = hindered(False, False, view) or covered or view.draft.why_not(generator.name)
        reason = reason or ("" if idle(services) else BUSY)
        yield Action(
            f"generator:{generator.name}",
            _("Generate: {generator}").format(generator=generator.label),
            _("Generator"),
            _performing(document, services, partial(generate, generator.name)),
            reason,
            generator.summary.rstrip("."),
            also=generator.words,
        )


def _solvers(parts: Parts, document: Document, view: View, services: Services) -> Iterator[Action]:
    from mazeeditor.maze.solvers import SOLVERS

    def solve(name: str) -> None:
        view.solver.kind.edit("solver", name)
        parts.call(COMMANDS["solve"].run)

    for solver in SOLVERS:
        yield Action(
            f"solver:{solver.name}",
            _("Solve: {solver}").format(solver=solver.label),
            _("Solver"),
            _performing(document, services, partial(solve, solver.name)),
            hindered(False, False, view) or ("" if idle(services) else BUSY),
            solver.summary.rstrip("."),
            also=solver.words,
        )


def _options(
    document: Document, opened: OpenDocument, view: View, services: Services
) -> Iterator[Action]:
    """Yield the fields of the panel, which are shown and get the keyboard, and their choices."""
    draft, solver, page = view.draft, view.solver, opened.page_fields
    shown = draft.subject.kind, *draft.subject.fields
    made = (view.audience.field, draft.kinds, draft.sizes, *shown, draft.options, draft.rest)
    yield from _fields(document, view, services, "generate", _("Field of Generate"), made)
    yield from _fields(
        document, view, services, "solve", _("Field of Solve"), (solver.kind, solver.options)
    )
    underlay = (opened.underlay_fields,) if document.underlay.picture else ()
    yield from _fields(document, view, services, "underlay", _("Field of Underlay"), underlay)
    yield from _fields(document, view, services, "page", _("Field of Page"), (page,))


def _fields(
    document: Document,
    view: View,
    services: Services,
    section: str,
    kind: str,
    fields: Iterable[FieldValues],
    without: Iterable[str] = (),
) -> Iterator[Action]:
    """Yield each field, and each of its choices, which is then chosen in that field."""
    for values in fields:
        for option in values.options.values():
            if option.name in without:
                continue
            show = partial(services.ui.show_field, section, option.name)
            reason = hindered(False, False, view) or option.why_unused(values.values)
            about = option.summary.rstrip(".")
            name = f"field:{section}:{option.name}"
            yield Action(name, option.label, kind, show, reason, about, also=option.words)
            if option.name in OWN_SOURCES:
                continue
            for value in option.offers:
                choose = partial(_choose_value, services, values, section, option, value)
                label = CHOICE.format(field=option.label, choice=option.called(value))
                act = _performing(document, services, choose)
                place = f"{VALUE}:{section}:{option.name}:{value}"
                yield Action(place, label, kind, act, reason, about)


def _choose_value(
    services: Services, values: FieldValues, section: str, option: Option, value: str
) -> None:
    """Choose a value as if in its field, and show that: Enter there generates, where it can."""
    values.edit(option.name, value)
    services.ui.show_field(section, option.name)
    _note_choice(services, section, option.label, option.called(value))


def _note_choice(services: Services, section: str, label: str, choice: str) -> None:
    """Say what was chosen, and offer to make a maze of it where that is not done by itself."""
    text = CHOICE.format(field=label, choice=choice)
    offers = {"generate": COMMANDS["generate"].label} if section == "generate" else {}
    services.ui.show_status(text, offers)


def _outlines(document: Document, view: View, services: Services) -> Iterator[Action]:
    """Yield the outlines to which a maze can be cut; one of a text or a file asks for that."""
    from mazeeditor.app.drafts.draft import OUTLINE
    from mazeeditor.maze.masks import MASKS

    draft = view.draft

    def choose(name: str, label: str) -> None:
        mask = draft.masks.last(0, name)
        if mask.lacks_text:
            size = draft.shape, dict(draft.sizes.values)
            answer = services.ui.ask_outline(mask, size)
            if answer is None:
                return
            mask, pieces = answer
            draft.masks.choose_pieces(pieces)
        draft.masks.put(0, mask)
        services.ui.show_field("generate", OUTLINE)
        _note_choice(services, "generate", OUTLINE, label)

    for mask in MASKS:
        yield Action(
            f"outline:{mask.name}",
            CHOICE.format(field=OUTLINE, choice=mask.label),
            _("Outline"),
            _performing(document, services, partial(choose, mask.name, mask.label)),
            hindered(False, False, view),
            _("Cut the next maze to this outline"),
            also=mask.words,
        )


def _performing(
    document: Document, services: Services, act: Callable[[], object]
) -> Callable[[], None]:
    return lambda: perform(document, services, act)


# What takes long to be found: read by a worker


def prepare(_job: Job) -> list[Template]:
    """Import and read what the rest is made of, in a worker; return the cards of the gallery."""
    import mazeeditor.app.books.draft
    import mazeeditor.app.making.making
    import mazeeditor.app.printing.sheet_work
    import mazeeditor.page.formats
    from mazeeditor.app.gallery.templates import templates
    from mazeeditor.app.making.draft import all_labels
    from mazeeditor.app.making.objects import made_objects
    from mazeeditor.making.options import make_options

    all_labels()
    make_options()
    made_objects()
    mazeeditor.page.formats.EXPORTERS.names()
    return templates()


def read_further(services: Services, on_change: Callable[[], object]) -> None:
    """Read in a worker what takes long to be found; ``on_change`` is called if that is new."""

    def take(cards: list[Template]) -> None:
        known, services.cards = services.cards, cards
        if cards != known:
            on_change()

    services.background.run(prepare, take, services.report)


def begin_drafts(opened: OpenDocument) -> None:
    """Begin what the fields of Make and Sheets are of, once ``prepare`` has been called."""
    opened.begin_making()
    _sheet = opened.sheet


def _cards(parts: Parts, document: Document, view: View, services: Services) -> Iterator[Action]:
    """Yield the cards of the gallery, which begin something."""
    from mazeeditor.app.gallery.choosing import choose as begin

    for card in services.cards or ():
        yield Action(
            f"{CARD}:{card.path.name}",
            _("New: {card}").format(card=card.name),
            _("Gallery"),
            _performing(document, services, partial(parts.call, begin, card)),
            hindered(False, True, view) or card.problem or ("" if idle(services) else BUSY),
            card.about,
            also=card.words,
        )


def _making(
    document: Document, opened: OpenDocument, view: View, services: Services
) -> Iterator[Action]:
    """Yield the objects of Make, which are chosen there, and its fields."""
    if services.cards is None:
        return
    from mazeeditor.app.making.draft import OBJECT
    from mazeeditor.app.making.objects import made_objects

    draft = opened.begin_making().draft

    def choose(name: str) -> None:
        view.workspaces.show(MAKE, "")
        draft.fields.edit(OBJECT, name)
        services.ui.show_field(MAKE, made_objects()[name].asks[0])

    for made in made_objects().values():
        yield Action(
            f"object:{made.name}",
            _("Make: {object}").format(object=made.label),
            _("Object of Make"),
            _performing(document, services, partial(choose, made.name)),
            hindered(False, False, view),
            made.about,
            also=made.words,
        )
    kind = _("Field of Make")
    fields = draft.fields, draft.page_fields
    yield from _fields(document, view, services, MAKE, kind, fields, without=(OBJECT,))


def _sheets(
    document: Document, opened: OpenDocument, view: View, services: Services
) -> Iterator[Action]:
    """Yield the fields of Sheets that the page has not."""
    if services.cards is not None:
        kind, fields = _("Field of Sheets"), (opened.sheet.draft.fields,)
        yield from _fields(document, view, services, SHEETS, kind, fields)


def _book(document: Document, book: OpenBook, view: View, services: Services) -> Iterator[Action]:
    """Yield the fields of a book; those of none that is open lead to what one can begin with."""
    if services.cards is None:
        return
    from mazeeditor.app.books.draft import book_options

    kind = _("Field of a book")
    if book.editor:
        fields = (book.editor.draft.fields,)
        yield from _fields(document, view, services, BOOK, kind, fields)
        return
    for option in book_options({}):
        yield Action(
            f"field:{BOOK}:{option.name}",
            option.label,
            kind,
            _performing(document, services, book.show_last),
            hindered(False, False, view) or ("" if idle(services) else BUSY),
            option.summary.rstrip("."),
            also=option.words,
        )


def _exports(parts: Parts, document: Document, view: View, services: Services) -> Iterator[Action]:
    """Yield the formats in which Export writes."""
    if services.cards is None:
        return
    from mazeeditor.page.formats import EXPORTERS

    def export(name: str) -> None:
        services.settings.format = name
        parts.call(COMMANDS["export"].run)

    for exporter in EXPORTERS:
        yield Action(
            f"export:{exporter.name}",
            _("Export: {format}").format(format=exporter.label),
            _("File"),
            _performing(document, services, partial(export, exporter.name)),
            hindered(False, False, view) or ("" if idle(services) else BUSY),
            exporter.summary.rstrip("."),
            also=exporter.words,
        )


SOURCES: tuple[Source, ...] = (
    _commands,
    _submenus,
    _generators,
    _solvers,
    _options,
    _outlines,
    _making,
    _sheets,
    _book,
    _exports,
    _cards,
)


def actions(parts: Parts, services: Services, further: Sequence[Source] = ()) -> list[Action]:
    """Return all that can be done, and all that cannot be done now, those chosen last first.

    ``further`` sources are those of a front end. Cards, and what is made for machines and classes,
    are known once ``prepare`` was called and ``services.cards`` has its result.
    """
    every = [action for source in (*SOURCES, *further) for action in parts.call(source)]
    recent = {name: place for place, name in enumerate(services.settings.chosen_actions)}
    return sorted(every, key=lambda action: recent.get(action.name, len(recent)))


def choose(services: Services, action: Action) -> None:
    """Do it, and keep it among those chosen last."""
    before = [name for name in services.settings.chosen_actions if name != action.name]
    services.settings.chosen_actions[:] = [action.name, *before][:MOST_RECENT]
    action.run()


# Searching


def matching(text: str, offered: Sequence[Action]) -> list[Action]:
    """Return the actions that fit each word of a text, the best first, else in their order.

    A word fits by the beginning of a word, by letters anywhere, by letters in order (``gnrt``), or
    by the description; where nothing fits, by words that look like it (``genrate``). What cannot be
    used now comes after what fits about as well, unless the text is its own words; one of many
    comes after what they are choices of.
    """
    words = text.casefold().split()
    for score in (_score, _score_typo):
        scored = [(score(words, action), place) for place, action in enumerate(offered)]
        fitting = sorted(
            (
                value + GREY * offered[place].is_late(words),
                offered[place].rank(words),
                place,
            )
            for value, place in scored
            if value is not None
        )
        if fitting:
            return [offered[place] for _value, _rank, place in fitting]
    return []


def _score(words: Sequence[str], action: Action) -> int | None:
    """Return how far an action is from the words, 0 for the nearest; None where one is missing."""
    total = 0
    for word in words:
        distance = _distance(word, action)
        if distance is None:
            return None
        total += distance
    return total


def _distance(word: str, action: Action) -> int | None:
    label = action.label.casefold()
    if word in action.words or word in action.synonyms:
        return 0
    if any(part.startswith(word) for part in action.words):
        return 1 if label.startswith(word) else 2
    if word in label:
        return 3
    if word in action.about:
        return 5 if f" {word}" in f" {action.about}" else 8
    return 6 if _in_order(word, action.words) else None


def _in_order(letters: str, words: Sequence[str]) -> bool:
    """Whether letters stand in a label in this order, the first at the beginning of a word.

    Each run of letters that follow one another begins a word, or belongs to the word before it:
    ``gns`` is Generate with a new seed, ``gnrt`` Generate.
    """
    for start, word in enumerate(words):
        if word.startswith(letters[0]):
            rest = _left_over(letters, word)
            for following in words[start + 1 :]:
                if rest and following.startswith(rest[0]):
                    rest = _left_over(rest, following)
            if not rest:
                return True
    return False


def _left_over(letters: str, word: str) -> str:
    for letter in word:
        if letters and letters[0] == letter:
            letters = letters[1:]
    return letters


@lru_cache(maxsize=10_000)  # the words of all labels, while somebody types
def _likeness(word: str, part: str) -> float:
    """Return how like two words are, 0 to 1; 0 where they are too different to be meant."""
    if abs(len(word) - len(part)) > max(len(word), len(part)) * 2 * (1 - MIN_SIMILARITY):
        return 0.0
    matcher = difflib.SequenceMatcher(None, word, part)
    likely = (
        matcher.real_quick_ratio() >= MIN_SIMILARITY and matcher.quick_ratio() >= MIN_SIMILARITY
    )
    return matcher.ratio() if likely else 0.0


def _score_typo(words: Sequence[str], action: Action) -> int | None:
    total = 0.0
    for word in words:
        parts = *action.words, *action.synonyms
        alike = max((_likeness(word, part) for part in parts), default=0.0)
        if alike < MIN_SIMILARITY:
            return None
        total += 1 - alike
    return round(1000 * total)
