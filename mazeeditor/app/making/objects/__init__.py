"""Finished objects to begin with, each in a file: which job makes it, with which values.

::

    {"format": "mazeeditor object", "version": 1, "name": "Coaster", "order": 1,
     "about": "A maze engraved on a round of wood, cut out", "words": "beer mat",
     "jobs": ["score"], "values": {"outline": "circle", "overall": 100},
     "asks": ["overall", "material", "machine"]}

The first of ``jobs`` is the usual one; the others are kinds of the same object. ``values`` are
those of options that differ from their defaults, ``asks`` the options that stand in front, the
others are under *Details*. ``words`` are others that people use for it. Its picture is the icon
``object-NAME``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.json_files import (
    JsonFormat,
    check_keys,
    files_by_name,
    short_text,
)
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _

SUFFIX = ".json"
MAX_CHARACTERS = 200  # characters
LAST_PLACE = 100  # where objects without an order come
WORD = "word"  # asks for a word, of which a maze is made
_KEYS = ("format", "version", "name", "about", "words", "order", "jobs", "values", "asks")
FORMAT = JsonFormat("mazeeditor object", 1, _("it is not an object of this program."))


@dataclass(frozen=True)
class MadeObject:
    """An object; ``name`` is that of its file, ``label`` and ``about`` are what users read."""

    name: str
    label: str
    about: str
    order: int
    jobs: tuple[str, ...]
    asks: tuple[str, ...]
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    words: str = ""


@cache
def made_objects() -> dict[str, MadeObject]:
    """Return all objects by their names, in their order; raises ``MazeError`` for a damaged file.

    They are read once: to show them again takes no time.
    """
    paths = files_by_name((Path(__file__).parent,), SUFFIX)
    found = [object_of(name, FORMAT.read(path)) for name, path in paths.items()]
    return {each.name: each for each in sorted(found, key=lambda each: (each.order, each.name))}


def object_of(name: str, values: Mapping[str, Any]) -> MadeObject:
    """Return the object of the values of a file of that name; raises ``MazeError``."""
    check_keys(values, _KEYS)
    order, jobs, asks = (values.get(key) for key in ("order", "jobs", "asks"))
    known = values.get("values", {})
    lists = all(isinstance(each, list) and each for each in (jobs, asks))
    if not lists or not isinstance(known, dict):
        raise MazeError(_("The object {name} has no jobs, or asks for nothing.").format(name=name))
    return MadeObject(
        name,
        short_text(values, "name", MAX_CHARACTERS) or name,
        short_text(values, "about", MAX_CHARACTERS),
        order if type(order) is int else LAST_PLACE,
        tuple(map(str, jobs or ())),
        tuple(map(str, asks or ())),
        known,
        short_text(values, "words", MAX_CHARACTERS),
    )


def object_making(job: str) -> str:
    """Return the name of the first object that a job makes, "" where none does."""
    return next((each.name for each in made_objects().values() if job in each.jobs), "")
