"""Options that are given and do nothing for a job: a form hides them, a command says so."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mazeeditor.core.translation import _
from mazeeditor.making.edges.outline import AUTOMATIC, NONE
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions, make_options
from mazeeditor.page.page import page_options

# of a page, which machines neither cut nor engrave
ON_PAPER = frozenset(
    {
        *("theme", "coloured", "theme_pictures", "colour", "far_colour", "background", "logo"),
        *("along", "sentence", "along_count", "largest", "collect", "decoys"),
        *("solution", "solution_colour", "solution_fill", "poster", "overlap", "mirrored"),
    }
)
MARKS = frozenset(
    {
        *("typeface", "marks", "marks_place", "start_text", "goal_text"),
        *("start_picture", "goal_picture"),
    }
)


def without_effect(options: MakeOptions, given: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each option ``given``, of making or of the page, that does nothing.

    It names the flag, and the reason where another option makes it useless.
    """
    job = JOBS[options.job]
    of_jobs = frozenset[str]().union(*(entry.uses for entry in JOBS))
    nothing, values = _("{flag} has no effect on this job."), vars(options)
    for option in make_options():
        if option.name not in given or not (option.name in of_jobs or option.only):
            continue
        if option.name in of_jobs - job.uses:
            yield nothing.format(flag=option.flag)
            continue
        chosen = values[option.name] != option.default
        if chosen and option.only and not option.only.holds(values):
            text = _("{flag} has no effect. {reason}")
            yield text.format(flag=option.flag, reason=option.only.reason)
    marked = job.marked and not (job.bare and _is_without_outline(options))
    ignored = ON_PAPER | job.ignores | (frozenset() if marked else MARKS)
    for option in page_options():
        if option.name in given and option.name in ignored:
            yield nothing.format(flag=option.flag)
        elif option.name == "title" and option.name in given and not marked:
            yield _("{flag} is not engraved by this job.").format(flag=option.flag)


def _is_without_outline(options: MakeOptions) -> bool:
    """Whether nothing asks for an outline where a job has none by itself."""
    usual = options.border is None and JOBS[options.job].border > 0
    asked = usual or options.border or options.hole is not None or options.rim_text.strip()
    return options.outline == NONE or (options.outline == AUTOMATIC and not asked)
