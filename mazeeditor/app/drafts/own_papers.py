"""The sizes of paper that the user has typed, kept in the settings: the last ones, newest first."""

from __future__ import annotations

from typing import Any

from mazeeditor.app.settings import Settings
from mazeeditor.core.errors import UsageError
from mazeeditor.page.paper import OFFERS, read_paper

MOST = 6  # sizes
PAGE = "page"  # the option of a page that is its size


class OwnPapers:
    """Keeps the sizes in ``settings``, which all windows share."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def sizes(self) -> list[str]:
        """The sizes, the one typed last first; what is none in the file is left out."""
        return [size for size in self._settings.papers if _is_own(size)][:MOST]

    @property
    def offers(self) -> list[str]:
        """All sizes to choose from: the user's own, then those that have a name."""
        return [*self.sizes, *OFFERS]

    def note(self, name: str, value: Any) -> None:
        """Put a size that was chosen for a page at the head, unless it is offered anyway."""
        if name == PAGE and _is_own(value):
            others = [size for size in self.sizes if size != value]
            self._settings.papers[:] = [value, *others][:MOST]

    def remove(self, size: str) -> None:
        """Offer a size no longer."""
        self._settings.papers[:] = [other for other in self.sizes if other != size]


def _is_own(size: str) -> bool:
    """Whether a text is a size in its usual spelling, but no usual size."""
    try:
        return size not in OFFERS and read_paper(size) == size
    except UsageError:
        return False
