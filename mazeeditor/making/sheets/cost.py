"""What the material of a plan costs, where the price of a sheet is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.page.paper import paper_sizes


@dataclass(frozen=True)
class Cost:
    """What all sheets cost in a currency, any text, and how many copies are made of them."""

    total: float
    copies: int
    currency: str

    @property
    def each(self) -> float:
        return self.total / self.copies

    @property
    def summary(self) -> str:
        """The cost in a line for people."""
        text = _("Material {total:,.2f}{currency}")
        if self.copies > 1:
            text = _("Material {total:,.2f}{currency} · {each:,.2f}{currency} each")
        currency = f" {self.currency}" if self.currency else ""
        return text.format(total=self.total, each=self.each, currency=currency)

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``--json`` prints it."""
        known = {"cost": round(self.total, 4), "cost_each": round(self.each, 4)}
        return known | ({"currency": self.currency} if self.currency else {})


def cost_of(
    sheets: Sequence[SheetLayout],
    options: MakeOptions,
    material: Material,
    *,
    ordered: bool = False,
) -> Cost | None:
    """Return what sheets cost; None where the price of one of the materials is not known.

    Where parts are ``ordered``, each sheet holds one part, of which as many are made as are needed.

    A sheet of a chosen size is paid whole. Others are cut from one of the size that the material
    is sold in, and cost their share of that; where that is not known, each costs a whole one.
    """
    total, currency = 0.0, options.currency or material.currency
    for sheet in sheets:
        own = sheet.material or material
        price = own.price if sheet.material or options.price is None else options.price
        if price is None:
            return None
        share = 1.0
        if own.sheet and not options.sheet:
            width, height = paper_sizes(own.sheet, "automatic")[0]
            share = sheet.width * sheet.height / (width * height)
        count = options.copies * sum(part.count for part in sheet.parts) if ordered else 1
        total += price * share * count
        currency = currency or own.currency
    return Cost(total, options.copies, currency) if sheets else None
