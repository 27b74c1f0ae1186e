"""The printers of the system, what is asked of one, and how pages get there: by CUPS on Unix.

Where there is no command that prints, the desktop's program for PDF opens the pages, and on Windows
prints them. For workers: a printer in the network may take seconds to answer.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.files import desktop_programs
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINTS
from mazeeditor.core.options import Option, Written
from mazeeditor.core.processes.workers import run_apart
from mazeeditor.core.translation import _, quote_value
from mazeeditor.page.imposition import ALONE
from mazeeditor.page.paper import SIZES

if TYPE_CHECKING:
    from mazeeditor.app.settings import Settings

TOLERANCE_MM = 0.5  # mm: pages that differ by less from a paper are meant to be that
MOST_COPIES = 999
SIDES = ("one-sided", "two-sided-long-edge", "two-sided-short-edge")  # as IPP names them
LONGEST_REASON = 200  # letters
_PART = re.compile(r"([0-9]{1,6})(?:\s*-\s*([0-9]{1,6}))?")


@dataclass(frozen=True)
class Printers:
    """What can print: ``command`` is lp or lpr, "" for none; ``usual`` one of ``names``, or ""."""

    command: str = ""
    names: tuple[str, ...] = ()
    usual: str = ""


@dataclass(frozen=True)
class PrintRequest:
    """What is asked of a printer, "" for the usual one; ``pages`` as ``read_pages`` spells them.

    ``impose`` is how pages lie on sheets, where that is not chosen elsewhere.
    """

    printer: str = ""
    copies: int = 1
    pages: str = ""
    sides: str = SIDES[0]
    answer: bool = False
    impose: str = ALONE


def read_pages(text: str) -> str:
    """Return the usual spelling of ``1-3, 5``, "" for all pages; raises ``UsageError``."""
    parts = []
    for part in filter(None, (each.strip() for each in text.replace(";", ",").split(","))):
        match = _PART.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            message = _("Write pages as numbers and ranges, such as 1-3, 5; {part} is neither.")
            raise UsageError(message.format(part=quote_value(part[:20])))
        parts.append(str(first) if first == last else f"{first}-{last}")
    return ",".join(parts)


def find_printers() -> Printers:
    """Return the printers that CUPS knows; none where it is not there."""
    if sys.platform == "win32":
        return Printers()
    run = desktop_programs.output_of
    names = run(["lpstat", "-e"])
    if names is None or names.status:  # an older CUPS
        names = run(["lpstat", "-a"])
    if names is None:
        return Printers()
    known = dict.fromkeys(line.split()[0] for line in names.text.splitlines() if line.split())
    usual = run(["lpstat", "-d"])
    last = usual.text.strip().rpartition(":")[2].strip() if usual and not usual.status else ""
    if names.status or not known:
        return Printers()
    command = next((name for name in ("lp", "lpr") if desktop_programs.is_there(name)), "")
    return Printers(command, tuple(known), last if last in known else "")


def media_of(path: Path) -> str:
    """Return the paper of the first page as CUPS names it: ``A4``, ``Custom.152.4x228.6mm``.

    Raises ``MazeError``.
    """
    from mazeeditor.prepress.document.document import open_pdf
    from mazeeditor.prepress.print_file import size_of

    with open_pdf(path, Job()) as document:
        size = [side / POINTS for side in size_of(document.pages[0].visible)]
    for name, paper in SIZES.items():
        if all(abs(a - b) <= TOLERANCE_MM for a, b in zip(sorted(size), paper, strict=True)):
            return name
    return f"Custom.{size[0]:.1f}x{size[1]:.1f}mm"


def command_of(printers: Printers, request: PrintRequest, path: Path, media: str) -> list[str]:
    """Return the command that prints a file at true size."""
    to, copies, title = ("-d", "-n", "-t") if printers.command == "lp" else ("-P", "-#", "-T")
    command = [printers.command]
    command += [to, request.printer] if request.printer else []
    command += [copies, str(request.copies), title, path.stem]
    options = [f"media={media}"] if media else []
    options += [f"page-ranges={request.pages}"] if request.pages else []
    options += [f"sides={request.sides}", "print-scaling=none"]
    return [*command, *(word for option in options for word in ("-o", option)), str(path)]


def print_file(path: Path, printers: Printers, request: PrintRequest) -> str:
    """Print a PDF and return what was done; raises ``MazeError`` with the printer's reason."""
    if not printers.command:
        return _open(path)
    media = run_apart(Job(), media_of, path)
    command = command_of(printers, request, path, media)
    done = desktop_programs.output_of(command)
    if done is None or done.status:
        reason = (done.problem if done else "").strip().splitlines()
        text = _("{name} was not printed: {reason}")
        why = reason[-1][:LONGEST_REASON] if reason else _("the printer gave no reason.")
        raise MazeError(text.format(name=path.name, reason=why))
    printer = request.printer or printers.usual or _("the printer")
    sent = _("Sent {name} to {printer}").format(name=path.name, printer=printer)
    return ". ".join(filter(None, (sent, _about_paper(printer, media))))


