"""A picture behind the maze, for tracing: where it lies, and how strong it is. Never printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.options import Between, FileOf, Option, Written, options_of
from mazeeditor.core.pictures import (
    SUFFIXES,
    check_logo,
    decode_picture,
    load_logo,
    logo_of,
    name_of,
)
from mazeeditor.core.translation import _

MAX_OFFSET_CELLS = 100_000  # cells
MOST_SIDE = 2000  # px of the picture: finer than any screen shows it


@dataclass(frozen=True, kw_only=True)
class Underlay:
    """``picture`` is a data URI as of a logo, "" for none; lengths are in cells of the maze.

    ``left`` and ``top`` are where its upper left corner lies, ``width`` how wide it is; its height
    follows. ``opacity`` is in percent.
    """

    picture: Annotated[
        str,
        Written(check_logo),
        FileOf(_("Picture"), SUFFIXES, load_logo, name=name_of),
        _("picture to trace; it is not printed"),
    ] = ""
    opacity: Annotated[float, Between(5, 100, "%"), _("strength of the picture")] = 40.0
    left: Annotated[
        float,
        Between(-MAX_OFFSET_CELLS, MAX_OFFSET_CELLS),
        _("distance of the picture from the left border, in columns"),
    ] = 0.0
    top: Annotated[
        float,
        Between(-MAX_OFFSET_CELLS, MAX_OFFSET_CELLS),
        _("distance of the picture from the upper border, in rows"),
    ] = 0.0
    width: Annotated[float, Between(0.1, MAX_OFFSET_CELLS), _("width of the picture, in cells")] = (
        10.0
    )
    shown: Annotated[bool, _("show the picture behind the maze")] = True

    @property
    def height(self) -> float:
        """How high the picture is, in cells."""
        logo = logo_of(self.picture)
        return self.width * logo.height / logo.width

    def moved(self, down: int, right: int) -> Underlay:
        """Return it so many rows and columns away, where there is a picture."""
        if not self.picture or not (down or right):
            return self
        return replace(self, left=self.left + right, top=self.top + down)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Underlay:
        """Return the underlay of a project file; raises ``UsageError`` for an invalid value."""
        known = {option.name: option for option in underlay_options()}
        chosen = {name: known[name].check(value) for name, value in values.items() if name in known}
        return cls(**chosen)

    @classmethod
    def fitted(cls, picture: str, columns: float, rows: float, opacity: float = 40.0) -> Underlay:
        """Return a picture as large as fits into a maze of such a size, in its middle."""
        logo = logo_of(picture)
        width = min(columns, rows * logo.width / logo.height)
        height = width * logo.height / logo.width
        return cls(
            picture=picture,
            opacity=opacity,
            left=round((columns - width) / 2, 2),
            top=round((rows - height) / 2, 2),
            width=round(width, 2),
        )


NO_UNDERLAY = Underlay()


@cache
def underlay_options() -> tuple[Option, ...]:
    return options_of(Underlay)


def decoded_underlay(text: str) -> NDArray[np.uint8]:
    """Return the pixels uint8[h, w, 4] of a picture, for a worker: a large one takes a while."""
    from PIL import Image

    image = decode_picture(logo_of(text).data).convert("RGBA")
    image.thumbnail((MOST_SIDE, MOST_SIDE), Image.Resampling.LANCZOS)
    return np.asarray(image)
