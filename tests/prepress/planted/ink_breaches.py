"""Greys that are too pale, colours that a printer lacks, and what is transparent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.prepress.planted.fragments import (
    COLOUR,
    EFFECT,
    GREY,
    INVISIBLE,
    Fragment,
    Resources,
    array,
    breach,
    dictionary,
    effects,
    entries_of,
    lettered,
    plain,
)

BOX = b" 150 300 100 100 re f"
PALE, COLOURS, TRANSPARENT = "grey-fill", "colours", "transparency"


def ramp(parts: int, end: list[float]) -> Any:
    """Return a function from a tint to the parts of a colour."""
    return Dictionary(FunctionType=2, Domain=[0, 1], C0=[0.0] * parts, C1=end, N=1)


def spot(ink: str = "Gold") -> Any:
    return array("Separation", ink, "DeviceCMYK", ramp(4, [0.0, 0.2, 0.8, 0.1]))


def many_inks(pdf: Pdf) -> Any:
    code = Stream(pdf, b"{ 0 0 }")
    code.stream_dict = Dictionary(FunctionType=4, Domain=[0, 1, 0, 1], Range=[0, 1] * 4)
    inks = array("Gold", "Silver")
    return array("DeviceN", inks, "DeviceCMYK", pdf.make_indirect(code))


def profile(pdf: Pdf, parts: int) -> Any:
    """Return a colour space of a profile; its alternative is what renderers take of this one."""
    stream = Stream(pdf, b"no profile that anything reads")
    alternate = {1: Name.DeviceGray, 3: Name.DeviceRGB, 4: Name.DeviceCMYK}[parts]
    stream.stream_dict = Dictionary(N=parts, Alternate=alternate)
    return array("ICCBased", pdf.make_indirect(stream))


def lab() -> Any:
    """Return Lab; Ghostscript paints nothing in one without /Range, which it may lack."""
    return array("Lab", Dictionary(WhitePoint=[0.95, 1, 1.09], Range=[-100, 100, -100, 100]))


def spaces(**known: Any) -> Resources:
    return {"ColorSpace": known}


plain("pale grey", PALE, b"0.97 g" + BOX, GREY)
plain("pale line", PALE, b"0.97 G 2 w 150 300 m 250 300 l S", GREY)
plain("pale black of CMYK", PALE, b"0 0 0 0.03 k" + BOX, GREY)
plain("pale grey of RGB", PALE, b"0.97 0.97 0.97 rg" + BOX, GREY)
plain("pale grey chosen by cs", PALE, b"/DeviceGray cs 0.97 sc" + BOX, GREY)


lettered("pale text", PALE, b"0.97 g BT /F 40 Tf 150 300 Td (maze) Tj ET", GREY)
plain(
    "black made transparent",
    PALE,
    b"/E gs 0 g" + BOX,
    GREY,
    resources=lambda _pdf: effects(ca=0.03),
)


def in_space(
    name: str,
    space: Callable[[Pdf], Any],
    operands: bytes,
    rule: str = COLOURS,
    trait: str = COLOUR,
    rules: str = "kdp",
) -> None:
    """Register an area in a colour space of the resources."""
    plain(
        name,
        rule,
        b"/C cs " + operands + b" scn" + BOX,
        trait,
        rules=rules,
        resources=lambda pdf: spaces(C=space(pdf)),
    )


def greys(_pdf: Pdf) -> Any:
    return array("Indexed", "DeviceGray", 1, String(b"\x00\xf8"))


in_space("pale black as a spot colour", lambda _pdf: spot("Black"), b"0.03", PALE, GREY)
in_space("pale grey of a profile", lambda pdf: profile(pdf, 1), b"0.97", PALE, GREY)
in_space("pale grey of a table", greys, b"1", PALE, GREY)
in_space("pale grey of Lab", lambda _pdf: lab(), b"97 0 0", PALE, GREY)
plain("RGB area", COLOURS, b"1 0 0 rg" + BOX, COLOUR)
plain("RGB line", COLOURS, b"0 0.5 0 RG 2 w 150 300 m 250 300 l S", COLOUR)
plain("RGB area chosen by cs", COLOURS, b"/DeviceRGB cs 1 0 0 sc" + BOX, COLOUR)
plain("CMYK area", COLOURS, b"0 1 1 0 k" + BOX, COLOUR)
plain("CMYK line", COLOURS, b"1 0 0 0 K 2 w 150 300 m 250 300 l S", COLOUR)
plain("RGB in a file for offset", COLOURS, b"1 0 0 rg" + BOX, COLOUR, rules="pdfx-1a")


lettered("text in RGB", COLOURS, b"1 0 0 rg BT /F 40 Tf 150 300 Td (maze) Tj ET", COLOUR)
in_space("spot colour", lambda _pdf: spot(), b"1")
in_space("spot colours of DeviceN", many_inks, b"1 1")
in_space("RGB of a profile", lambda pdf: profile(pdf, 3), b"1 0 0")
in_space("CMYK of a profile", lambda pdf: profile(pdf, 4), b"0 1 1 0")
in_space(
    "RGB of a table",
    lambda _pdf: array("Indexed", "DeviceRGB", 1, String(b"\x00\x00\x00\xff\x00\x00")),
    b"1",
)
in_space(
    "calibrated RGB",
    lambda _pdf: array("CalRGB", Dictionary(WhitePoint=[0.95, 1, 1.09])),
    b"1 0 0",
)
in_space("Lab", lambda _pdf: lab(), b"50 80 60")
in_space("Lab in a file for offset", lambda _pdf: lab(), b"50 80 60", rules="pdfx-1a")


plain(
    "spot colour as DefaultGray",
    COLOURS,
    b"0.5 g" + BOX,
    COLOUR,
    resources=lambda _pdf: spaces(DefaultGray=spot()),
)


@breach(COLOURS, COLOUR)
def RGB_shading(_pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    shading = Dictionary(
        ShadingType=2,
        ColorSpace=Name.DeviceRGB,
        Coords=[150, 300, 250, 300],
        Function=ramp(3, [1.0, 0.0, 0.0]),
    )
    return Fragment(b"q 150 300 100 100 re W n /S sh Q", {"Shading": {"S": shading}})


@breach(COLOURS, COLOUR)
def RGB_shading_as_a_pattern(_pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    shading = Dictionary(
        ShadingType=3,
        ColorSpace=Name.DeviceRGB,
        Coords=[200, 350, 0, 200, 350, 70],
        Extend=[False, True],  # seen wherever a carrier has it
        Function=ramp(3, [1.0, 0.0, 0.0]),
    )
    pattern = Dictionary(PatternType=2, Shading=shading)
    return Fragment(b"/Pattern cs /P scn" + BOX, {"Pattern": {"P": pattern}})


@breach(COLOURS, COLOUR)
def stencil_pattern_in_RGB(pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    pattern = Stream(pdf, b"0 0 5 5 re f")
    pattern.stream_dict = Dictionary(
        PatternType=1,
        PaintType=2,
        TilingType=1,
        BBox=[0, 0, 10, 10],
        XStep=10,
        YStep=10,
        Resources=Dictionary(),
    )
    return Fragment(
        b"/C cs 1 0 0 /P scn" + BOX,
        {
            "ColorSpace": {"C": array("Pattern", "DeviceRGB")},
            "Pattern": {"P": pdf.make_indirect(pattern)},
        },
    )


def effect(name: str, **entries: Any) -> None:
    operators = b"/E gs 0 G 2 w 150 300 m 250 300 l S 0 g" + BOX
    plain(name, TRANSPARENT, operators, EFFECT, resources=lambda _pdf: effects(**entries))


effect("transparent area", ca=0.5)
effect("transparent line", CA=0.5)
effect("blend mode", BM=Name.Multiply)
effect("list of blend modes", BM=Array([Name("/Unknown"), Name.Darken]))


@breach(TRANSPARENT, EFFECT)
def transparent_group(pdf: Pdf) -> Fragment:
    form = group(pdf, b"/E gs 0 g" + BOX, effects(ca=0.5))
    return Fragment(b"/G Do", {"XObject": {"G": form}})


@breach(TRANSPARENT, EFFECT)
def soft_mask(pdf: Pdf) -> Fragment:
    form = group(pdf, b"0.5 g 150 300 100 100 re f", {})
    mask = Dictionary(Type=Name.Mask, S=Name.Luminosity, G=form)
    return Fragment(b"/E gs 0 g" + BOX, effects(SMask=mask))


def group(pdf: Pdf, operators: bytes, resources: Resources) -> Any:
    """Return a form that is a group of transparency."""
    form = Stream(pdf, operators)
    entries = {
        "Type": Name.XObject,
        "Subtype": Name.Form,
        "BBox": [0, 0, 432, 648],
        "Group": Dictionary(S=Name.Transparency, CS=Name.DeviceGray),
        "Resources": dictionary(resources),
    }
    form.stream_dict = Dictionary(entries_of(entries))
    return pdf.make_indirect(form)


plain(
    "transfer function",
    "old-features",
    b"/E gs 0 g" + BOX,
    EFFECT,
    rules="pdfx-1a",
    resources=lambda _pdf: effects(TR=ramp(1, [0.5])),
)
lettered("invisible text", "invisible-text", b"BT 3 Tr /F 40 Tf 150 300 Td (maze) Tj ET", INVISIBLE)
