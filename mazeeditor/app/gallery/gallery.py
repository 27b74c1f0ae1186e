"""The state of the gallery: category, search and selection; widgets show it and pass on keys.

::

    categories | templates of one category, or all that the search finds
               |      ^ selected, moved by arrow keys
"""

from __future__ import annotations

from mazeeditor.app.gallery.categories import CATEGORIES, NAMES, RECENT
from mazeeditor.app.gallery.templates import Template, recent_files
from mazeeditor.app.settings import Settings
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _

LABELS = {category.name: category.label for category in CATEGORIES}
NOTHING_FOUND = _("Nothing is called “{text}”. Type fewer letters.")


class Gallery:
    """What is offered and selected; ``changed`` is notified of every change.

    ``over`` is whether there is a document below, to which Escape leads back: not at the start.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all: list[Template] | None = None
        self.category, self.text = NAMES[0], ""
        self.place = 0  # of the selected one among ``shown``
        self.over = True
        self.shown: list[Template] = []
        self.changed: Listeners[[]] = Listeners()

    def take(self, templates: list[Template]) -> None:
        """Offer these templates, and the files that were open last; the selection stays."""
        selected = self.selected
        self._all = templates
        self._show()
        self.place = next(
            (place for place, each in enumerate(self.shown) if _same(each, selected)),
            max(0, min(self.place, len(self.shown) - 1)),
        )
        self.changed.notify()

    @property
    def selected(self) -> Template | None:
        """The selected template, None where nothing is shown."""
        return self.shown[self.place] if self.place < len(self.shown) else None

    @property
    def note(self) -> str:
        """What is said where nothing is shown, else ""; also while the files are read: some ms."""
        if self.shown or self._all is None:
            return ""
        if self.text.strip():
            return NOTHING_FOUND.format(text=self.text.strip())
        return next(each.empty for each in CATEGORIES if each.name == self.category)

    @property
    def searching(self) -> bool:
        """Whether templates of all categories are looked through."""
        return bool(self.text.strip())

    def choose_category(self, name: str) -> None:
        """Show the templates of a category, and end the search."""
        self.category, self.text, self.place = name, "", 0
        self._show()
        self.changed.notify()

    def step_category(self, step: int) -> None:
        """Show the category so many places further, from the last to the first."""
        place = (NAMES.index(self.category) + step) % len(NAMES)
        self.choose_category(NAMES[place])

    def find(self, text: str) -> None:
        """Show the templates of all categories that have each word, at first by their names."""
        if text != self.text:
            self.text, self.place = text, 0
            self._show()
            self.changed.notify()

    def select(self, place: int) -> None:
        if 0 <= place < len(self.shown) and place != self.place:
            self.place = place
            self.changed.notify()

    def move(self, key: str, columns: int) -> bool:
        """Select another one by an arrow key, of so many in a row; returns whether there is one."""
        here, last = self.place, len(self.shown) - 1
        row_end = min(here - here % columns + columns - 1, last)
        to = {
            "Left": here - 1 if here % columns else -1,
            "Right": here + 1 if here < row_end else -1,
            "Up": here - columns,
            # the last row may be shorter
            "Down": min(here + columns, last) if here // columns < last // columns else -1,
            "Home": 0,
            "End": last,
        }[key]
        if not 0 <= to <= last:
            return False
        self.select(to)
        return True

    def _show(self) -> None:
        recent = recent_files(self._settings.recent)
        offered = [*(self._all or []), *recent]
        if self.searching:
            words = self.text.casefold().split()
            found = [(_rank(each, words), each) for each in offered]
            self.shown = [each for rank, each in sorted(found, key=_by_rank) if rank is not None]
        elif self.category == RECENT:
            self.shown = recent
        else:
            self.shown = [each for each in offered if each.category == self.category]


def _same(one: Template, other: Template | None) -> bool:
    return other is not None and (one.path, one.category) == (other.path, other.category)


def _by_rank(found: tuple[int | None, Template]) -> int:
    return 9 if found[0] is None else found[0]


def _rank(template: Template, words: list[str]) -> int | None:
    """Return how well a template has all words, 0 best; None where it lacks one."""
    name = template.name.casefold()
    if all(word in name for word in words):
        return 0 if name.startswith(words[0]) else 1
    about = f"{template.about} {template.words} {LABELS[template.category]}"
    rest = f"{name} {about}".casefold()
    return 2 if all(word in rest for word in words) else None
