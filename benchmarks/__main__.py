"""Runs the benchmarks: ``python -m benchmarks [NAME [OPTION ...]]``, all of them without a name."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import benchmarks


def names() -> list[str]:
    """Return the benchmarks: the files of this folder that have a ``main``."""
    files = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    modules = {name: import_module(f"benchmarks.{name}") for name in files if name != "__main__"}
    return [name for name, module in modules.items() if hasattr(module, "main")]


def run(name: str, arguments: list[str]) -> int:
    """Run one benchmark and return its exit status."""
    status: int = import_module(f"benchmarks.{name}").main(arguments)
    return status


def main(arguments: list[str]) -> int:
    """Run one benchmark, or all of them one after the other."""
    known = names()
    if not arguments:
        for name in known:
            print(f"\n{name}", flush=True)
            run(name, [])
        return 0
    if arguments[0] not in known:
        print(f"usage: python -m benchmarks [{' | '.join(known)}] [OPTION ...]", file=sys.stderr)
        return 2
    return run(arguments[0], arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
