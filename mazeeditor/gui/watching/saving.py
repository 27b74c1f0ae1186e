"""Save Film: asks for the format, and how large and how long the moving picture shall be."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from mazeeditor.errors import UsageError
from mazeeditor.films.film import Film
from mazeeditor.films.formats import FILMS, FilmFormat
from mazeeditor.films.showing import Showing, Stage, check_size, stage_of
from mazeeditor.gui.dialogs.modal import Modal
from mazeeditor.gui.forms import Form
from mazeeditor.options import Option, options_of
from mazeeditor.words import _, count

# What is asked, by better names than flags have. The length alone tells the pace, not twice.
ASKED = {"length": "seconds", "frame_rate": "fps", "end_stays": "hold", "cell": "cell"}
AGAIN = Option("again_and_again", bool, True, _("begin again at the end; otherwise it plays once"))


def questions() -> list[Option]:
    """Return what can be chosen of a ``Showing``."""
    known = {option.name: option for option in options_of(Showing)}
    asked = [replace(known[name], name=ours) for ours, name in ASKED.items()]
    length, rate, *others = asked
    return [replace(length, optional=False), replace(rate, unit=_("/s")), *others, AGAIN]


def showing_of(values: Mapping[str, Any]) -> Showing:
    """Return what was chosen; raises ``UsageError``."""
    chosen = {name: values[ours] for ours, name in ASKED.items()}
    return Showing(**chosen, loop=0 if values[AGAIN.name] else 1)


def planned(films: Sequence[Film], kind: FilmFormat, showing: Showing) -> tuple[Stage, int]:
    """Return how large the pictures will be and how many; raises ``UsageError`` for too many."""
    stage = stage_of(films, showing.cell)
    pictures = len(showing.schedule(max(film.steps for film in films)))
    check_size(stage, pictures, kind.copies)
    return stage, pictures


class SaveFilm(Modal):
    """Answers (format, showing)."""

    def __init__(
        self, parent: tk.Misc, films: Sequence[Film], seconds: float, first: str = ""
    ) -> None:
        super().__init__(parent, _("Save Film"))
        self.films = films
        names = tuple(FILMS.names())
        kind = first if first in names else names[0]
        formats = Option("format", str, kind, choices=names)
        labels = {"format": {each.name: f"{each.label} ({each.suffix})" for each in FILMS}}
        self.choice = Form(self.body, (formats,), {}, self._changed, self.go, labels)
        self.summary = ttk.Label(self.body, style="Small.TLabel")
        proposed = {"length": round(min(max(seconds, 0.1), 3600), 1)}
        self.options = Form(self.body, questions(), proposed, self._changed, self.go)
        self.about = ttk.Label(self.body, wraplength=self.theme.panel_width)
        px = self.theme.px
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options.pack(fill="x", pady=(px(6), 0))
        self.about.pack(fill="x", pady=(px(10), 0))
        self.save = self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self._changed("format", kind)

    @property
    def kind(self) -> FilmFormat:
        """The chosen format."""
        return FILMS[str(self.choice.values()["format"])]

    def _changed(self, _name: str, _value: Any) -> None:
        """Say how many pictures of which size that will be, or why it cannot be."""
        self.summary.configure(text=self.kind.summary)
        try:
            stage, pictures = planned(self.films, self.kind, showing_of(self.options.values()))
        except UsageError as problem:
            self.about.configure(text=str(problem), style="Error.TLabel")
            return
        words = _("{pictures} of {width:,} × {height:,} pixels").format(
            pictures=count(pictures, "picture", "pictures"),
            width=stage.size[0],
            height=stage.size[1],
        )
        self.about.configure(text=words, style="TLabel")

    def go(self) -> None:
        """Take what is chosen, unless something is wrong with it."""
        try:
            showing = showing_of(self.options.values())
            planned(self.films, self.kind, showing)
        except UsageError:  # the form, or the words beneath it, say what
            return
        self.close_with((self.kind, showing))
