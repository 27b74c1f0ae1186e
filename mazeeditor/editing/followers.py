"""Who follows the changes of a document, from first to last: what happens after any edit.

::

    edit, undo, redo --> Document --> journal                 (within the edit: it may crash after)
                            |
                            +-> changed --> each Follower in this order, once for each change

A follower is called in the event loop, so what takes long is only requested (``app/latest.py``)
and delivered later. One that raises stops no other.
"""

from __future__ import annotations

from enum import IntEnum, auto


class Follower(IntEnum):
    """The places of ``document.changed``; each is subscribed to once, or not at all."""

    # The document: what belongs to the maze and goes with it.
    NEW_MAZE = auto()  # sizes and look of a new maze are kept for the next one
    SELECTION = auto()  # its cells stay where rows and columns are added or removed
    SYMMETRY = auto()  # the chosen one, in another maze
    DRAFT = auto()  # what Generate will make takes over the sizes of another maze
    PAGE_FIELDS = auto()
    OPENING_FIELDS = auto()
    UNDERLAY_FIELDS = auto()

    # Derived figures: found in the background, or no longer true.
    VERDICT = auto()
    DISTANCES = auto()
    HIGHLIGHT = auto()
    REPAIR = auto()
    TWEAKS = auto()
    GAME = auto()  # ends where its maze has changed

    # The screen.
    WINDOW = auto()  # the maze in dirty areas, title, panels that show the maze
    PAGE_LAYER = auto()
    UNDERLAY_LAYER = auto()
    MENUS = auto()  # all that is shown of the state: once, when all events are handled

    # Files, and what nobody waits for.
    RECOVERY = auto()
    TYPED_FORMS = auto()
    FILE_WATCH = auto()
    COMPILER = auto()
