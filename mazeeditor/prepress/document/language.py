"""What PDF 1.7 allows in the content of pages and in its resources: what is read, what is harmless.

ISO 32000-1: operators of annex A, filters of 7.4, keys of the dictionaries that decide what is
painted. What stands here as ``USED`` is carried out, ``HARMLESS`` changes nothing that a rule asks
for, a text says why it cannot be checked. What does not stand here cannot be checked either, but
for names of producers, which PDF readers ignore (annex E): ``PTEX.FileName``, ``AAPL:AA``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from mazeeditor.core.translation import _

USED, HARMLESS = "used", "harmless"


def _parse_keys(keys: str) -> dict[str, str]:
    return dict.fromkeys(keys.split(), USED)


def _harmless(keys: str) -> dict[str, str]:
    return dict.fromkeys(keys.split(), HARMLESS)


def _take(operators: bytes, operands: str) -> dict[bytes, str]:
    return dict.fromkeys(operators.split(), operands)


# The operands of each operator: n number, N name, s text, a array, p a name or a dictionary,
# * the numbers of a colour and the name of a pattern.
OPERATORS: Mapping[bytes, str] = {
    **_take(b"b B b* B* f F f* n s S W W* h q Q BT ET BX EX EMC T*", ""),
    **_take(b"w i M g G Tc TL Tr Ts Tw Tz j J", "n"),
    **_take(b"m l d0 Td TD", "nn"),
    **_take(b"rg RG", "nnn"),
    **_take(b"k K re v y", "nnnn"),
    **_take(b"c cm d1 Tm", "nnnnnn"),
    **_take(b"cs CS Do gs ri sh BMC MP", "N"),
    **_take(b"sc SC scn SCN", "*"),
    **_take(b"BDC DP", "Np"),
    **_take(b"Tj '", "s"),
    b"TJ": "a",
    b"d": "an",
    b"Tf": "Nn",
    b'"': "nns",
    b"BI": "p",  # with ID and EI: an image comes as one operator
}
HARMLESS_OPERATORS = frozenset((b"i", b"d", b"ri", b"BX", b"EX", b"MP", b"DP"))

SHORT_FILTERS = {
    "AHx": "ASCIIHexDecode",
    "A85": "ASCII85Decode",
    "LZW": "LZWDecode",
    "Fl": "FlateDecode",
    "RL": "RunLengthDecode",
    "CCF": "CCITTFaxDecode",
    "DCT": "DCTDecode",
}
CONTENT_FILTERS = frozenset(
    ("ASCIIHexDecode", "ASCII85Decode", "LZWDecode", "FlateDecode", "RunLengthDecode", "Crypt")
)
IMAGE_FILTERS = CONTENT_FILTERS | {
    "CCITTFaxDecode",
    "JBIG2Decode",
    "DCTDecode",
    "JPXDecode",
}
SHORT_KEYS = {
    "BPC": "BitsPerComponent",
    "CS": "ColorSpace",
    "D": "Decode",
    "DP": "DecodeParms",
    "F": "Filter",
    "H": "Height",
    "IM": "ImageMask",
    "I": "Interpolate",
    "W": "Width",
}

_EXTERNAL = _("its data are in a file of their own")
_PROXY = _("another picture is printed in its place (OPI)")
_STREAM = {
    "F": _EXTERNAL,
    **_parse_keys("Filter DecodeParms Length"),
    **_harmless("DL FFilter FDecodeParms"),
}
_NOTES = _harmless(
    "Type Metadata PieceInfo LastModified StructParent StructParents ID Name AF "
    "Measure PtData DPartRoot DPM"
)

GRAPHICS_STATE, FORM, IMAGE, INLINE = "graphics state", "form", "picture", "inline picture"
TILING, SHADED, SHADING = "tiling pattern", "shading pattern", "shading"
GROUP, SOFT_MASK, GLYPHS, FUNCTION = "group", "soft mask", "Type 3 typeface", "function"
KEYS: Mapping[str, Mapping[str, str]] = {
    GRAPHICS_STATE: {
        **_parse_keys("LW Font CA ca BM SMask TR TR2 HTP HT"),
        **_harmless(
            "Type LC LJ ML D RI OP op OPM BG BG2 UCR UCR2 FL SM SA AIS TK UseBlackPtComp HTO Name"
        ),
    },
    FORM: {
        **_STREAM,
        **_NOTES,
        **_parse_keys("Subtype BBox Matrix Resources Group OC"),
        "FormType": HARMLESS,
        "Ref": _("a page of another file is printed in its place"),
        "OPI": _PROXY,
        "PS": _("it holds PostScript"),
        "Subtype2": _("it holds PostScript"),
    },
    IMAGE: {
        **_STREAM,
        **_NOTES,
        **_parse_keys(
            "Subtype Width Height ColorSpace BitsPerComponent ImageMask Mask SMask "
            "SMaskInData Alternates OC"
        ),
        **_harmless("Intent Decode Interpolate Matte"),
        "OPI": _PROXY,
    },
    INLINE: {
        **_parse_keys("Width Height ColorSpace BitsPerComponent ImageMask Filter"),
        **_harmless("Decode Interpolate Intent DecodeParms L Length Type Subtype"),
    },
    TILING: {
        **_STREAM,
        **_NOTES,
        **_parse_keys("PatternType PaintType BBox Matrix Resources XStep YStep"),
        "TilingType": HARMLESS,
        "Group": HARMLESS,
    },
    SHADED: {
        **_NOTES,
        **_parse_keys("PatternType Shading ExtGState Matrix"),
    },
    SHADING: {
        **_STREAM,
        **_NOTES,
        **_parse_keys("ShadingType ColorSpace BBox Background Function"),
        **_harmless(
            "AntiAlias Domain Matrix Coords Extend BitsPerCoordinate BitsPerComponent BitsPerFlag "
            "Decode VerticesPerRow"
        ),
    },
    GROUP: {
        "S": USED,
        **_harmless("Type CS I K Name"),
    },
    SOFT_MASK: {
        "G": USED,
        **_harmless("Type S BC TR"),
    },
    GLYPHS: {
        **_NOTES,
        **_parse_keys("Subtype FontBBox FontMatrix CharProcs Encoding FirstChar Widths Resources"),
        **_harmless("LastChar FontDescriptor ToUnicode BaseFont"),
    },
    FUNCTION: {
        **_STREAM,
        "FunctionType": USED,
        **_harmless("Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Functions Bounds"),
    },
}
_OF_PRODUCERS = re.compile(r"[!-~]*[:._][!-~]*|XX.*")


MOST_REASONS = 20  # why a page, or a dictionary, could not be checked


class KnownEntries(NamedTuple):
    """The entries of a dictionary that PDF knows, and why the others cannot be checked."""

    values: dict[str, Any]
    problems: tuple[str, ...]


def known_entries(kind: str, entries: Iterable[tuple[str, Any]]) -> KnownEntries:
    every, known = dict(entries), KEYS[kind]
    values = {key: value for key, value in every.items() if key in known}
    return KnownEntries(values, tuple(islice(_problems(known, every), MOST_REASONS)))


def _problems(known: Mapping[str, str], keys: Iterable[str]) -> Iterator[str]:
    """Yield why a dictionary with these keys cannot be checked, nothing where it can."""
    for key in keys:
        state = known.get(key)
        if state is None and not _OF_PRODUCERS.fullmatch(key):
            yield _("it has the unknown key {key}").format(key=key[:60])
        elif state is not None and state not in (USED, HARMLESS):
            yield state
