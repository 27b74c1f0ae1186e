"""CSV: a list of stakes with tapes, of hedges line by line, or of the plants to cut."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Annotated, Any, Literal

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _, count
from mazeeditor.page.field import field_format
from mazeeditor.page.field.survey import USUAL_PLANTS, PlantSpacing, Survey

Row = list[Any]
STAKES = ("stake", "kind", "along", "right", "from_a", "from_b", "longitude", "latitude")
HEDGES = ("hedge", "direction", "at", "from", "to", "length")
ROWS = ("row", "row_at", "plants", "cut_from", "cut_to")


def contents(survey: Survey, job: Job, **options: Any) -> str:
    """Return how many lines there are."""
    lines = csv_lists(survey, job, **options).count(b"\r\n") - 1
    return _("The list has {lines}.").format(lines=count(lines, "line", "lines"))


@field_format("csv", "CSV", suffix=".csv", order=2, contents=contents)
def csv_lists(
    survey: Survey,
    job: Job,
    *,
    table: Annotated[
        Literal["stakes", "hedges", "rows"],
        _(
            "table to write: the stakes with their tapes, the hedges along each line, or the "
            "plants to cut by row"
        ),
    ] = "stakes",
    row_spacing: Annotated[
        float,
        Label(_("Between rows")),
        Between(0.05, 10, "m"),
        _("distance from one sown row to the next"),
    ] = 0.75,
    plant_spacing: PlantSpacing = USUAL_PLANTS,
) -> bytes:
    """Lists for stakes, tapes and rows of plants, in metres."""
    tables = {"stakes": (STAKES, _stakes), "hedges": (HEDGES, _hedges)}
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    if table == "rows":
        writer.writerow(ROWS)
        writer.writerows(_rows(survey, row_spacing, plant_spacing))
    else:
        names, lines = tables[table]
        writer.writerow(names)
        writer.writerows(lines(survey))
    job.check()
    return text.getvalue().encode()


def stake_names(survey: Survey) -> list[str]:
    """Return what each stake is called: A, B, or its number."""
    names = [str(number) for number in range(1, len(survey.stakes.kinds) + 1)]
    for name, index in zip("AB", survey.stakes.base, strict=True):
        names[index] = name
    return names


def _stakes(survey: Survey) -> Iterator[Row]:
    stakes = survey.stakes
    numbers = [
        *survey.measured(stakes.places).T.round(2).tolist(),
        *stakes.tapes.T.round(2).tolist(),
    ]
    degrees = survey.degrees(stakes.places).round(8).T.tolist()
    names = stake_names(survey)
    yield from map(list, zip(names, stakes.kinds, *numbers, *degrees, strict=True))


def _hedges(survey: Survey) -> Iterator[Row]:
    """Yield each straight hedge: along the base at so many metres to its right, or across it."""
    ends = survey.measured(survey.hedges).round(2).tolist()
    for number, ((along, right), (along_2, right_2)) in enumerate(ends, 1):
        parallel = right == right_2
        at, one, other = (right, along, along_2) if parallel else (along, right, right_2)
        low, high = sorted((one, other))
        where = "along" if parallel else "across"
        yield [number, where, at, low, high, round(high - low, 2)]


def _rows(survey: Survey, row_spacing: float, plant_spacing: float) -> Iterator[Row]:
    """Yield each part of a row that is cut, or the row alone where nothing of it is."""
    first = survey.ground.rings[0][:, 1].min()
    for row in survey.sown(row_spacing, plant_spacing):
        about = [row.number, round(row.v - first, 2), row.plants]
        if not len(row.cut):
            yield [*about, "", ""]
        yield from ([*about, start, stop] for start, stop in row.cut.tolist())
