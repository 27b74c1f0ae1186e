"""What the user asks of a printer, as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.printing.system_printing import (
    MOST_COPIES,
    SIDES,
    Printers,
    PrintRequest,
    read_pages,
    sides_of,
)
from mazeeditor.core.options import Option, Written
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings


class PrintDraft:
    """The fields of the dialog; printer and sides are kept in the settings.

    ``answer`` is whether the answer is printed too, None where that is chosen elsewhere.
    """

    def __init__(self, printers: Printers, settings: Settings, answer: bool | None) -> None:
        self._settings = settings
        usual = printers.usual or printers.names[0]
        options = [
            Option("printer", str, usual).offering({name: name for name in printers.names}),
            Option("copies", int, 1, low=1, high=MOST_COPIES),
            Option("pages", str, "", _("such as 1-3, 5; empty: all"), written=Written(read_pages)),
            Option("sides", str, SIDES[0], _("of the paper")).offering(sides_of()),
        ]
        if answer is not None:
            help_ = _("the maze once more, with its route, on a page of its own")
            options.append(Option("answer", bool, answer, help_))
        self.fields = FieldValues(options)
        self.fields.update_valid(settings.printer)

    def request(self) -> PrintRequest:
        """Return what is asked for; raises ``UsageError``."""
        values = self.fields.read()
        self._settings.printer = {name: values[name] for name in ("printer", "sides")}
        return PrintRequest(**values)
