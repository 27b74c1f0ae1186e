"""Whether what is planned can be made of its material, and what would mend it where it cannot.

All that stays must be as wide as the material is safe. Where walls or what lies between slots are
thinner, that is said of all of them at once, with sizes by which they are not: each is tried before
it is suggested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _, ngettext, quote_value
from mazeeditor.making.advice import Advice, Suggestion
from mazeeditor.making.design import Design
from mazeeditor.making.edges.outline import CIRCLE
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import Product
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.presets.materials import Material, as_thick
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.single_line import can_write
from mazeeditor.making.sizes import cell_needed, page_for_overall, page_of_job, piece_of
from mazeeditor.making.tabs.places import ACROSS, BETWEEN
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_SIZE, SIDES, Page
from mazeeditor.page.paper import FIT
from mazeeditor.page.text.lettering import clean

SMALLER, NEARLY = 3, 0.99  # how often a maze is made smaller to fit a bed; borders stay as wide
TOLERANCE_MM = 0.005  # mm: widths that are read as the same
THINNER = (8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.5)  # mm, of materials that are sold


@dataclass(frozen=True, eq=False)
class Asked:
    """What something is made of: the maze, the page and the options as they were chosen."""

    maze: Maze
    page: Page
    options: MakeOptions
    material: Material
    machine: Machine

    def changed(self, suggestion: Suggestion) -> Asked:
        page, options = suggestion.applied(self.page, self.options)
        material = self.material
        if options.thickness is not None and options.thickness != self.options.thickness:
            material = as_thick(material, options.thickness)
        return replace(self, page=page, options=options, material=material)

    @property
    def uses_overall(self) -> bool:
        """Whether the size of the finished piece is chosen."""
        return self.options.overall is not None and "overall" in JOBS[self.options.job].uses

    def designed(self) -> Design:
        """Return the design of what is chosen; raises ``UsageError``."""
        options, page = self.options, self.page
        if page.sized:
            page = replace(page, page=FIT)
        if options.overall is not None and self.uses_overall:
            page = page_for_overall(self.maze, page, options, self.material, options.overall)[0]
        else:
            page = page_of_job(self.maze, page, options, self.material)[0]
        return Design.of(self.maze, page, options, self.material)

    def holds(self) -> bool:
        """Whether what stays of it everywhere is safe, and has room on the machine.

        A maze of no chosen size is made smaller for that.
        """
        open_size = not self.page.sized and not self.uses_overall
        asked = self
        for _smaller in range(SMALLER + 1):
            try:
                design = asked.designed()
            except MazeError:
                return False
            if narrowest_of(design) < self.material.safe - TOLERANCE_MM:
                return False
            size = sorted(piece_of(design))
            bed = sorted(self.machine.bed or size)
            share = min(bed[0] / (size[0] + design.kerf), bed[1] / (size[1] + design.kerf))
            if self.machine.bed is None or share >= 1:
                return True
            if not open_size:
                return False
            page = replace(asked.page, page=FIT, cell=design.cell * share * NEARLY)
            asked = replace(asked, page=page)
        return False


def narrowest_of(design: Design) -> float:
    """Return how wide that is, in mm, what is to stay everywhere: walls, or what slots leave."""
    if JOBS[design.options.job].tabs == ACROSS:
        return design.layout.passage("bands")
    return design.wall


# What is thin


def about_thin(
    asked: Asked, product: Product, smallest: float, sheets: Iterable[SheetLayout]
) -> Iterator[Advice]:
    """Yield what is too thin, and what mends it."""
    material = asked.material
    if not smallest or smallest >= material.safe - 1e-9:
        return
    known = {"smallest": smallest, "material": material.label}
    if abs(smallest - product.narrowest) < TOLERANCE_MM:
        mends = tuple(mends_of(asked)) if product.narrow is None else ()
        text = _("All walls are only {smallest:.2f} mm wide. {about}")
        if product.narrow is not None:
            text = product.narrow.text
            if product.narrow.label:
                mends = (Suggestion(product.narrow.label, product.narrow.values),)
        elif JOBS[asked.options.job].tabs == ACROSS:
            text = _("Only {smallest:.2f} mm are left between two slots. {about}")
    else:
        count = sum(len(one.width) for sheet in sheets for one in sheet.thin)
        text = ngettext(
            "One place is only {smallest:.2f} mm wide. {about}",
            "{count:,} places are narrow, the narrowest only {smallest:.2f} mm. {about}",
            count,
        )
        known["count"] = count
        mends = ()
    limit = _("{material} may bend or warp where it is narrower than {limit:g} mm.")
    least = material.safe
    if smallest < material.least:
        limit = _("{material} breaks or burns away where it is narrower than {limit:g} mm.")
        least = material.least
    about = limit.format(limit=least, material=material.label)
    yield Advice(text.format(about=about, **known), mends)


def mends_of(asked: Asked) -> Iterator[Suggestion]:
    """Yield what makes all that stays as wide as it must be, at most two ways."""
    count = 0
    for suggestion in _candidates(asked):
        if asked.changed(suggestion).holds():
            yield suggestion
            count += 1
        if count == 2:
            return


def _candidates(asked: Asked) -> Iterator[Suggestion]:
    options, page, material = asked.options, asked.page, asked.material
    across = JOBS[options.job].tabs == ACROSS
    if page.wall is not None:
        wall = _up(1.5 * options.kerf_in(material), 100) if across else material.safe
        yield Suggestion(_("Use {wall:g} mm").format(wall=wall), {"wall": wall})
    freed: dict[str, Any] = {"wall": None} if page.wall is not None else {}
    cell = _up(cell_needed(asked.maze, options, material), 10)
    if asked.uses_overall:
        try:
            free = replace(page, cell=cell, wall=None)
            design = replace(asked, page=free, options=replace(options, overall=None)).designed()
            size = float(ceil(max(piece_of(design)) - 1e-6))
        except MazeError:
            size = 0.0
        if size:
            label = _("Make it {size:g} mm").format(size=size)
            yield Suggestion(label, {"overall": size, **freed})
    elif page.sized:
        label = _("Use cells of {cell:g} mm").format(cell=cell)
        yield Suggestion(label, {"cell": cell, **freed})
    for thickness in THINNER:
        if thickness < material.thickness:
            label = _("Use material of {thickness:g} mm").format(thickness=thickness)
            yield Suggestion(label, {"thickness": thickness})


def _up(number: float, steps: int) -> float:
    return ceil(number * steps - 1e-6) / steps


# What cannot be made


def ways_out(asked: Asked, share: float | None) -> Iterator[Suggestion]:
    """Yield what may help where something cannot be made; ``share`` of it would fit the machine."""
    options, page = asked.options, asked.page
    entry = JOBS[options.job]
    if share is not None:
        if asked.uses_overall and options.overall is not None:
            size = floor(options.overall * share * 0.99)
            if size >= 1:
                label = _("Make it {size:g} mm").format(size=size)
                yield Suggestion(label, {"overall": float(size)})
        if page.cell is not None and not asked.uses_overall:
            cell = floor(page.cell * share * 99) / 100
            if cell > 0:
                yield Suggestion(_("Use cells of {cell:g} mm").format(cell=cell), {"cell": cell})
        if page.whole and not asked.uses_overall:
            sizes = {
                SIDES[side]: floor(size * share * 99) / 100 for side, size in page.whole.items()
            }
            if min(sizes.values()) >= 1:
                yield Suggestion(_("Make the maze smaller"), sizes)
        if options.sheet is not None:
            yield Suggestion(_("Let the sheet be as large as needed"), {"sheet": None})
        return
    if options.rim_text.strip() and "rim_text" in entry.uses and options.outline != CIRCLE:
        yield Suggestion(_("Make it round"), {"outline": CIRCLE})
    if options.border is not None and "border" in entry.uses:
        yield Suggestion(_("Use the usual border"), {"border": None})
    if options.outline != "automatic" and "outline" in entry.uses:
        yield Suggestion(_("Use the usual outline"), {"outline": "automatic"})
    if options.hole is not None and options.hole_at is not None and "hole" in entry.uses:
        yield Suggestion(_("Let the hole be where it hangs straight"), {"hole_at": None})
    if options.hole is not None and "hole" in entry.uses:
        yield Suggestion(_("Leave out the hole"), {"hole": None})
    if page.wall is not None:
        yield Suggestion(_("Let walls be as thick as they need to be"), {"wall": None})
    yield from _candidates(asked)
    if page.sized:
        chosen = [name for name in OF_SIZE if getattr(page, name) is not None]
        label = _("Let cells be as large as they need to be")
        yield Suggestion(label, dict.fromkeys(chosen))


def about_tabs(asked: Asked, product: Product) -> Iterator[Advice]:
    """Yield that tabs are narrower than the material bears."""
    material, tabs = asked.material, [tabs for tabs in product.tabs if tabs.bridges]
    if not tabs:
        return
    width, least = min(one.width for one in tabs), material.least
    if JOBS[asked.options.job].tabs == BETWEEN:  # where walls are thin too, that is said of them
        least = min(least, *(one.finder.design.wall for one in tabs))
    if width >= least - 1e-9:
        return
    text = _("Tabs are only {tab:g} mm wide. {material} breaks or burns away below {least:g} mm.")
    mends: tuple[Suggestion, ...] = ()
    if asked.options.tab is not None:
        label = _("Use tabs of {tab:g} mm").format(tab=material.least)
        mends = (Suggestion(label, {"tab": material.least}),)
    known = {"tab": round(width, 3), "material": material.label, "least": material.least}
    yield Advice(text.format(**known), mends)


# What is loose


def about_loose(asked: Asked, product: Product, pieces: int, parts: int) -> Iterator[Advice]:
    """Yield that a product falls into pieces, and what would hold them."""
    options = asked.options
    left_out = sum(tabs.left_out for tabs in product.tabs)
    if left_out:
        text = _(
            "{count} of the tabs that you placed are left out: each must lie across one cut, apart "
            "from the others."
        )
        yield Advice(text.format(count=left_out))
    if pieces <= parts or product.loose:
        return
    mends: tuple[Suggestion, ...] = ()
    if options.tabs == "leave":
        text = _("It falls into {pieces} loose pieces: let tabs hold them, or glue them in place.")
        mends = (Suggestion(_("Hold them by tabs"), {"tabs": "automatic"}),)
    elif options.tabs_at is not None:
        text = _("It falls into {pieces} loose pieces: place more tabs, or let them be automatic.")
        mends = (Suggestion(_("Place all tabs automatically"), {"tabs_at": None}),)
    else:
        text = _(
            "It falls into {pieces} loose pieces: there is no place for more tabs of {tab:g} "
            "mm. Use narrower ones, or thicker walls."
        )
        if options.tab is not None:
            mends = (Suggestion(_("Let tabs be as wide as they can be"), {"tab": None}),)
    tab = max((tabs.width for tabs in product.tabs), default=0.0)
    yield Advice(text.format(pieces=pieces, tab=tab), mends)


# What a router would throw


def about_unheld(machine: Machine, sheets: Iterable[SheetLayout]) -> Iterator[Advice]:
    """Yield that nothing holds what a router cuts free, and where tabs find no place."""
    if not machine.is_router:
        return
    cut = [sheet for sheet in sheets if any(one.cuts for one in sheet.paths)]
    if machine.hold == "none" and cut:
        text = _(
            "Nothing holds the pieces that the router cuts free: it may throw them. Let tabs hold "
            "them, unless they are glued or screwed down."
        )
        yield Advice(text, (Suggestion(_("Hold them by tabs"), {"hold": "tabs"}),))
    if any(sheet.held is not None and sheet.held.whole for sheet in cut):
        text = _(
            "A piece has no place for a tab, so a skin of {skin:g} mm holds all of its sheet: cut "
            "it with a knife."
        )
        yield Advice(text.format(skin=machine.skin))


# What is written


def about_letters(asked: Asked) -> Iterator[Advice]:
    """Yield which texts have letters that cannot be written in one stroke."""
    options, page, entry = asked.options, asked.page, JOBS[asked.options.job]
    if not options.in_single_lines:
        return
    texts = [options.rim_text] if "rim_text" in entry.uses else []
    texts += [page.title] if entry.marked and not page.typeface else []
    for text in texts:
        if text.strip() and not can_write(clean(text)):
            words = _(
                "{text} has letters that cannot be engraved in one stroke here: it is engraved as "
                "outlines."
            )
            yield Advice(words.format(text=quote_value(text)))
