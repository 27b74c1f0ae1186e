"""``mazeeditor book``: a book of mazes, as its file describes it, and its cover."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from mazeeditor.cli.check_flags import (
    add_checks,
    findings_as_json,
    print_findings,
    refuse_files,
    status_of,
)
from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import (
    add_flags,
    add_workers,
    check_workers,
    chosen_workers,
    explain_option,
    read_flags,
)
from mazeeditor.cli.format_flags import add_pictures, page_formats, read_format
from mazeeditor.cli.maze_files import check_folder, check_other
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.input_files import input_path
from mazeeditor.core.disk.paths import rules_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.core.translation import _, one_line
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.page.findings import PageFinding
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book import TOTAL, Book, BookStyle
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import (
    AllowedFiles,
    book_of,
    new_book,
    read_book,
    templates,
)
from mazeeditor.sheets.books.book_texts import TITLES, unfinished_author, wrong_numbers
from mazeeditor.sheets.books.cover import size_in_words
from mazeeditor.sheets.pages.page_files import PDF, PageFormat

OF_FILE = (  # flags may replace these
    *("binding", "pdfx", "impose", "crop_marks", "creep", "paper", "theme", "coloured"),
    *("one_maze", "maze_parts", "mazes_passed"),
)
STYLE = tuple(option for option in options_of(BookStyle) if option.name in OF_FILE)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, what a new one begins with, and the flags of formats and workers."""
    parser.add_argument(
        "file", nargs="?", metavar=_("FILE.mazebook"), help=_("book to print; - is standard input")
    )
    text = _("begin a new book from this template, and write its file: {names}").format(
        names=", ".join(templates())
    )
    parser.add_argument("--new", metavar=_("NAME"), help=text)
    add_flags(parser, (SEED,))
    add_flags(parser, page_formats())
    add_pictures(parser)
    add_workers(parser)
    add_flags(parser, STYLE)
    parser.add_argument(TOTAL.flag, metavar=_("N"), help=explain_option(TOTAL, default=False))
    text = _("file for the cover: back, spine and front as one page with bleed")
    parser.add_argument("--cover", metavar=_("COVER.pdf"), help=text)
    add_checks(parser)
    text = _("print one JSON object: the files, and what is wrong with the pages")
    parser.add_argument("--json", action="store_true", help=text)
    text = _("print even if the author is missing or a number of mazes is wrong")
    parser.add_argument("--anyway", action="store_true", help=text)
    text = _(
        "file to write: .pdf, or .svg, .png or .zip for a picture of each page; .mazebook "
        "with --new"
    )
    parser.add_argument("-o", "--output", metavar=_("OUT"), help=text)


