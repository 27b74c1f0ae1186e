"""What the next maze is to show, while the user chooses it: a picture, a code, or nothing."""

from __future__ import annotations

from mazeeditor.app.drafts.field_values import FieldValues, OptionsOf
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject

NOTHING = "nothing"
HELP = _("What the maze shows in its route or walls; its size, entrance and exit follow from that")


class SubjectDraft:
    """The subject that was chosen, and the options of each; ``changed`` is notified of another."""

    def __init__(self) -> None:
        labels = {NOTHING: _("Nothing")} | SUBJECTS.labels()
        self.kind = FieldValues((Option("shows", str, NOTHING, HELP).offering(labels),))
        self.changed = self.kind.changed
        self._options = OptionsOf(SUBJECTS)

    @property
    def name(self) -> str:
        """The name of the chosen subject, "" for none."""
        name = str(self.kind["shows"])
        return "" if name == NOTHING else name

    @property
    def options(self) -> FieldValues | None:
        """The options of the chosen subject, None for none."""
        return self._options[self.name] if self.name else None

    @property
    def fields(self) -> tuple[FieldValues, ...]:
        """The options of the chosen subject, nothing for none."""
        return () if self.options is None else (self.options,)

    def read(self, *, checked: bool = True) -> ChosenSubject | None:
        """Return what is chosen, with the options that are not as usual; None for nothing.

        Raises ``UsageError`` where the text in a field is invalid, and ``checked``.
        """
        if self.options is None:
            return None
        values = self.options.read() if checked else self.options.values
        return ChosenSubject(self.name, values).without_defaults()

    def take(self, subject: ChosenSubject | None) -> None:
        """Take over the subject of a recipe, as far as it is known."""
        known = subject if subject and subject.name in SUBJECTS else None
        self.kind.update({"shows": known.name if known else NOTHING})
        if known:
            self._options[known.name].reset(known.options)
