"""PDF/X-1a, which some print shops ask for: a PDF without colours that a press would have to guess.

It names the printing condition that it is made for, says that it is not trapped, marks where pages
are cut, and holds black, greys and CMYK, all typefaces, nothing transparent and nothing newer than
PDF 1.3 (ISO 15930-1). Our pages are black and grey; what is not is refused in one sentence.
"""

from __future__ import annotations

from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, printable, quote_value

if TYPE_CHECKING:
    from mazeeditor.prepress.preflight import Finding


# Printing conditions, by the names in their registry: the paper and inks of a press.
USUAL_CONDITION = "CGATS TR 001"  # web offset on coated paper, in the Americas
# coated and uncoated paper in Europe, old and new, and coated paper in Japan
CONDITIONS = (USUAL_CONDITION, "FOGRA39", "FOGRA47", "FOGRA51", "FOGRA52", "JC200103")
MAX_LETTERS = 60  # letters of a condition
RULES = "pdfx-1a"
REGISTRY = "http://www.color.org"
VERSION, CONFORMANCE = "PDF/X-1:2001", "PDF/X-1a:2001"
MADE = "D:20000101000000Z", "2000-01-01T00:00:00Z"  # the same pages give the same bytes
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>mazeeditor</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfx:GTS_PDFXVersion>{version}</pdfx:GTS_PDFXVersion>
<pdfx:GTS_PDFXConformance>{conformance}</pdfx:GTS_PDFXConformance>
<xmp:CreateDate>{made}</xmp:CreateDate><xmp:ModifyDate>{made}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
ADVICE = {
    "colours": _("Choose black or grey for walls, routes and pictures, and leave out emoji."),
    "transparency": _("Leave out emoji, and pictures that are partly transparent."),
}


def read_condition(text: str) -> str:
    """Return the name of a printing condition, "" for none; raises ``UsageError``."""
    word = " ".join(text.split())
    if len(word) > MAX_LETTERS or not word.isascii() or printable(word) != word:
        known = ", ".join(CONDITIONS)
        message = _("{text} is not the name of a printing condition, such as {known}.")
        raise UsageError(message.format(text=quote_value(text[:MAX_LETTERS]), known=known))
    return word


def as_pdfx(data: bytes, title: str, condition: str, job: Job) -> bytes:
    """Return a PDF as PDF/X-1a for a printing condition; its pages must have a TrimBox.

    Raises ``UsageError`` where a page has what PDF/X-1a does not allow, and ``CancelledError``.
    """
    result = _declare(data, title.strip() or _("Mazes"), condition)
    _check(result, job)
    return result


def _declare(data: bytes, title: str, condition: str) -> bytes:
    """Return a file that says that it is PDF/X-1a, saved as PDF 1.3."""
    import pikepdf

    name, text = pikepdf.Name, pikepdf.String
    with pikepdf.open(BytesIO(data)) as pdf:
        intent = pikepdf.Dictionary(
            Type=name.OutputIntent,
            S=name.GTS_PDFX,
            OutputConditionIdentifier=text(condition),
            OutputCondition=text(condition),
            RegistryName=text(REGISTRY),
            Info=text(condition),
        )
        pdf.Root.OutputIntents = pikepdf.Array([pdf.make_indirect(intent)])
        pdf.Root.Metadata = pdf.make_stream(_xmp(title), Type=name.Metadata, Subtype=name.XML)
        if "/OpenAction" in pdf.Root:
            del pdf.Root.OpenAction
        made = MADE[0]
        known = {"Title": title, "CreationDate": made, "ModDate": made, "Producer": "mazeeditor"}
        known |= {"GTS_PDFXVersion": VERSION, "GTS_PDFXConformance": CONFORMANCE}
        for key, value in known.items():
            pdf.docinfo[f"/{key}"] = text(value)
        pdf.docinfo.Trapped = name("/False")
        buffer = BytesIO()
        pdf.save(
            buffer,
            force_version="1.3",
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return buffer.getvalue()


def _xmp(title: str) -> bytes:
    return XMP.format(
        title=escape(title), version=VERSION, conformance=CONFORMANCE, made=MADE[1]
    ).encode()


def _check(data: bytes, job: Job) -> None:
    """Raise ``UsageError`` where a preflight by the rules of PDF/X-1a finds an error."""
    from mazeeditor.prepress.preflight import preflight

    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "pages.pdf"
        path.write_bytes(data)
        errors = preflight(path, rules=RULES, job=job, apart=True).errors
    if errors:
        raise UsageError(_sentence(errors[0]))


def _sentence(finding: Finding) -> str:
    advice = ADVICE.get(finding.rule, finding.advice)
    text = _("It cannot be PDF/X-1a: {message} {advice}")
    if finding.pages:
        text = _("Page {page} cannot be PDF/X-1a: {message} {advice}")
    page = finding.pages[0] if finding.pages else 0
    return text.format(page=page, message=finding.message, advice=advice)
