"""What PDF/X-1a asks for beyond all else: ISO 15930-1 (2001) and ISO 15930-4 (2003)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.checks import Problem, Setting, check
from mazeeditor.prepress.document.values import entry, items, kind_of, name, number, text
from mazeeditor.prepress.print_file import PrintFile

_VERSION = re.compile(r"PDF/X-1(a:2001|:2001|a:2003)")
_CONFORMANCE = re.compile(r"PDF/X-1a:200[13]")
_MOST_OBJECTS = 1_000_000
_FORBIDDEN_FILTERS = {"LZWDecode", "JBIG2Decode", "JPXDecode", "Crypt"}


@check("output-intent", _("Printing condition"), order=50)
def output_intent(file: PrintFile) -> Iterator[Problem]:
    """The file names the paper and inks that it is made for."""
    intents = [
        one
        for one in items(entry(file.document.pdf.Root, "OutputIntents"), 1000)
        if name(entry(one, "S")) == "GTS_PDFX"
    ]
    setting = Setting("output_condition", "CGATS TR 001")
    if len(intents) != 1:
        yield Problem(
            _("it has {count} output intents of PDF/X, and needs one.").format(count=len(intents)),
            _("Ask the print shop for its printing condition, like FOGRA39, and save it with it."),
            (),
            len(intents),
            1,
            setting=setting,
        )
    elif not text(entry(intents[0], "OutputConditionIdentifier")):
        yield Problem(
            _("its output intent has no OutputConditionIdentifier."),
            _("Save it with the printing condition of the print shop, like FOGRA39."),
            setting=setting,
        )
    else:
        yield from _profile(intents[0])


def _profile(intent: Any) -> Iterator[Problem]:
    """Yield what is wrong with the ICC profile; a condition of the registry needs none."""
    profile = entry(intent, "DestOutputProfile")
    if profile is None:
        if not text(entry(intent, "RegistryName")):
            yield Problem(
                _("its output intent has neither a profile nor a RegistryName."),
                _("Save it with the ICC profile of the print shop."),
            )
    elif number(entry(profile, "N")) not in (1, 4):
        yield Problem(
            _("the profile of its output intent is not one of a printer."),
            _("Save it with the ICC profile of the print shop: CMYK or grey."),
        )


@check("pdfx-information", _("Information of PDF/X"), order=51)
def pdfx_information(file: PrintFile) -> Iterator[Problem]:
    """The file says that it is PDF/X-1a, whether it is trapped, its title, times and number."""
    trailer = file.document.pdf.trailer
    info = entry(trailer, "Info")
    lacking = [
        key for key in ("Title", "CreationDate", "ModDate") if not text(entry(info, key)).strip()
    ]
    if name(entry(info, "Trapped")) not in ("True", "False"):
        lacking.append("Trapped")
    version = text(entry(info, "GTS_PDFXVersion"))
    if not _VERSION.fullmatch(version):
        lacking.append("GTS_PDFXVersion")
    if version == "PDF/X-1:2001" and not _CONFORMANCE.fullmatch(
        text(entry(info, "GTS_PDFXConformance"))
    ):
        lacking.append("GTS_PDFXConformance")
    if len(items(entry(trailer, "ID"), 2)) != 2:
        lacking.append("ID")
    if lacking:
        yield Problem(
            _("it lacks {keys}, or they are not as PDF/X-1a asks.").format(keys=", ".join(lacking)),
            _("Save it as PDF/X-1a."),
            (),
            len(lacking),
            0,
            setting=Setting("pdfx", True),
        )


@check("old-features", _("Features of PDF/X"), order=52)
def old_features(file: PrintFile) -> Iterator[Problem]:
    """No halftones, transfer functions, PostScript or filters that print shops do not read."""
    for feature in ("transfer functions", "halftones", "PostScript"):
        pages = tuple(page.number for page in file.pages if feature in page.ink.features)
        if pages:
            yield Problem(
                _("the page has {feature}.").format(feature=feature),
                _("Save it without them, or print it to a new PDF."),
                pages,
            )
    filters = _filters(file)
    if filters:
        yield Problem(
            _("it is compressed by {filters}.").format(filters=", ".join(sorted(filters))),
            _("Save it with ZIP, JPEG or CCITT compression."),
        )


def _filters(file: PrintFile) -> set[str]:
    """Return the forbidden filters in use."""
    seen: set[str] = set()
    for number_of, one in enumerate(file.document.pdf.objects):
        if number_of > _MOST_OBJECTS:
            break
        if not number_of % 1000:
            file.document.job.check()
        if kind_of(one) == "stream":
            used = entry(one, "Filter")
            seen |= {name(part) for part in items(used, 20) or [used]}
    return seen & _FORBIDDEN_FILTERS
