"""``mazeeditor recover``: the unsaved work of windows that have crashed."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.recovery.draft_recovery import LABELS
from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.maze_files import check_folder, check_target, write
from mazeeditor.cli.terminal import follow
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, one_line, printable
from mazeeditor.files.snapshots import SNAPSHOT, Claim, StoredSnapshot, snapshot, snapshots
from mazeeditor.files.unsaved_work import BOOK, UNSAVED_BOOK, UNSAVED_FORMS, Origin
from mazeeditor.sheets import BOOK_SUFFIX


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what can be done."""
    actions = parser.add_mutually_exclusive_group(required=True)
    actions.add_argument(
        "--list", action="store_true", help=_("list unsaved work, the newest first")
    )
    text = _(
        "write the work with this id, as a project or a book, to the file of -o; it stays in "
        "the list"
    )
    actions.add_argument("--restore", metavar="ID", help=text)
    actions.add_argument("--discard", metavar="ID", help=_("remove the work with this id for ever"))
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=_("file to write"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object a line"))


@subcommand(
    "recover",
    _("List, restore or discard the unsaved work of windows that have crashed."),
    order=11,
    example="mazeeditor recover --list",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Do what was asked for."""
    if (parsed.output is None) == (parsed.restore is not None):
        raise UsageError(_("-o FILE goes with --restore ID, and --restore needs it."))
    if parsed.json and not parsed.list:
        raise UsageError(_("--json goes with --list."))
    if parsed.list:
        return _list(as_json=parsed.json)
    chosen = snapshot(recovery_folder(), parsed.restore or parsed.discard)
    if parsed.restore:
        _check(chosen, Path(parsed.output))
        follow(partial(_restore, chosen, Path(parsed.output)))
    else:
        Claim(chosen).discard()
    return DONE


def _list(*, as_json: bool) -> int:
    """Print a line for each; one that cannot be read is listed with the reason."""
    for stored in snapshots(recovery_folder()):
        facts = facts_of(stored)
        print(json.dumps(facts) if as_json else _line(facts))
    return DONE


def facts_of(stored: StoredSnapshot) -> dict[str, Any]:
    """Return the object that ``--json`` prints for one snapshot."""
    kind = {SNAPSHOT: "maze", BOOK: "book"}.get(stored.kind, "typed")
    known = {"id": stored.identifier, "running": stored.running, "snapshot": str(stored.path)}
    known |= {"kind": kind}
    try:
        own, origin = _own_facts(stored)
    except MazeError as problem:
        return {**known, "problem": str(problem)}
    return {
        **known,
        "time": origin.time.isoformat(timespec="seconds"),
        "name": origin.title,
        "file": None if origin.file is None else str(origin.file),
        **own,
        **_forms_with_text(stored),
    }


def _own_facts(stored: StoredSnapshot) -> tuple[dict[str, Any], Origin]:
    """Return what only one kind has, and the origin; raises ``MazeError``."""
    if stored.kind == BOOK:
        origin, values = UNSAVED_BOOK.read(stored.path)
        order = values.get("order")
        return {"chapters": len(order) if isinstance(order, list) else 0}, origin
    if stored.kind != SNAPSHOT:
        return {}, UNSAVED_FORMS.read(stored.path)[0]
    from mazeeditor.editing.step_records import read_work

    work = read_work(stored, Job())
    lattice = work.project.maze.lattice
    sizes = {"shape": lattice.shape, "rows": lattice.rows, "columns": lattice.columns}
    return sizes | ({"warning": work.warning} if work.warning else {}), work.origin


def _forms_with_text(stored: StoredSnapshot) -> dict[str, Any]:
    """Return the names of the forms in which something was typed, nothing where it was nowhere."""
    try:
        return {"typed": [*UNSAVED_FORMS.read(stored.forms)[1]]} if stored.forms else {}
    except MazeError:
        return {}


def _line(facts: dict[str, Any]) -> str:
    identifier = printable(facts["id"])
    if "problem" in facts:
        return f"{identifier}  {one_line(facts['problem'])}"
    forms = ", ".join(LABELS.get(name, printable(name)) for name in facts.get("typed", []))
    size = _("book") if facts["kind"] == "book" else forms
    name = printable(facts["name"])
    if facts["kind"] == "maze":
        size = f"{facts['rows']} x {facts['columns']}"
        name += f" ({forms})" if forms else ""
    running = _("(the window is still open)") if facts["running"] else ""
    line = f"{identifier}  {facts['time']}  {size:>11}  {name} {running}".rstrip()
    return f"{line}  {facts['warning']}" if "warning" in facts else line


def _check(chosen: StoredSnapshot, path: Path) -> None:
    """Raise ``MazeError`` unless unsaved work can be written to such a file."""
    if chosen.kind == SNAPSHOT:
        check_target(path)
        return
    if chosen.kind != BOOK:
        text = _("{name} is what was typed into a form: the window opens it, no file holds it.")
        raise UsageError(text.format(name=chosen.identifier))
    check_folder(path)
    if path.suffix.lower() != BOOK_SUFFIX:
        text = _("{name} is a book: the name of its file must end with {suffix}.")
        raise UsageError(text.format(name=chosen.identifier, suffix=BOOK_SUFFIX))


def _restore(chosen: StoredSnapshot, path: Path, job: Job) -> None:
    if chosen.kind == BOOK:
        from mazeeditor.app.books.opening import save_unsaved_book

        save_unsaved_book(chosen, path, job)
    else:
        from mazeeditor.editing.step_records import read_work

        work = read_work(chosen, job)
        write(work.project, path, job)
        if work.warning:
            text = f"mazeeditor: {printable(chosen.identifier)}: {work.warning}"
            print(text, file=sys.stderr)
