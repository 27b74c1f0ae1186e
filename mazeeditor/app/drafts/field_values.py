"""The values of the fields of a form, kept apart from its widgets, which may be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from mazeeditor.app.drafts.state import Part, State
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option, Section, defaults_of, sections_of
from mazeeditor.core.registry import Entry, Registry

E = TypeVar("E", bound=Entry[Any])
# asks for the value of an option; gets all values, and what takes the new one
Choose = Callable[[Option, Mapping[str, Any], Callable[[str], object]], object]
# asks for the file of an option; gets what takes its path
ChooseFile = Callable[[Option, Callable[[str], object]], object]


class Derived(NamedTuple):
    """Which values follow from something else until they are chosen, and again once they are None.

    ``sources`` says what they follow from, by the names of their options; ``follows`` returns
    whether the value of one does now.
    """

    sources: Mapping[str, str]
    follows: Callable[[str], bool]


NOTHING_DERIVED = Derived({}, lambda _name: False)


class FieldValues:
    """A value for each of some options: a part of a state, or one of its own.

    ``values`` holds the last valid values, None where the field is to be empty. ``uncommitted``
    holds the text of each field whose text is another one: it is invalid, or its widget was
    destroyed while it was typed. ``typing`` holds what is being typed. ``edited`` is notified of
    the name and value of what the user has changed, ``changed`` of every change. If Escape is to
    leave a form but not to take back the text, ``escape_keeps``. ``derived`` says which values
    follow from something else.
    """

    def __init__(
        self,
        options: Iterable[Option],
        values: Mapping[str, Any] | None = None,
        part: Part[Mapping[str, Any]] | None = None,
        derived: Derived = NOTHING_DERIVED,
    ) -> None:
        self.derived = derived
        self.options = {option.name: option for option in options}
        self._part = part or State[Mapping[str, Any]](defaults_of(self.options.values())).whole
        self._shown = self._part.get()
        self._part.changed.subscribe(self._follow)
        self.uncommitted: dict[str, str] = {}
        self.typing: dict[str, str] = {}
        self.escape_keeps = False
        self.edited: Listeners[[str, Any]] = Listeners()
        self.changed: Listeners[[]] = Listeners()
        if values:
            self.update(values)

    @property
    def values(self) -> dict[str, Any]:
        return dict(self._part.get())

    def __getitem__(self, name: str) -> Any:
        return self._part.get()[name]

    @property
    def sections(self) -> list[Section]:
        """The sections that a form of all of them has, in their order."""
        return sections_of(self.options.values())

    def _put(self, values: Mapping[str, Any]) -> bool:
        """Take over values without notifying of them; return whether they are others."""
        before = self._part.get()
        self._shown = {**before, **values}
        try:
            self._part.put(self._shown)
        finally:
            self._shown = self._part.get()
        return self._shown != before

    def _follow(self) -> None:
        """Notify of what has changed elsewhere; texts in fields of others are discarded."""
        before, now = self._shown, self._part.get()
        if now is before or now == before:
            return
        self._shown = now
        for name in [*self.uncommitted]:
            if now.get(name) != before.get(name):
                del self.uncommitted[name]
        self.changed.notify()

    def edit(self, name: str, value: Any) -> None:
        """Take over what the user has chosen."""
        self.uncommitted.pop(name, None)
        self._put({name: value})
        self.edited.notify(name, value)
        self.changed.notify()

    def keep_text(self, name: str, text: str) -> None:
        self.uncommitted[name] = text

    def discard_texts(self) -> None:
        """Show the values in the place of texts that are not committed."""
        if self.uncommitted:
            self.uncommitted.clear()
            self.changed.notify()

    def update(self, values: Mapping[str, Any]) -> None:
        """Take over values from elsewhere, those of other options left out."""
        own = {name: value for name, value in values.items() if name in self.options}
        texts = [name for name in own if self.uncommitted.pop(name, None) is not None]
        if self._put(own) or texts:
            self.changed.notify()

    def reset(self, values: Mapping[str, Any]) -> None:
        """Do what ``update_valid`` does; all other values become the defaults."""
        self.update(complete(self.options.values(), values))

    def update_valid(self, values: Mapping[str, Any]) -> None:
        """Take over those of some values that are valid for their options."""
        self.update(valid_values(self.options.values(), values))

    def read(self) -> dict[str, Any]:
        """Return all values; raises ``UsageError`` where a text is invalid.

        That of an option which does nothing now does not matter.
        """
        texts = {
            name: self.options[name].parse(text)
            for name, text in self.uncommitted.items()
            if not self.options[name].why_unused(self.values)
        }
        return self.values | texts

    # Records of unsaved work

    @property
    def texts(self) -> dict[str, str]:
        """What stands in the fields that show something else than their values."""
        return self.uncommitted | self.typing

    def left_out(self, values: Mapping[str, Any]) -> list[str]:
        """Return a sentence for each value of a record that is left out: a file."""
        return [
            option.why_left_out(values[name])
            for name, option in self.options.items()
            if name in values and option.names_file(values[name])
        ]

    def restore_texts(self, texts: Mapping[str, Any]) -> None:
        """Take over the texts of a record as if they had been typed, but for those of files.

        What a record holds may have come from anywhere: no file is opened for it.
        """
        for name in self.options.keys() & texts.keys():
            option, text = self.options[name], str(texts[name])
            if option.file or option.typeface or option.or_file:
                continue
            try:
                self.edit(name, option.parse(text))
            except UsageError:
                self.keep_text(name, text)
        if texts:
            self.changed.notify()


def valid_values(options: Iterable[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    result = {}
    for option in options:
        if option.name in values:
            with suppress(UsageError):
                result[option.name] = option.check(values[option.name])
    return result


def complete(options: Iterable[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all options: those that are given and valid, else the defaults."""
    options = tuple(options)
    return defaults_of(options) | valid_values(options, values)


