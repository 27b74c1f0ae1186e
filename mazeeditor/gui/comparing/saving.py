"""Saving a comparison: the table as CSV, the plot in any format that draws pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.comparing.compare import Row
from mazeeditor.comparing.plot import plot
from mazeeditor.comparing.table import as_csv
from mazeeditor.exporters import EXPORTERS, encode_scenes, exporter_for
from mazeeditor.files.atomic import write_whole
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

NAME = "generators"  # of the files, until somebody chooses another


def save_table(window: Window, rows: Sequence[Row]) -> None:
    """Ask for a file and write the table."""
    path = window.dialogs.file_to_save(
        _("Save CSV"),
        [(_("Comma separated values"), (".csv",))],
        window.filing.proposal(".csv").with_stem(NAME),
    )
    if path:
        path = path if path.suffix else path.with_suffix(".csv")
        write_all(window, {path: as_csv(rows).encode()})


def save_plot(window: Window, rows: Sequence[Row], about: str) -> None:
    """Ask for a file and write the plot; raises ``UsageError`` for a name without a format."""
    formats = [each for each in EXPORTERS if each.drawn]
    suffix = formats[0].suffix
    path = window.dialogs.file_to_save(
        _("Save Plot"),
        [(each.label, (each.suffix,)) for each in formats],
        window.filing.proposal(suffix).with_stem(NAME),
    )
    if not path:
        return
    target = path if path.suffix else path.with_suffix(suffix)
    exporter_for(target, drawn=True)

    def done(files: dict[Path, bytes]) -> None:
        if may_replace(window, list(files)[1:]):
            write_all(window, files)

    title = _("Drawing {name}").format(name=target.name)
    window.jobs.start(title, lambda job: encode_scenes(plot(rows, about), target, job), done)


def may_replace(window: Window, others: Sequence[Path]) -> bool:
    """Ask about the files of further pages, which the file dialog knows nothing of."""
    old = [each.name for each in others if each.exists()]
    return not old or window.dialogs.confirm(
        _("Replace {name}?").format(name=", ".join(old)),
        _("A further page goes to this file, which is there already."),
        _("Replace"),
    )


def write_all(window: Window, files: dict[Path, bytes]) -> None:
    """Write files beside the window, each whole or not at all."""
    names = ", ".join(each.name for each in files)

    def work(_job: object) -> None:
        for path, data in files.items():
            write_whole(path, data)

    def done(_nothing: None) -> None:
        window.status.say(_("Saved {name}").format(name=names))

    window.jobs.start(_("Saving {name}").format(name=names), work, done)
