"""Prints a book and checks it by the rules of its print shop, and mends what settings can mend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from mazeeditor.app.books.chapter_draft import ChapterDraft
from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.errors.collected_warnings import collected_warnings
from mazeeditor.core.disk.settings_folder import rules_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.page.colours import rgb
from mazeeditor.prepress.preflight import ABOUT_BINDING, Finding, Report, preflight
from mazeeditor.prepress.rule_sets import rule_set
from mazeeditor.sheets.books.book import GREY
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.pages.page_files import PDF, PageFormat
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.printing_conditions import USUAL
from mazeeditor.sheets.sheet import GRIDS, grid_of

MAKING = 0.85  # of the work, about; the rest is the check


@dataclass(frozen=True, eq=False)
class CheckedBook:
    """The files of a book, and what a preflight found in them: None for other files than PDF.

    ``warnings`` are what else is to be known of them.
    """

    printing: BookPrinting
    files: tuple[Path, ...] = ()
    report: Report | None = None
    warnings: tuple[str, ...] = ()


def print_book(request: BookRequest, path: Path, format_: PageFormat, job: Job) -> CheckedBook:
    """Write the files of a book and check them; raises ``MazeError`` and ``CancelledError``."""
    with collected_warnings() as warnings, job.part(MAKING if format_.suffix == PDF else 1.0):
        printing = request.printing(job)
        files = tuple(printing.write(path, format_, job))
    report = _checked(printing, path, request.folder, job) if format_.suffix == PDF else None
    return CheckedBook(printing, files, report, tuple(warnings))


def check_book(request: BookRequest, job: Job) -> CheckedBook:
    """Check a book that is printed into no file; raises ``MazeError`` and ``CancelledError``."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "book.pdf"
        checked = print_book(request, path, PageFormat.of(path), job)
    return replace(checked, files=())


def _checked(printing: BookPrinting, path: Path, folder: Path, job: Job) -> Report:
    style = printing.book.style
    rules = rule_set(style.rules, rules_folders(folder))
    with job.part(1 - MAKING):
        return preflight(path, rules=rules, trim=style.trim, bleed=style.bleed, job=job, apart=True)


# What mends a finding: by the name of its setting. Each returns whether it has changed the book.

Mend = Callable[[BookDraft, Finding, BookPrinting], bool]


def can_mend(finding: Finding) -> bool:
    """Whether another setting of the book would mend what a preflight found."""
    return bool(finding.setting and finding.setting.name in MENDS)


def mend_book(draft: BookDraft, finding: Finding, printing: BookPrinting) -> bool:
    """Change the book so that it keeps to a rule; returns whether that can be done."""
    return can_mend(finding) and MENDS[finding.setting.name if finding.setting else ""](
        draft, finding, printing
    )


def _edit(fields: FieldValues, name: str, value: object) -> bool:
    with suppress(UsageError):
        checked = fields.options[name].check(value)
        if fields[name] != checked:
            fields.edit(name, checked)
            return True
    return False


def _set_length(draft: BookDraft, finding: Finding, _printing: BookPrinting) -> bool:
    """Make a margin or the gutter as wide as the rule asks."""
    assert finding.setting
    return _edit(draft.fields, finding.setting.name, finding.setting.value)


def _thicken(draft: BookDraft, finding: Finding, printing: BookPrinting) -> bool:
    """Draw walls thick enough, and fewer answers on a page where theirs are too thin."""
    assert finding.setting
    wall, done = finding.setting.value, False
    plans = [printing.pages[number - 1] for number in finding.pages]
    mazes = [plan for plan in plans if isinstance(plan, PagePlan)]
    for chapter in _chapters_of(draft, [plan for plan in mazes if plan.kind == "puzzles"]):
        done |= _edit(chapter.look, "wall", wall)
    if any(plan.kind == "answers" for plan in mazes):
        done |= _edit(draft.fields, "answers_per_page", _fewer(draft.fields["answers_per_page"]))
    return done


def _chapters_of(draft: BookDraft, plans: list[PagePlan]) -> Iterator[ChapterDraft]:
    numbers = {puzzle.number for plan in plans for puzzle in plan.puzzles if puzzle.number}
    chapters = [draft.place_of(number)[0] for number in sorted(numbers)]
    yield from dict.fromkeys(chapters)


def _fewer(grid: str) -> str:
    """Return how many answers are on a page where there are to be fewer."""
    rows, columns = grid_of(grid, wide=False)
    return str(max([number for number in GRIDS if number < rows * columns], default=1))


def _blacken(draft: BookDraft, _finding: Finding, _printing: BookPrinting) -> bool:
    """Draw all that has a colour in black or grey, or leave it out."""
    done = False
    for look in (chapter.look for chapter in draft.chapters):
        for name, option in look.options.items():
            chosen = look[name] if option.written and option.written.colour else None
            if chosen and len(set(rgb(chosen))) > 1:
                usual = {"solution_colour": GREY, "colour": "black"}
                done |= _edit(look, name, usual.get(name, option.default))
    return done


def _begin_next(draft: BookDraft, _finding: Finding, _printing: BookPrinting) -> bool:
    """Leave no page blank before a chapter."""
    return _edit(draft.fields, "chapters_start", "next")


def _name_condition(draft: BookDraft, _finding: Finding, _printing: BookPrinting) -> bool:
    """Print as PDF/X-1a, for the usual printing condition."""
    return not draft.fields["pdfx"] and _edit(draft.fields, "pdfx", USUAL)


MENDS: dict[str, Mend] = {
    "margin": _set_length,
    "gutter": _set_length,
    "wall": _thicken,
    "colour": _blacken,
    "blank_pages": _begin_next,
    "pdfx": _name_condition,
    "output_condition": _name_condition,
}


def outcome_of(report: Report) -> str:
    """Return the outcome of a check, and what else the print shop asks for."""
    text = _wrong_with(report)
    return f"{text} {ABOUT_BINDING}" if report.bound_right else text


def _wrong_with(report: Report) -> str:
    if not report.findings:
        return _("Nothing is wrong with it.")
    errors = len(report.errors)
    warnings = len(report.findings) - errors
    parts = [count(errors, _("error"), _("errors"))] if errors else []
    parts += [count(warnings, _("warning"), _("warnings"))] if warnings else []
    return f"{', '.join(parts)}."
