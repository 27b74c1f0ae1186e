"""Turns the keyword-only arguments of a function into flags, form fields and rows of the docs.

    def braid(maze: Maze, *, share: Annotated[float, Between(0, 1), "Dead ends opened"] = 0.0)

is read once into ``Option(name="share", kind=float, default=0.0, low=0, high=1, help="Dead ends
opened")``; the command line, the window and the README are built from that.
"""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from mazeeditor.core.arguments import plain
from mazeeditor.core.disk.named_files import DATA_URI, NamedFile, named_last
from mazeeditor.core.errors import UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.lengths import in_metres, in_mm
from mazeeditor.core.numbers import real, whole
from mazeeditor.core.translation import _, quote_value

LENGTHS = {"mm": in_mm, "m": in_metres}  # by the unit of an option
AUTOMATIC = "auto", "fit", "none"  # what is typed for None


@dataclass(frozen=True)
class Label:
    """What users read in place of the option's name, where that is no word, or not understood."""

    text: str


@dataclass(frozen=True)
class Words:
    """Words that people use for the option besides its label, by which the palette finds it."""

    text: str


@dataclass(frozen=True)
class Section:
    """A heading of a form, below which its options stand; small ``order`` comes first.

    ``manual`` is their topic in the manual: a page of it, or ``page#heading``.
    """

    title: str
    order: int = 0
    manual: str = ""


@dataclass(frozen=True)
class Between:
    """Numbers from ``low`` to ``high``, both included; ``unit`` is shown after the field."""

    low: float
    high: float
    unit: str = ""


@dataclass(frozen=True)
class Written:
    """Texts in a format of their own, like ``200x150mm``.

    ``read`` returns the text in its usual spelling or raises ``UsageError`` with the reason;
    ``offers`` are shown to choose from, but others may be typed. With ``colour`` it is the colour
    of something printed, as ``page/colours.py`` spells it, and is chosen from a palette; with
    ``area`` it is that of an area, not of lines. With ``style`` it is how a text stands on a page:
    its place, size and typeface, as in ``top left 24pt "Noto Serif"``. Where there may be further
    offers, as files that users add, ``found`` returns all of them, each time a list is opened.
    Where users read something else than the spelling, ``words`` returns that; ``read`` takes both.
    Where there are many offers, messages and the help of flags have those ``named`` alone.
    """

    read: Callable[[str], str]
    offers: tuple[str, ...] = ()
    colour: bool = False
    area: bool = False
    style: bool = False
    found: Callable[[], Iterable[str]] | None = None
    words: Callable[[str], str] | None = None
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class OneOf:
    """A text that is one of the ``names``, looked up when the options are first asked for."""

    names: Callable[[], Iterable[str]]


@dataclass(frozen=True)
class Choices:
    """A text that is one of some names, with a label for each: what users read.

    Those of a registry, ``Choices(JOBS.labels)``, are looked up when the options are first asked
    for.
    """

    labels: Mapping[str, str] | Callable[[], Mapping[str, str]]

    def read(self) -> Mapping[str, str]:
        return self.labels() if callable(self.labels) else self.labels


@dataclass(frozen=True)
class FileOf:
    """A text that is the path of a file of a ``kind``, like "Picture", with one of ``suffixes``.

    With ``load`` the user chooses a file, but the value is the text that ``load`` returns for it;
    it raises ``UsageError``. Without it the value is a ``NamedFile`` while it is chosen; ``keep``
    returns the text for it which projects hold, and of which ``name`` returns the file's name. Any
    other text of a path is refused, as it is of a document, which opens no file. Where ``drawn``,
    files and what is offered beside them are pictures, which are shown.
    """

    kind: str
    suffixes: tuple[str, ...]
    load: Callable[[Path], str] | None = None
    keep: Callable[[Path], str] | None = None
    name: Callable[[str], str] = str
    drawn: bool = False


