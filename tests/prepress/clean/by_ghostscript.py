"""Clean files of Ghostscript, of programs in PostScript."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.prepress.clean.variants import MARGIN, Variant, clean

BY = "Ghostscript"
DRAWN_LETTERS = """
8 dict begin /FontType 3 def /FontMatrix [0.001 0 0 0.001 0 0] def /FontBBox [0 0 700 700] def
/Encoding 256 array def 0 1 255 {Encoding exch /.notdef put} for Encoding 109 /m put
/BuildGlyph { 700 0 0 0 700 700 setcachedevice pop pop newpath 0 0 moveto 600 0 lineto
300 700 lineto closepath fill } def currentdict end /Drawn exch definefont pop
"""


def printed(path: Path, one: Variant, program: str, *options: str) -> None:
    source = path.with_suffix(".ps")
    setup = f"<< /PageSize [{one.wide} {one.high}] >> setpagedevice\n"
    source.write_text(f"%!PS\n{setup}{program}\n")
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite"]
    command += ["-dPDFSETTINGS=/prepress", "-dEmbedAllFonts=true", *options]
    subprocess.run([*command, f"-sOutputFile={path}", str(source)], check=True)


def star(one: Variant) -> str:
    first, *others = (f"{x:.3f} {y:.3f}" for x, y in one.star())
    return f"newpath {first} moveto " + " ".join(f"{other} lineto" for other in others)


@clean(BY)
def text(path: Path, one: Variant) -> None:
    x, y = one.middle
    program = f"/NimbusSans-Regular findfont {one.text} scalefont setfont {MARGIN} {MARGIN} moveto"
    program += f" (maze) show {x} {y} moveto {one.turn} rotate (turned) show showpage"
    printed(path, one, program)


@clean(BY)
def drawn_letters(path: Path, one: Variant) -> None:
    """A font of Type 3."""
    program = f"{DRAWN_LETTERS} /Drawn findfont {one.text} scalefont setfont"
    printed(path, one, f"{program} {MARGIN} 200 moveto (mmm mm) show showpage")


@clean(BY)
def spot_colours(path: Path, one: Variant) -> None:
    space = "[/Separation (Gold) /DeviceCMYK {dup 0.2 mul exch dup 0.8 mul exch pop 0 exch 0 exch}]"
    colours = f"{space} setcolorspace 0.7 setcolor {star(one)} fill 0.3 0 0 0.4 setcmykcolor"
    printed(path, one, f"{colours} 100 100 90 90 rectfill showpage")


@clean(BY, "kdp")
def book_in_black(path: Path, one: Variant) -> None:
    size = max(one.text, 7)
    page = (
        f"/NimbusSans-Regular findfont {size} scalefont setfont 72 72 moveto (maze) show "
        f"{min(one.grey, 0.85)} setgray 90 200 200 200 rectfill 0 setgray "
        f"{max(one.line, 0.75)} setlinewidth 90 200 200 200 rectstroke showpage\n"
    )
    paper = Variant("book", 432, 648, one.line, one.grey, one.text, one.turn)
    printed(path, paper, page * 24)
