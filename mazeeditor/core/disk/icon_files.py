"""Finds the icons: a part of the package where that is installed, beside it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = "icons"


@cache
def icons_folder() -> Path:
    """Return the folder with the icons.

    A checkout has them at its top level, also where another copy of the program is installed that
    the checkout hides; so the folder is found from this file, and not by importing it.
    """
    package = Path(__file__).parents[2]
    installed = package / FOLDER
    return installed if installed.is_dir() else package.parent / FOLDER