@dataclass(frozen=True)
class OrFile:
    """A text that is a name or, where its user has typed that, the path of a file of a ``suffix``.

    The value is a ``NamedFile`` then: nothing else is opened.
    """

    suffix: str


@dataclass(frozen=True)
class TypefaceOf:
    """A text that is the name of a typeface, chosen from a list; "" stands for the ``usual`` one.

    ``find`` returns the name for what was typed, a ``NamedFile`` where it is that of a file, or
    raises ``UsageError``. A name from a project may be that of a typeface which this computer
    lacks.
    """

    find: Callable[[str], str]
    usual: str


@dataclass(frozen=True)
class OnlyWhere:
    """An option that does something only where ``holds`` for the values of all options.

    ``reason`` is a sentence for users: "Only where Picture is on." A form shows others grey, and
    where ``hidden`` not at all: those of one of many choices.
    """

    holds: Callable[[Mapping[str, Any]], bool]
    reason: str
    hidden: bool = False


@dataclass(frozen=True)
class Renamed:
    """What forms call an option if ``holds`` for the values of all options: it means more."""

    holds: Callable[[Mapping[str, Any]], bool]
    label: str


@dataclass(frozen=True)
class Shown:
    """What forms show for one ``value`` where ``holds`` for the values of all options.

    It then stands for something else, as arrows do for the pictures of a theme. The ``text`` may
    be looked up each time.
    """

    value: str
    text: str | Callable[[], str]
    holds: Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True)
class Unset:
    """What the field shows while there is no value, None or an empty text: ``auto``."""

    text: str


@dataclass(frozen=True)
class Advanced:
    """An option that few ask for: forms show it below *More*, which is closed at first.

    While it is hidden *More* names it where its value is not the default, unless it is not
    ``noted``: then other values are as usual.
    """

    noted: bool = True


