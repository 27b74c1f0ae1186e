"""What the last check of a book has found, and where on the pages in view that is."""

from __future__ import annotations

from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.books.preview import BookPreview
from mazeeditor.app.books.printing import CheckedBook, outcome_of
from mazeeditor.core.translation import _
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.prepress.preflight import Finding


class BookFindings:
    """``checked`` is the outcome of the last check, ``finding`` the finding that is shown.

    ``warnings`` are what else is to be known of the book as it was printed last.
    """

    def __init__(self, draft: BookDraft, preview: BookPreview) -> None:
        self._draft, self._preview = draft, preview
        self.checked: CheckedBook | None = None
        self.finding: Finding | None = None
        self.warnings: tuple[str, ...] = ()
        self._data = b""

    def take(self, request: BookRequest, checked: CheckedBook) -> None:
        """Take over the outcome of a check, where the book was checked."""
        self.warnings = checked.warnings
        if checked.report:
            self.checked, self._data, self.finding = checked, request.data, None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the last check has found."""
        return self.checked.report.findings if self.checked and self.checked.report else ()

    @property
    def _outdated(self) -> bool:
        """Whether the book has changed since it was checked."""
        return self._draft.data() != self._data

    def show(self, finding: Finding | None) -> None:
        """Show the page of a finding, and where on that it is."""
        if finding is not self.finding:
            self.finding = finding
            if finding and finding.pages:
                self._preview.show(finding.pages[0])
            self._preview.changed.notify()

    def place(self) -> tuple[int, Box] | None:
        """Return where the finding is: the place of its page in view, and the box there in px.

        None where that is not in view or not known, as after a change of the book.
        """
        finding, drawn = self.finding, self._preview.drawn
        if finding is None or finding.where is None or self._outdated:
            return None
        if not finding.pages or finding.pages[0] not in drawn.numbers:
            return None
        left, top, width, height = (number * drawn.scale for number in finding.where)
        return drawn.numbers.index(finding.pages[0]), (left, top, left + width, top + height)

    def advice_of(self, finding: Finding) -> str:
        """Return what mends a finding, with the field of the window that would."""
        setting = finding.setting
        fields = (self._draft.fields, self._draft.chapter.look)
        for options in (fields_.options for fields_ in fields):
            if setting and setting.name in options and isinstance(setting.value, float):
                text = _("{advice} The field is {label}: {value:g} {unit}.")
                option = options[setting.name]
                return text.format(
                    advice=finding.advice, label=option.label, value=setting.value, unit=option.unit
                )
        return finding.advice

    def outcome(self) -> str:
        """Return the outcome of the last check in one sentence."""
        if not (self.checked and self.checked.report):
            return _("The book has not been checked yet.")
        text = outcome_of(self.checked.report)
        if self._outdated:
            text += " " + _("The book has changed since: check it again.")
        return text
