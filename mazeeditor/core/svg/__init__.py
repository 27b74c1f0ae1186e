"""What an SVG draws, as areas and lines, and as pixels."""

from typing import Literal

Cap = Literal["square", "round", "butt"]  # how lines end
Join = Literal["miter", "round", "bevel"]  # how they turn
