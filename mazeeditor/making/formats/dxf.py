"""DXF for cutters and CAD: polylines with true arcs, in millimetres, y up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.threads import SharedContext
from mazeeditor.core.translation import _
from mazeeditor.making.formats import cut_format
from mazeeditor.making.formats.coordinates import top_of, with_y_up, words_for
from mazeeditor.page.colours import hexadecimal
from mazeeditor.page.formats.numbers import Words, join_words

if TYPE_CHECKING:
    from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.sheets.layout import SheetLayout

MILLIMETRES = 4  # of $INSUNITS
BLACK = 7  # black on white paper, white on a black screen
BEGIN = "\n  2\nENTITIES\n"  # of the section that holds what is drawn
WORDS = 0.6  # of the work: the words of all points
POLYLINES_PER_CHECK = 1000  # polylines, of which each takes 5 µs
CONTINUOUS = "CONTINUOUS"
# Colours of R2000 are numbers from a table, of which only these are the same in every program.
COLOURS = {
    1: (255, 0, 0),
    2: (255, 255, 0),
    3: (0, 255, 0),
    4: (0, 255, 255),
    5: (0, 0, 255),
    6: (255, 0, 255),
    BLACK: (0, 0, 0),
    8: (128, 128, 128),
}


@cut_format("dxf", "DXF", suffix=".dxf", order=2, memory=1000)
def dxf(
    layout: SheetLayout,
    machine: Machine,
    job: Job,
    *,
    layers: Annotated[
        Literal["layered", "plain"] | None,
        _(
            "layers of a DXF: one for each operation, or all on layer 0; by default as the "
            "machine needs"
        ),
    ] = None,
) -> bytes:
    """Polylines with true arcs in millimetres, R2000: for cutting services and CAD."""
    plain = (layers or machine.layers) == "plain"
    with _METADATA:
        from ezdxf.filemanagement import new

        document = new("R2000", units=MILLIMETRES)
        top = top_of(layout, machine)
        entities: list[str] = []
        for operation, paths in layout.paths.items():
            common = f"  8\n0\n  6\n{CONTINUOUS}\n 62\n{BLACK}\n"
            if not plain:
                common = f"  8\n{_layer_of(document, operation, machine)}\n"
            with job.part(layout.share(operation)):
                entities += _polylines(document, with_y_up(paths, top), common, job)
        _set_extents(document, (0.0, top - layout.height), (layout.width, top))
        file = StringIO()
        document.write(file)
    head, begin, foot = file.getvalue().partition(BEGIN)
    return "".join([head, begin, *entities, foot]).encode(document.output_encoding)


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """Let ezdxf write neither the time nor random numbers into its files."""
    from ezdxf import options  # type: ignore[attr-defined]

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


_METADATA = SharedContext(_fixed_metadata)


def _set_extents(document: Any, low: tuple[float, float], high: tuple[float, float]) -> None:
    """Say where the sheet is, in the header and in the model space.

    ezdxf writes those of the model space into the header, but not where one corner is (0, 0).
    """
    space, corners = document.modelspace(), ((*low, 0.0), (*high, 0.0))
    document.header["$EXTMIN"], document.header["$EXTMAX"] = corners
    space.reset_extents(*corners)
    space.reset_limits(low, high)


def _layer_of(document: Any, operation: Operation, machine: Machine) -> str:
    """Return the name of the layer of an operation, made in its colour."""
    colour = nearest_colour(machine.settings[operation].colour)
    document.layers.add(operation.value, color=colour, linetype=CONTINUOUS)
    return operation.value


def nearest_colour(name: str) -> int:
    """Return the number of the colour of DXF that is most like one."""
    code = hexadecimal(name)
    wanted = np.array([int(code[at : at + 2], 16) for at in (1, 3, 5)])
    return min(COLOURS, key=lambda number: int(((np.array(COLOURS[number]) - wanted) ** 2).sum()))


def _polylines(document: Any, paths: ToolPaths, common: str, job: Job) -> Iterator[str]:
    """Yield a polyline for each path, as ezdxf writes them; raises ``CancelledError``.

    ezdxf takes 60 µs to make and write one, most of it for values that all have in common.
    """
    owner = document.modelspace().layout_key
    job.phase(1, WORDS)
    x, y = words_for(paths.points.T, str)
    places: Words = " 10\n" + x + "\n 20\n" + y + "\n"
    arcs = paths.bulges.round(9) != 0
    places[arcs] += " 42\n" + words_for(paths.bulges[arcs].round(9), str) + "\n"
    ends = paths.starts.tolist()
    job.phase(len(paths.points))
    for number, closed in enumerate(paths.closed.tolist()):
        low, high = ends[number], ends[number + 1]
        if number % POLYLINES_PER_CHECK == 0:
            job.step(low)
        yield (
            f"  0\nLWPOLYLINE\n  5\n{document.entitydb.next_handle()}\n330\n{owner}\n"
            f"100\nAcDbEntity\n{common}100\nAcDbPolyline\n 90\n{high - low}\n 70\n{closed:d}\n"
        )
        yield join_words(places[low:high])
