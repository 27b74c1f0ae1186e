"""The steps of a book: each change of its draft can be undone, and done again.

::

    change  x x x    x x            x
    moment      |      |            |        once the event that made them is handled
    step        s      s (the same field, soon after: the step goes on)    s
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any, NamedTuple

from mazeeditor.app.books.chapter_draft import ChapterState
from mazeeditor.app.books.draft import BookDraft, BookState
from mazeeditor.app.ui import Timer
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

MOMENT = 1  # ms: all changes of one event are one step
GOES_ON = 1.0  # s in which another change of the same field belongs to the step before


class Step(NamedTuple):
    """A state of the book, and the name for users of the step that left it."""

    state: BookState
    name: str


class BookHistory:
    """What was changed in a draft, and what was undone; ``changed`` is notified of each step."""

    def __init__(self, draft: BookDraft, timer: Timer) -> None:
        self.changed: Listeners[[]] = Listeners()
        self._draft, self._timer = draft, timer
        self._now = draft.state()
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._last: tuple[str, ...] = ()  # what the last step has changed
        self._ended = 0.0
        self._due: str | None = None
        self._subscription = draft.changed.subscribe(self._note)

    def close(self) -> None:
        """Follow the draft no longer."""
        self._subscription()
        self._stop()

    def _stop(self) -> None:
        if self._due is not None:
            self._timer.after_cancel(self._due)
            self._due = None

    def _note(self) -> None:
        if self._due is None:
            self._due = self._timer.after(MOMENT, self.record)

    def record(self) -> None:
        """Make a step of what has changed since the last one, if anything."""
        self._stop()
        before, now = self._now, self._draft.state()
        changed = tuple(_differences(before, now))
        if not changed:
            return
        self._now = now
        goes_on = changed == self._last and monotonic() - self._ended < GOES_ON
        self._last, self._ended = changed, monotonic()
        self._undone.clear()
        if not (goes_on and self._done and len(changed) == 1):
            self._done.append(Step(before, self._name(changed)))
        self.changed.notify()

    def _name(self, changed: tuple[str, ...]) -> str:
        """Return what has changed: the label of the first option, or a part of the book."""
        labels = {**PARTS, **_labels(self._draft.fields.options)}
        for chapter in self._draft.chapters:
            options = {**chapter.style.options, **chapter.look.options}
            labels |= _labels({**options, **chapter.mazes.sizes.options, **chapter.ends.options})
            labels |= _labels({**chapter.mazes.options.options, **chapter.mazes.rest.options})
        return labels.get(changed[0].rpartition("/")[2], PARTS["chapters"])

    # Undo and redo

    @property
    def undo_name(self) -> str:
        """The name of the step that would be undone, "" where there is none."""
        return self._done[-1].name if self._done else ""

    @property
    def redo_name(self) -> str:
        """The name of the step that would be done again, "" where there is none."""
        return self._undone[-1].name if self._undone else ""

    def undo(self) -> str:
        """Take back the last step; return its name, "" where there was none."""
        self.record()
        return self._go(self._done, self._undone)

    def redo(self) -> str:
        """Do the step again that was undone last; return its name, "" where there was none."""
        self.record()
        return self._go(self._undone, self._done)

    def _go(self, source: list[Step], target: list[Step]) -> str:
        if not source:
            return ""
        step = source.pop()
        target.append(Step(self._now, step.name))
        self._last = ()
        self._now = step.state
        self._draft.restore(step.state)
        self._now = self._draft.state()
        return step.name


PARTS = {
    "chapters": _("Chapters"),
    "replaced": _("Replaced Mazes"),
    "shape": _("Shape"),
    "generator": _("Generator"),
    "masks": _("Outline"),
    "logo": _("Logo"),
}


def _labels(options: Mapping[str, Option]) -> dict[str, str]:
    return {name: option.label for name, option in options.items()}


def _differences(before: BookState, now: BookState) -> Iterator[str]:
    """Yield the names of what differs: ``title``, ``2/count``; ``chapters`` for their list."""
    yield from _keys(before.fields, now.fields)
    if before.by_id != now.by_id:
        yield "replaced"
    if [chapter for chapter, _state in before.chapters] != (
        [chapter for chapter, _state in now.chapters]
    ):
        yield "chapters"
        return
    pairs = zip(before.chapters, now.chapters, strict=True)
    for place, ((_chapter, one), (_same, other)) in enumerate(pairs):
        if one is not other:
            yield from (f"{place}/{name}" for name in _chapter_differences(one, other))


def _chapter_differences(before: ChapterState, now: ChapterState) -> Iterator[str]:
    yield from _keys(before.style, now.style)
    one, other = before.recipe, now.recipe
    for name, differs in {
        "shape": one.shape != other.shape,
        "generator": one.generator != other.generator,
        "masks": (one.masks, one.pieces) != (other.masks, other.pieces),
        "braid": one.braid != other.braid,
    }.items():
        if differs:
            yield name
    yield from _keys(one.sizes, other.sizes)
    yield from _keys(one.options, other.options)
    if one.sizes == other.sizes:  # the last maze grows with the first one
        yield from _keys(before.ends, now.ends)
    yield from _keys(before.look, now.look)
    yield from (["logo"] if before.logo != now.logo else [])
    yield from (["replaced"] if before.replaced != now.replaced else [])


def _keys(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    names = [*now, *(name for name in before if name not in now)]
    return [name for name in names if before.get(name) != now.get(name)]
