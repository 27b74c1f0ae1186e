"""Writes the films of a window into a file, with progress and Cancel at the foot of the window."""

from __future__ import annotations

import glob
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.films.film import Film
from mazeeditor.films.formats import FilmFormat, write_film
from mazeeditor.films.showing import Showing
from mazeeditor.gui.jobs import Jobs, Threads
from mazeeditor.gui.watching.progress import Progress
from mazeeditor.gui.watching.saving import SaveFilm
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window
    from mazeeditor.job import Job


class Saver:
    """Saves one film at a time; ``changed`` is called when it begins and ends.

    ``progress`` is to be laid out with ``grid``.
    """

    def __init__(
        self, window: Window, parent: tk.Misc, threads: Threads, changed: Callable[[], None]
    ) -> None:
        self._window, self._parent = window, parent
        self.jobs = Jobs(threads, window.report)
        self.jobs.listeners.append(changed)
        self.progress = Progress(parent, self.jobs)

    @property
    def busy(self) -> bool:
        """Whether a film is being saved."""
        return self.jobs.busy

    def ask(self, films: Sequence[Film], seconds: float, same_end: bool) -> None:
        """Ask how and where to write finished films, ``seconds`` long if nothing else is said."""
        window = self._window
        chosen = SaveFilm(self._parent, films, seconds, window.settings.film).show()
        if chosen is None:
            return
        kind, showing = chosen
        window.settings.film = kind.name
        path = window.filing.ask_file(_("Save Film"), kind.label, kind.suffix)
        if path and self._may_replace(kind, path):
            self.start(films, path, replace(showing, same_end=same_end))

    def _may_replace(self, kind: FilmFormat, path: Path) -> bool:
        """Ask about numbered pictures, which the file dialog knows nothing of."""
        if kind.copies:  # all pictures go into one file
            return True
        there = sorted(path.parent.glob(f"{glob.escape(path.stem)}-[0-9]*{path.suffix}"))
        return not there or self._window.dialogs.confirm(
            _("Replace {name}?").format(name=there[0].name),
            _("The pictures of the film are numbered, and there are some of that name already."),
            _("Replace"),
        )

    def start(self, films: Sequence[Film], path: Path, showing: Showing) -> None:
        """Write films beside the window."""

        def run(job: Job) -> list[Path]:
            return write_film(films, path, showing, job)

        self.jobs.start(_("Saving {name}").format(name=path.name), run, self._done)

    def _done(self, files: list[Path]) -> None:
        if not self._parent.winfo_exists():
            return
        words = _("Saved {name}") if len(files) == 1 else _("Saved {first} to {name}")
        self.progress.say(words.format(first=files[0].name, name=files[-1].name))

    def close(self) -> None:
        """Tell nobody any more: what has just ended may be handed over when the window is gone."""
        self.jobs.listeners.clear()
