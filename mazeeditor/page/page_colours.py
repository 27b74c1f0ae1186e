"""The colours of a maze on its page: of its walls, its background, its route, and what is unclear.

Reversed, walls and background change places; a colour that nobody chose is white, as the paper.
"""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.page.colours import LEAST_CONTRAST, PAPER, contrast, hexadecimal, mixed
from mazeeditor.page.page import Page

READABLE = 4.5  # the contrast of text, as the Web Content Accessibility Guidelines demand
STEPS = 8  # of colours between the walls nearest to the entrance and the farthest
LIGHTER = 0.05  # of the way to white or black, tried next


def ground_colour(page: Page) -> str | None:
    """Return what is painted below walls and route, None for the paper itself."""
    return page.colour if page.reversed else page.background


def wall_colour(page: Page) -> str:
    """Return the colour of the walls, of those nearest to the entrance where they differ."""
    return (page.background or PAPER) if page.reversed else page.colour


def wall_colours(page: Page) -> list[str]:
    """Return the colours of walls from the nearest to the farthest; one where all are alike."""
    first, last = wall_colour(page), page.far_colour
    if last is None or hexadecimal(last) == hexadecimal(first):
        return [first]
    return [mixed(first, last, step / (STEPS - 1)) for step in range(STEPS)]


def route_colour(page: Page) -> str:
    """Return the colour of the route; on a reversed maze as much lighter as it is readable."""
    colour = page.solution_colour
    if not page.reversed:
        return colour
    end = max(("white", "black"), key=lambda end: contrast(end, page.colour))
    shares = (step * LIGHTER for step in range(round(1 / LIGHTER) + 1))
    tries = (mixed(colour, end, share) if share else colour for share in shares)
    return next((tried for tried in tries if contrast(tried, page.colour) >= READABLE), end)


def warnings_about_colours(page: Page, *, routed: bool) -> list[str]:
    """Return which lines are hard to see on the background, where the page has one."""
    ground = ground_colour(page)
    if ground is None:
        return []
    walls = min(contrast(colour, ground) for colour in wall_colours(page))
    lines = {_("Walls are"): walls}
    if routed:
        lines[_("The route is")] = contrast(route_colour(page), ground)
    text = _(
        "{what} hard to see on this background: contrast {ratio:.1f}, lines need {least:g}. "
        "Choose another colour."
    )
    return [
        text.format(what=what, ratio=ratio, least=LEAST_CONTRAST)
        for what, ratio in lines.items()
        if ratio < LEAST_CONTRAST
    ]
