"""``mazeeditor book``: a book of mazes, as its file describes it."""

from __future__ import annotations

import argparse
from pathlib import Path

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, add_workers, check_workers, chosen_workers, read_flags
from mazeeditor.cli.format_flags import add_pictures, format_options, read_format
from mazeeditor.cli.maze_files import check_folder, check_other
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.input_files import input_path
from mazeeditor.core.disk.paths import rules_folders
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.core.translation import _
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.sheets import BOOK_SUFFIX
from mazeeditor.sheets.books.book import BookStyle
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import new_book, read_book, templates

OF_FILE = ("binding", "pdfx")  # what flags say in the place of the file
STYLE = tuple(option for option in options_of(BookStyle) if option.name in OF_FILE)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, what a new one begins with, and the flags of formats and workers."""
    parser.add_argument(
        "file", nargs="?", metavar=_("FILE.mazebook"), help=_("the book; - is standard input")
    )
    text = _("write the file of a new book: {names}").format(names=", ".join(templates()))
    parser.add_argument("--new", metavar=_("NAME"), help=text)
    add_flags(parser, (SEED,))
    add_flags(parser, format_options())
    add_pictures(parser)
    add_workers(parser)
    add_flags(parser, STYLE)
    text = _(".pdf, or .svg, .png or .zip for a picture of each page; .mazebook with --new")
    parser.add_argument("-o", "--output", metavar=_("OUT"), required=True, help=text)


@subcommand(
    "book",
    _("Print a book of mazes from one file, or write such a file to begin with."),
    order=6,
    example="mazeeditor book --new children -o children.mazebook",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read and plan all, then write."""
    output = Path(parsed.output)
    check_folder(output)
    if (parsed.file is None) == (parsed.new is None):
        raise UsageError(_("Name a book, or begin a new one with --new."))
    if parsed.new is not None:
        return _begin(parsed, output)
    check_other(output, parsed.file)
    if parsed.option_seed is not None:
        raise UsageError(_("{file} has its own seed.").format(file=parsed.file))
    format_ = read_format(parsed, output)
    check_workers(parsed)
    style = read_flags(parsed, STYLE)
    format_ = format_.for_press(style.get("pdfx", ""))
    book = follow(lambda job: read_book(input_path(parsed.file), job))
    book = book.bound(style.get("binding", book.style.binding))

    def written(job: Job) -> list[Path]:
        with chosen_workers(parsed, job) as workers:
            folders = rules_folders(Path(parsed.file).parent)
            printing = BookPrinting.of(book, job, workers=workers, folders=folders)
            return printing.write(output, format_, job, workers=workers)

    print("\n".join(map(str, follow(written))))
    return DONE


def _begin(parsed: argparse.Namespace, output: Path) -> int:
    """Write the file of a new book, but over no other one."""
    if output.suffix.lower() != BOOK_SUFFIX:
        text = _("{file} does not end with {suffix}.")
        raise UsageError(text.format(file=output.name, suffix=BOOK_SUFFIX))
    if output.exists():
        raise UsageError(_("{file} is there already.").format(file=output.name))
    seed = read_flags(parsed, (SEED,)).get("seed")
    write_whole(output, new_book(parsed.new, new_seed() if seed is None else seed))
    print(output)
    return DONE
