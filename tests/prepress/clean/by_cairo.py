"""Clean files of cairo, which draws the SVG that rsvg-convert reads."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.prepress.clean.variants import MARGIN, Variant, clean

BY = "cairo"


def drawn(path: Path, one: Variant, body: str) -> None:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{one.wide}pt" height="{one.high}pt" viewBox="0 0 {one.wide} {one.high}">'
        f"{body}</svg>"
    )
    source = path.with_suffix(".svg")
    source.write_text(svg)
    subprocess.run(
        ["rsvg-convert", "-f", "pdf", "--dpi-x=72", "--dpi-y=72", "-o", str(path), str(source)],
        check=True,
    )


def star(one: Variant) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in one.star())


@clean(BY)
def text(path: Path, one: Variant) -> None:
    x, y = one.middle
    drawn(
        path,
        one,
        f'<text x="{MARGIN}" y="{MARGIN + one.text}" font-size="{one.text}">maze, Österreich</text>'
        f'<text x="{x}" y="{y}" font-size="{one.text}" font-family="serif" '
        f'transform="rotate({one.turn} {x} {y})">maze</text>'
        f'<text x="{MARGIN}" y="{y}" font-size="40" fill="none" stroke="black">maze</text>',
    )


@clean(BY)
def patterns(path: Path, one: Variant) -> None:
    drawn(
        path,
        one,
        f'<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({one.turn})"><circle cx="5" cy="5" r="2"/>'
        f'<path d="M0 0L10 10" stroke="black" stroke-width="{one.line}"/></pattern>'
        f'<polygon points="{star(one)}" fill="url(#p)"/>',
    )


@clean(BY)
def groups_and_clips(path: Path, one: Variant) -> None:
    """Without masks, which librsvg draws as pictures of 72 dpi."""
    x, y = one.middle
    drawn(
        path,
        one,
        f'<clipPath id="c"><circle cx="{x}" cy="{y}" r="80"/></clipPath>'
        f'<g opacity="0.5" clip-path="url(#c)"><rect x="{x}" y="{y}" width="90" height="90"/>'
        f'<polygon points="{star(one)}" fill="#444"/></g>',
    )
