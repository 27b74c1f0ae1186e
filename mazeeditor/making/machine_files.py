"""Machines: colours, hairline, origin, bed, speeds and power, each in a file; users add theirs.

::

    {"format": "mazeeditor machine", "version": 1, "name": "My laser", "about": "...",
     "suffixes": [".svg", ".dxf"], "hairline": 0.025, "origin": "bottom-left",
     "bed": [495, 279], "travel": 6000,
     "operations": {"score": {"colour": "#0000ff", "speed": 3000, "power": 20, "passes": 1}},
     "source": "https://..."}

Lengths are in mm, speeds in mm a minute, power in per cent. What an operation leaves out is as in
``USUAL``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazeeditor.errors import MazeError, UsageError
from mazeeditor.files.json_files import JsonFormat, check_keys, files_by_name, short_text
from mazeeditor.making.parts import Operation
from mazeeditor.making.preset_values import colour, number, one_of, table
from mazeeditor.translation import _, printable, quoted

SUFFIX = ".json"
FORMAT = JsonFormat("mazeeditor machine", 1, _("it is no machine of this program."))
OWN_FOLDER = Path(__file__).parent / "machines"
USUAL_NAME = "own"
LONGEST_TEXT = 1_000  # characters
FASTEST = 1_000_000  # mm a minute
ORIGINS = ("top-left", "bottom-left")
_KEYS = (
    *("format", "version", "name", "about", "source", "suffixes", "hairline", "origin", "bed"),
    *("travel", "operations", "closed"),
)
_OF_OPERATION = ("colour", "speed", "power", "passes")


@dataclass(frozen=True)
class OperationSetting:
    """How a machine does an operation: ``speed`` in mm a minute, ``power`` in per cent."""

    colour: str
    speed: float
    power: float
    passes: int = 1


# The colours are those that LightBurn reads as its first four layers, black first.
USUAL: Mapping[Operation, OperationSetting] = {
    Operation.ENGRAVE: OperationSetting("#0000ff", 6000, 15),
    Operation.SCORE: OperationSetting("#000000", 3000, 20),
    Operation.INNER_CUT: OperationSetting("#00e000", 600, 80),
    Operation.OUTER_CUT: OperationSetting("#ff0000", 600, 80),
}


@dataclass(frozen=True)
class Machine:
    """A machine; lengths in mm, speeds in mm a minute.

    ``name`` is that of its file, ``label`` what users read. ``suffixes`` are the files that it
    takes, all where there are none. ``bed`` is its width and height, None where it has no limit.
    ``closed`` indicates that it cuts closed paths only.
    """

    name: str
    label: str
    about: str = ""
    source: str = ""
    suffixes: tuple[str, ...] = ()
    hairline: float = 0.1
    origin: str = "top-left"
    bed: tuple[float, float] | None = None
    travel: float = 6000.0
    closed: bool = False
    settings: Mapping[Operation, OperationSetting] = field(default_factory=lambda: dict(USUAL))


def read_machine(path: Path) -> Machine:
    """Return the machine in a file; raises ``MazeError`` that names it."""
    try:
        values = FORMAT.read(path)
        check_keys(values, _KEYS)
        return Machine(
            path.stem,
            short_text(values, "name", LONGEST_TEXT) or path.stem,
            short_text(values, "about", LONGEST_TEXT),
            short_text(values, "source", LONGEST_TEXT),
            _suffixes(values),
            number(values, "hairline", 0.001, 5, 0.1),
            one_of(values, "origin", ORIGINS, ORIGINS[0]),
            _bed(values),
            number(values, "travel", 1, FASTEST, 6000),
            _is_closed(values),
            _settings(values),
        )
    except MazeError as error:
        text = _("The machine {file} cannot be used: {reason}")
        raise MazeError(text.format(file=printable(path), reason=error)) from None


def _suffixes(values: Mapping[str, Any]) -> tuple[str, ...]:
    suffixes = values.get("suffixes", [])
    valid = isinstance(suffixes, list) and all(
        isinstance(suffix, str) and suffix.startswith(".") for suffix in suffixes
    )
    if not valid:
        raise MazeError(_('"suffixes" must be a list like [".svg", ".dxf"].'))
    return tuple(suffix.lower() for suffix in suffixes)


def _bed(values: Mapping[str, Any]) -> tuple[float, float] | None:
    bed = values.get("bed")
    if bed is None:
        return None
    if not isinstance(bed, list) or len(bed) != 2:
        raise MazeError(_('"bed" must be its width and height, like [495, 279].'))
    width, height = (number({"bed": side}, "bed", 1, 100_000, -1) for side in bed)
    return width, height


def _is_closed(values: Mapping[str, Any]) -> bool:
    closed = values.get("closed", False)
    if not isinstance(closed, bool):
        raise MazeError(_("{key} must be true or false.").format(key=quoted("closed")))
    return closed


def _settings(values: Mapping[str, Any]) -> dict[Operation, OperationSetting]:
    """Return how each operation is done."""
    given = table(values, "operations")
    check_keys(given, [operation.value for operation in Operation])
    return {
        operation: _setting(table(given, operation.value), USUAL[operation])
        for operation in Operation
    }


def _setting(values: Mapping[str, Any], usual: OperationSetting) -> OperationSetting:
    check_keys(values, _OF_OPERATION)
    return OperationSetting(
        colour(values, "colour", usual.colour),
        number(values, "speed", 0.1, FASTEST, usual.speed),
        number(values, "power", 0, 100, usual.power),
        round(number(values, "passes", 1, 1000, usual.passes)),
    )


def machine_files(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """Return the files of all machines by name; those of later folders replace earlier ones."""
    return files_by_name((OWN_FOLDER, *folders), SUFFIX)


def machine(name: str, folders: Iterable[Path] = ()) -> Machine:
    """Return the machine of that name, or in the file of that path.

    Raises ``UsageError`` with the names there are, and ``MazeError``.
    """
    files = machine_files(folders)
    if name in files:
        return read_machine(files[name])
    if name.endswith(SUFFIX):
        return read_machine(Path(name))
    text = _("There is no machine {name}. Known are: {known}.")
    raise UsageError(text.format(name=quoted(name), known=", ".join(files)))
