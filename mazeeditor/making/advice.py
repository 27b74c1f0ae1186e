"""What is said about a plan, and what would mend it: values of options, for a button or a flag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.page.page import Page


@dataclass(frozen=True)
class Suggestion:
    """Values of options of making or of the page; None: chosen automatically.

    ``label`` is that of a button: "Use 1.5 mm".
    """

    label: str
    values: Mapping[str, Any]

    @property
    def flags(self) -> str:
        """The flags of the command line that stand for it: ``--wall 1.5``."""
        return " ".join(
            f"--{name.replace('_', '-')} {_write_advice(value)}"
            for name, value in self.values.items()
        )

    def applied(self, page: Page, options: MakeOptions) -> tuple[Page, MakeOptions]:
        """Return page and options with its values; raises ``UsageError`` for an invalid one."""
        making = {option.name for option in make_options()}
        of_making = {name: value for name, value in self.values.items() if name in making}
        of_page = {name: value for name, value in self.values.items() if name not in making}
        return replace(page, **of_page), replace(options, **of_making)

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``--json`` prints it."""
        return {"label": self.label, "flags": self.flags, "values": dict(self.values)}


def _write_advice(value: Any) -> str:
    if value is None:
        return "auto"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Advice:
    """A sentence about what may go wrong, and what mends it, the best first."""

    text: str
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def for_terminal(self) -> str:
        """The sentence with the flags that mend it."""
        return " ".join([self.text, *(f"({one.flags})" for one in self.suggestions[:1])])

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``--json`` prints it."""
        return {"text": self.text, "suggestions": [one.to_dict() for one in self.suggestions]}


class MakingError(UsageError):
    """Something that cannot be made as it is asked for; ``suggestions`` say what can."""

    def __init__(self, text: str, suggestions: tuple[Suggestion, ...] = ()) -> None:
        super().__init__(text)
        self.suggestions = suggestions

    @property
    def for_terminal(self) -> str:
        """The sentence with the flags by which something can be made."""
        return Advice(str(self), self.suggestions).for_terminal
