"""What the next maze is to show, while the user chooses it: a picture, a code, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues, OptionsOf, valid_values
from mazeeditor.app.drafts.state import Part
from mazeeditor.core.options import Option, defaults_of
from mazeeditor.core.translation import _
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject

NO_SUBJECT = "nothing"
HELP = _("What the maze shows in its route or walls; its size, entrance and exit follow from that")


class SubjectDraft:
    """The subject of a recipe, a ``part`` of that; ``changed`` is notified of another.

    Subjects that were chosen before keep their options.
    """

    def __init__(self, part: Part[ChosenSubject | None]) -> None:
        labels = {NO_SUBJECT: _("Nothing")} | SUBJECTS.labels()
        shows = Option("shows", str, NO_SUBJECT, HELP, manual="words-and-pictures").offering(labels)
        self._part = part
        self.kind = FieldValues((shows,), part=Part(self._kind, self._choose, part.changed))
        self.changed = self.kind.changed
        chosen = Part(self._chosen, lambda values: self._put(self.name, values), part.changed)
        self._options = OptionsOf(SUBJECTS, lambda: self.name, chosen)

    @property
    def name(self) -> str:
        """The name of the chosen subject, "" for none."""
        chosen = self._part.get()
        return chosen.name if chosen else ""

    def _kind(self) -> Mapping[str, Any]:
        return {"shows": self.name or NO_SUBJECT}

    def _choose(self, kinds: Mapping[str, Any]) -> None:
        name = kinds["shows"]
        self._options.leave()
        if name == NO_SUBJECT:
            self._part.put(None)
        else:
            self._put(name, self._options.values(name))

    def _chosen(self) -> Mapping[str, Any]:
        subject = self._part.get()
        if subject is None:
            return {}
        return {**defaults_of(SUBJECTS[subject.name].options), **subject.options}

    def _put(self, name: str, options: Mapping[str, Any]) -> None:
        self._part.put(ChosenSubject(name, options).without_defaults())

    @property
    def options(self) -> FieldValues | None:
        """The options of the chosen subject, None for none."""
        return self._options[self.name] if self.name else None

    @property
    def fields(self) -> tuple[FieldValues, ...]:
        """The options of the chosen subject, nothing for none."""
        return () if self.options is None else (self.options,)

    def read(self) -> ChosenSubject | None:
        """Return what is chosen, with the options that are not as usual; None for nothing.

        Raises ``UsageError`` where the text in a field is invalid.
        """
        if self.options is None:
            return None
        return ChosenSubject(self.name, self.options.read()).without_defaults()

    def take(self, subject: ChosenSubject | None) -> None:
        """Take over the subject of a recipe, as far as it is known."""
        self._part.put(known_subject(subject))


def known_subject(subject: ChosenSubject | None) -> ChosenSubject | None:
    """Return a subject with those of its options that are known and valid; None for no known."""
    if subject is None or subject.name not in SUBJECTS:
        return None
    options = valid_values(SUBJECTS[subject.name].options, subject.options)
    return ChosenSubject(subject.name, options).without_defaults()
