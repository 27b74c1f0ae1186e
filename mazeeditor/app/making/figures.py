"""The figures beside a sheet, in people's words: how large, how long, how many pieces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.making.plan import MakePlan
from mazeeditor.making.sheets.cost import Cost
from mazeeditor.making.solid import Solid

MINUTE_S = 60  # s


class Figure(NamedTuple):
    """A figure: what it is, its value, and what it means where that is not known to all."""

    label: str
    value: str
    about: str = ""


def figures_of(making: MakePlan) -> tuple[Figure, ...]:
    """Return the figures of a plan, those that say something about it."""
    solid = making.product.solid
    return _of_solid(solid) if solid is not None else tuple(_of_sheets(making))


def _of_solid(solid: Solid) -> tuple[Figure, ...]:
    width, depth, height = np.ptp(solid.points, axis=0).tolist()
    size = _("{width:.0f} × {depth:.0f} × {height:.0f} mm")
    return (
        Figure(_("Size"), size.format(width=width, depth=depth, height=height)),
        Figure(
            _("Plastic"),
            _("{volume:.0f} cm³").format(volume=solid.volume / 1000),
            _("Where it is printed solid; hollow, as is usual, it takes less."),
        ),
        Figure(_("Pieces"), _("1, nothing loose")),
    )


def _of_sheets(making: MakePlan) -> list[Figure]:
    figures = making.figures
    cut, drawn = figures.cut, figures.drawn
    rows = [
        Figure(
            _("Size"), _size(making), _("Of the largest part, without what falls away around it.")
        )
    ]
    if cut:
        rows.append(
            Figure(
                _("Cuts"),
                _length(cut),
                _("How long all cuts are together: what goes right through the sheet."),
            )
        )
    if drawn:
        about = _("How long the lines are together that are engraved or drawn, not cut through.")
        rows.append(Figure(_("Lines"), _length(drawn), about))
    about = _("At the speeds set for the machine; it is a little slower, as it brakes in corners.")
    rows.append(Figure(_("Time"), time_of(figures.seconds), about))
    if cut:
        about = _("How many pieces you hold in your hands when all is cut.")
        rows.append(Figure(_("Pieces"), _pieces(making), about))
    if making.product.tabs:
        count = sum(len(tabs.bridges) for tabs in making.product.tabs)
        about = _("Narrow bridges that are not cut, so that nothing falls out.")
        rows.append(Figure(_("Tabs"), f"{count:,}", about))
    held = [sheet.held for sheet in making.sheets if sheet.held is not None]
    if held:
        about = _("So that a router throws nothing: left at the bottom of its cuts.")
        count = sum(len(one.tabs) for one in held)
        value = _("{count:,} tabs").format(count=count) if count else _("a skin")
        rows.append(Figure(_("Held by"), value, about))
    if making.cost:
        rows.append(
            Figure(
                _("Cost"),
                _cost(making.cost),
                _("Of the material: a share of the price of a sheet."),
            )
        )
    return rows


def _cost(cost: Cost) -> str:
    """Return what the material costs, and each of several copies."""
    currency = f" {cost.currency}" if cost.currency else ""
    if cost.copies > 1:
        text = _("{total:,.2f}{currency}, {each:,.2f} each")
    else:
        text = _("{total:,.2f}{currency}")
    return text.format(total=cost.total, each=cost.each, currency=currency)


def _length(mm: float) -> str:
    """Return a length as people say it: "3.9 m", "12 cm"."""
    if mm < 1000:
        return _("{length:.0f} cm").format(length=max(1.0, mm / 10))
    return _("{length:.1f} m").format(length=mm / 1000)


def _size(making: MakePlan) -> str:
    """Return how large the largest part is."""
    boxes = [part.box for sheet in making.sheets for part in sheet.parts]
    sizes = [(right - left, bottom - top) for left, top, right, bottom in boxes]
    if not sizes:
        return _("nothing")
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return _("{width:.0f} × {height:.0f} mm").format(width=width, height=height)


def time_of(seconds: float) -> str:
    """Return a time as people say it: "40 s", "6 min", "1 h 20 min"."""
    if round(seconds) < MINUTE_S:
        return _("{seconds} s").format(seconds=max(1, round(seconds)))
    hours, minutes = divmod(round(seconds / MINUTE_S), 60)
    if not hours:
        return _("{minutes} min").format(minutes=minutes)
    text = _("{hours} h {minutes} min") if minutes else _("{hours} h")
    return text.format(hours=hours, minutes=minutes)


def _pieces(making: MakePlan) -> str:
    parts, pieces = making.figures.parts, making.figures.pieces
    if pieces > parts and making.product.loose:
        return _("{pieces:,}, meant to be loose").format(pieces=pieces)
    if pieces > parts:
        return _("{pieces:,}, {loose:,} loose").format(pieces=pieces, loose=pieces - parts)
    return _("{pieces:,}, nothing loose").format(pieces=pieces)
