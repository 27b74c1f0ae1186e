"""The values of the fields of a form, kept apart from its widgets, which may be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option, Section, sections_of
from mazeeditor.core.registry import Entry, Registry

E = TypeVar("E", bound=Entry[Any])
# asks for the value of an option; gets all values, and what takes the new one
Choose = Callable[[Option, Mapping[str, Any], Callable[[str], object]], object]
# asks for the file of an option; gets what takes its path
ChooseFile = Callable[[Option, Callable[[str], object]], object]


class FieldValues:
    """A value for each of some options.

    ``values`` holds the last valid values, None where the field is to be empty. ``uncommitted``
    holds the text of each field whose text is another one: it is invalid, or its widget was
    destroyed while it was typed. ``typing`` holds what is being typed. ``edited`` is notified of
    the name and value of what the user has changed, ``changed`` of every change. Where Escape is
    to leave a form but not to take back the text, ``escape_keeps``.
    """

    def __init__(self, options: Iterable[Option], values: Mapping[str, Any] | None = None) -> None:
        self.options = {option.name: option for option in options}
        self.values: dict[str, Any] = {
            name: option.default for name, option in self.options.items()
        }
        self.uncommitted: dict[str, str] = {}
        self.typing: dict[str, str] = {}
        self.escape_keeps = False
        self.edited: Listeners[[str, Any]] = Listeners()
        self.changed: Listeners[[]] = Listeners()
        self.update(values or {})

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def sections(self) -> list[Section]:
        """The sections that a form of all of them has, in their order."""
        return sections_of(self.options.values())

    def edit(self, name: str, value: Any) -> None:
        """Take over what the user has chosen."""
        self.values[name] = value
        self.uncommitted.pop(name, None)
        self.edited.notify(name, value)
        self.changed.notify()

    def keep_text(self, name: str, text: str) -> None:
        """Keep a text that is not committed."""
        self.uncommitted[name] = text

    def update(self, values: Mapping[str, Any]) -> None:
        """Take over values from elsewhere, those of other options left out."""
        changed = False
        for name in self.options.keys() & values.keys():
            changed = changed or self.values[name] != values[name] or name in self.uncommitted
            self.values[name] = values[name]
            self.uncommitted.pop(name, None)
        if changed:
            self.changed.notify()

    def reset(self, values: Mapping[str, Any]) -> None:
        """Do what ``update_valid`` does; all other values become the defaults."""
        defaults = {name: option.default for name, option in self.options.items()}
        self.update(defaults | self._valid(values))

    def update_valid(self, values: Mapping[str, Any]) -> None:
        """Take over those of some values that are valid for their options."""
        self.update(self._valid(values))

    def _valid(self, values: Mapping[str, Any]) -> dict[str, Any]:
        valid = {}
        for name in self.options.keys() & values.keys():
            with suppress(UsageError):
                valid[name] = self.options[name].check(values[name])
        return valid

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

    def record(self, usual: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return values and texts as JSON values, without those values that are the ``usual``."""
        usual = usual or {}
        values = {
            name: value
            for name, value in self.values.items()
            if name not in usual or usual[name] != value
        }
        return {"values": values, "texts": self.texts}

    def restore(self, record: object) -> None:
        """Take over the valid values of a record, whatever else it holds."""
        self.update_valid(part_of(record, "values"))

    def left_out(self, record: object) -> list[str]:
        """Return a sentence for each value of a record that ``restore`` leaves out: a file."""
        values = part_of(record, "values")
        return [
            option.why_left_out(values[name])
            for name, option in self.options.items()
            if name in values and option.names_file(values[name])
        ]

    def restore_texts(self, record: object) -> None:
        """Take over the texts of a record as if they had been typed, but for those of files.

        What a record holds may have come from anywhere: no file is opened for it.
        """
        texts = part_of(record, "texts")
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


def checked(options: Iterable[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values that are valid for some options; raises ``UsageError`` and ``LookupError``."""
    known = {option.name: option for option in options}
    return {name: known[name].check(value) for name, value in values.items()}


def part_of(record: object, key: str) -> Mapping[str, Any]:
    """Return an object in an object of JSON, an empty one where either is something else."""
    part = record.get(key) if isinstance(record, Mapping) else None
    return part if isinstance(part, Mapping) else {}


class OptionsOf(Generic[E]):
    """The options of each entry of a registry, as they were left when another was chosen."""

    def __init__(self, registry: Registry[E]) -> None:
        self._registry = registry
        self._values: dict[str, FieldValues] = {}

    def __getitem__(self, name: str) -> FieldValues:
        """Return the values of an entry; raises ``UsageError`` for an unknown one."""
        if name not in self._values:
            self._values[name] = FieldValues(self._registry[name].options)
        return self._values[name]
