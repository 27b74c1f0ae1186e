"""``./test --changed``: the tests of what git says is changed, and of what imports it.

::

    mazeeditor/making/kerf.py   -> tests/making/test_kerf.py       the tests of its name
                                -> tests that import it
    mazeeditor/making/design.py -> tests/making/test_design.py     of each file that imports it,
                                                                   or those that import that
    README.md                   -> tests that name it

Those of its name come first. After a minute the rest is skipped, and said to be.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.sources import PACKAGE, ROOT

VARIABLE = "MAZEEDITOR_CHANGED"  # the files of tests, the same in all processes of a run
SECONDS = 60.0
TESTS = ROOT / "tests"
STARTED = pytest.StashKey[float]()
IMPORT = re.compile(r"^ *(?:from|import) +([\w.]+)(?: +import +(\([^)]*\)|.*))?", re.MULTILINE)
WORD = re.compile(r"\w+")
LATE = "a minute is over: ./test runs it"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    text = "run the tests of what git says is changed, and of what imports it, for a minute"
    parser.addoption("--changed", action="store_true", help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Find out what is changed, in the first process of a run."""
    if config.getoption("--changed") and not hasattr(config, "workerinput"):
        chosen = files_of_tests(changed_files())
        os.environ[VARIABLE] = os.pathsep.join(map(str, chosen))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which files of tests are run."""
    if not config.getoption("--changed"):
        return []
    names = [path.relative_to(ROOT).as_posix() for path in _chosen()]
    return [f"tests of what is changed: {', '.join(names) or 'none'}"]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the other files."""
    other = collection_path.suffix == ".py" and collection_path not in _chosen()
    return True if config.getoption("--changed") and other else None


def _chosen() -> list[Path]:
    return [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to count the seconds."""
    session.config.stash[STARTED] = time.monotonic()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the nearest."""
    if config.getoption("--changed"):
        order = {path: number for number, path in enumerate(_chosen())}
        items.sort(key=lambda item: order[item.path])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what the minute is too short for."""
    late = time.monotonic() - item.config.stash[STARTED] > SECONDS
    if late and item.config.getoption("--changed"):
        pytest.skip(LATE)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how many cases that were."""
    skipped = terminalreporter.stats.get("skipped", [])
    late = sum(LATE in str(report.longrepr) for report in skipped)
    if config.getoption("--changed") and late:
        terminalreporter.write_line(f"{late:,} cases skipped after a minute: ./test", yellow=True)


def changed_files() -> list[Path]:
    """Return what differs from the last commit; where nothing does, what that has changed."""
    changed = _git("diff", "--name-only", "HEAD")
    new = _git("ls-files", "--others", "--exclude-standard")
    return changed + new or _git("diff", "--name-only", "HEAD~1", "HEAD")


def _git(*words: str) -> list[Path]:
    command = ["git", "-C", str(ROOT), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [ROOT / line for line in done.stdout.splitlines()]


def files_of_tests(files: list[Path]) -> list[Path]:
    """Return the files of tests that concern some files, the nearest first."""
    near, far = dict[Path, None](), dict[Path, None]()
    for file in files:
        if _is_test(file):
            near[file] = None
        elif file.is_relative_to(TESTS) and file.suffix == ".py":
            far |= dict.fromkeys(_tests_that_import(file))
        elif file.is_relative_to(PACKAGE) and file.suffix == ".py":
            near[_of_its_name(file)] = None
            far |= dict.fromkeys(_tests_that_import(file))
            for importer in _importers(PACKAGE, file):
                named = _of_its_name(importer)
                exists = named.exists()
                far |= dict.fromkeys([named] if exists else _tests_that_import(importer))
        elif file.is_relative_to(PACKAGE):  # such as a theme
            near[_of_its_name(file.parent)] = None
        else:
            far |= dict.fromkeys(_tests_that_name(file))
    return [path for path in {**near, **far} if path.exists()]


def _of_its_name(file: Path) -> Path:
    place = file.relative_to(PACKAGE)
    return TESTS / place.parent / f"test_{place.stem}.py"


def _tests_that_import(file: Path) -> Iterator[Path]:
    """Yield the files of tests that import a file, be it by a helper."""
    for importer in _importers(TESTS, file):
        if _is_test(importer):
            yield importer
        elif importer.name != "conftest.py" and importer != file:
            yield from (second for second in _importers(TESTS, importer) if _is_test(second))


def _is_test(file: Path) -> bool:
    return file.name.startswith("test_")


def _importers(folder: Path, file: Path) -> list[Path]:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return _imported_by(folder).get(".".join(parts[:-1] if parts[-1] == "__init__" else parts), [])


@cache
def _imported_by(folder: Path) -> dict[str, list[Path]]:
    """Return the files of a folder that import a module, by its name; read as text, for speed."""
    result = defaultdict[str, list[Path]](list)
    for path in sorted(folder.rglob("*.py")):
        for base, names in IMPORT.findall(path.read_text(encoding="utf-8")):
            for name in {base, *(f"{base}.{word}" for word in WORD.findall(names))}:
                result[name].append(path)
    return result


def _tests_that_name(file: Path) -> Iterator[Path]:
    """Yield the files of tests that name a file which is no module."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if file.name in path.read_text(encoding="utf-8"):
            yield path
