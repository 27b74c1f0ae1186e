"""An entry of a registry that was chosen, with its options: a mask, what a maze shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from mazeeditor.core.disk.named_files import NamedFile, named_last
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option, all_given, check_all
from mazeeditor.core.registry import Registry
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.chosen_typeface import kept_name

C = TypeVar("C", bound="ChosenEntry")


@dataclass(frozen=True)
class ChosenEntry:
    """The ``name`` of an entry of ``registry``, and the options chosen.

    All other options have their defaults. Name and options may come from any file, so ``checked``
    validates them before they are used.
    """

    registry: ClassVar[Registry[Any]]

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))

    def __reduce__(self) -> tuple[Callable[..., ChosenEntry], tuple[str, dict[str, Any]]]:
        """Return what is pickled, for other processes: ``MappingProxyType`` cannot be."""
        return type(self), (self.name, dict(self.options))

    @property
    def label(self) -> str:
        """The name that is shown; raises ``UsageError`` for an unknown entry."""
        return str(self.registry[self.name].label)

    @property
    def known_options(self) -> tuple[Option, ...]:
        """What can be chosen; raises ``UsageError`` for an unknown entry."""
        options: tuple[Option, ...] = self.registry[self.name].options
        return options

    @property
    def lacks_text(self) -> bool:
        """Whether it shows nothing yet: only the user can choose its text or file."""
        needed = any(option.kind is str and not option.choices for option in self.known_options)
        return needed and not self.options

    @property
    def typefaces(self) -> list[str]:
        """The names of typefaces among its options."""
        known = self.known_options if self.name in self.registry else ()
        names = [self.options.get(option.name) for option in known if option.typeface]
        return [name for name in names if isinstance(name, str)]

    def checked(self: C) -> C:
        """Return the same with a value for every option; raises ``UsageError``."""
        return type(self)(self.name, check_all(self.known_options, self.options))

    def without_defaults(self: C) -> C:
        """Return the same with those known options alone whose values are not the defaults."""
        chosen = {
            option.name: self.options[option.name]
            for option in self.known_options
            if self.options.get(option.name, option.default) != option.default
        }
        return type(self)(self.name, chosen)

    def given(self: C) -> C:
        """Return the same, from a program, with its paths as files that it names.

        Raises ``UsageError``.
        """
        return type(self)(self.name, all_given(self.known_options, self.options))

    def kept(self: C) -> C:
        """Return the same with the files that the user has named as texts, as projects keep them.

        Raises ``UsageError`` where one cannot be read.
        """
        values = dict(self.options)
        for option in self.known_options if self.name in self.registry else ():
            value, keep = values.get(option.name), option.file and option.file.keep
            if keep and isinstance(value, NamedFile):
                values[option.name] = keep(Path(value))
            if option.typeface and isinstance(value, str):
                values[option.name] = kept_name(value)
        return type(self)(self.name, values)

    def why_left_out(self) -> str:
        for option in self.known_options if self.name in self.registry else ():
            value = self.options.get(option.name)
            if option.names_file(value):
                text = _(
                    "{entry} is left out: it names the file {file}, and a document opens none. "
                    "Choose it again."
                )
                return text.format(entry=self.label, file=quote_value(named_last(str(value))))
        return ""

    def to_json(self) -> dict[str, Any]:
        """Return the object for files: its name, and the options chosen.

        Of a file that could not be kept it has the name, without the folder.
        """
        values = {
            name: Path(value).name if isinstance(value, NamedFile) else value
            for name, value in self.options.items()
        }
        return {"name": self.name, **values}

    @classmethod
    def of(cls: type[C], value: Any) -> C:
        """Return what a name, a mapping with a ``name`` and options, or one of these stands for.

        Raises ``UsageError``.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls(value)
        if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
            text = _("A {kind} is a name or has one, not {value}.")
            raise UsageError(text.format(kind=cls.registry.kind, value=quote_value(value)))
        return cls(value["name"], {key: value[key] for key in value if key != "name"})
