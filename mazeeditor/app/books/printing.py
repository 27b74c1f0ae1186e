"""Prints a book, checks it by the rules of its print shop, shows and mends what that has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from mazeeditor.app.books.chapter_draft import ChapterDraft
from mazeeditor.app.books.draft import BookDraft, BookRequest
from mazeeditor.app.books.preview import BookPreview
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.disk.paths import rules_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import collected_warnings
from mazeeditor.core.processes.workers import START_MS, usual_workers
from mazeeditor.core.translation import _, count
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import size_names
from mazeeditor.page.colours import rgb
from mazeeditor.page.findings import FEWER_CELLS, NARROW, PageFinding
from mazeeditor.page.scene import Box
from mazeeditor.prepress.checks import Setting
from mazeeditor.prepress.pdfx import USUAL_CONDITION
from mazeeditor.prepress.preflight import ABOUT_BINDING, Finding, Report, preflight
from mazeeditor.prepress.rule_sets import ERROR, rule_set
from mazeeditor.sheets.books.book import GREY
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.pages.page_files import PDF, PageFormat
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.sheet import GRIDS, grid_of

MIN_ROWS = 2  # rows, or columns, of a maze
READING, READING_PAGE = 500.0, 13.0  # ms that a check, and each of its pages, takes, about


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
    with collected_warnings() as warnings:
        printing = request.printing(job)
        with job.part(1.0):  # of what is left: the share below is of that
            with job.part(_share_of_making(printing) if format_.suffix == PDF else 1.0):
                files, findings = printing.write(path, format_, job)
            report = _check(printing, path, job) if format_.suffix == PDF else None
            if report:
                own = _as_findings(findings, printing)
                report = replace(report, findings=(*own, *report.findings))
    return CheckedBook(printing, tuple(files), report, tuple(warnings))


def _as_findings(found: Sequence[PageFinding], printing: BookPrinting) -> Iterator[Finding]:
    """Yield what is wrong with pages as a check lists it; of one chapter the same kind once.

    Thin lines, coarse pictures and colours are judged by the rules of the print shop.
    """
    groups: dict[tuple[str, int | str], list[PageFinding]] = {}
    for each in found:
        if each.bad:
            chapter = printing.mazes[each.maze - 1].chapter if each.maze else each.text
            groups.setdefault((each.kind, chapter), []).append(each)
    for (kind, _chapter), group in groups.items():
        worst = min(group, key=lambda each: each.value or 0.0)
        message = worst.text
        if worst.maze:
            message = _("maze {number}: {text}").format(number=worst.maze, text=worst.text)
        pages = dict.fromkeys([worst.page, *(each.page for each in group)])
        advice = _("Use fewer cells, or a larger page.") if kind == NARROW else ""
        setting = Setting(FEWER_CELLS, 0) if kind == NARROW and worst.maze else None
        yield Finding(
            message,
            advice,
            tuple(pages),
            worst.value,
            worst.least,
            setting=setting,
            rule=kind,
            severity=ERROR,
        )


def _share_of_making(printing: BookPrinting) -> float:
    """Return which share of the time the pages take, about; the rest is the check."""
    making = START_MS + sum(page.effort for page in printing.pages) / usual_workers(
        len(printing.pages)
    )
    reading = READING + READING_PAGE * len(printing.pages)
    making += reading if printing.book.style.pdfx else 0.0  # checked by the rules of that too
    return making / (making + reading)


def check_book(request: BookRequest, job: Job) -> CheckedBook:
    """Check a book that is printed into no file; raises ``MazeError`` and ``CancelledError``."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "book.pdf"
        checked = print_book(request, path, PageFormat.of(path), job)
    return replace(checked, files=())


def _check(printing: BookPrinting, path: Path, job: Job) -> Report:
    style = printing.book.style
    rules = rule_set(style.rules, rules_folders())
    with job.part(1.0):
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


def _take_fewer_cells(draft: BookDraft, finding: Finding, printing: BookPrinting) -> bool:
    """Let the mazes of a chapter have so few cells that the narrowest passage is wide enough."""
    if not finding.value or not finding.limit:
        return False
    share, done = finding.value / finding.limit, False
    worst = printing.pages[finding.pages[0] - 1]  # its maze is the first that is too large
    for puzzle in worst.puzzles if isinstance(worst, PagePlan) else ():
        if not puzzle.number or not isinstance(puzzle.source, Recipe):
            continue
        chapter = draft.place_of(puzzle.number)[0]
        for name in size_names(chapter.mazes.shape):
            most = max(int(puzzle.source.sizes[name] * share), MIN_ROWS)
            for fields in (chapter.ends, chapter.mazes.sizes):
                if fields[name] > most:
                    done |= _edit(fields, name, most)
    return done


def _begin_next(draft: BookDraft, _finding: Finding, _printing: BookPrinting) -> bool:
    """Leave no page blank before a chapter."""
    return _edit(draft.fields, "chapters_start", "next")


def _name_condition(draft: BookDraft, _finding: Finding, _printing: BookPrinting) -> bool:
    """Print as PDF/X-1a, for the usual printing condition."""
    return not draft.fields["pdfx"] and _edit(draft.fields, "pdfx", USUAL_CONDITION)


MENDS: dict[str, Mend] = {
    "margin": _set_length,
    "gutter": _set_length,
    "wall": _thicken,
    "colour": _blacken,
    "blank_pages": _begin_next,
    FEWER_CELLS: _take_fewer_cells,
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
    def outdated(self) -> bool:
        """Whether the book has changed since it was checked."""
        return self._draft.data() != self._data

    def show(self, finding: Finding | None) -> None:
        if finding is not self.finding:
            self.finding = finding
            if finding and finding.pages:
                self._preview.choose(finding.pages[0])
            self._preview.changed.notify()

    def place(self) -> tuple[int, Box] | None:
        """Return the page of the finding, and its box there: left, top, right, bottom.

        These are parts of width and height of the page. None where it is not known, as after a
        change of the book.
        """
        finding, printing = self.finding, self._preview.planned.printing
        if finding is None or finding.where is None or self.outdated or printing is None:
            return None
        if not finding.pages or finding.pages[0] > len(printing.pages):
            return None
        left, top, width, height = finding.where
        wide, high = printing.pages[finding.pages[0] - 1].paper
        box = left / wide, top / high, (left + width) / wide, (top + height) / high
        return finding.pages[0], box

    @property
    def verdict(self) -> tuple[Kind, str]:
        """What the last check has found, in a few words: "Ready to print"."""
        report = self.checked.report if self.checked else None
        if report is None or self.outdated:
            return "neutral", _("Fit to solve; check it for print (F5)")
        if report.errors:
            errors = count(len(report.errors), _("error"), _("errors"))
            return "bad", _("{errors}: see Check").format(errors=errors)
        return "good", _("Ready to print")

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
        if self.outdated:
            text += " " + _("The book has changed since: check it again.")
        return text
