"""Checks a PDF by the rules of a print shop before it is sent there, and mends what can be mended.

::

    file ── document ──> pages ── interpreter ──> ink ── checks ──> findings
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from mazeeditor.core.disk.overwriting import note_input_path
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINTS
from mazeeditor.core.processes.workers import STEPS, run_apart
from mazeeditor.core.translation import _, count, printable, quote_value
from mazeeditor.prepress.checks import CHECKS, Problem, pages_text
from mazeeditor.prepress.checks.page_checks import size_in_points
from mazeeditor.prepress.document.document import open_pdf
from mazeeditor.prepress.print_file import Frame, PrintFile, Size, read_pages
from mazeeditor.prepress.rule_sets import ERROR, Rule, RuleSet, always, rule_set

T = TypeVar("T")

DEFAULT_RULES = "kdp"
SIDES = LEFT, RIGHT = "left", "right"
ABOUT_BINDING = _("Bound at the right: its reading direction is right to left at the print shop.")
FLAGS = ("wall",)  # settings whose flags the command line names


@dataclass(frozen=True, kw_only=True)
class Finding(Problem):
    """A rule that is broken, and by what; ``mendable`` is whether ``mend`` can mend that.

    ``source`` is where the rule stands.
    """

    rule: str
    severity: str
    mendable: bool = False
    source: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the print shop would refuse the file."""
        return self.severity == ERROR

    def to_dict(self) -> dict[str, Any]:
        """Return what ``--json`` prints, the pages in order."""
        return {
            "rule": self.rule,
            "severity": self.severity,
            **asdict(self),
            "pages": sorted(self.pages),
            "worst": self.pages[0] if self.pages else None,
        }

    def __str__(self) -> str:
        """Return it as the command prints it."""
        pages = f"{_('page') if len(self.pages) == 1 else _('pages')} {pages_text(self.pages)}: "
        severity = _("error") if self.is_error else _("warning")
        text = f"{severity}: {pages if self.pages else ''}{self.message} {self.advice}"
        if self.setting and self.setting.name in FLAGS:
            text += f" (--{self.setting.name} {self.setting.value:g})"
        return text


