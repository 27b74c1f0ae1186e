"""Builds what a release is made of into ``dist/``, the same bytes from the same checkout."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from own_wheel import build_wheel
from tools import DIST, EPOCH
from windows.build import build_windows

KINDS: dict[str, Callable[[], list[str]]] = {"wheel": build_wheel, "windows": build_windows}


def main() -> int:
    """Build the kinds that the command names; print the files."""
    asked = sys.argv[1:]
    kinds = list(KINDS) if asked == ["all"] else asked
    if not kinds or not set(kinds) <= set(KINDS):
        print(f"usage: packaging/build {'|'.join([*KINDS, 'all'])}", file=sys.stderr)
        return 2
    DIST.mkdir(exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(EPOCH)
    for kind in kinds:
        for name in KINDS[kind]():
            print(f"{DIST / name}: {(DIST / name).stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
