"""Lines that are too thin: strokes, filled areas, white lines on black, outlines of letters."""

from __future__ import annotations

from tests.prepress.planted.fragments import SHAPE, WHITE, effects, lettered, plain

BLACK_BOX = b"0 g 140 240 200 200 re f "
THIN = "line-width"

for _name, _operators in {
    "stroke": b"0.05 w 150 300 m 250 300 l S",
    "stroke of width 0": b"0 w 150 300 m 250 300 l S",
    "stroke made small": b"q 0.05 0 0 0.05 150 300 cm 1 w 0 0 m 2000 0 l S Q",
    "stroke squeezed": b"q 1 0 0 0.05 150 300 cm 1 w 0 0 m 100 0 l S Q",
    "curve": b"0.05 w 150 300 m 180 350 220 250 250 300 c S",
    "curve from v": b"0.05 w 150 300 m 180 350 250 300 v S",
    "closed stroke": b"0.05 w 150 300 m 250 300 l 200 400 l s",
    "fill and stroke": b"0.05 w 150 300 100 50 re B",
    "dashes": b"[6 3] 0 d 0.05 w 150 300 m 250 300 l S",
    "line of dots": b"[0 9] 0 d 1 J 0.05 w 150 300 m 250 300 l S",
    "thin rectangle": b"150 300 100 0.3 re f",
    "thin rectangle upright": b"150 300 0.3 100 re f*",
    "thin rectangle backwards": b"250 300 -100 -0.3 re f",
    "thin path": b"150 300 m 250 300 l 250 300.3 l 150 300.3 l h f",
    "thin path not closed": b"150 300 m 250 300 l 250 300.3 l 150 300.3 l f",
    "diagonal strip": b"150 300 m 250 400 l 250.035 399.965 l 150.035 299.965 l h f",
    "strip as a curve": b"150 300 m 180 350 220 350 250 300 c 250 300.2 l "
    b"220 350.2 180 350.2 150 300.2 c h f",
    "frame with a hole": b"150 300 100 100 re 150.3 300.3 99.4 99.4 re f*",
    "frame of winding": b"150 300 m 250 300 l 250 400 l 150 400 l h "
    b"150.3 300.3 m 150.3 399.7 l 249.7 399.7 l 249.7 300.3 l h f",
    "thick and thin in one path": b"150 300 100 20 re 150 350 100 0.3 re f",
    "thin clip": b"q 150 300 100 0.2 re W n 140 250 200 100 re f Q",
}.items():
    plain(_name, THIN, _operators, SHAPE)

plain("white line on black", THIN, BLACK_BOX + b"1 G 0.05 w 150 300 m 250 300 l S", WHITE)
plain("white rectangle on black", THIN, BLACK_BOX + b"1 g 150 300 100 0.3 re f", WHITE)
plain(
    "white line on a thick line",
    THIN,
    b"0 G 40 w 150 300 m 250 300 l S 1 G 0.05 w 150 300 m 250 300 l S",
    WHITE,
)
lettered("outlines of letters", THIN, b"BT 1 Tr 0.05 w /F 40 Tf 150 300 Td (maze) Tj ET")
plain(
    "width in a graphics state",
    THIN,
    b"/E gs 150 300 m 250 300 l S",
    resources=lambda _pdf: effects(LW=0.05),
)