@dataclass(frozen=True)
class Option:
    """One option; the value ``None`` (where ``optional``) means "chosen automatically".

    ``own_label`` is that of the field where the name is not shown, ``labels`` are those of choices.
    It stands in the first of ``sections``, in forms that show another one of them in that.
    ``manual`` is its topic in the manual, "" for that of its section. ``words`` are others that
    people use for it.
    """

    name: str
    kind: type  # bool, int, float or str
    default: Any
    help: str = ""
    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    choices: tuple[str, ...] = ()
    optional: bool = False
    written: Written | None = None
    file: FileOf | None = None
    or_file: OrFile | None = None
    only: OnlyWhere | None = None
    typeface: TypefaceOf | None = None
    unset: str = ""
    own_label: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    sections: tuple[Section, ...] = ()
    rare: Advanced | None = None
    shown: Shown | None = None
    renamed: Renamed | None = None
    manual: str = ""
    words: str = ""

    @property
    def topic(self) -> str:
        return self.manual or next((one.manual for one in self.sections if one.manual), "")

    @property
    def label(self) -> str:
        """The label of the form field: ``wall_width`` is shown as "Wall width"."""
        return self.own_label or _(self.name.replace("_", " ").capitalize())

    def label_among(self, values: Mapping[str, Any]) -> str:
        """Return the label of the form field if all options have these values."""
        return self.renamed.label if self.renamed and self.renamed.holds(values) else self.label

    @property
    def _title(self) -> str:
        """What errors call the option: by its label, and the name that files and flags have."""
        return f"{self.label} ({self.name})" if self.own_label else self.label

    @property
    def offers(self) -> tuple[str, ...]:
        """All values to choose from as they are now, none where any may be typed or a file is."""
        written = self.written
        if self.choices or written is None or written.colour or written.style or self.file:
            return self.choices
        return tuple(written.found()) if written.found else written.offers

    def called(self, value: str) -> str:
        """Return one of ``offers`` as users read it: a word, and "A4" as it is."""
        if self.written and self.written.words:
            return self.written.words(value)
        words = value.replace("-", " ").replace("_", " ")
        if value in self.choices:
            return self.labels.get(value) or _(words[:1].upper() + words[1:])
        return _(words[:1].upper() + words[1:]) if value.islower() and value.isalpha() else value

    def offering(self, labels: Mapping[str, str]) -> Option:
        return replace(self, choices=tuple(labels), labels=labels)

    @property
    def summary(self) -> str:
        """Its help as a line for users, which begins with a capital letter."""
        return self.help[:1].upper() + self.help[1:]

    @property
    def is_share(self) -> bool:
        """Whether a value is a share of something: 0.05, which can be typed as 5 %."""
        return self.kind is float and not self.unit and 0 <= self.low < self.high <= 1

    @property
    def flag(self) -> str:
        """The flag of the command line: ``--wall-width``."""
        return "--" + self.name.replace("_", "-")

    def is_noted(self, value: Any) -> bool:
        """Whether *More*, while it hides this option, is to name it with this value."""
        return self.rare is not None and self.rare.noted and value != self.default

    def why_unused(self, values: Mapping[str, Any]) -> str:
        """Return why the option does nothing with these ``values``, "" where it does something.

        Where a value that it depends on is missing it counts as doing something.
        """
        with suppress(KeyError):
            return self.only.reason if self.only and not self.only.holds(values) else ""
        return ""

    def shown_as(self, values: Mapping[str, Any]) -> str:
        """Return the text for the value of ``shown`` with these ``values``, "" for the usual one.

        Where a value that it depends on is missing it is the usual one.
        """
        with suppress(KeyError):
            if self.shown and self.shown.holds(values):
                return self.shown.text if isinstance(self.shown.text, str) else self.shown.text()
        return ""

    def parse(self, text: str) -> Any:
        """Return the value that ``text``, typed by the user, stands for; raises ``UsageError``."""
        text = text.strip()
        if self.optional and text.lower() in ("", *AUTOMATIC):
            return None
        if self.kind is bool:
            return self._parse_bool(text)
        if text and self.file and self.file.load:
            return self.file.load(Path(text))
        if text and self.typeface:
            return self.typeface.find(text)
        if text and self.file and not text.startswith(DATA_URI):
            return self.check(NamedFile(text))
        if self.or_file and text.endswith(self.or_file.suffix):
            return self.check(NamedFile(text))
        if self.kind is str:
            return self.check(text)
        try:
            if self.is_share and text.endswith("%"):
                return self.check(float(text[:-1]) / 100)
            number = LENGTHS.get(self.unit, str)(text)
            return self.check(whole(number) if self.kind is int else real(number))
        except ValueError:
            raise UsageError(self._about_comma(text) or self._complaint(text)) from None

    def _about_comma(self, text: str) -> str:
        """Return how a number with a decimal comma is written, "" for any other text."""
        pointed = text.replace(",", ".")
        if self.kind is not float or text == pointed:
            return ""
        try:
            meant = self.parse(pointed)
        except UsageError:
            return ""
        return _("{label} must be {allowed}: write {meant:g} for {value}.").format(
            label=self._title, allowed=self.allowed(), meant=meant, value=quote_value(text)
        )

    def _parse_bool(self, text: str) -> bool:
        values = {"1": True, "yes": True, "true": True, "on": True}
        values |= {"0": False, "no": False, "false": False, "off": False}
        if text.lower() not in values:
            raise UsageError(self._complaint(text))
        return values[text.lower()]

    def check(self, value: Any) -> Any:
        """Return ``value`` in the option's own type; raises ``UsageError``.

        It may come from a document: a text that is the path of a file is refused.
        """
        if value is None and self.optional:
            return None
        value = plain(value, self.kind)
        valid = isinstance(value, self.kind) and not (self.kind is int and isinstance(value, bool))
        if valid and self.kind in (int, float):
            valid = self.low <= value <= self.high and math.isfinite(value)
        if valid and self.choices:
            valid = value in self.choices
        if not valid:
            raise UsageError(self._complaint(value))
        if self.file and not self.file.load and isinstance(value, NamedFile):
            return value
        if self.names_file(value):
            raise UsageError(self.why_left_out(value))
        if isinstance(value, str) and (problem := why_not_text(value, self._title)):
            raise UsageError(problem)
        return self.written.read(value) if self.written else value

    def why_left_out(self, path: object) -> str:
        """Return what is said of a path that a document has as a value."""
        text = _("{label} names the file {file}, and a document opens none: choose it again.")
        return text.format(label=self._title, file=quote_value(named_last(str(path))))

    def names_file(self, value: object) -> bool:
        """Whether a value is the path of a file, not what a document may hold of one."""
        if not self.file or not isinstance(value, str) or not value or value.startswith(DATA_URI):
            return False
        if isinstance(value, NamedFile) and not self.file.load:
            return False
        if self.written is None:
            return True
        with suppress(UsageError):
            self.written.read(value)
            return False
        return "/" in value or "\\" in value or value.lower().endswith(self.file.suffixes)

    def given(self, value: Any) -> Any:
        """Return what a program gives as a value: the path of a file is one that it names.

        Raises ``UsageError``.
        """
        if isinstance(value, PurePath) and (self.file or self.or_file or self.typeface):
            return self.parse(str(value))
        if isinstance(value, str) and self.or_file:
            return self.parse(value)
        if isinstance(value, str) and self.typeface and os.path.isfile(value):  # noqa: PTH113
            return self.parse(value)
        if not self.file or not isinstance(value, str) or value.startswith(DATA_URI):
            return value
        with suppress(UsageError):
            return self.check(value)
        return self.parse(value)

    def _complaint(self, value: object) -> str:
        return _("{label} must be {allowed}, not {value}.").format(
            label=self._title, allowed=self.allowed(), value=quote_value(value)
        )

    def allowed(self) -> str:
        """Return a text of what is allowed: ``a number from 0 to 1``."""
        if self.choices:
            return _("one of {choices}").format(choices=", ".join(self.choices))
        if self.kind is bool:
            return _("yes or no")
        if self.written and self.written.offers:
            named = self.written.named or self.written.offers
            return _("{offers}, or your own").format(offers=", ".join(named))
        if self.file:
            return _("a file")
        if self.typeface:
            return _("the name of a typeface, or its file")
        if self.kind is str:
            return _("a text")
        noun = _("a whole number") if self.kind is int else _("a number")
        if math.isinf(self.low) and math.isinf(self.high):
            return noun
        text = _("{noun} from {range}")
        if math.isinf(self.high):
            text = _("{noun} of at least {range}")
        return text.format(noun=noun, range=self._range())

    def _range(self) -> str:
        """Return the bounds with their unit: ``0 to 1,000 mm``, or the lower one alone."""
        low, high = (f"{each:,}".removesuffix(".0") for each in (self.low, self.high))
        bounds = low if math.isinf(self.high) else _("{low} to {high}").format(low=low, high=high)
        return f"{bounds} {self.unit}".rstrip()

    def described(self, *, default: bool = True) -> str:
        """Return what is said in brackets behind the help: what is allowed, and the ``default``."""
        parts = []
        if self.kind in (int, float):
            parts.append(self._range() if math.isfinite(self.high) else self.allowed())
        elif self.offers or (self.written and self.written.offers):
            parts.append(self.allowed())
        if default and (usual := self._usual()):
            parts.append(_("default {default}").format(default=usual))
        return "; ".join(parts)

    def _usual(self) -> str:
        """Return the default as it is typed, "" for none."""
        if self.kind is bool:
            return _("yes") if self.default else _("no")
        if self.default is None:
            return self.unset if self.unset in AUTOMATIC else ""
        return f"{self.default:g}" if self.kind is float else str(self.default)