@dataclass(frozen=True)
class Report:
    """What a preflight found in a file; sizes in mm, ``colours`` the pages of each colour space."""

    file: str
    rules: str
    pages: int
    trim: Size
    bleed: bool
    colours: dict[str, int]
    findings: tuple[Finding, ...]
    mended: tuple[str, ...] = ()  # a sentence for each thing that was done
    bound_right: bool = False  # it is read from right to left

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings for which the print shop would refuse the file."""
        return tuple(finding for finding in self.findings if finding.is_error)

    @property
    def passed(self) -> bool:
        return not self.errors

    def summary(self) -> dict[str, Any]:
        """Return the last line of ``--json``."""
        values = {key: value for key, value in asdict(self).items() if key != "findings"}
        errors = len(self.errors)
        return {**values, "errors": errors, "warnings": len(self.findings) - errors}


def preflight(
    path: str | PathLike[str],
    *,
    rules: str | RuleSet = DEFAULT_RULES,
    trim: str | None = None,
    bleed: bool | None = None,
    binding: str | None = None,
    job: Job | None = None,
    apart: bool = False,
) -> Report:
    """Check a PDF; raises ``MazeError`` where it cannot be read, and ``UsageError``.

    ``rules`` is the name of a rule set, the path of its file, or the rules themselves. ``trim``
    is the size after cutting (``8.5x11in``, ``A5``), ``bleed`` whether pages are larger than that
    by what is cut off, ``binding`` where the cover has it, ``"left"`` or ``"right"``; without them
    the file itself says so. ``apart`` lets a process of its own read the file, as any program
    with threads should.
    """
    chosen, frame = _asked_for(rules, trim, bleed, binding)
    return _read_by(_check, Path(path), chosen, frame, job or Job(), apart=apart)


def _read_by(
    work: Callable[[Path, RuleSet, Frame, Job], T],
    path: Path,
    rules: RuleSet,
    frame: Frame,
    job: Job,
    *,
    apart: bool,
) -> T:
    """Let work read a file.

    The limits of qpdf that are set meanwhile (``open_pdf``) are those of a whole process, and no
    other thread may use qpdf when they are set; so it is another process where there may be one.
    A pipe is read here: the other process does not have it.
    """
    note_input_path(path)
    if not apart or not path.is_file():
        return work(path, rules, frame, job)
    job.phase(STEPS)
    return run_apart(job, work, path, rules, frame, job)


def _check(path: Path, rules: RuleSet, frame: Frame, job: Job) -> Report:
    with open_pdf(path, job) as document:
        return _report(read_pages(document, frame, job, _thin(rules)), rules, path)


def _asked_for(
    rules: str | RuleSet, trim: str | None, bleed: bool | None, binding: str | None
) -> tuple[RuleSet, Frame]:
    """Return the rules, and where pages are to be cut; raises ``MazeError`` and ``UsageError``."""
    chosen = rules if isinstance(rules, RuleSet) else rule_set(rules)
    return chosen, frame_of(chosen, trim, bleed, binding)


def frame_of(
    rules: RuleSet,
    trim: str | None = None,
    bleed: bool | None = None,
    binding: str | None = None,
) -> Frame:
    """Return where pages are to be cut; raises ``UsageError``."""
    if binding not in (None, *SIDES):
        text = _("The binding of a book is left or right, not {value}.")
        raise UsageError(text.format(value=quote_value(str(binding))))
    added = [rules.value("page-size", name) for name in ("bleed_width", "bleed_height")]
    return Frame(
        size_in_points(trim) if trim else None,
        bleed,
        (added[0] * POINTS, added[1] * POINTS),
        tuple(size_in_points(one) for one in rules.value("page-size", "trims").split()),
        None if binding is None else binding == RIGHT,
    )


def _thin(rules: RuleSet) -> float:
    """Return how thick lines are at least, in points: thinner areas are found."""
    return float(rules.value("line-width", "least"))


def _report(file: PrintFile, rules: RuleSet, path: Path) -> Report:
    asked = {**rules.rules, **always()}  # rules made in Python may lack those
    findings = [finding for rule in asked.values() for finding in _findings(file, rule)]
    findings.sort(key=lambda finding: not finding.is_error)
    spaces = sorted({space for page in file.pages for space in page.ink.colours})
    return Report(
        str(path),
        rules.name,
        len(file.pages),
        (round(file.trim[0] / POINTS, 2), round(file.trim[1] / POINTS, 2)),
        file.bleeds,
        {space: sum(space in page.ink.colours for page in file.pages) for space in spaces},
        tuple(findings),
        bound_right=bool(file.frame.bound_right),
    )


def _findings(file: PrintFile, rule: Rule) -> Iterator[Finding]:
    check = CHECKS[rule.name]
    for problem in check.run(file, **rule.values):
        values = {known.name: getattr(problem, known.name) for known in fields(problem)}
        yield Finding(
            **values,
            rule=rule.name,
            severity=rule.severity,
            mendable=check.mend is not None,
            source=rule.source,
        )


def mend(
    path: str | PathLike[str],
    output: str | PathLike[str],
    *,
    rules: str | RuleSet = DEFAULT_RULES,
    trim: str | None = None,
    bleed: bool | None = None,
    binding: str | None = None,
    job: Job | None = None,
    apart: bool = False,
) -> Report:
    """Write a file that looks the same and breaks fewer rules, whole or not at all.

    Return the report on the new file. ``apart`` is that of ``preflight``. Raises ``MazeError`` and
    ``UsageError``.
    """
    from mazeeditor.core.disk.atomic import write_whole

    chosen, frame = _asked_for(rules, trim, bleed, binding)
    job = job or Job()
    with job.part(0.5):
        data, done = _read_by(_mended_file, Path(path), chosen, frame, job, apart=apart)
    write_whole(Path(output), data)
    report = _read_by(_check, Path(output), chosen, frame, job, apart=apart)
    return replace(report, mended=done)


def _mended_file(
    path: Path, rules: RuleSet, frame: Frame, job: Job
) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes of the new file, and what was done."""
    with open_pdf(path, job) as document:
        file = read_pages(document, frame, job, _thin(rules))
        done = [text for rule in rules.rules.values() if (text := _mend(file, rule))]
        return _saved_bytes(file), tuple(done)


def _mend(file: PrintFile, rule: Rule) -> str:
    check = CHECKS[rule.name]
    broken = check.mend is not None and next(check.run(file, **rule.values), None) is not None
    return check.mend(file) if broken and check.mend else ""


def _saved_bytes(file: PrintFile) -> bytes:
    import pikepdf

    buffer = BytesIO()
    try:
        file.document.pdf.save(buffer, deterministic_id=True, encryption=False)
    except (pikepdf.PikepdfError, ValueError, RuntimeError) as error:
        raise MazeError(
            _("it is too damaged to be saved ({reason}).").format(reason=error)
        ) from None
    return buffer.getvalue()


def as_text(report: Report) -> str:
    """Return a report as lines for people."""
    size = " × ".join(f"{side:g}" for side in report.trim)
    colours = ", ".join(
        f"{space} ({count(pages, _('page'), _('pages'))})"
        for space, pages in report.colours.items()
    )
    lines = [
        _("{file}: {pages}, cut to {size} mm, {bleed}; colours: {colours}").format(
            file=printable(Path(report.file)),
            pages=count(report.pages, _("page"), _("pages")),
            size=size,
            bleed=_("with bleed") if report.bleed else _("without bleed"),
            colours=colours or _("none"),
        )
    ]
    lines += [ABOUT_BINDING] if report.bound_right else []
    lines += report.mended
    lines += [str(finding) for finding in report.findings]
    errors = len(report.errors)
    amounts = [
        count(errors, _("error"), _("errors")),
        count(len(report.findings) - errors, _("warning"), _("warnings")),
    ]
    lines.append(
        _("{amounts} by the rules {rules}.").format(amounts=", ".join(amounts), rules=report.rules)
    )
    return "\n".join(lines)
