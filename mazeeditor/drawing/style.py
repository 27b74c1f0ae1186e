"""How a maze looks on paper: the page and everything a person can choose about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Literal

from mazeeditor.drawing.colours import NAMED, read_colour
from mazeeditor.drawing.logo import check_logo, load_logo
from mazeeditor.drawing.paper import FIT, SIZES, read_paper
from mazeeditor.drawing.pictures import SUFFIXES
from mazeeditor.errors import UsageError
from mazeeditor.options import Between, FileOf, Option, Written, check_all, options_of
from mazeeditor.words import _

Colour = Annotated[str, Written(read_colour, tuple(NAMED))]


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page and what is drawn on it; raises ``UsageError`` for a value that cannot be.

    Its fields are the options of the command line, of the Page form and of the project file.
    Where ``cell`` is None the maze is as large as the page allows, 20 mm a cell at the most (6 mm
    where the page fits the maze). Where ``wall`` is None it is a tenth of a cell, 1 mm at most.
    """

    page: Annotated[
        str, Written(read_paper, (*SIZES, FIT)), _("the paper, a size like 200x150mm, or fit")
    ] = "A4"
    landscape: Annotated[bool, _("turn the paper")] = False
    margin: Annotated[float, Between(0, 1000, "mm"), _("left free on every side")] = 15.0
    cell: Annotated[float | None, Between(0.01, 1000, "mm"), _("from wall to wall")] = None
    wall: Annotated[float | None, Between(0.001, 100, "mm"), _("how thick walls are")] = None
    walls: Annotated[
        Literal["lines", "bands", "hairlines"],
        _("stroked lines, filled outlines, or centre lines for a laser"),
    ] = "lines"
    colour: Annotated[Colour, _("of the walls")] = "black"
    title: Annotated[str, _("above the maze")] = ""
    marks: Annotated[
        Literal["arrow", "word", "none"], _("what shows the entrance and the exits")
    ] = "arrow"
    solution: Annotated[
        Literal["none", "drawn", "page"], _("the route: over the maze or on a second page")
    ] = "none"
    solution_colour: Annotated[Colour, _("of the route")] = "#0a5fb4"
    logo: Annotated[
        str,
        FileOf(_("Pictures"), SUFFIXES, load_logo),
        Written(check_logo),
        _("a picture for the hole in the middle"),
    ] = ""

    def __post_init__(self) -> None:
        values = {option.name: getattr(self, option.name) for option in page_options()}
        for name, value in check_all(page_options(), values).items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Page:
        """Return the page that a project file holds, ignoring the keys of newer programs.

        Raises ``UsageError`` that names the value that cannot be.
        """
        known = {option.name for option in page_options()}
        return cls(**{name: value for name, value in values.items() if name in known})

    def to_dict(self, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the page for a project file; keys of ``before`` that are unknown stay."""
        return {**(before or {}), **asdict(self)}


@cache
def page_options() -> tuple[Option, ...]:
    """Return the options of a page."""
    return options_of(Page)


def check_chosen(page: Page, chosen: Collection[str]) -> None:
    """Raise ``UsageError`` where one of the options ``chosen`` by name does nothing on a page."""
    if "wall" in chosen and page.walls == "hairlines":
        words = _("Hairlines have one thickness: leave out wall, or draw lines or bands.")
        raise UsageError(words)
