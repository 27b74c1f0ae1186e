"""Who follows the changes of a document, from first to last: what happens after any edit.

::

    edit, undo, redo --> Document --> Journal                 (within the edit)
                            |
                            +-> changed --> each Follower of this change, in this order

A follower is called in the event loop, so what takes long is only requested (``Latest`` in
``app/jobs.py``) and delivered later. One that raises stops no other. The journal is given, so that
it can be done again after a crash::

    apply     DO               a step more
              MERGE            the step before goes on (a page option that is moved further)
              MERGE_AWAY       merging left no change: the step before is removed
    stroke    TOGGLE ... END   walls while a drag goes on; in the end they are one step
              TOGGLE ... CANCEL
    undo      UNDO
    redo      REDO
    open      OTHER            what cannot be done again from here: another file, what is saved
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.content import KINDS, Change, Content
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.history import EditOperation


class Follower(Enum):
    """A place among those who follow: what is done there, and on which ``KINDS`` of changes."""

    # The document: what belongs to the maze and goes with it.
    NEW_MAZE = "keeps size and look of a new maze for the next one", "maze", "page"
    SELECTION = "keeps its cells where rows and columns are added or removed", "maze"
    SYMMETRY = "fits the chosen one to another maze", "maze"
    DRAFT = "takes over shape and sizes for the next Generate", "maze"
    PAGE_FIELDS = "show the page", "page", "file"
    SHEET = "takes over what it has of the page", "page", "file"
    AUDIENCE = "is not set any more where cell or walls are others", "page", "file"
    OPENING_FIELDS = "show entrance and exits", "openings", "maze"
    UNDERLAY_FIELDS = "show where the picture behind the maze lies", "underlay", "file"

    # Derived figures: counted again in the background, or hidden because they are out of date.
    VERDICT = "is counted again", "passages"
    SHOWN = "is looked for: what the maze is to show, and its stops", "passages", "maze", "page"
    SHOWN_PAGE = "is planned and drawn again", "passages", "page", "solution", "file"
    DISTANCES = "are measured again", "passages"
    HIGHLIGHT = "ends, or is found again if it lasts", "passages", "maze", "openings"
    REPAIR = "is no longer offered", "passages", "locks", "maze"
    OFFER = "of a wall ends, or is found again in a stroke", "passages", "locks", "maze"
    GAME = "ends", "passages", "maze", "solution"

    # The screen.
    WINDOW = "paints dirty areas, and the whole of another maze", *KINDS
    PAGE_LAYER = "composes the page again", "passages", "maze", "page", "solution", "file"
    UNDERLAY_LAYER = "lays the picture below the maze", "underlay", "maze", "file"
    MARKS_LAYER = "draws the pictures at start and goal, stops and keys", "page", "file", "maze"
    GALLERY = "closes", "passages", "maze", "locks", "underlay", "solution"

    # Panels.
    PANELS = "show openings, page, answer and figures", *KINDS
    SOLVER_SCORES = "removes the answers of another maze", "passages"
    MENUS = "and buttons are set once, when all events are handled", *KINDS

    # Files, and what nobody waits for.
    RECOVERY = "requests a snapshot where the journal cannot hold the change", *KINDS
    MAKING = "takes over page, walls and tabs", "page", "passages", "maze", "tabs", "file"
    BOOK = "gives its place in front to another maze", "file"
    TYPED_FORMS = "drop what was typed for the page and walls of another document", "file"
    FILE_WATCH = "watches another file", "file"
    FILE_PICTURE = "draws the file for the gallery, after a while", "file"
    COMPILER = "compiles kernels for another shape", "maze"

    def __new__(cls, *_values: str) -> Follower:
        follower = object.__new__(cls)
        follower._value_ = len(cls.__members__)
        return follower

    def __init__(self, _what: str, *kinds: str) -> None:
        self.kinds = frozenset(kinds)


class Subscription:
    """One who follows while switched on: what shows nothing need not be called."""

    def __init__(
        self, changes: Changes, follower: Follower, listener: Callable[[Change], object]
    ) -> None:
        self._begin = partial(changes.follow, follower, listener)
        self._end: Callable[[], None] | None = None

    def switch(self, on: bool) -> None:
        """Follow from now on, or no longer."""
        if on and self._end is None:
            self._end = self._begin()
        elif self._end and not on:
            self._end()
            self._end = None


class Changes(Listeners[[Change]]):
    """Notifies of the changes of one document."""

    def follow(
        self, follower: Follower, listener: Callable[[Change], object]
    ) -> Callable[[], None]:
        """Call ``listener`` in its turn, on changes of its kinds; returns what ends that."""

        def call(change: Change) -> None:
            if follower.kinds & change.kinds:
                listener(change)

        return self.subscribe(call, follower.value)


class Journal:
    """What a document notifies of its operations; by itself it keeps nothing."""

    def plan(self, edit: Edit, content: Content, /) -> Any:
        """Return what is needed to do an edit again, just before it changes ``content``."""

    def note(self, operation: EditOperation, details: Any = None, /) -> None:
        """Note what was done: ``details`` are what ``plan`` returned, or walls int64[k]."""
