"""How fast mazes of three sizes pan, zoom, show an edit and are replaced, in a real window.

    python -m mazeeditor.gui.canvas.bench [--json] [--frames N] [--shape NAME] [SIZE ...]

Each SIZE is a maze of about SIZE x SIZE cells, of which are shown walls, then its route too, then
its distances too. Each figure is the time until the X server (or what shows windows elsewhere) has
drawn the frame: the median, and how much of it this process computed. The longest stall is the
longest time in which the event loop handled no event while a maze, its route or its distances were
replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from mazeeditor.gui.canvas.measure import FRAMES, Bench, Figure, Stall
from mazeeditor.shapes import SHAPES, build, sizes_about
from mazeeditor.words import _


def report(figures: list[Figure], stalls: list[Stall]) -> str:
    """Return both tables as text."""
    lines = [
        f"{'cells':>12} {'shown':<10} {'frame':<8} "
        f"{'px/cell':>8} {'ms':>7} {'p95':>7} {'cpu':>7} {'/s':>5}"
    ]
    lines += [
        f"{f'{x.size}x{x.size}':>12} {x.shown:<10} {x.what:<8} {x.zoom:>8} {x.median_ms:>7.2f} "
        f"{x.p95_ms:>7.2f} {x.cpu_ms:>7.2f} {x.a_second:>5.0f}"
        for x in figures
    ]
    lines += ["", f"{'cells':>12} {'replaced':<20} {'longest stall ms':>17} {'total ms':>9}"]
    lines += [
        f"{f'{x.size}x{x.size}':>12} {x.what:<20} {x.longest_ms:>17.1f} {x.total_ms:>9.1f}"
        for x in stalls
    ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sizes", metavar="SIZE", nargs="*", type=int, default=[100, 1000, 4000])
    parser.add_argument("--shape", metavar="NAME", choices=SHAPES.names(), default="rectangular")
    parser.add_argument("--frames", metavar="N", type=int, default=FRAMES)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    options = parser.parse_args(arguments)
    bench = Bench(options.frames)
    figures: list[Figure] = []
    stalls: list[Stall] = []
    for size in options.sizes:
        lattice = build(options.shape, **sizes_about(options.shape, size, {}))
        some, pauses = bench.measure(lattice, size)
        figures += some
        stalls += pauses
    bench.root.destroy()
    if options.json:
        table = {"frames": [*map(asdict, figures)], "stalls": [*map(asdict, stalls)]}
        print(json.dumps(table, indent=1))
    else:
        print(report(figures, stalls))
    return 0


if __name__ == "__main__":
    sys.exit(main())
