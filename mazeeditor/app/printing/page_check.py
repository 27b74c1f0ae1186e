"""What is wrong with all pages of the newest plan, found in the background while nothing changes.

::

    plan ---> (pause) ---> draw each page, judge it ---> findings ---> sign at the lower left
                                    progress
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.page.findings import PageFinding
    from mazeeditor.sheets.pages.page_files import PrintablePage

PAUSE_MS = 400  # ms after a plan: pages in view come first
MOST_LINES = 3  # of what is wrong
SHOWN_AGAIN_MS = 250  # ms until the progress is shown again

Plans = Sequence["PrintablePage"]


def _judge(plans: Plans, job: Job) -> tuple[PageFinding, ...]:
    """Return what is wrong with the pages; called by a worker."""
    from mazeeditor.core.processes.workers import HERE
    from mazeeditor.sheets.pages.page_files import findings_of

    return tuple(findings_of(plans, job, workers=HERE))


class PageCheck:
    """``findings`` are those of the plan that ``plans`` returns, None until they are known.

    ``changed`` is notified when they are, and of the progress until then. ``report`` gets internal
    errors.
    """

    def __init__(
        self,
        background: Background,
        plans: Callable[[], Plans],
        report: Callable[[Exception], object],
    ) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.findings: tuple[PageFinding, ...] | None = None
        self._timer = background.timer
        self._showing: str | None = None
        self._latest = Latest(
            background, lambda: plans() or None, _judge, self._take, report, delay=PAUSE_MS
        )

    def forget(self) -> None:
        """Know nothing any more: there will be another plan."""
        self.stop()
        self.findings = None
        self.changed.notify()

    def begin(self) -> None:
        """Judge the pages of another plan soon."""
        self.findings = None
        self._latest.request()
        self._show_soon()
        self.changed.notify()

    def stop(self) -> None:
        """Judge nothing until the next plan."""
        self._latest.stop()
        if self._showing is not None:
            self._timer.after_cancel(self._showing)
            self._showing = None

    @property
    def settled(self) -> bool:
        """Whether nothing is being judged."""
        return self._latest.settled

    def _take(self, findings: tuple[PageFinding, ...]) -> None:
        self.findings = findings
        self.changed.notify()

    def _show_soon(self) -> None:
        if self._showing is None:
            self._showing = self._timer.after(SHOWN_AGAIN_MS, self._show_progress)

    def _show_progress(self) -> None:
        self._showing = None
        if not self._latest.settled:
            self.changed.notify()
            self._show_soon()

    @property
    def verdict(self) -> tuple[Kind, str]:
        """Whether all pages can be used, in a few words; neutral until that is known."""
        if self.findings is None:
            share = self._latest.progress if self._latest.running else 0.0
            return "neutral", _("Being checked, {share:.0%}").format(share=share)
        from mazeeditor.page.findings import unfit_pages

        if unfit := unfit_pages(self.findings):
            return "bad", unfit
        if self.findings:
            return "warn", _("Printable, but look at it")
        return "good", _("Ready to print")

    @property
    def text(self) -> str:
        """What is wrong, the bad first, a few lines; "" for nothing."""
        from mazeeditor.page.findings import merge_findings

        found = self.findings or ()
        lines = merge_findings(sorted(found, key=lambda finding: not finding.bad))
        if len(lines) > MOST_LINES:
            lines[MOST_LINES:] = [_("and {count} more").format(count=len(lines) - MOST_LINES)]
        return "\n".join(f"{line[:1].upper()}{line[1:]}" for line in lines)
