"""Removes what hidden layers hold, so that a page without layers looks as before.

Operators that only change the state stay, as they are carried out in hidden layers too::

    /OC /Notes BDC  0.5 g  (draft) Tj  EMC   becomes   0.5 g
"""

from __future__ import annotations

from typing import Any

from mazeeditor.prepress.document.document import PdfDocument
from mazeeditor.prepress.document.values import entries, entry, identity, name

PAINTING = {"f", "F", "f*", "S", "s", "B", "B*", "b", "b*"}
OBJECTS = {"Do", "sh", "INLINE IMAGE"}
TEXTS = {"Tj", "TJ", "'", '"'}
DEEPEST_FORM = 20


def without_hidden(document: PdfDocument) -> bool:
    """Change all pages; return False, with nothing changed, where a text shares a line with it."""
    layers = _Layers(document)
    for page in document.pages:
        document.job.check()
        layers.filter(page.page, page.resources)
    if layers.mixed:
        return False
    for holder, data in layers.changed:
        if getattr(holder, "_type_name", "") == "stream":
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
