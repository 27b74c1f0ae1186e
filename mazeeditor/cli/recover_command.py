"""``mazeeditor recover``: the unsaved work of windows that have crashed."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

from mazeeditor.cli.maze_files import check_target, write
from mazeeditor.cli.subcommands import DONE, subcommand
from mazeeditor.cli.terminal import follow
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.files.snapshots import Claim, StoredSnapshot, snapshot, snapshots
from mazeeditor.job import Job
from mazeeditor.translation import _, one_line, printable
from mazeeditor.workspace.unsaved_content import read_work
from mazeeditor.workspace.user_folders import recovery_folder


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what can be done."""
    actions = parser.add_mutually_exclusive_group(required=True)
    actions.add_argument("--list", action="store_true", help=_("list it, the newest first"))
    text = _("write it as a project to the file of -o; it stays in the list")
    actions.add_argument("--restore", metavar="ID", help=text)
    actions.add_argument("--discard", metavar="ID", help=_("remove it for ever"))
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=_("the project to write"))
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
        check_target(Path(parsed.output))
        follow(partial(_restore, chosen, parsed.output))
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
    known = {"id": stored.identifier, "running": stored.running, "snapshot": str(stored.path)}
    try:
        project, origin, *_steps = read_work(stored, Job())
    except MazeError as problem:
        return {**known, "problem": str(problem)}
    lattice = project.maze.lattice
    return {
        **known,
        "time": origin.time.isoformat(timespec="seconds"),
        "name": origin.title,
        "file": None if origin.file is None else str(origin.file),
        "shape": lattice.shape,
        "rows": lattice.rows,
        "columns": lattice.columns,
    }


def _line(facts: dict[str, Any]) -> str:
    identifier = printable(facts["id"])
    if "problem" in facts:
        return f"{identifier}  {one_line(facts['problem'])}"
    size = f"{facts['rows']} x {facts['columns']}"
    running = _("(the window is still open)") if facts["running"] else ""
    name = printable(facts["name"])
    return f"{identifier}  {facts['time']}  {size:>11}  {name} {running}".rstrip()


def _restore(chosen: StoredSnapshot, output: str, job: Job) -> None:
    write(read_work(chosen, job).project, Path(output), job)
