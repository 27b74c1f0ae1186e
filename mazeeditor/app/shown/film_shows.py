"""The films of a window, by the views of the workspace Teach that show them.

::

    Watch -> show(view, recordings, use) -> changed -> the view builds panes, records, plays
    Save film -> save_requested -> the view asks for a format and a file
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.films.film import Film
from mazeeditor.films.playback import Playback
from mazeeditor.maze.maze import Maze

GENERATING, SOLVING = "watch-generating", "watch-solving"  # one film
BY_GENERATORS, BY_SOLVERS = "watch-generators", "watch-solvers"  # films side by side


@dataclass
class Recording:
    """A film, and the function that records it: to be called in a thread."""

    film: Film
    record: Callable[[Job], object]


@dataclass
class FilmShow:
    """Films under one set of controls, also while they are recorded.

    ``use`` takes over the maze of a film that ends with one. ``savable`` is whether the films are
    complete and none of them is being saved.
    """

    recordings: Sequence[Recording]
    use: Callable[[Maze], None] | None = None
    playback: Playback = field(init=False)
    savable: bool = False

    def __post_init__(self) -> None:
        """Play from the beginning."""
        films = [recording.film for recording in self.recordings]
        self.playback = Playback(films, playing=True)


class FilmShows:
    """What each view shows: by the name of the view, nothing at first.

    ``changed`` is notified with the name of a view that has another show, or other algorithms
    ``proposed`` to watch.
    """

    def __init__(self) -> None:
        self.shows: dict[str, FilmShow] = {}
        self.proposed: dict[str, list[str]] = {}
        self.changed: Listeners[[str]] = Listeners()
        self.save_requested: Listeners[[]] = Listeners()

    def show(
        self, view: str, recordings: Sequence[Recording], use: Callable[[Maze], None] | None = None
    ) -> None:
        self.shows[view] = FilmShow(recordings, use)
        self.changed.notify(view)

    def propose(self, view: str, names: Sequence[str]) -> None:
        """Propose algorithms to watch in a view."""
        self.proposed[view] = list(names)
        self.changed.notify(view)

    def remove(self, view: str) -> None:
        """Show nothing in a view: its films cannot be recorded."""
        self.shows.pop(view, None)
        self.changed.notify(view)