@cache
def options_of(function: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options of a function's keyword-only arguments, or of a dataclass's fields.

    The annotations of other arguments are not evaluated: what these name may be imported for type
    checkers alone.
    """
    annotated: Any = function.__init__ if inspect.isclass(function) else inspect.unwrap(function)
    named = {
        parameter.name: parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    annotations = SimpleNamespace(__annotations__={n: p.annotation for n, p in named.items()})
    hints = get_type_hints(annotations, annotated.__globals__, include_extras=True)
    return tuple(_read(name, hints[name], named[name].default) for name in named)


def defaults_of(options: Iterable[Option]) -> dict[str, Any]:
    return {option.name: option.default for option in options}


def values_of(options: Iterable[Option], holder: object) -> dict[str, Any]:
    return {option.name: getattr(holder, option.name) for option in options}


def _read(name: str, hint: Any, default: Any) -> Option:
    if default is None:  # Python 3.10 then makes Optional[Annotated[...]] of Annotated[...]
        hint = next((part for part in get_args(hint) if hasattr(part, "__metadata__")), hint)
    kind, *notes = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    optional = False
    if get_origin(kind) in (Union, type(int | None)):
        kinds = [part for part in get_args(kind) if part is not type(None)]
        optional, kind = True, kinds[0]
    names: tuple[str, ...] = ()
    if get_origin(kind) is Literal:
        names, kind = get_args(kind), str
    option = Option(name, kind, default, choices=names, optional=optional)
    for note in notes:
        option = _apply_note(option, note)
    return option


def all_given(options: Iterable[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values that a program gives, each as ``Option.given`` returns it; others stay.

    Raises ``UsageError``.
    """
    given = {option.name: option.given for option in options}
    return {name: given[name](value) if name in given else value for name, value in values.items()}


def _apply_note(option: Option, note: Any) -> Option:
    """Return an option with what a note of its annotation says."""
    match note:
        case str():
            return replace(option, help=note)
        case Between():
            return replace(option, low=note.low, high=note.high, unit=note.unit)
        case Choices():
            return option.offering(note.read())
        case OneOf():
            return replace(option, choices=tuple(note.names()))
        case Section():
            return replace(option, sections=(*option.sections, note))
        case Label():
            return replace(option, own_label=note.text)
        case Words():
            return replace(option, words=note.text)
        case Unset():
            return replace(option, unset=note.text)
        case Written():
            return replace(option, written=note)
        case FileOf():
            return replace(option, file=note)
        case OrFile():
            return replace(option, or_file=note)
        case OnlyWhere():
            return replace(option, only=note)
        case TypefaceOf():
            return replace(option, typeface=note)
        case Advanced():
            return replace(option, rare=note)
        case Shown():
            return replace(option, shown=note)
    raise TypeError(f"no note of an option: {note!r}")


def in_section(options: Iterable[Option], *sections: Section) -> list[Option]:
    return [option for option in options if not {*sections}.isdisjoint(option.sections)]


def sections_of(options: Iterable[Option]) -> list[Section]:
    """Return the first sections of options, in the order of a form."""
    return sorted({option.sections[0]: None for option in options}, key=lambda each: each.order)


def check_names(options: Iterable[Option], values: Iterable[str]) -> None:
    """Raise ``UsageError`` where one of ``values`` is not the name of an option."""
    known = {option.name: option for option in options}
    for name in values:
        if name not in known:
            raise UsageError(
                _("There is no option {name}. Choose one of: {known}.").format(
                    name=quote_value(name), known=", ".join(known) or _("none")
                )
            )


def check_all(options: tuple[Option, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option's value, defaults filled in; raises ``UsageError``."""
    check_names(options, values)
    return {
        option.name: option.check(values.get(option.name, option.default)) for option in options
    }


def check_fields(holder: object, options: tuple[Option, ...]) -> None:
    """Check the options among the fields of a frozen dataclass, and keep their usual spellings.

    Raises ``UsageError``.
    """
    values = {option.name: getattr(holder, option.name) for option in options}
    for name, value in check_all(options, values).items():
        object.__setattr__(holder, name, value)
