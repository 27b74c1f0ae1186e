"""What is wrong with a page as it will be printed, found in what is drawn on it.

::

    page as planned --- composed ---> Scene --- findings_on ---> too narrow, letters too small, ...
                           |
                           +--- cannot be drawn ---> not_drawn

Window, command line and Python judge pages by this alone. A finding that is ``bad`` makes a page
unfit for use; others are what a print shop or a careful eye would mind.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.translation import _, count, quote_value
from mazeeditor.maze.masks.readable import why_unreadable
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES, NARROWEST
from mazeeditor.page.overlaps import Thing, overlaps_on
from mazeeditor.page.page import Page
from mazeeditor.page.print_warnings import (
    SHOWN,
    about_picture,
    missing_of,
    thinnest_line,
    warning_about_cuts,
    warning_about_lines,
    warning_of,
    warnings_about_colours,
)
from mazeeditor.page.scene import DrawnMaze, Picture, Scene, Text

LEAST_LETTERS = 6.0  # pt: smaller ones are hard to read, and printers fill them in
ROUNDING = 0.005  # pt
FEWER_CELLS, FEWER_A_PAGE, LARGER_PAGE = "fewer-cells", "fewer-a-page", "larger-page"
NARROW, NO_ROUTE, NOT_DRAWN = "narrow", "no route", "not drawn"  # kinds of findings
NO_OPENING = "no entrance or exit"
UNREADABLE = "unreadable outline"
SMALL_LETTERS, CUT, MISSING = "small letters", "cut text", "missing characters"
OVERLAP = "overlap"
THIN, COARSE, PALE = "thin lines", "coarse picture", "pale colours"
ROOMIER = FEWER_CELLS, FEWER_A_PAGE, LARGER_PAGE


@dataclass(frozen=True)
class PageFinding:
    """What is wrong on a page, in one sentence.

    ``page`` counts from 1, ``maze`` is its number, 0 if it is about none. ``mends`` are names of
    changes that would mend it, the nearest first. Of a length ``value`` is how much there is, and
    ``least`` what is needed, in mm. ``items`` are the characters or texts that it is about.
    """

    kind: str
    text: str
    page: int = 1
    maze: int = 0
    bad: bool = True
    mends: tuple[str, ...] = ()
    value: float | None = None
    least: float | None = None
    items: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        known = {**asdict(self), "maze": self.maze or None, "mends": list(self.mends)}
        del known["items"]  # which the text names
        return known

    @property
    def place(self) -> str:
        """Where it is: "page 2, maze 7"."""
        page = _("page {page}").format(page=self.page)
        return page if not self.maze else _("{page}, maze {maze}").format(page=page, maze=self.maze)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def not_drawn(problem: Exception, page: int = 1) -> PageFinding:
    return PageFinding(NOT_DRAWN, str(problem), page, mends=ROOMIER)


def findings_on(
    scene: Scene, page: Page | None = None, *, number: int = 1, audience: str = ""
) -> list[PageFinding]:
    """Return what is wrong on a page, what is bad first.

    ``page`` is how its mazes are drawn, None where it has none; ``audience`` is the name of the one
    for whom they were asked for, "" for none.
    """
    found: list[PageFinding] = []
    if page and page.walls != "hairlines" and not scene.solved:
        found += _about_passages(scene.mazes, audience)
        found += _without_openings(scene.mazes)
    found += _block(scene.mazes)
    found += _about_outlines(scene.mazes)
    found += _about_texts(scene)
    found += _about_overlaps(scene)
    found += _about_printing(scene, page)
    alone = len(scene.mazes) < 2
    return [_on_page(finding, number, alone) for finding in dict.fromkeys(found)]


def _on_page(finding: PageFinding, number: int, alone: bool) -> PageFinding:
    """Return a finding of a page; if its maze is ``alone`` there, no page can hold fewer."""
    mends = tuple(mend for mend in finding.mends if not (alone and mend == FEWER_A_PAGE))
    return replace(finding, page=number, mends=mends)


def findings_of_maze(
    scenes: Sequence[Scene],
    page: Page,
    *,
    audience: str = "",
    blocked: bool = False,
    unreadable: str = "",
    sheets: int = 1,
) -> list[PageFinding]:
    """Return what is wrong on the pages of one maze, each of which is printed on ``sheets``.

    ``audience`` is as in ``findings_on``, ``blocked`` and ``unreadable`` as in ``DrawnMaze``.
    """
    found: list[PageFinding] = []
    for place, scene in enumerate(scenes):
        if not scene.solved:
            mazes = (replace(maze, blocked=blocked, unreadable=unreadable) for maze in scene.mazes)
            scene = replace(scene, mazes=tuple(mazes))
        found += findings_on(scene, page, number=1 + place * sheets, audience=audience)
    return found


def why_unreadable_on(page: Page, maze: Maze, recipe: Recipe) -> str:
    """Return why words in the maze of a page cannot be read, "" if they can or it has none."""
    if page.mirrored and recipe.is_read:
        return _(
            "The words or the code that the maze shows are mirrored, too: switch Left-handed off."
        )
    return why_unreadable(recipe.masks, maze.lattice)


def _about_printing(scene: Scene, page: Page | None) -> Iterator[PageFinding]:
    """Yield what a print shop or a careful eye would mind."""
    thickness = thinnest_line(scene)
    if text := warning_about_lines(thickness):
        yield PageFinding(THIN, text, bad=False, value=thickness)
    pictures = (item for item in scene.items if isinstance(item, Picture))
    yield from (
        PageFinding(COARSE, text, bad=False) for text in map(about_picture, pictures) if text
    )
    pale = warnings_about_colours(page, routed=scene.solved) if page else []
    yield from (PageFinding(PALE, text, bad=False) for text in pale)


def _about_passages(mazes: Sequence[DrawnMaze], audience: str) -> Iterator[PageFinding]:
    """Yield which mazes nobody can solve with a pencil, or not those for whom they are."""
    for maze in mazes:
        if finding := about_passage(maze.passage, audience):
            yield replace(finding, maze=maze.number)


def about_passage(passage: float, audience: str = "") -> PageFinding | None:
    """Return that passages of so many mm are too narrow for an audience, or "" for everybody."""
    whom = AUDIENCES.get(audience)
    shown = round(passage, 1 if passage >= 1 else 2)
    least = whom.least if whom else NARROWEST
    if shown >= least:
        return None
    if shown < NARROWEST:
        text = _(
            "Too small to solve on this page: {mm:g} mm between walls, experts need {least:g}."
        ).format(mm=shown, least=NARROWEST)
    else:
        text = _("Too narrow for {audience}: {mm:g} mm between walls, they need {least:g}.").format(
            audience=_lower(whom.label if whom else ""), mm=shown, least=least
        )
    return PageFinding(NARROW, text, mends=ROOMIER, value=passage, least=least)


def _about_outlines(mazes: Iterable[DrawnMaze]) -> Iterator[PageFinding]:
    """Yield which mazes have an outline whose letters cannot be read."""
    for maze in mazes:
        if maze.unreadable:
            yield PageFinding(UNREADABLE, maze.unreadable, maze=maze.number)


def _lower(label: str) -> str:
    return label[:1].lower() + label[1:]


def _block(mazes: Iterable[DrawnMaze]) -> Iterator[PageFinding]:
    text = _("No route leads from the entrance to an exit.")
    yield from (PageFinding(NO_ROUTE, text, maze=maze.number) for maze in mazes if maze.blocked)


def _without_openings(mazes: Iterable[DrawnMaze]) -> Iterator[PageFinding]:
    """Yield which mazes lack an entrance or an exit, as a pattern or a field to play on may."""
    text = _("The maze lacks an entrance or an exit: nobody can solve it.")
    lacking = (maze for maze in mazes if maze.lacks_openings)
    yield from (PageFinding(NO_OPENING, text, maze=maze.number, bad=False) for maze in lacking)


def _about_texts(scene: Scene) -> Iterator[PageFinding]:
    """Yield which texts are too small, cut, or have characters that are not drawn."""
    texts = [item for item in scene.items if isinstance(item, Text) and item.text.strip()]
    smallest = min(texts, key=lambda item: item.size, default=None)
    if scene.cut:  # what has no room was made smaller first
        yield PageFinding(CUT, warning_about_cuts(scene.cut), items=scene.cut)
    elif smallest and smallest.size / POINT < LEAST_LETTERS - ROUNDING:
        text = _("Letters of {size:.1f} pt are too small to read, as in {text}: use {least:g} pt.")
        shown = quote_value(smallest.text, SHOWN)
        text = text.format(size=smallest.size / POINT, text=shown, least=LEAST_LETTERS)
        yield PageFinding(SMALL_LETTERS, text, mends=ROOMIER)
    if lacking := missing_of([scene]):
        yield PageFinding(MISSING, warning_of("".join(lacking)), items=tuple(lacking))


def _about_overlaps(scene: Scene) -> Iterator[PageFinding]:
    """Yield what lies on each other, in one sentence."""
    pairs = overlaps_on(scene)
    if pairs:
        one, other = (_name_of(thing) for thing in pairs[0])
        other = _("another one") if one == other else other
        text = _("{one} and {other} overlap.").format(one=one, other=other)
        if len(pairs) > 1:
            text = _("{count} pairs of things overlap, such as {one} and {other}.")
            text = text.format(count=len(pairs), one=one, other=other)
        yield PageFinding(OVERLAP, f"{text[:1].upper()}{text[1:]}", mends=ROOMIER)


def _name_of(thing: Thing) -> str:
    if thing.text:
        return quote_value(thing.text, SHOWN)
    names = {
        "logo": _("the picture in the middle"),
        "marks": _("a mark at an opening"),
        "tokens": _("something along the route"),
        "note": _("something below the maze"),
        "title": _("something around the maze"),
    }
    return names[thing.layer.name]


def merge_findings(findings: Iterable[PageFinding]) -> list[str]:
    """Return findings as lines, those that say the same of many mazes or pages as one."""
    groups: dict[str, list[PageFinding]] = {}
    for finding in findings:
        groups.setdefault(finding.text, []).append(finding)
    return [f"{_places(group)}: {text}" for text, group in groups.items()]


MOST_NAMED = 6  # places that a line names


def _places(group: Sequence[PageFinding]) -> str:
    first, *rest = group
    if not rest:
        return first.place
    mazes = list(dict.fromkeys(finding.maze for finding in group))
    pages = list(dict.fromkeys(finding.page for finding in group))
    if all(mazes):
        return _("mazes {numbers}").format(numbers=_numbers(mazes))
    if len(pages) == 1:
        return _("page {page}").format(page=pages[0])
    return _("pages {numbers}").format(numbers=_numbers(pages))


def _numbers(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:MOST_NAMED]))
    if len(numbers) > MOST_NAMED:
        return _("{numbers} and {more} more").format(numbers=named, more=len(numbers) - MOST_NAMED)
    return named


def log_findings(findings: Iterable[PageFinding]) -> None:
    """Log what is wrong with the pages of one maze, each text once.

    That is a line on stderr if nothing else is set up.
    """
    for text in dict.fromkeys(finding.text for finding in findings):
        logging.getLogger(__name__).warning("%s", text)


def refuse_unfit(findings: Iterable[PageFinding]) -> None:
    """Raise ``MazeError`` if a page is not fit for use."""
    if unfit := unfit_pages(findings):
        raise MazeError(_("Nothing was written: {pages}.").format(pages=unfit))


def unfit_pages(findings: Iterable[PageFinding]) -> str:
    """Return how many pages are not fit for use: "2 pages are not fit for use", "" for none."""
    pages = {finding.page for finding in findings if finding.bad}
    words = _("page is not fit for use"), _("pages are not fit for use")
    return count(len(pages), *words) if pages else ""
