"""Save film: the dialog about format, size and length, then the file, with progress and Cancel."""

from __future__ import annotations

import glob
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands.export_menu import OFFERED
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.jobs import Background, Jobs
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option, options_of
from mazeeditor.core.registry import suffixed_labels
from mazeeditor.core.translation import _, count
from mazeeditor.films.film import Film
from mazeeditor.films.formats import FILMS, FilmFormat, FilmOptions, legend_for, write_film
from mazeeditor.films.frames import FrameLayout, check_size, layout_of
from mazeeditor.films.playback import Playback
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.look import current
from mazeeditor.gui.statusbar import JobProgress
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.modal import ScrolledModal

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.core.job import Job
    from mazeeditor.gui.context import Context

# The options in the dialog, by better names than flags have. The length alone gives the speed.
FIELDS = {"length": "seconds", "frame_rate": "fps", "end_stays": "hold", "cell": "cell"}
LABELS = {"frame_rate": _("Pictures"), "end_stays": _("End is shown"), "cell": _("Size of a cell")}
HELP = {
    "frame_rate": _("most pictures a second: more are smoother, and make a larger file"),
    "end_stays": _("time for which the end of the film is shown"),
}
LEGEND = Option(
    "legend",
    bool,
    True,
    _("explain below the mazes what the colours mean"),
    own_label=_("Explain colours"),
)
REPEAT = Option("repeat", bool, True, _("play again and again; otherwise it plays once"))


def film_fields() -> list[Option]:
    """Return the fields for ``FilmOptions``."""
    options = {option.name: option for option in options_of(FilmOptions)}
    length, rate, *others = (
        replace(
            options[flag],
            name=name,
            own_label=LABELS.get(name, ""),
            help=HELP.get(name, options[flag].help),
        )
        for name, flag in FIELDS.items()
    )
    return [
        replace(length, optional=False),
        replace(rate, unit=_("a second")),
        *others,
        LEGEND,
        REPEAT,
    ]


def film_options(values: Mapping[str, Any]) -> FilmOptions:
    """Return the options for the values of the fields; raises ``UsageError``."""
    options = {flag: values[name] for name, flag in FIELDS.items()}
    loop, no_legend = 0 if values[REPEAT.name] else 1, not values[LEGEND.name]
    return FilmOptions(**options, loop=loop, no_legend=no_legend)


def plan_frames(
    films: Sequence[Film], target: FilmFormat, options: FilmOptions
) -> tuple[FrameLayout, int]:
    """Return the layout and the number of frames; raises ``UsageError`` for too many."""
    legend = legend_for(films, options)
    layout = layout_of(films[0].lattice, len(films), options.cell, legend)
    frames = len(options.schedule(max(film.steps for film in films)))
    check_size(layout, frames, target.copies)
    return layout, frames


class SaveFilmDialog(ScrolledModal):
    """Returns (format, options)."""

    manual = "teach-and-watch"

    def __init__(
        self, parent: tk.Misc, films: Sequence[Film], seconds: float, first: str = ""
    ) -> None:
        super().__init__(parent, _("Save film"))
        self.films = films
        labels = suffixed_labels(FILMS)
        name = first if first in labels else next(iter(labels))
        formats = Option("format", str, name).offering(labels)
        self.choice = Form(self.page, FieldValues((formats,)), self.go)
        self.summary = ttk.Label(self.page, style="Small.TLabel")
        proposed = {"length": round(min(max(seconds, 0.1), 3600), 1)}
        self.options = Form(self.page, FieldValues(film_fields(), proposed), self.go)
        self.about = ttk.Label(self.page, wraplength=self.theme.panel_width)
        px = self.theme.px
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options.pack(fill="x", pady=(px(6), 0))
        self.about.pack(fill="x", pady=(px(10), 0))
        self.save = self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        self.first = self.choice.boxes["format"].typed_in
        for form in (self.choice, self.options):
            form.fields.edited.subscribe(self._changed)
        self._changed("format", name)

    @property
    def target(self) -> FilmFormat:
        return FILMS[str(self.choice.values()["format"])]

    def _changed(self, _name: str, _value: Any) -> None:
        """Show the number and the size of the frames, or why they are not possible."""
        self.summary.configure(text=self.target.summary)
        try:
            layout, frames = plan_frames(
                self.films, self.target, film_options(self.options.values())
            )
        except UsageError as problem:
            self.about.configure(text=str(problem), style="Error.TLabel")
            return
        text = _("{frames} of {width:,} × {height:,} pixels").format(
            frames=count(frames, "picture", "pictures"), width=layout.size[0], height=layout.size[1]
        )
        self.about.configure(text=text, style="TLabel")

    def go(self) -> None:
        """Accept what is chosen, unless it is not possible."""
        try:
            options = film_options(self.options.values())
            plan_frames(self.films, self.target, options)
        except UsageError:  # shown by the form, or under it
            return
        self.close_with((self.target, options))


