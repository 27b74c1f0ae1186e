"""The rule that no set of rules can leave out: what was not read was not checked."""

from __future__ import annotations

from collections.abc import Iterator

from mazeeditor.core.translation import _
from mazeeditor.prepress.checks import Problem, check
from mazeeditor.prepress.document.values import entry
from mazeeditor.prepress.print_file import PrintFile


@check("readable", _("What could be checked"), order=0, always=True)
def readable(file: PrintFile) -> Iterator[Problem]:
    """All that pages paint was read and understood."""
    pages: dict[str, list[int]] = {}
    for page in file.pages:
        for reason in page.ink.unread:
            pages.setdefault(reason, []).append(page.number)
    form = entry(file.document.pdf.Root, "AcroForm")
    if entry(form, "XFA") is not None:
        pages[_("its forms (XFA) are drawn by each reader in its own way")] = []
    for reason, numbers in pages.items():
        yield Problem(
            _("it could not be checked: {reason}.").format(reason=reason),
            _("Save it again, or print it to a new PDF."),
            tuple(numbers),
        )
