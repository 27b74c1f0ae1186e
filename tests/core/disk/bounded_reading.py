"""Reads files in processes with limits, and says what each of them took.

``python -m tests.core.disk.bounded_reading NAME...`` prints it for cases of ``small_files.py``.

Work is what ``sys.setprofile`` counts, the calls of functions of Python and of C, and processor
time only where a single call takes so long that its process is ended. Memory is the largest size of
a process that is forked when all modules are there, less what it had when it began.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from tests.core.disk.small_files import GENERATORS, SMALL_FILES

POSIX: Any = os  # Windows has no fork
SIGNALS: Any = signal
resource: Any = None if sys.platform == "win32" else import_module("resource")
ENDED = 20  # s of the processor after which a process is ended: a call of C does not end


@dataclass(frozen=True)
class Taken:
    """What reading a file took: calls, MB, s of the processor; and how it ended."""

    calls: int
    megabytes: float
    seconds: float
    result: str


def _typeface(path: Path) -> object:
    from mazeeditor.core.typefaces.chosen_typeface import find_typeface
    from mazeeditor.core.typefaces.harfbuzz import rings_of
    from mazeeditor.core.typefaces.shaping import Lettering, glyphs_of, runs

    drawn = runs("A", Lettering(typeface=find_typeface(str(path))))
    return [rings_of(run.face, glyph.number) for run in drawn for glyph in glyphs_of(run)]


def _theme(path: Path) -> object:
    from mazeeditor.page.themes import _named_in, read_theme

    _named_in(path, ())
    return read_theme("a", path)


def _info(path: Path) -> object:
    from mazeeditor.cli.commands.info import facts_of
    from mazeeditor.core.job import Job

    return facts_of(str(path), Job())


def _page(path: Path) -> object:
    from mazeeditor.files import read
    from mazeeditor.page.formats import export
    from mazeeditor.page.page import Page

    project = read(path)
    export(project.maze, path.with_name("a.svg"), Page.from_dict(project.page))
    return project


def _snapshot(path: Path) -> object:
    from mazeeditor.core.job import Job
    from mazeeditor.editing.step_records import read_work
    from mazeeditor.files.snapshots import StoredSnapshot

    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    (folder / "snapshot.maze").write_bytes(
        SMALL_FILES["snapshot"] if path.suffix == ".journal" else path.read_bytes()
    )
    if path.suffix == ".journal":
        (folder / "journal-0").write_bytes(path.read_bytes())
    return read_work(StoredSnapshot("a", folder / "snapshot.maze", False), Job())


READERS: dict[str, str | Callable[[Path], object]] = {  # by name, what is imported when it reads
    "svg": "page.drawings.motifs:load_motif",
    **dict.fromkeys(("kml", "kmz", "geojson"), "maze.ground.outline_files:keep_outline"),
    "pdf": "prepress.preflight:preflight",
    **dict.fromkeys(("png", "jpeg", "gif", "bmp"), "maze.photo.tones:PHOTO.keep"),
    "csv": "page.questions.word_list:load_list",
    "mazebook": "sheets.books.book_reader:read_book",
    "json": "app.drafts.new_maze:FORMAT.read",
    **dict.fromkeys(("ttf", "ttc", "otf"), _typeface),
    "theme": _theme,
    "info": _info,
    "page": _page,
    **dict.fromkeys(("snapshot", "journal"), _snapshot),
    "machine": "making.presets.machines:MACHINE_FILES.read",
    "rules": "prepress.rule_sets:read_rule_set",
    "places": "making.tabs.places:load_places",
    "route": "cli.commands.generate:_read_route",
    **dict.fromkeys(("tmx", "mcfunction", "txt", "maze", "maz", "num"), "files:read"),
}


def _reader(ending: str) -> Callable[[Path], object]:
    reader = READERS[ending]
    if not isinstance(reader, str):
        return reader
    module, _colon, name = reader.partition(":")
    found: Callable[[Path], object] = attrgetter(name)(import_module(f"mazeeditor.{module}"))
    return found


def read_apart(names: list[str], *, counted: bool = False) -> dict[str, Taken]:
    """Return what each case took, one process after the other; ``counted`` is whether calls are."""
    with tempfile.TemporaryDirectory() as folder:
        result = {}
        for ending, data in SMALL_FILES.items():  # so that all modules and kernels are there
            path = Path(folder) / f"small.{ending}"
            path.write_bytes(data)
            _reader(ending)(path)
        for name in names:
            ending = name.partition(" ")[0]
            path = Path(folder) / f"a.{ending}"
            path.write_bytes(SMALL_FILES[ending] if name.endswith(" small") else GENERATORS[name]())
            result[name] = _in_process(_reader(ending), path, counted=counted)
        return result


def _in_process(run: Callable[[Path], object], path: Path, *, counted: bool) -> Taken:
    here, there = os.pipe()
    number = POSIX.fork()
    if number:
        os.close(there)
        with os.fdopen(here, "rb") as file:
            data = file.read()
        _number, status, used = POSIX.wait4(number, 0)
        seconds = used.ru_utime + used.ru_stime
        values: dict[str, Any] = (
            json.loads(data) if data else {"calls": 0, "result": f"ended: {status}"}
        )
        before = values.pop("before", 0)
        return Taken(**values, megabytes=(used.ru_maxrss - before) / 1024, seconds=seconds)
    with suppress(BaseException):
        os.close(here)
        resource.setrlimit(resource.RLIMIT_CPU, (ENDED, ENDED + 5))
        signal.signal(SIGNALS.SIGXCPU, signal.SIG_DFL)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        calls, result = _run(run, path, counted=counted)
        values = {"before": before, "calls": calls, "result": result}
        os.write(there, json.dumps(values).encode())
    os._exit(0)


def _run(run: Callable[[Path], object], path: Path, *, counted: bool) -> tuple[int, str]:
    from mazeeditor.core.errors import MazeError

    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event[0] == "c"

    if counted:
        sys.setprofile(count)
    try:
        value = run(path)
        result = f"read: {type(value).__name__}"
    except MazeError as error:
        result = f"refused: {error}"
    except BaseException as error:
        result = f"broken: {type(error).__name__}: {error}"[:300]
    finally:
        sys.setprofile(None)
    return calls, result[:400]


def _main(names: list[str]) -> None:
    chosen = [name for name in GENERATORS if name.startswith(tuple(names))]
    for name in chosen or list(GENERATORS):
        (taken,) = read_apart([name], counted=False).values()
        print(
            f"{name:42} {taken.seconds:6.2f} s {taken.megabytes:6.0f} MB  {taken.result[:150]}",
            flush=True,
        )


if __name__ == "__main__":
    _main(sys.argv[1:])
