"""The flags of a file with many pages: its format, and pictures in a ZIP."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from mazeeditor.cli.flags import Owned, of_formats, read_flags, refuse_others
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.page.formats import EXPORTERS, Exporter
from mazeeditor.sheets.pages.page_files import PageFormat

PIXELS = "pixels"
LAID_OUT = "impose", "crop_marks", "creep"  # sheets and books keep these themselves


def add_pictures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pages", choices=("svg", "png"), help=_("format of the pictures in a ZIP")
    )


def _flags_of(exporter: Exporter) -> list[Option]:
    """Return the options of a format by the names of their flags: a mask has one named picture."""
    return [
        replace(option, name=PIXELS) if option.name == "picture" else option
        for option in exporter.options
        if option.name not in LAID_OUT
    ]


def page_formats() -> list[Owned]:
    return of_formats((EXPORTERS[name] for name in ("pdf", "png", "svg")), _flags_of)


def read_format(parsed: argparse.Namespace, output: Path) -> PageFormat:
    """Return the format of the flags and of the name of the file; raises ``UsageError``."""
    exporter = PageFormat.of(output, parsed.pages).exporter
    if parsed.pages and output.suffix.lower() != ".zip":
        raise UsageError(_("Only a ZIP has {flag}.").format(flag="--pages"))
    flags = _flags_of(exporter)
    refuse_others(parsed, flags, exporter.label, [one.option for one in page_formats()])
    options = read_flags(parsed, flags)
    if PIXELS in options:
        options["picture"] = options.pop(PIXELS)
    return PageFormat.of(output, parsed.pages, **options)
