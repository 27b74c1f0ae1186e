"""A picture in a few colours, as pencils have them: which of them is where.

What is kept is a small picture with a palette, clear where no colour is meant, so that the same
recipe gives the same maze for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import KeptPicture, reduced, strips
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from PIL import Image

MAX_PENCILS = 6  # pencils
NO_PENCIL = -1  # where no colour is meant
KEPT_SIDE = 200  # px of a picture that is chosen by hand
MIN_COLOUR_DISTANCE = 12.0  # between two colours, in CIELAB: closer ones are one pencil
ROUNDS = 12  # of k-means
TRANSPARENT_BELOW = 128  # less opaque is clear

Paints = NDArray[np.int8]  # int8[h, w]: the number of a colour, or NO_PENCIL
Colours = NDArray[np.float64]  # float64[k, 3], red, green and blue from 0 to 255


@dataclass(frozen=True, eq=False)
class Pencils:
    """``paints`` are the places in ``colours``, each like "#0a5fb4"."""

    paints: Paints
    colours: tuple[str, ...]


def in_few(pixels: Colours, most: int) -> tuple[NDArray[np.int8], tuple[str, ...]]:
    """Return for each of some pixels its colour, int8[k], and the colours, ``most`` or fewer.

    By k-means (S. P. Lloyd, "Least squares quantization in PCM", 1982) in CIELAB. It begins with
    the colour of most pixels, and each next one is far from those before, by how many are of it.
    """
    known, of_known, counts = np.unique(
        (pixels.astype(np.int64) >> 3).clip(0, 31), axis=0, return_inverse=True, return_counts=True
    )
    of_known = of_known.ravel()
    sums = np.stack(
        [np.bincount(of_known, pixels[:, channel], len(known)) for channel in range(3)], axis=-1
    )
    means = sums / counts[:, None]
    places = lab(means)
    centres = places[[int(counts.argmax())]]
    while len(centres) < most:
        away = _distances(places, centres).min(axis=1)
        weights = np.where(away >= MIN_COLOUR_DISTANCE, away * np.sqrt(counts), 0.0)
        if not weights.any():
            break
        centres = np.concatenate([centres, places[[int(weights.argmax())]]])
    for _round in range(ROUNDS):
        nearest = _distances(places, centres).argmin(axis=1)
        total = np.bincount(nearest, counts, len(centres))
        moved = np.stack(
            [np.bincount(nearest, counts * places[:, axis], len(centres)) for axis in range(3)],
            axis=-1,
        )
        centres = np.where(total[:, None] > 0, moved / np.maximum(total, 1)[:, None], centres)
    centres = _apart(centres, np.bincount(nearest, counts, len(centres)))
    nearest = _distances(places, centres).argmin(axis=1)
    used, numbers = np.unique(nearest, return_inverse=True)
    numbers = numbers.ravel()
    total = np.bincount(numbers, counts, len(used))
    mixed = np.stack(
        [np.bincount(numbers, counts * means[:, axis], len(used)) for axis in range(3)], axis=-1
    )
    colours = np.rint(mixed / total[:, None]).astype(np.int64).clip(0, 255)
    order = np.argsort(-total, kind="stable")  # that of most pixels first
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    names = tuple("#{:02x}{:02x}{:02x}".format(*colours[number].tolist()) for number in order)
    return place[numbers[of_known]].astype(np.int8), names


def _apart(centres: Colours, counts: NDArray[Any]) -> Colours:
    """Return centres that are APART, of two that are not the one that has more."""
    kept: list[int] = []
    for number in np.argsort(-counts, kind="stable").tolist():
        if not kept or _distances(centres[[number]], centres[kept]).min() >= MIN_COLOUR_DISTANCE:
            kept.append(number)
    return centres[kept]


def lab(colours: Colours) -> Colours:
    """Return colours of sRGB in CIELAB, under daylight D65 (IEC 61966-2-1, CIE 015)."""
    share = colours / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    matrix = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    xyz = linear @ matrix.T / np.array([0.95047, 1.0, 1.08883])
    bent = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [
            116 * bent[:, 1] - 16,
            500 * (bent[:, 0] - bent[:, 1]),
            200 * (bent[:, 1] - bent[:, 2]),
        ],
        axis=-1,
    )


def _distances(places: Colours, centres: Colours) -> NDArray[np.float64]:
    result: NDArray[np.float64] = np.sqrt(
        ((places[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1)
    )
    return result


NAMES = (
    ("#000000", _("Black")),
    ("#505050", _("Dark grey")),
    ("#808080", _("Grey")),
    ("#c0c0c0", _("Light grey")),
    ("#ffffff", _("White")),
    ("#d62020", _("Red")),
    ("#8b1a1a", _("Dark red")),
    ("#f58220", _("Orange")),
    ("#f7d51d", _("Yellow")),
    ("#8b5a2b", _("Brown")),
    ("#d9b382", _("Skin")),
    ("#2e8b2e", _("Green")),
    ("#145214", _("Dark green")),
    ("#8fd14f", _("Light green")),
    ("#2bb5b5", _("Turquoise")),
    ("#1f5fd0", _("Blue")),
    ("#12246e", _("Dark blue")),
    ("#7fb8f0", _("Light blue")),
    ("#7b3fa0", _("Purple")),
    ("#f28cb1", _("Pink")),
)


def names_of(colours: tuple[str, ...]) -> list[str]:
    """Return the name of each colour; of two with one name the second has its number behind."""
    table = lab(np.array([_rgb(code) for code, _name in NAMES], np.float64))
    names: list[str] = []
    if not colours:
        return names
    nearest = _distances(lab(np.array([_rgb(one) for one in colours], np.float64)), table)
    for number in nearest.argmin(axis=1).tolist():
        name = NAMES[number][1]
        again = sum(each == name or each.startswith(f"{name} ") for each in names)
        names.append(f"{name} {again + 1}" if name in names else name)
    return names


def _rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _in_few(image: Image.Image) -> Image.Image:
    """Return a picture as it is, mode RGBA, or smaller in MOST colours where it has more."""
    if _has_few(image):
        return image.convert("RGBA")
    data = np.asarray(reduced(image, max(1, max(image.size) // KEPT_SIDE), "RGBA"))
    opaque = data[..., 3] >= TRANSPARENT_BELOW
    if not opaque.any():
        raise UsageError(_("The picture is clear all over: choose one with colours."))
    paints = np.full(opaque.shape, NO_PENCIL, np.int8)
    paints[opaque], colours = in_few(data[opaque][:, :3].astype(np.float64), MAX_PENCILS)
    return _image_of(Pencils(paints, colours))


def _has_few(image: Image.Image) -> bool:
    """Whether a picture has any colours, and ``MAX_PENCILS`` at the most."""
    known: set[int] = set()
    for _top, strip in strips(image):
        known.update(_codes(strip.convert("RGBA"))[1])
        if len(known) > MAX_PENCILS:
            return False
    return bool(known)


def _image_of(pencils: Pencils) -> Image.Image:
    """Return a picture in these colours, mode RGBA, clear where none is meant."""
    from PIL import Image

    colours = ((*_rgb(colour), 255) for colour in pencils.colours)
    table = np.array([(0, 0, 0, 0), *colours], np.uint8)
    return Image.fromarray(table[pencils.paints + 1], "RGBA")


def _codes(image: Image.Image) -> tuple[NDArray[np.int64], list[int]]:
    """Return int64[h, w], the colours of a picture as numbers, NONE if clear; and all of them."""
    data = np.asarray(image)
    codes = (data[..., :3].astype(np.int64) * [65536, 256, 1]).sum(axis=-1)
    codes[data[..., 3] < TRANSPARENT_BELOW] = NO_PENCIL
    known, counts = np.unique(codes, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return codes, [code for code in known[order].tolist() if code != NO_PENCIL]


def _pencils(image: Image.Image) -> Pencils:
    codes, known = _codes(image.convert("RGBA"))
    paints = np.full(codes.shape, NO_PENCIL, np.int8)
    for number, code in enumerate(known):
        paints[codes == code] = number
    return Pencils(paints, tuple(f"#{code:06x}" for code in known))


PENCILS = KeptPicture(
    _in_few,
    unfit=_("The colours of the route must be a PNG or JPEG picture as a data URI."),
    unreadable=_("Cannot read the colours of the route in {file}: {reason}"),
    optimize=True,
)


def text_of_pencils(pencils: Pencils, name: str) -> str:
    return PENCILS.text_of(_image_of(pencils), name)


def check_pencils(text: str) -> str:
    """Return the text of a picture in few colours, or "", as it is; raises ``UsageError``."""
    if text:
        pencils_of(text)
    return text


def pencils_of(text: str) -> Pencils:
    """Return the colours of a text or a named file, not to be changed; raises ``UsageError``."""
    return PENCILS.made(text, _pencils)


def smooth_paints(paints: Paints, rounds: int) -> Paints:
    """Return each place in the colour of most of the nine around it, ``rounds`` times."""
    for _round in range(rounds):
        counts = np.stack([_around(paints == number) for number in range(_count(paints))])
        rows, columns = np.indices(paints.shape)
        own = counts[paints.clip(0), rows, columns]
        best = counts.argmax(axis=0)
        more = counts.max(axis=0) > own
        paints = np.where((paints >= 0) & more, best, paints).astype(np.int8)
    return paints


def without_specks(paints: Paints, least: int) -> Paints:
    """Return areas of fewer than ``least`` places in the colour of most of what is around them."""
    paints = paints.copy()
    for area in list(areas_of(paints)):
        if len(area) >= least:
            continue
        inside = np.zeros(paints.shape, np.bool_)
        inside.ravel()[area] = True
        beside = (_beside(inside) & ~inside) & (paints >= 0)
        if beside.any():
            paints[inside] = np.bincount(paints[beside]).argmax()
    return paints


def spread(paints: Paints, wanted: NDArray[np.bool_]) -> Paints:
    """Return paints with a colour wherever one is ``wanted`` and can be reached: the nearest."""
    paints = paints.copy()
    while True:
        open_places = wanted & (paints == NO_PENCIL)
        grown = paints.copy()
        for number in range(_count(paints)):
            grown[open_places & (grown == NO_PENCIL) & _beside(paints == number)] = number
        if np.array_equal(grown, paints):
            return paints
        paints = grown


def areas_of(paints: Paints) -> Iterator[NDArray[np.int64]]:
    """Yield the places int64[k] of each area of one colour, small ones first."""
    rows, columns = paints.shape
    labels = np.arange(paints.size, dtype=np.int64).reshape(rows, columns)
    while True:  # each place takes the lowest number beside it, and then that of its number
        before = labels.copy()
        for axis in (0, 1):
            first, second = _halves(axis)
            same = (paints[first] == paints[second]) & (paints[first] >= 0)
            low = np.minimum(labels[first], labels[second])
            labels[first] = np.where(same, low, labels[first])
            labels[second] = np.where(same, low, labels[second])
        labels = labels.ravel()[labels]
        if np.array_equal(before, labels):
            break
    painted = np.flatnonzero(paints.ravel() >= 0)
    order = painted[np.argsort(labels.ravel()[painted], kind="stable")]
    cuts = np.flatnonzero(np.diff(labels.ravel()[order])) + 1
    parts = np.split(order, cuts) if len(order) else []
    yield from sorted(parts, key=len)


def _halves(axis: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    if axis == 0:
        return (slice(None, -1), slice(None)), (slice(1, None), slice(None))
    return (slice(None), slice(None, -1)), (slice(None), slice(1, None))


def _count(paints: Paints) -> int:
    return int(paints.max(initial=0)) + 1


def _around(places: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many of the nine around each place are True."""
    padded = np.pad(places, 1).astype(np.int64)
    rows, columns = places.shape
    total = np.zeros(places.shape, np.int64)
    for row in range(3):
        for column in range(3):
            total += padded[row : row + rows, column : column + columns]
    return total


def _beside(places: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the places that have one beside, above or below that is True."""
    padded = np.pad(places, 1)
    result: NDArray[np.bool_] = (
        padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
    )
    return result