class FilmSaver:
    """Saves one film at a time; ``on_change`` is called when that begins and ends.

    ``progress`` is to be laid out with ``grid``.
    """

    def __init__(
        self,
        context: Context,
        opened: OpenDocument,
        services: Services,
        parent: tk.Misc,
        on_change: Callable[[], None],
    ) -> None:
        self._context, self._opened, self._services = context, opened, services
        self._background = Background(context.root)  # the document can be changed meanwhile
        self.jobs = Jobs(self._background, services.report)
        self.jobs.changed.subscribe(on_change)
        self.progress = SaveProgress(parent, self.jobs)
        on_destroy(parent, self._close)

    @property
    def busy(self) -> bool:
        return self.jobs.busy

    def ask(self, playback: Playback) -> None:
        """Ask how and where to write the finished films, with the length of the playback."""
        films = playback.films
        chosen = SaveFilmDialog(
            self._context.root, films, playback.seconds, self._services.settings.film
        ).show()
        if chosen is None:
            return
        target, options = chosen
        self._services.settings.film = target.name
        path = self._opened.files.ask_file(_("Save film"), target.label, target.suffix)
        if path and self._may_replace(target, path):
            self.start(films, path, replace(options, same_end=playback.same_end))

    def _may_replace(self, target: FilmFormat, path: Path) -> bool:
        """Ask about numbered files, which the file dialog does not check."""
        if target.copies:  # all frames go into one file
            return True
        existing = sorted(path.parent.glob(f"{glob.escape(path.stem)}-[0-9]*{path.suffix}"))
        return not existing or self._context.dialogs.confirm(
            _("Replace {name}?").format(name=existing[0].name),
            _("The frames go to numbered files, and there are files with that name already."),
            _("Replace"),
        )

    def start(self, films: Sequence[Film], path: Path, options: FilmOptions) -> None:
        """Write films in the background."""

        def run(job: Job) -> list[Path]:
            return write_film(films, path, options, job)

        self.jobs.start(_("Saving {name}").format(name=path.name), run, self._saved)

    def _saved(self, files: list[Path]) -> None:
        self._opened.exported = files
        text = _("Saved {name}") if len(files) == 1 else _("Saved {first} to {name}")
        text = text.format(first=files[0].name, name=files[-1].name)
        self._services.ui.show_status(text, OFFERED)

    def _close(self) -> None:
        """End all subscriptions: a result may be delivered after the window is closed."""
        self.jobs.changed.clear()
        self._background.close()


class SaveProgress(ttk.Frame):
    """The progress of saving, at the foot of the films; it takes space only while that lasts."""

    def __init__(self, parent: tk.Misc, jobs: Jobs) -> None:
        theme = current(parent)
        super().__init__(parent)
        self._jobs = jobs
        self.work = JobProgress(self, theme, jobs)
        self.work.pack(side="left", padx=theme.px(10), pady=(0, theme.px(8)))
        jobs.changed.subscribe(self._changed)

    def _changed(self) -> None:
        if self._jobs.busy:
            self.work.follow()
            self.grid()
        else:
            self.grid_remove()
