"""Where numba keeps compiled kernels: by their place in the program, wherever the program lies.

numba names folders by the whole path of the sources, and an AppImage lies in another folder each
time that it runs. numba imports this file by its name and takes ``KernelLocator`` out of it;
versions before 0.61 do not.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).resolve().parents[2]


def __getattr__(name: str) -> Any:
    if name != "KernelLocator":
        raise AttributeError(name)
    return _locator()


@cache
def _locator() -> Any:
    from numba.core.caching import UserProvidedCacheLocator

    class KernelLocator(UserProvidedCacheLocator):
        """Keeps kernels in the folder that numba is told, below the name of their package."""

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:
            """Return the name of the folder for the kernels of one file."""
            folder = Path(py_file).resolve().parent
            if folder.is_relative_to(PROGRAM):
                return "_".join(folder.relative_to(PROGRAM).parts) or PROGRAM.name
            named: Any = super().get_suitable_cache_subpath
            return str(named(py_file))

    return KernelLocator
