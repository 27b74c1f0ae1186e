"""``mazeeditor preflight``: checks any PDF by the rules of a print shop, and mends it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from mazeeditor.cli.commands import DONE, FAILED, subcommand
from mazeeditor.cli.maze_files import check_folder, check_other
from mazeeditor.cli.terminal import follow
from mazeeditor.core.disk.input_files import input_path
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _

DEFAULT_RULES = "kdp"
EXAMPLE = "mazeeditor preflight maze.pdf --rules general"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, what it is checked by, and where it is mended."""
    parser.add_argument("file", metavar=_("FILE.pdf"), help=_("file to check; - is standard input"))
    text = _("size of a page after it is cut, such as 8.5x11in or A5; by default as in the file")
    parser.add_argument("--trim", metavar=_("SIZE"), help=text)
    text = _(
        "take the file as one with a bleed, or with --no-bleed without one; by default as in "
        "the file"
    )
    parser.add_argument("--bleed", action=argparse.BooleanOptionalAction, help=text)
    text = _("side of the front cover where the book is bound; by default as in the file")
    parser.add_argument("--binding", choices=("left", "right"), help=text)
    text = _("rules to check by, one of 'mazeeditor list rules' or a file (default {usual})")
    parser.add_argument(
        "--rules", metavar=_("NAME"), default=DEFAULT_RULES, help=text.format(usual=DEFAULT_RULES)
    )
    text = _("write a file that looks the same and breaks fewer rules, and check that")
    parser.add_argument("--mend", action="store_true", help=text)
    parser.add_argument("-o", "--output", metavar=_("OUT.pdf"), help=_("file for the mended PDF"))
    text = _("print one JSON object a line: the findings, then a summary")
    parser.add_argument("--json", action="store_true", help=text)


@subcommand(
    "preflight",
    _("Check a PDF by the rules of a print shop; say what is wrong, and mend it."),
    order=4,
    example=EXAMPLE,
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Print what is wrong; the exit status is 1 where the print shop would refuse the file."""
    from mazeeditor.core.disk.paths import rules_folders
    from mazeeditor.prepress.preflight import as_text, mend, preflight
    from mazeeditor.prepress.rule_sets import rule_set

    if parsed.mend != (parsed.output is not None):
        raise UsageError(_("--mend and -o OUT.pdf go together."))
    rules = rule_set(NamedFile(parsed.rules), rules_folders())
    options = {"rules": rules, "trim": parsed.trim, "bleed": parsed.bleed}
    options["binding"] = parsed.binding
    file = input_path(parsed.file)
    if parsed.mend:
        output = _target(parsed.output, parsed.file)
        report = follow(lambda job: mend(file, output, **options, job=job))
    else:
        report = follow(lambda job: preflight(file, **options, job=job))
    if parsed.json:
        for finding in report.findings:
            print(json.dumps(finding.to_dict()))
        print(json.dumps(report.summary()))
    else:
        print(as_text(report))
    return DONE if report.passed else FAILED


def _target(output: str, source: str) -> Path:
    """Return where the mended file is written; raises ``UsageError`` and ``MazeError``."""
    path = Path(output)
    check_folder(path)
    check_other(path, source)
    if path.suffix.lower() != ".pdf":
        raise UsageError(_("{path} does not end with .pdf.").format(path=path))
    return path
