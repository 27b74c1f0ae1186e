"""The flags by which commands judge the pages that they write, and what they print of that."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mazeeditor.cli.commands import DONE, FAILED
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.page.findings import PageFinding


def add_checks(parser: argparse.ArgumentParser) -> None:
    text = _("write nothing: print what is wrong with each page, as it would be printed")
    parser.add_argument("--check", action="store_true", help=text)
    add_strictness(parser)


def add_strictness(parser: argparse.ArgumentParser) -> None:
    """Add the flag that refuses pages which are not fit for use."""
    text = _("write nothing and end with status 1 if a page is not fit for use")
    parser.add_argument("--strict", action="store_true", help=text)


def refuse_strictness(parsed: argparse.Namespace, owner: str) -> None:
    """Raise ``UsageError`` if what is written, the ``owner``, has no pages that can be judged."""
    if parsed.strict:
        raise UsageError(_("{owner} has no option {flag}.").format(owner=owner, flag="--strict"))


@dataclass
class PageJudge:
    """What is wrong with the pages that a command writes of one maze; bad ones it may refuse."""

    strict: bool
    findings: list[PageFinding] = field(default_factory=list)

    def use(self, findings: Sequence[PageFinding]) -> None:
        """Log what is wrong; if ``strict``, raise ``MazeError`` if a page is not fit for use."""
        from mazeeditor.page.findings import log_findings, refuse_unfit

        self.findings += findings
        log_findings(findings)
        if self.strict:
            refuse_unfit(findings)


def refuse_files(**written: str | None) -> None:
    """Raise ``UsageError`` if a check, which writes nothing, is to write a file, by its flag."""
    for name, file in written.items():
        if file is not None:
            flag = f"--{name}" if len(name) > 1 else f"-{name}"
            raise UsageError(_("--check writes nothing: leave out {flag}.").format(flag=flag))


def findings_as_json(findings: Sequence[PageFinding]) -> dict[str, Any]:
    """Return what ``--json`` prints of findings."""
    return {"findings": [finding.to_dict() for finding in findings]}


def print_findings(findings: Sequence[PageFinding]) -> None:
    """Print what was found, a line each, and how much that is."""
    from mazeeditor.page.findings import unfit_pages

    for finding in findings:
        print(finding)
    if unfit := unfit_pages(findings):
        print(f"{unfit}.")
    elif findings:
        print(_("All pages are fit for use."))
    else:
        print(_("Nothing is wrong with the pages."))


def status_of(findings: Sequence[PageFinding]) -> int:
    return FAILED if any(finding.bad for finding in findings) else DONE