@subcommand(
    "book",
    _("Print a book of mazes from one file, or write such a file to begin with."),
    order=6,
    example="mazeeditor book --new children -o children.mazebook",
    further=("mazeeditor book children.mazebook --check",),
    main=(
        *("--new", "--mazes", "--theme", "--cover", "--paper", "--check"),
        *("--pdfx", "--one-maze", "--output"),
    ),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read and plan all, then write."""
    if parsed.check:
        refuse_files(o=parsed.output, cover=parsed.cover, new=parsed.new)
    elif parsed.output is None and (parsed.cover is None or parsed.new is not None):
        raise UsageError(_("Name the file to be written: -o FILE, or --cover FILE for a cover."))
    for target in filter(None, (parsed.output, parsed.cover)):
        check_folder(Path(target))
    if (parsed.file is None) == (parsed.new is None):
        raise UsageError(_("Name a book, or begin a new one with --new."))
    if parsed.new is not None:
        return _begin(parsed, Path(parsed.output))
    if parsed.option_seed is not None:
        raise UsageError(_("{file} has its own seed.").format(file=parsed.file))
    check_workers(parsed)
    style = read_flags(parsed, STYLE)
    book_target = _book_target(parsed)
    cover_target = _cover_target(parsed)
    book = follow(lambda job: read_book(input_path(parsed.file), job))
    for warning in book.warnings:
        print(f"mazeeditor: {one_line(f'{parsed.file}: {warning}')}", file=sys.stderr)
    book = book.styled(**style)
    if parsed.mazes is not None:
        book = book.with_count(TOTAL.parse(parsed.mazes))
    if not parsed.anyway:
        _check_texts(book, parsed.file)

    def written(job: Job) -> tuple[list[str], list[Path], list[PageFinding]]:
        with chosen_workers(parsed, job) as workers:
            printing = BookPrinting.of(book, job, workers=workers, folders=rules_folders())
            lines, files, findings = list[str](), list[Path](), list[PageFinding]()
            if parsed.check:
                return lines, files, printing.findings(job, workers=workers)
            if not parsed.anyway:
                _check_whole(printing)
            if cover_target:
                printing.cover()  # raises before anything is written
            if book_target:
                path, format_ = book_target
                files, findings = printing.write(
                    path, format_, job, workers=workers, strict=parsed.strict
                )
                lines += map(str, files)
            if cover_target:
                path, format_ = cover_target
                size = printing.write_cover(path, format_, job)
                files = [*files, path]
                lines.append(f"{path}: {size_in_words(size)}")
            if printing.whole and printing.whole.is_one:
                lines.append(printing.whole.summary())
            return lines, files, findings

    lines, files, findings = follow(written)
    if parsed.json:
        print(json.dumps({"files": list(map(str, files)), **findings_as_json(findings)}))
    elif parsed.check:
        print_findings(findings)
    else:
        print("\n".join(lines))
    return status_of(findings) if parsed.check else DONE


def _book_target(parsed: argparse.Namespace) -> tuple[Path, PageFormat] | None:
    """Return the file of the pages and its format, if they are asked for; raises ``UsageError``."""
    if parsed.output is None:
        return None
    path = Path(parsed.output)
    check_other(path, parsed.file)
    return path, read_format(parsed, path)


def _cover_target(parsed: argparse.Namespace) -> tuple[Path, PageFormat] | None:
    """Return the file of the cover and its format, if it is asked for; raises ``UsageError``."""
    if parsed.cover is None:
        if parsed.option_paper is not None:
            raise UsageError(_("The paper matters only for a cover: add --cover FILE."))
        return None
    path = Path(parsed.cover)
    check_other(path, parsed.file)
    if path.suffix.lower() != PDF:
        text = _("{file}: a cover is a PDF, so its name ends with {suffix}.")
        raise UsageError(text.format(file=path.name, suffix=PDF))
    if parsed.output is not None and path.resolve() == Path(parsed.output).resolve():
        text = _("{file} cannot be book and cover: choose two names.")
        raise UsageError(text.format(file=path.name))
    return path, PageFormat.of(path)


def _check_texts(book: Book, file: str) -> None:
    """Raise ``UsageError`` where the author is that of a template, or a number of mazes wrong."""
    advice = _(
        'write the name into "author" of {file}, or leave it empty. --anyway prints it all '
        "the same."
    )
    if text := unfinished_author(book.style.author, advice.format(file=file)):
        raise UsageError(text)
    texts = {name: getattr(book.style, name) for name in TITLES}
    if wrong := wrong_numbers(texts, book.count):
        advice = _(
            "Write {{mazes}} for the number, or correct it in {file}. --anyway prints it all the "
            "same."
        )
        raise UsageError(" ".join([*wrong, advice.format(file=file)]))


def _check_whole(printing: BookPrinting) -> None:
    """Raise ``UsageError`` where the one maze of a book has no way, or several."""
    if printing.whole and not printing.whole.is_one:
        advice = _("Mend it, or add --anyway to print it all the same.")
        raise UsageError(" ".join([*printing.wrong_with_whole, advice]))


def _begin(parsed: argparse.Namespace, output: Path) -> int:
    """Write the file of a new book, but over no other one."""
    if output.suffix.lower() != BOOK_SUFFIX:
        text = _("{file} does not end with {suffix}.")
        raise UsageError(text.format(file=output.name, suffix=BOOK_SUFFIX))
    if os.path.lexists(output):
        raise UsageError(_("{file} is there already.").format(file=output.name))
    seed = read_flags(parsed, (SEED,)).get("seed")
    style = read_flags(parsed, STYLE)
    data = new_book(parsed.new, new_seed() if seed is None else seed, **style)
    # what does not fit is refused now
    follow(lambda job: book_of(data, AllowedFiles(output.parent), job))
    write_whole(output, data)
    print(output)
    return DONE