def _about_paper(printer: str, media: str) -> str:
    """Return that a printer may not keep the size of pages, as it does not list their paper.

    "" if it lists that, or no papers at all.
    """
    known = desktop_programs.output_of(["lpoptions", "-p", printer, "-l"])
    lines = known.text.splitlines() if known and not known.status else []
    papers = next((line for line in lines if line.startswith("PageSize/")), "").partition(":")[2]
    listed = {word.lstrip("*").partition(".")[0].lower() for word in papers.split()}
    if not listed or media.partition(".")[0].lower() in listed:
        return ""
    text = _("{printer} lists no paper {media}: it may scale the page, so measure the print")
    return text.format(printer=printer, media=media.removeprefix("Custom."))


def _open(path: Path) -> str:
    """Let the desktop print or show a file; raises ``MazeError``."""
    if sys.platform == "win32":
        with suppress(OSError):  # the program for PDF cannot print unasked, as browsers cannot
            os.startfile(path.absolute(), "print")
            return _("Sent {name} to the program for PDF").format(name=path.name)
    desktop_programs.open_file(path)
    return _("Opened {name}: print it there, at 100 %").format(name=path.name)


def sides_of(names: Sequence[str] = SIDES) -> dict[str, str]:
    """Return how users read the sides."""
    texts = _("One side"), _("Both sides"), _("Both sides, short edge")
    return dict(zip(names, texts, strict=True))


def _layout_options() -> tuple[Option, ...]:
    """Return the options of a PDF, among them how pages lie on sheets."""
    from mazeeditor.page.formats import EXPORTERS  # whose files take their time

    return EXPORTERS["pdf"].options


class PrintDraft:
    """The fields of the dialog; printer and sides are kept in the settings.

    ``answer`` is whether the answer is printed too, None where that is chosen elsewhere, as is then
    how pages lie on sheets.
    """

    def __init__(self, printers: Printers, settings: Settings, answer: bool | None) -> None:
        self._settings = settings
        usual = printers.usual or printers.names[0]
        options = [
            Option("printer", str, usual).offering({name: name for name in printers.names}),
            Option("copies", int, 1, low=1, high=MOST_COPIES),
            Option(
                "pages",
                str,
                "",
                _("numbers of the pages to print, such as 1-3, 5; empty: all"),
                written=Written(read_pages),
            ),
            Option("sides", str, SIDES[0], _("sides of the paper to print on")).offering(
                sides_of()
            ),
        ]
        if answer is not None:
            help_ = _("print the maze once more, with its route, on a page of its own")
            options.append(Option("answer", bool, answer, help_))
            options += [
                replace(one, rare=None) for one in _layout_options() if one.name == "impose"
            ]
        self.fields = FieldValues(options)
        self.fields.update_valid(settings.printer)

    def request(self) -> PrintRequest:
        """Return what is asked for; raises ``UsageError``."""
        values = self.fields.read()
        self._settings.printer = {name: values[name] for name in ("printer", "sides")}
        return PrintRequest(**values)
