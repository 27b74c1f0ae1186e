"""Tabs as they are placed by hand: the chosen one, and how they are moved."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.app.drafts.state import Part
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _, ngettext
from mazeeditor.making.tabs.places import Bridge, HandTabs, write_places
from mazeeditor.making.tabs.sheet_tabs import SheetTabs

STEP = 0.1  # cells: how far a key moves a tab
SHIFTS_CELLS = (0.3, 0.6, 1.0, 2.0)  # cells next to the chosen tab where another one is tried

Bridges = tuple[Bridge, ...]


class ShownTabs(NamedTuple):
    """What was shown of some tabs placed by hand: which tabs, of a kind, and the chosen one."""

    hand: HandTabs
    kind: str
    bridges: Bridges
    chosen: int | None


class TabDraft:
    """The tabs of what is being made; ``changed`` is notified when they are others.

    ``hand`` are those placed by hand, ``bridges`` all that are shown. ``sheet_tabs`` are those of
    the sheet in the preview, None where there is nothing to hold together. ``chosen`` is the number
    of the tab that keys move.
    """

    def __init__(self, part: Part[HandTabs]) -> None:
        self._part, self._shown = part, part.get()
        part.changed.subscribe(self._follow)
        self.changed: Listeners[[]] = Listeners()
        self.sheet_tabs: SheetTabs | None = None
        self.bridges: Bridges = ()
        self.chosen: int | None = None
        self.problem = ""  # why the last command did nothing
        self._left: list[ShownTabs] = []  # by each change

    @property
    def hand(self) -> HandTabs:
        return self._part.get()

    @property
    def kind(self) -> str:
        return self.sheet_tabs.finder.kind if self.sheet_tabs else ""

    @property
    def by_hand(self) -> bool:
        return self.hand.at(self.kind) is not None

    def show(self, sheet_tabs: SheetTabs | None) -> None:
        """Take over the tabs of a preview, which was made of these."""
        other = sheet_tabs is None or self.sheet_tabs is None or sheet_tabs.finder.kind != self.kind
        self.sheet_tabs, self.bridges = sheet_tabs, sheet_tabs.tabs.bridges if sheet_tabs else ()
        if other or (self.chosen is not None and self.chosen >= len(self.bridges)):
            self.chosen = None

    @property
    def summary(self) -> str:
        """How many tabs there are, and how many pieces are loose, in a line for people."""
        if not self.sheet_tabs:
            return ""
        number = len(self.bridges)
        text = ngettext("{number:,} tab", "{number:,} tabs", number).format(number=number)
        origin = _("by hand") if self.by_hand else _("automatic")
        loose = self.sheet_tabs.loose(self.bridges)
        held = _(" · {loose:,} loose pieces").format(loose=loose) if loose > 1 else ""
        return f"{text}, {origin}{held}"

    def _follow(self) -> None:
        """Go back to those of an earlier moment, and show what was shown then.

        Of another kind, what is shown comes with the preview.
        """
        hand = self.hand
        if hand == self._shown:
            return
        was = ShownTabs(hand, self.kind, self.bridges, None)
        known = (each for each in reversed(self._left) if each[:2] == was[:2])
        shown = next(known, was)
        self._change(hand, shown.bridges, shown.chosen)

    def _change(self, hand: HandTabs, bridges: Bridges, chosen: int | None) -> None:
        self._left.append(ShownTabs(self._shown, self.kind, self.bridges, self.chosen))
        self._shown, self.bridges, self.chosen = hand, bridges, chosen
        self.problem = ""
        self._part.put(hand)
        self.changed.notify()

    def _place(self, bridges: Bridges, chosen: int | None) -> None:
        text = write_places([bridge.numbers for bridge in bridges])
        self._change(self.hand.changed(self.kind, text), bridges, chosen)

    def take(self, hand: HandTabs) -> None:
        if hand != self.hand:
            self._change(hand, self.bridges, None)

    def automatic(self) -> None:
        """Let the tabs be placed automatically again."""
        if self.sheet_tabs and self.by_hand:
            self._change(self.hand.changed(self.kind, None), self.sheet_tabs.tabs.bridges, None)

    # Tabs

    def _others(self, number: int | None) -> Bridges:
        return tuple(bridge for n, bridge in enumerate(self.bridges) if n != number)

    def sketch(self, number: int | None, x: float, y: float) -> Bridge | None:
        """Return what a tab would be at a place in mm: the bridge that is nearest to it."""
        if not self.sheet_tabs:
            return None
        place = self.sheet_tabs.place_at(x, y)
        return self.sheet_tabs.finder.bridge_near(*place, self._others(number))

    def put(self, number: int | None, bridge: Bridge) -> None:
        """Put a tab elsewhere, or add it where there is no number yet."""
        if number is None or number >= len(self.bridges):
            self._place((*self.bridges, bridge), len(self.bridges))
            return
        if bridge.numbers == self.bridges[number].numbers:
            return
        bridges = (*self.bridges[:number], bridge, *self.bridges[number + 1 :])
        self._place(bridges, number)

    def add_at(self, x: float, y: float) -> None:
        """Add a tab at a place in mm."""
        bridge = self.sketch(None, x, y)
        if bridge:
            self.put(None, bridge)
        else:
            self._refuse(_("No tab can be here: nothing near comes loose."))

    def add(self) -> None:
        """Add a tab that holds a loose piece, else one next to the chosen tab."""
        if not self.sheet_tabs:
            return
        further = (bridge for bridge in self.sheet_tabs.tabs.further if self._holds(bridge))
        bridge = next(further, None) or self._next_to_chosen()
        if bridge:
            self.put(None, bridge)
        else:
            self._refuse(_("Everything holds together: double-click where you want one more tab."))

    def _holds(self, bridge: Bridge) -> bool:
        """Whether a tab would join two pieces that are loose from each other."""
        assert self.sheet_tabs
        loose = self.sheet_tabs.loose
        free = self.sheet_tabs.finder.is_free(bridge, self.bridges)
        return free and loose((*self.bridges, bridge)) < loose(self.bridges)

    def _next_to_chosen(self) -> Bridge | None:
        if not self.sheet_tabs or self.chosen is None:
            return None
        x, y = self.bridges[self.chosen].middle
        finder = self.sheet_tabs.finder
        for away in SHIFTS_CELLS:
            for step in ((away, 0.0), (0.0, away), (-away, 0.0), (0.0, -away)):
                bridge = finder.bridge_at(x + step[0], y + step[1], self.bridges, (1.0,))
                if bridge:
                    return bridge
        return None

    def remove(self) -> None:
        if self.chosen is not None and self.chosen < len(self.bridges):
            others = self._others(self.chosen)
            self._place(others, min(self.chosen, len(others) - 1) if others else None)

    def choose(self, number: int | None) -> None:
        self.chosen, self.problem = number, ""

    def choose_next(self, x: int, y: int) -> None:
        """Choose the tab that lies next in a direction, the first where none is chosen."""
        if not self.sheet_tabs or not self.bridges:
            return
        before = self.chosen
        self.choose(0 if before is None else self.sheet_tabs.next_tab(self.bridges, before, x, y))

    def shift(self, x: int, y: int) -> None:
        """Move the chosen tab a step along the border of its piece."""
        if not self.sheet_tabs or self.chosen is None or self.chosen >= len(self.bridges):
            return
        right, down = self.sheet_tabs.direction(x * STEP, y * STEP)
        tab = self.bridges[self.chosen]
        bridge = self.sheet_tabs.finder.next_bridge(tab, (right, down), self._others(self.chosen))
        if bridge:
            self.put(self.chosen, bridge)
        else:
            self._refuse(_("This tab cannot move on in that direction."))

    def _refuse(self, reason: str) -> None:
        self.problem = reason
