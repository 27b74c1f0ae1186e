"""For whom a maze is of the right size: what the hands of an age can follow with a pencil."""

from __future__ import annotations

from mazeeditor.core.translation import _

SMALL = 7 * 7  # cells of a maze for the youngest, at the most
ADULT = 3.0  # mm: narrower passages are hard to follow for anybody
AGES = (  # the narrowest passage in mm, the most cells, for whom
    (12.0, SMALL, _("for children of 5 to 7 years")),
    (6.0, None, _("for children of 7 to 9 years")),
    (ADULT, None, _("for 9 years and over")),
)


def advice_for(passage: float, cells: int) -> str:
    """Return for whom a maze is whose narrowest passage is so many mm wide."""
    shown = round(passage, 1)  # and judged, so that no reader wonders
    for least, most, whom in AGES:
        if shown >= least and (most is None or cells <= most):
            return _("Passages of {mm:g} mm: {whom}").format(mm=shown, whom=whom)
    text = _("Passages of {mm:g} mm: adults need {least:g} mm")
    return text.format(mm=shown if passage >= 1 else round(passage, 2), least=ADULT)
