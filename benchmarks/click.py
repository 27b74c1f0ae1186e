"""How much of the program a click on a wall runs in the event loop: files and functions.

    python -m benchmarks click [--json] [--files]

``at once`` is what the two events of the click run, ``in all`` also what follows until all that the
click causes can be seen. The click is repeated, and only what each of them runs is counted: a timer
or a worker that happens to end adds to some of them. Each such file is one that must be read to
understand a click: fewer are better.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import mazeeditor
from benchmarks.edit_bench import EditBench

PACKAGE = f"{Path(mazeeditor.__file__).parent}/"
SIZE, REPEATS = 30, 4
Functions = set[tuple[str, str]]


@contextmanager
def noted() -> Iterator[Functions]:
    """Note the functions of the program, each with its file, that this thread calls meanwhile."""
    functions: Functions = set()

    def note(frame: FrameType, event: str, _value: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            name = getattr(code, "co_qualname", code.co_name)
            functions.add((code.co_filename.removeprefix(PACKAGE), name))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield functions
    finally:
        sys.setprofile(before)


def run_by_each(act: Callable[[], object], wait: Callable[[], object]) -> dict[str, Functions]:
    """Return what each of some equal events runs, after a first one that makes what is kept."""
    act()
    wait()
    at_once, in_all = list[Functions](), list[Functions]()
    for _time in range(REPEATS):
        with noted() as first:
            act()
        with noted() as later:
            wait()
        at_once.append(first)
        in_all.append(first | later)
    return {"at once": set.intersection(*at_once), "in all": set.intersection(*in_all)}


def measured() -> dict[str, Functions]:
    """Return what a click on a wall of a small maze runs, in a window of its own."""
    with TemporaryDirectory() as folder:
        os.environ |= {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE")}
        bench = EditBench("rectangular", SIZE, Path(folder))
        x, y = bench.at(4 / SIZE, 4.5 / SIZE)  # between two cells of the fifth row

        def click() -> None:
            for kind in ("ButtonPress", "ButtonRelease"):
                bench.view.canvas.event_generate(f"<{kind}-1>", x=x, y=y)

        functions = run_by_each(click, bench.wait)
        bench.root.destroy()
    return functions


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks click", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--files", action="store_true", help="list the files, too")
    options = parser.parse_args(arguments)
    for when, functions in measured().items():
        files = sorted({file for file, _function in functions})
        row = {"when": when, "files": len(files), "functions": len(functions)}
        if options.json:
            print(json.dumps(row | ({"names": files} if options.files else {})))
        else:
            print(f"{when:<8}{len(files):>4} files{len(functions):>5} functions")
            print("".join(f"    {file}\n" for file in files if options.files), end="")
    return 0
