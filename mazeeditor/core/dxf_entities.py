"""What a DXF draws, within bounds: its entities, blocks taken apart, and curves as lines.

ezdxf reads the file; what it may hold is counted before, as each value takes it hundreds of bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import keep_log
from mazeeditor.core.translation import _

MOST_VALUES = 3_000_000
MOST_ENTITIES = 250_000  # those that blocks repeat too
DEEPEST_BLOCK = 20
ARC_ERROR = 0.0005  # of the size of an arc: how far flattened ones are off
CURVES = {"LWPOLYLINE", "POLYLINE", "ARC", "CIRCLE", "ELLIPSE", "SPLINE"}
_ENTITY = re.compile(rb"^[ \t]*0[ \t\r]*$", re.MULTILINE)


def read_entities(data: bytes, take: Callable[[Any], None], job: Job) -> None:
    """Call ``take`` with each entity of a DXF; raises ``MazeError`` with the reason alone."""
    _check_amount(data)
    document = _document(data)
    try:
        for number, entity in enumerate(_entities(document)):
            if number & 1023 == 0:
                job.check()
            take(entity)
    except MazeError:
        raise
    except (ValueError, TypeError, ArithmeticError, AttributeError, KeyError, IndexError) as error:
        raise _damaged_error(error) from None
    except import_module("ezdxf").DXFError as error:
        raise _damaged_error(error) from None


def lines_of(entity: Any) -> Iterator[tuple[Any, bool]]:
    """Yield the lines of an entity, points float64[k, 2] with y down, and whether each is closed.

    Nothing for what is no line.
    """
    kind = entity.dxftype()
    if kind == "LINE":
        ends = [tuple(entity.dxf.start)[:2], tuple(entity.dxf.end)[:2]]
        yield checked_points(np.array(ends, np.float64)), False
    elif kind in CURVES:
        yield from _flatten(entity)


def areas_of(entity: Any) -> Iterator[Any]:
    """Yield the outlines of what an entity fills, points float64[k, 2] with y down."""
    kind = entity.dxftype()
    if kind in ("SOLID", "TRACE"):
        corners = np.array([tuple(one)[:2] for one in entity.wcs_vertices()], np.float64)
        yield checked_points(corners)
    elif kind in ("HATCH", "MPOLYGON"):
        for path in import_module("ezdxf.path").from_hatch(entity):
            yield from (points for points, _closed in _lines_of_path(path))


def _check_amount(data: bytes) -> None:
    """Raise ``MazeError`` for a file that would take more memory than any drawing of a maze."""
    if data.count(b"\n") // 2 > MOST_VALUES:
        text = _("it has more than {most:,} values: save its lines alone.")
        raise MazeError(text.format(most=MOST_VALUES))
    if sum(1 for _match in _ENTITY.finditer(data)) > 3 * MOST_ENTITIES:
        raise _too_many()


def _too_many() -> MazeError:
    text = _("it has more than {most:,} lines and blocks: save a part of it.")
    return MazeError(text.format(most=MOST_ENTITIES))


def _damaged_error(error: Exception) -> MazeError:
    text = _("it is damaged ({error}).")
    return MazeError(text.format(error=str(error).partition("\n")[0][:80]))


def _document(data: bytes) -> Any:
    library, recover = import_module("ezdxf"), import_module("ezdxf.recover")
    try:
        with keep_log("ezdxf", lambda _record: None):  # what it mends says nothing to users
            document, _auditor = recover.read(BytesIO(data))
    except (library.DXFError, OSError, ValueError, TypeError, ArithmeticError) as error:
        raise _damaged_error(error) from None
    except (AttributeError, KeyError, IndexError, RecursionError, EOFError) as error:
        raise _damaged_error(error) from None
    return document


def _entities(document: Any) -> Iterator[Any]:
    """Yield what the model space draws, blocks taken apart; raises ``MazeError``."""
    waiting = [(entity, 0) for entity in document.modelspace()][::-1]
    count = 0
    while waiting:
        entity, depth = waiting.pop()
        count += 1
        if count > MOST_ENTITIES:
            raise _too_many()
        if entity.dxftype() != "INSERT":
            yield entity
            continue
        if depth >= DEEPEST_BLOCK:
            text = _("its blocks lie more than {most} deep.")
            raise MazeError(text.format(most=DEEPEST_BLOCK))
        copies = max(entity.dxf.row_count, 1) * max(entity.dxf.column_count, 1)
        block = entity.block()
        inner = 0 if block is None else len(block)
        if count + copies * inner + len(waiting) > MOST_ENTITIES:
            raise _too_many()
        several = entity.multi_insert() if copies > 1 else (entity,)
        waiting += [(part, depth + 1) for one in several for part in one.virtual_entities()]


def _flatten(entity: Any) -> Iterator[tuple[Any, bool]]:
    """Yield the lines of a polyline, arc or curve."""
    return _lines_of_path(import_module("ezdxf.path").make_path(entity))


def _lines_of_path(path: Any) -> Iterator[tuple[Any, bool]]:
    for part in path.sub_paths():
        ends = np.array([tuple(one)[:2] for one in part.control_vertices()], np.float64)
        if len(ends) < 2:
            continue
        size = float(np.ptp(checked_points(ends), axis=0).max())
        points = np.array(
            [tuple(one)[:2] for one in part.flattening(max(ARC_ERROR * size, 1e-9), segments=4)],
            np.float64,
        )
        closed = len(points) > 2 and bool(np.allclose(points[0], points[-1], rtol=0, atol=1e-9))
        yield checked_points(points[:-1] if closed else points), closed


def checked_points(points: Any) -> Any:
    """Return points with y down; raises ``MazeError`` for a place that is no number."""
    if not np.isfinite(points).all() or np.abs(points).max(initial=0.0) > 1e12:
        raise MazeError(_("it is damaged (a coordinate is no number)."))
    return points * (1.0, -1.0)
