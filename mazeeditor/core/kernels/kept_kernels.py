"""How numba keeps the compiled kernels of a folder: under no name or time of their sources.

The folder itself is named by all that a kernel depends on (``keys``). numba would name files by
lines and folders by the whole path of the sources, and an AppImage lies in another folder each
time that it runs. numba imports this file by its name and takes ``KernelLocator`` out of it;
versions before 0.61 do not, and compile again where the file of a kernel has changed or moved.
"""

from __future__ import annotations

from functools import cache
from typing import Any


def __getattr__(name: str) -> Any:
    if name != "KernelLocator":
        raise AttributeError(name)
    return _locator()


@cache
def _locator() -> Any:
    from numba.core.caching import UserProvidedCacheLocator

    class KernelLocator(UserProvidedCacheLocator):
        """Keeps a kernel in the folder that numba is told, which holds no other."""

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:  # noqa: ARG003 - numba passes it
            """Return the name of a folder within: none."""
            return ""

        def get_source_stamp(self) -> object:
            return ""

        def get_disambiguator(self) -> str:
            return "0"

    return KernelLocator
