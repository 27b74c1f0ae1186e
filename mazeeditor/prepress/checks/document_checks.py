"""Rules on the file as a whole: its size, version, bookmarks, comments, layers, scripts, locks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from mazeeditor.core.options import Between
from mazeeditor.core.translation import _, count
from mazeeditor.prepress.checks import Problem, Setting, check
from mazeeditor.prepress.document.document import PdfDocument, border_width, is_printed
from mazeeditor.prepress.document.values import (
    box,
    entries,
    entry,
    identity,
    intersection,
    is_empty,
    items,
    kind_of,
    name,
    number,
    transform_box,
)
from mazeeditor.prepress.print_file import PrintFile, PrintPage

MB = 1_000_000
_ACTIONS = ("OpenAction", "AA")
PAINTING = {"f", "F", "f*", "S", "s", "B", "B*", "b", "b*"}
OBJECTS = {"Do", "sh", "INLINE IMAGE"}
TEXTS = {"Tj", "TJ", "'", '"'}
DEEPEST_FORM = 20


@check("file-size", _("Size of the file"), order=30)
def file_size(
    file: PrintFile,
    *,
    most: Annotated[float, Between(0, 1_000_000, "MB"), _("largest size of the file")] = 650.0,
) -> Iterator[Problem]:
    """The file is small enough to be uploaded."""
    size = file.document.size / MB
    if size > most:
        yield Problem(
            _("it has {size:,.0f} MB, and may have {most:,g}.").format(size=size, most=most),
            _("Print pictures of fewer dpi, or lines instead of pictures."),
            (),
            round(size, 2),
            most,
            "MB",
            setting=Setting("picture", False),
        )


@check("pdf-version", _("Version of PDF"), order=31)
def pdf_version(
    file: PrintFile,
    *,
    most: Annotated[float, Between(1.0, 2.0), _("latest version that is accepted")] = 1.7,
) -> Iterator[Problem]:
    """The version of PDF is one that the print shop reads."""
    version = file.document.pdf.pdf_version
    if number(version, 9.0) > most:
        yield Problem(
            _("it is PDF {version}, and should be PDF {most:g} at most.").format(
                version=version, most=most
            ),
            _("Save it for an older version of PDF."),
            (),
            number(version),
            most,
            "",
            setting=Setting("pdf_version", most),
        )


def _unlock(_file: PrintFile) -> str:
    return _("Removed the encryption.")  # as pikepdf saves files without it


@check("encryption", _("Encryption"), order=32, mend=_unlock)
def encryption(file: PrintFile) -> Iterator[Problem]:
    """The file is not encrypted."""
    if file.document.pdf.is_encrypted:
        yield Problem(_("it is encrypted."), _("Save it without a password and permissions."))


def _remove_bookmarks(file: PrintFile) -> str:
    root = file.document.pdf.Root
    del root["/Outlines"]
    if name(entry(root, "PageMode")) == "UseOutlines":
        del root["/PageMode"]
    return _("Removed the bookmarks.")


@check("bookmarks", _("Bookmarks"), order=33, mend=_remove_bookmarks)
def bookmarks(file: PrintFile) -> Iterator[Problem]:
    """The file has no bookmarks."""
    outlines = entry(file.document.pdf.Root, "Outlines")
    if entry(outlines, "First") is not None:
        yield Problem(
            _("it has bookmarks."), _("Save it without bookmarks."), setting=Setting("toc", False)
        )


def _remove_annotations(file: PrintFile) -> str:
    """Make those that are printed a part of their pages, and remove all others.

    One that is printed without a picture of itself, as a frame around a link, stays.
    """
    import pikepdf

    pdf = file.document.pdf
    pdf.flatten_annotations("print")
    removed = left = 0
    for page in file.pages:
        kept = [one for one in _annotations(page.source.page) if _could_be_printed(one)]
        removed += len(_annotations(page.source.page)) - len(kept)
        left += len(kept)
        if kept:
            page.source.page["/Annots"] = pdf.make_indirect(pikepdf.Array(kept))
        elif "/Annots" in page.source.page:
            del page.source.page["/Annots"]
    if not left and "/AcroForm" in pdf.Root:
        del pdf.Root["/AcroForm"]
    return _("Removed comments, links and fields; what of them is printed is part of the pages.")


def _annotations(page: Any) -> list[Any]:
    return items(entry(page, "Annots"))


def _forbidden(page: PrintPage, beside: bool) -> list[Any]:
    """Return the comments of a page, without those beside it where these are allowed."""
    limit = page.source.boxes.get("BleedBox", page.trim)
    return [
        one
        for one in _annotations(page.source.page)
        if not beside
        or (area := box(entry(one, "Rect"))) is None
        or not is_empty(intersection(transform_box(area, page.source.upright), limit))
    ]


def _could_be_printed(annotation: Any) -> bool:
    """Whether a comment without a picture of itself could be printed."""
    if not is_printed(annotation):
        return False
    if entry(annotation, "AP") is not None:
        return True
    area = box(entry(annotation, "Rect"))
    return border_width(annotation) > 0 and area is not None and area[0] < area[2]


@check("annotations", _("Comments and links"), order=34, mend=_remove_annotations)
def comments_and_links(
    file: PrintFile,
    *,
    beside: Annotated[
        bool, _("allow comments and links that lie beside the page and its bleed")
    ] = False,
) -> Iterator[Problem]:
    """No page has comments, links or fields."""
    numbers = {page.number: len(_forbidden(page, beside)) for page in file.pages}
    pages = tuple(page for page, amount in numbers.items() if amount)
    if pages or items(entry(entry(file.document.pdf.Root, "AcroForm"), "Fields")):
        amount = count(sum(numbers.values()), _("comment, link or field"), _("comments or links"))
        yield Problem(
            _("the file has {amount}.").format(amount=amount),
            _("Save it without comments, links and forms."),
            pages,
            sum(numbers.values()),
            0,
        )


def _remove_layers(file: PrintFile) -> str:
    if not _without_hidden(file.document):
        return ""
    return _("Removed what hidden layers hold; the others are part of the pages.")


@check("layers", _("Layers"), order=35, mend=_remove_layers)
def layers(
    file: PrintFile,
    *,
    any_layer: Annotated[bool, _("refuse visible layers too, not only hidden ones")] = False,
) -> Iterator[Problem]:
    """No layer is hidden."""
    document = file.document
    known = items(entry(document.layers, "OCGs"))
    hidden = [one for one in known if identity(one) in document.hidden_layers]
    if hidden:
        yield Problem(
            _("it has {layers}.").format(
                layers=count(len(hidden), _("hidden layer"), _("hidden layers"))
            ),
            _("Remove them, or save it without layers."),
            (),
            len(hidden),
            0,
        )
    elif known and any_layer:
        yield Problem(_("it has layers."), _("Save it without layers."), (), len(known), 0)


def _remove_actions(file: PrintFile) -> str:
    root = file.document.pdf.Root
    for holder, keys in ((root, _ACTIONS), (entry(root, "Names"), ("JavaScript",))):
        for key in keys:
            if holder is not None and f"/{key}" in holder:
                del holder[f"/{key}"]
    for page in file.pages:
        if "/AA" in page.source.page:
            del page.source.page["/AA"]
    return _("Removed scripts and actions.")


@check("actions", _("Scripts"), order=36, mend=_remove_actions)
def actions(file: PrintFile) -> Iterator[Problem]:
    """Nothing happens when the file is opened."""
    root = file.document.pdf.Root
    # an array is a place to show at first, which is no action
    opening = entry(root, "OpenAction")
    acts = opening is not None and kind_of(opening) != "array"
    scripts = entry(entry(root, "Names"), "JavaScript") is not None
    pages = tuple(p.number for p in file.pages if entry(p.source.page, "AA") is not None)
    if acts or scripts or entry(root, "AA") is not None or pages:
        yield Problem(_("it has scripts or actions."), _("Save it without scripts."), pages)


def _remove_attachments(file: PrintFile) -> str:
    root = file.document.pdf.Root
    names = entry(root, "Names")
    for holder, key in ((names, "/EmbeddedFiles"), (root, "/AF")):
        if holder is not None and key in holder:
            del holder[key]
    return _("Removed the files that it held.")


@check("attachments", _("Files in the file"), order=37, mend=_remove_attachments)
def attachments(file: PrintFile) -> Iterator[Problem]:
    """The file holds no other files."""
    root = file.document.pdf.Root
    if entry(entry(root, "Names"), "EmbeddedFiles") is not None or entry(root, "AF") is not None:
        yield Problem(_("it holds other files."), _("Save it without attached files."))


@check("damage", _("Damage"), order=38)
def damage(file: PrintFile) -> Iterator[Problem]:
    """The file is built as the standard says."""
    warnings = file.document.warnings
    if warnings:
        yield Problem(
            _("it is damaged, and was read with repairs ({first}).").format(
                first=warnings[0][:200]
            ),
            _("Save it again with the program that made it."),
            (),
            len(warnings),
            0,
        )


@check("readable", _("What could be checked"), order=0, always=True)
def readable(file: PrintFile) -> Iterator[Problem]:
    """All that pages paint was read and understood."""
    pages: dict[str, list[int]] = {}
    for page in file.pages:
        for reason in (*page.source.problems, *page.ink.unread):
            pages.setdefault(reason, []).append(page.number)
    form = entry(file.document.pdf.Root, "AcroForm")
    if entry(form, "XFA") is not None:
        pages[_("its forms (XFA) are drawn by each reader in its own way")] = []
    for reason, numbers in pages.items():
        yield Problem(
            _("it could not be checked: {reason}.").format(reason=reason),
            _("Save it again, or print it to a new PDF."),
            tuple(numbers),
        )


# What hidden layers hold


def _without_hidden(document: PdfDocument) -> bool:
    """Remove what hidden layers hold, so that each page looks as before without layers.

    Operators that only change the state stay, as they are carried out in hidden layers too::

        /OC /Notes BDC  0.5 g  (draft) Tj  EMC   becomes   0.5 g

    Return False, with nothing changed, where a text shares a line with what is hidden.
    """
    layers = _Layers(document)
    for page in document.pages:
        document.job.check()
        layers.filter(page.page, page.resources)
    if layers.mixed:
        return False
    for holder, data in layers.changed:
        if kind_of(holder) == "stream":
            holder.write(data)
        else:
            holder["/Contents"] = document.pdf.make_stream(data)
    for resources in layers.resources:
        _forget(resources)
    del document.pdf.Root["/OCProperties"]
    return True


def _forget(resources: Any) -> None:
    """Remove the references to layers from pictures and forms that stay."""
    for _name, thing in entries(entry(resources, "XObject")):
        if entry(thing, "OC") is not None:
            del thing["/OC"]


class _Layers:
    """Filters the operators of pages and of their forms."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._done: set[tuple[int, int] | None] = set()
        self.changed: list[tuple[Any, bytes]] = []
        self.resources: list[Any] = []
        self.mixed = False

    def filter(self, holder: Any, resources: Any, depth: int = 0) -> None:
        """Put the operators of a page or form without what is hidden into ``changed``."""
        import pikepdf

        self.resources.append(resources)
        try:
            data = self._filtered(pikepdf.parse_content_stream(holder), resources, depth)
        except (pikepdf.PikepdfError, TypeError, ValueError):
            self.mixed = True  # what cannot be read may hold something that is hidden
            return
        if data is not None:
            self.changed.append((holder, data))

    def _filtered(self, instructions: Any, resources: Any, depth: int) -> bytes | None:
        """Return operators without what is hidden, None where nothing changes."""
        import pikepdf

        kept: list[Any] = []
        marks: list[bool | None] = []  # None: no layer
        changed, in_text = False, False
        for instruction in instructions:
            operator = str(instruction.operator)
            if operator in ("BT", "ET"):
                in_text = operator == "BT"
            if operator in ("BDC", "BMC"):
                hidden = self._mark(instruction, resources)
                marks.append(hidden)
                self.mixed |= bool(hidden) and in_text
                changed |= hidden is not None
                if hidden is not None:
                    continue
            elif operator == "EMC" and marks:
                if marks.pop() is not None:
                    continue
            elif any(marks) or self._hides(instruction, operator, resources, depth):
                instruction = _state_only(instruction, operator)
                changed = True
            if instruction is not None:
                kept.append(instruction)
        return pikepdf.unparse_content_stream(kept) if changed else None

    def _mark(self, instruction: Any, resources: Any) -> bool | None:
        """Return whether a marked content is a hidden layer, None where it is no layer."""
        operands = instruction.operands
        if len(operands) < 2 or name(operands[0]) != "OC":
            return None
        layer = entry(entry(resources, "Properties"), name(operands[1]))
        return self._document.is_hidden(layer)

    def _hides(self, instruction: Any, operator: str, resources: Any, depth: int) -> bool:
        """Whether this paints an object of a hidden layer; the operators of a form are filtered."""
        if operator != "Do" or not len(instruction.operands):
            return False
        thing = entry(entry(resources, "XObject"), name(instruction.operands[0]))
        if self._document.is_hidden(entry(thing, "OC")):
            return True
        which = identity(thing)
        form = name(entry(thing, "Subtype")) == "Form"
        if form and which not in self._done and depth < DEEPEST_FORM:
            self._done.add(which)
            own = entry(thing, "Resources")
            self.filter(thing, resources if own is None else own, depth + 1)
        return False


def _state_only(instruction: Any, operator: str) -> Any:
    """Return an operator without what it paints, None for nothing."""
    import pikepdf

    if operator in PAINTING:
        return pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
    return None if operator in OBJECTS | TEXTS else instruction