def part_of(record: object, key: str) -> Mapping[str, Any]:
    """Return an object in an object of JSON, an empty one where either is something else."""
    part = record.get(key) if isinstance(record, Mapping) else None
    return part if isinstance(part, Mapping) else {}


class OptionsOf(Generic[E]):
    """The options of each entry of a registry, as they were left when another was chosen.

    Those of the entry that is ``chosen``, by its name, "" for none, are a ``part`` of a state, if
    there is one.
    """

    def __init__(
        self,
        registry: Registry[E],
        chosen: Callable[[], str] = str,
        part: Part[Mapping[str, Any]] | None = None,
        options: Callable[[E], tuple[Option, ...]] = attrgetter("options"),
    ) -> None:
        self._registry, self._chosen, self._of = registry, chosen, options
        self._part = part or State[Mapping[str, Any]]({}).whole
        self._left: dict[str, Mapping[str, Any]] = {}
        self._fields: dict[str, FieldValues] = {}

    def __getitem__(self, name: str) -> FieldValues:
        """Return the values of an entry; raises ``UsageError`` for an unknown one."""
        if name not in self._fields:
            part = Part(partial(self.values, name), partial(self._put, name), self._part.changed)
            self._fields[name] = FieldValues(self._of(self._registry[name]), part=part)
        return self._fields[name]

    def values(self, name: str) -> Mapping[str, Any]:
        """Return the values of an entry, without fields; raises ``UsageError``."""
        if name == self._chosen():
            return self._part.get()
        return self._left.get(name) or defaults_of(self._of(self._registry[name]))

    def _put(self, name: str, values: Mapping[str, Any]) -> None:
        if name == self._chosen():
            self._part.put(values)
        else:
            self._left[name] = values

    def leave(self) -> None:
        """Keep the options of the chosen entry until it is chosen again."""
        self._left[self._chosen()] = self._part.get()
