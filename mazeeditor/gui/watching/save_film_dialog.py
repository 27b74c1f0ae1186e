"""Save Film: the dialog about format, size and length, then the file, with progress and Cancel."""

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
from mazeeditor.gui.statusbar import OFFER_TIME, JobProgress, Offer, Offers
from mazeeditor.gui.widgets import on_destroy
from mazeeditor.gui.widgets.modal import Modal

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.core.job import Job
    from mazeeditor.gui.context import Context

# The options in the dialog, by better names than flags have. The length alone gives the speed.
FIELDS = {"length": "seconds", "frame_rate": "fps", "end_stays": "hold", "cell": "cell"}
LEGEND = Option("legend", bool, True, _("what the colours mean, below the mazes"))
REPEAT = Option("repeat", bool, True, _("play again and again; otherwise it plays once"))


def film_fields() -> list[Option]:
    """Return the fields for ``FilmOptions``."""
    options = {option.name: option for option in options_of(FilmOptions)}
    length, rate, *others = (replace(options[flag], name=name) for name, flag in FIELDS.items())
    return [replace(length, optional=False), replace(rate, unit=_("/s")), *others, LEGEND, REPEAT]


def film_options(values: Mapping[str, Any]) -> FilmOptions:
    """Return the options for the values of the fields; raises ``UsageError``."""
    options = {flag: values[name] for name, flag in FIELDS.items()}
    loop, no_legend = 0 if values[REPEAT.name] else 1, not values[LEGEND.name]
    return FilmOptions(**options, loop=loop, no_legend=no_legend)


def planned(
    films: Sequence[Film], target: FilmFormat, options: FilmOptions
) -> tuple[FrameLayout, int]:
    """Return the layout and the number of frames; raises ``UsageError`` for too many."""
    legend = legend_for(films, options)
    layout = layout_of(films[0].lattice, len(films), options.cell, legend)
    frames = len(options.schedule(max(film.steps for film in films)))
    check_size(layout, frames, target.copies)
    return layout, frames


class SaveFilmDialog(Modal):
    """Returns (format, options)."""

    def __init__(
        self, parent: tk.Misc, films: Sequence[Film], seconds: float, first: str = ""
    ) -> None:
        super().__init__(parent, _("Save Film"))
        self.films = films
        labels = suffixed_labels(FILMS)
        name = first if first in labels else next(iter(labels))
        formats = Option("format", str, name).offering(labels)
        self.choice = Form(self.body, FieldValues((formats,)), self.go)
        self.summary = ttk.Label(self.body, style="Small.TLabel")
        proposed = {"length": round(min(max(seconds, 0.1), 3600), 1)}
        self.options = Form(self.body, FieldValues(film_fields(), proposed), self.go)
        self.about = ttk.Label(self.body, wraplength=self.theme.panel_width)
        px = self.theme.px
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0))
        self.options.pack(fill="x", pady=(px(6), 0))
        self.about.pack(fill="x", pady=(px(10), 0))
        self.save = self.add_button(_("Save…"), self.go, primary=True)
        self.add_button(_("Cancel"), self.destroy)
        for form in (self.choice, self.options):
            form.fields.edited.subscribe(self._changed)
        self._changed("format", name)

    @property
    def target(self) -> FilmFormat:
        """The chosen format."""
        return FILMS[str(self.choice.values()["format"])]

    def _changed(self, _name: str, _value: Any) -> None:
        """Show the number and the size of the frames, or why they are not possible."""
        self.summary.configure(text=self.target.summary)
        try:
            layout, frames = planned(self.films, self.target, film_options(self.options.values()))
        except UsageError as problem:
            self.about.configure(text=str(problem), style="Error.TLabel")
            return
        text = _("{frames} of {width:,} × {height:,} pixels").format(
            frames=count(frames, "frame", "frames"), width=layout.size[0], height=layout.size[1]
        )
        self.about.configure(text=text, style="TLabel")

    def go(self) -> None:
        """Accept what is chosen, unless it is not possible."""
        try:
            options = film_options(self.options.values())
            planned(self.films, self.target, options)
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
        background: Background,
        on_change: Callable[[], None],
    ) -> None:
        self._context, self._parent = context, parent
        self._opened, self._services = opened, services
        self.jobs = Jobs(background, services.report)
        self.jobs.changed.subscribe(on_change)
        self.progress = SaveProgress(parent, self.jobs)

    @property
    def busy(self) -> bool:
        """Whether a film is being saved."""
        return self.jobs.busy

    def ask(self, playback: Playback) -> None:
        """Ask how and where to write the finished films, with the length of the playback."""
        films = playback.films
        chosen = SaveFilmDialog(
            self._parent, films, playback.seconds, self._services.settings.film
        ).show()
        if chosen is None:
            return
        target, options = chosen
        self._services.settings.film = target.name
        path = self._opened.files.ask_file(_("Save Film"), target.label, target.suffix)
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
        if not self._parent.winfo_exists():
            return
        self._opened.exported = files
        text = _("Saved {name}") if len(files) == 1 else _("Saved {first} to {name}")
        offers = [self._context.offer(*offered) for offered in OFFERED.items()]
        self.progress.report(text.format(first=files[0].name, name=files[-1].name), offers)

    def press(self, chord: str) -> bool:
        """Run the command of a key that opens or shows what was saved; returns whether there is."""
        command = self._context.keys.commands.get(chord)
        if command is None or command.name not in OFFERED:
            return False
        self._context.run(command)
        return True

    def close(self) -> None:
        """End all subscriptions: a result may be delivered after the window is closed."""
        self.jobs.changed.clear()


class SaveProgress(ttk.Frame):
    """The line at the foot of the window: the progress of saving, then what was saved.

    It takes space only while it shows something.
    """

    def __init__(self, parent: tk.Misc, jobs: Jobs) -> None:
        theme = current(parent)
        super().__init__(parent)
        self._jobs = jobs
        self._pad = theme.px(10), (0, theme.px(8))
        self._timer: str | None = None
        self.work = JobProgress(self, theme, jobs)
        self.saved = ttk.Frame(self)
        self.message, self.offers = ttk.Label(self.saved), Offers(self.saved)
        self.message.pack(side="left")
        self.offers.pack(side="left")
        jobs.changed.subscribe(self._changed)
        on_destroy(self, self._stop)

    def report(self, text: str, offers: Sequence[Offer]) -> None:
        """Show a message for a while, with buttons for what is offered."""
        self._show(self.saved)
        self.message.configure(text=text)
        self.offers.show(offers)
        self._timer = self.after(OFFER_TIME, lambda: self._show(None))

    def _changed(self) -> None:
        if self._jobs.busy:
            self._show(self.work)
            self.work.follow()
        else:
            self._show(None)

    def _show(self, part: tk.Widget | None) -> None:
        self._stop()
        for widget in (self.work, self.saved):
            widget.pack_forget()
        if part:
            part.pack(side="left", padx=self._pad[0], pady=self._pad[1])
            self.grid()
        else:
            self.grid_remove()

    def _stop(self) -> None:
        if self._timer is not None:
            self.after_cancel(self._timer)
            self._timer = None
