"""A plane in metres around a place on the earth: transverse Mercator on the ellipsoid WGS 84.

The central meridian leads through the place and has its true length. Krüger's series to the fourth
order in n, as in C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, Journal
of Geodesy 85 (2011). At ``x`` metres from the meridian lengths are too long by x² / (2 R²): less
than 1 mm a kilometre within 9 km. All lengths are those at sea level: on the ground, h metres
higher, a tape is longer by h / R, which is 16 cm a kilometre at 1,000 m.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Points

RADIUS, FLATTENING = 6_378_137.0, 1 / 298.257223563  # of WGS 84: half the major axis in metres
N = FLATTENING / (2 - FLATTENING)
ECCENTRICITY = (FLATTENING * (2 - FLATTENING)) ** 0.5
MERIDIAN = RADIUS / (1 + N) * (1 + N**2 / 4 + N**4 / 64)  # a quarter of it by half of pi
FORWARD = (
    N / 2 - 2 * N**2 / 3 + 5 * N**3 / 16 + 41 * N**4 / 180,
    13 * N**2 / 48 - 3 * N**3 / 5 + 557 * N**4 / 1440,
    61 * N**3 / 240 - 103 * N**4 / 140,
    49561 * N**4 / 161280,
)
INVERSE_TERMS = (
    N / 2 - 2 * N**2 / 3 + 37 * N**3 / 96 - N**4 / 360,
    N**2 / 48 + N**3 / 15 - 437 * N**4 / 1440,
    17 * N**3 / 480 - 37 * N**4 / 840,
    4397 * N**4 / 161280,
)
ROUNDS = 8  # of the latitude, each of which leaves less than 1/100 of the error
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class LocalPlane:
    """The plane whose origin is a longitude and latitude in degrees; y leads north, x east."""

    longitude: float
    latitude: float

    def metres(self, degrees: Points) -> Points:
        """Return float64[..., 2], x and y in metres, of longitudes and latitudes in degrees."""
        x, y = self._projected(degrees)
        return np.stack([x, y - self._north], axis=-1)

    @cached_property
    def _north(self) -> float:
        """Metres from the equator to the origin."""
        place = np.array([[self.longitude, self.latitude]])
        return float(self._projected(place)[1][0])

    def _projected(self, degrees: Points) -> tuple[Numbers, Numbers]:
        across = np.radians((degrees[..., 0] - self.longitude + 180) % 360 - 180)
        sine = np.sin(np.radians(degrees[..., 1]))
        conformal = np.sinh(np.arctanh(sine) - ECCENTRICITY * np.arctanh(ECCENTRICITY * sine))
        north = np.arctan2(conformal, np.cos(across))
        east = np.arcsinh(np.sin(across) / np.hypot(conformal, np.cos(across)))
        x, y = _with_series(east, north, FORWARD, 1)
        return x * MERIDIAN, y * MERIDIAN

    def degrees(self, metres: Points) -> Points:
        """Return float64[..., 2], longitudes and latitudes in degrees, of metres in the plane."""
        x, y = metres[..., 0] / MERIDIAN, (metres[..., 1] + self._north) / MERIDIAN
        east, north = _with_series(x, y, INVERSE_TERMS, -1)
        across = np.arctan2(np.sinh(east), np.cos(north))
        isometric = np.arcsinh(np.sin(north) / np.hypot(np.sinh(east), np.cos(north)))
        sine = np.tanh(isometric)
        for _round in range(ROUNDS):
            sine = np.tanh(isometric + ECCENTRICITY * np.arctanh(ECCENTRICITY * sine))
        longitude = (self.longitude + np.degrees(across) + 180) % 360 - 180
        return np.stack([longitude, np.degrees(np.arcsin(sine))], axis=-1)


def _with_series(
    east: Numbers, north: Numbers, series: tuple[float, ...], sign: int
) -> tuple[Numbers, Numbers]:
    """Return both coordinates with the terms of a series added, or taken away."""
    x, y = east, north
    for number, factor in enumerate(series, 1):
        x = x + sign * factor * np.cos(2 * number * north) * np.sinh(2 * number * east)
        y = y + sign * factor * np.sin(2 * number * north) * np.cosh(2 * number * east)
    return x, y
