"""The chapters of a book, and its tabs: its own fields, those of a chapter, the check of its PDF.

::

    | 1  Easy      20  6 x 5 - 8 x 7   |
    | 2  Hard      20  9 x 7 - 12 x 10 |
    | [Add] [Copy] [Remove] [^][v]     |
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import font, ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.picture_choice import ask_for_file, choose_picture
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.keys import ALT_KEY, DELETE_EVENTS, chord_label
from mazeeditor.gui.forms.forms import Form, add_heading, add_sections, replace_form
from mazeeditor.gui.look import current
from mazeeditor.gui.panels.mask_choice import MaskChoice
from mazeeditor.gui.panels.page_panel import LogoField
from mazeeditor.gui.panels.subject_choice import SubjectChoice
from mazeeditor.gui.widgets import follow, wrap_in
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.prepress.checks import pages_text
from mazeeditor.sheets.books.book import COVER
from mazeeditor.sheets.books.book_texts import TITLES

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft
    from mazeeditor.app.books.editor import BookEditor
    from mazeeditor.app.parts.services import Services
    from mazeeditor.editing.document import Document
    from mazeeditor.prepress.preflight import Finding

# the columns of lists: headings, and widths in px at 96 dpi; their rows
CHAPTERS = {
    "number": ("", 26),
    "title": (_("Title"), 120),
    "mazes": (_("Mazes"), 50),
    "sizes": (_("Sizes"), 120),
}
FINDINGS = {"pages": (_("Page"), 60), "message": (_("Problem"), 240)}
CHAPTER_ROWS, FEW_ROWS, FINDING_ROWS = 8, 3, 6
BESIDE_PX = 16  # px at 96 dpi beside a text in a list


class BookTab(ScrolledPanel):
    """The fields of the book itself: texts, size of the pages, print shop, ramp, answers, cover."""

    def __init__(self, parent: tk.Misc, editor: BookEditor, services: Services) -> None:
        super().__init__(parent, current(parent).panel_width)
        draft, px = editor.draft, current(parent).px
        self.forms = add_sections(self.body, draft.fields, draft.fields.sections)
        for form in self.forms:
            form.offer_typefaces(services, lambda: str(draft.fields["title"]))
            for name in form.boxes.keys() & set(TITLES):
                self._show_printed(form, name, draft)
        places = [section.title for section in draft.fields.sections]
        self.cover = ttk.Button(self.body, text=_("Save the cover…"), command=editor.save_cover)
        cover = self.forms[places.index(COVER.title)]
        self.cover.pack(after=cover, anchor="e", pady=(px(6), 0))
        Tooltip(self.cover, _("Write back, spine and front as one PDF, as wide as the book needs"))

    def _show_printed(self, form: Form, name: str, draft: BookDraft) -> None:
        """Show below a text that names something in braces how it is printed."""
        printed = ttk.Label(form, style="Small.TLabel")
        form.put_below(name, printed)
        wrap_in(form, printed)

        def show() -> None:
            text = draft.printed(name)
            printed.configure(text=text)
            if text == draft.fields[name]:
                printed.grid_remove()
            else:
                printed.grid()

        follow(printed, draft.changed, show)
        show()

    def form_of(self, name: str) -> Form:
        return next(form for form in self.forms if name in form.boxes)

    def field(self, name: str) -> tk.Widget:
        """Return the field of an option, which is brought into view."""
        form = self.form_of(name)
        form.reveal(name)
        return form.boxes[name].typed_in


class ChapterList(ttk.Frame):
    """The chapters of a draft; ``show_chapter(place)`` is called for the one that is selected."""

    def __init__(
        self,
        parent: tk.Misc,
        draft: BookDraft,
        services: Services,
        show_chapter: Callable[[int], object],
    ) -> None:
        super().__init__(parent)
        self._draft = draft
        self._services, self._show_chapter = services, show_chapter
        self.list = _list(self, CHAPTERS, "title", CHAPTER_ROWS)
        self._add_buttons()
        self.total = Form(self, draft.total)
        self.total.pack(fill="x", pady=(current(self).px(6), 0))
        self.list.bind("<<TreeviewSelect>>", self._selected)
        for key in DELETE_EVENTS:
            self.list.bind(key, lambda _event: self._act(draft.remove))
        self.list.bind("<Insert>", lambda _event: self._act(draft.add))
        self.list.bind(f"<{ALT_KEY}-Up>", lambda _event: self._act(partial(draft.move, -1)))
        self.list.bind(f"<{ALT_KEY}-Down>", lambda _event: self._act(partial(draft.move, 1)))
        follow(self, draft.changed, self._show)
        self._show()

    def compact(self, few: bool) -> None:
        self.list.configure(height=FEW_ROWS if few else CHAPTER_ROWS)

    def _add_buttons(self) -> None:
        px, draft = current(self).px, self._draft
        row = ttk.Frame(self)
        row.pack(fill="x", pady=(px(6), 0))
        actions: tuple[tuple[str, Callable[[], None], str, str], ...] = (
            (
                _("Add"),
                draft.add,
                _("Add a chapter like this one, under the next name"),
                _("Insert"),
            ),
            (_("Copy"), draft.duplicate, _("Add a chapter like this one, with other mazes"), ""),
            (_("Remove"), draft.remove, _("Remove this chapter"), chord_label("Delete")),
            ("↑", partial(draft.move, -1), _("Move this chapter up"), chord_label("Alt+Up")),
            ("↓", partial(draft.move, 1), _("Move this chapter down"), chord_label("Alt+Down")),
        )
        self.buttons: dict[str, ttk.Button] = {}
        for column, (label, action, tip, keys) in enumerate(actions):
            width = 2 if len(label) == 1 else 6
            button = ttk.Button(row, text=label, width=width, command=partial(self._act, action))
            button.configure(style="Beside.TButton")  # each word has room
            button.grid(row=0, column=column, sticky="ew", padx=(px(4) if column else 0, 0))
            row.columnconfigure(column, weight=width)
            Tooltip(button, tip, keys)
            self.buttons[label] = button

    # The list

    def _rows(self) -> list[tuple[Any, ...]]:
        return [
            (number, chapter.style["title"], chapter.count, chapter.summary)
            for number, chapter in enumerate(self._draft.state.value.chapters, 1)
        ]

    def _refresh(self) -> None:
        rows, places = self._rows(), self.list.get_children()
        for place in places[len(rows) :]:
            self.list.delete(place)
        for number, row in enumerate(rows):
            if number >= len(places):
                self.list.insert("", "end", iid=str(number), values=row)
            elif tuple(map(str, self.list.item(str(number), "values"))) != tuple(map(str, row)):
                self.list.item(str(number), values=row)
        widen_column(self.list, "sizes", [str(row[-1]) for row in rows])
        last = len(rows) - 1
        enabled = {
            "↑": self._draft.selected > 0,
            "↓": self._draft.selected < last,
            _("Remove"): bool(last),
        }
        for label, possible in enabled.items():
            self.buttons[label].state(["!disabled" if possible else "disabled"])

    def _act(self, action: Callable[[], None]) -> str:
        self._services.commit_typing.notify()  # a button takes no keyboard from a field
        action()
        self._show()
        return "break"

    def _selected(self, _event: tk.Event[tk.Misc]) -> None:
        chosen = self.list.selection()
        if chosen and int(chosen[0]) != self._draft.selected:
            self._draft.choose(int(chosen[0]))
            self._show()
            self._show_chapter(self._draft.selected)

    def _show(self) -> None:
        """Show the selected chapter.

        After each change: Undo puts the same chapter at another place, and selects that.
        """
        self._refresh()
        place = str(self._draft.selected)
        if (self.list.selection(), self.list.focus()) != ((place,), place):
            self.list.selection_set(place)
            self.list.focus(place)
            self.list.see(place)


class ChapterTab(ScrolledPanel):
    """The fields of the chapter that is selected."""

    def __init__(
        self, parent: tk.Misc, draft: BookDraft, document: Document, services: Services
    ) -> None:
        super().__init__(parent, current(parent).panel_width)
        self._draft, self._document, self._services = draft, document, services
        self.fields = ChapterFields(self.body, draft, document, services)
        self.fields.pack(fill="x")
        follow(self, draft.changed, self.refresh)

    def refresh(self) -> None:
        """Show the chapter that is selected now."""
        chapter = self._draft.chapter
        if self.fields.chapter is not chapter:
            self.fields.destroy()
            self.fields = ChapterFields(self.body, self._draft, self._document, self._services)
            self.fields.pack(fill="x")


class ChapterFields(ttk.Frame):
    """All fields of the chapter that is selected."""

    def __init__(
        self, parent: tk.Misc, draft: BookDraft, document: Document, services: Services
    ) -> None:
        super().__init__(parent)
        self.chapter = chapter = draft.chapter
        mazes = chapter.mazes
        first, *rest = chapter.style.sections
        self.style = add_sections(self, chapter.style, [first])
        add_heading(self, _("Mazes"))
        self.kinds = Form(self, mazes.kinds)
        self.kinds.pack(fill="x")
        wrap = current(self).panel_width - current(self).label_width
        self.reason = ttk.Label(self, style="Error.TLabel", wraplength=wrap)
        self.options = Form(self, mazes.options, rare=False)
        self.options.pack(fill="x")
        self.rest = Form(self, mazes.rest, names=("braid",))
        self.rest.pack(fill="x")
        self.masks = MaskChoice(
            self, document, services, mazes.masks, self._size, painted=False, keep=True
        )
        self.masks.pack(fill="x")
        self.subject = SubjectChoice(self, mazes.subject, services, choose=ask_for_file)
        self.subject.pack(fill="x")
        self.rare_options = Form(self, mazes.options, rare=True, more="generate")
        self.rare_options.pack(fill="x")
        add_heading(self, _("First maze"))
        self.sizes = Form(self, mazes.sizes)
        self.sizes.pack(fill="x")
        add_heading(self, _("Last maze"))
        self.ends = Form(self, chapter.ends)
        self.ends.pack(fill="x")
        add_heading(self, _("Look"))
        self.look = Form(self, chapter.look)
        self.look.offer_pictures(partial(choose_picture, services))
        self.look.pack(fill="x")
        self.logo = LogoField(self, services, chapter.set_logo)
        self.logo.pack(fill="x")
        self.texts = add_sections(self, chapter.style, rest)
        follow(self, mazes.changed, self._follow)
        follow(self, chapter.changed, self._show_logo)
        self._follow()
        self._show_logo()

    def _show_logo(self) -> None:
        self.logo.show(self.chapter.logo)

    def _size(self) -> tuple[str, dict[str, Any]] | None:
        try:
            return self.chapter.mazes.shape, self.chapter.mazes.sizes.read()
        except UsageError:  # the field shows what is invalid
            return None

    def _follow(self) -> None:
        """Show the options of the chosen shape and generator, and why another one was taken."""
        mazes = self.chapter.mazes
        self.options = replace_form(self.options, mazes.options)
        self.rare_options = replace_form(self.rare_options, mazes.options)
        self.sizes = replace_form(self.sizes, mazes.sizes)
        self.ends = replace_form(self.ends, self.chapter.ends)
        self.reason.configure(text=mazes.reason)
        if mazes.reason:
            self.reason.pack(after=self.kinds, anchor="w")
        else:
            self.reason.pack_forget()


class CheckTab(ScrolledPanel):
    """What the last check has found; the page of what is selected is shown."""

    def __init__(self, parent: tk.Misc, editor: BookEditor) -> None:
        theme = current(parent)
        super().__init__(parent, theme.panel_width)
        self._editor = editor
        px, wrap = theme.px, theme.panel_width - theme.px(24)
        add_heading(self.body, _("PDF"), first=True)
        self.form = Form(self.body, editor.options)
        self.form.pack(fill="x")
        add_heading(self.body, _("Check"))
        self.outcome = ttk.Label(self.body, wraplength=wrap)
        self.outcome.pack(anchor="w", pady=(0, px(8)))
        self.warnings = ttk.Label(self.body, style="Error.TLabel", wraplength=wrap)
        self.list = _list(self.body, FINDINGS, "message", FINDING_ROWS)
        self.about = ttk.Label(self.body, wraplength=wrap)
        self.about.pack(anchor="w", fill="x", pady=(px(8), 0))
        self.source = ttk.Label(self.body, style="Small.TLabel", wraplength=wrap)
        self.source.pack(anchor="w", fill="x", pady=(px(4), 0))
        row = ttk.Frame(self.body)
        row.pack(fill="x", pady=(px(10), 0))
        self.mend = ttk.Button(row, text=_("Mend"), command=self._mend)
        self.check = ttk.Button(row, text=_("Check"), command=editor.check)
        self.mend.pack(side="left")
        self.check.pack(side="left", padx=(px(8), 0))
        Tooltip(self.mend, _("Change the setting that breaks the rule, and check again"))
        Tooltip(
            self.check, _("Check the book as it would be printed, without writing a file"), "F5"
        )
        for problem in editor.draft.problems:
            text = ttk.Label(self.body, text=problem, style="Error.TLabel", wraplength=wrap)
            text.pack(anchor="w", pady=(px(8), 0))
        self.list.bind("<<TreeviewSelect>>", lambda _event: self._selected())
        follow(self, editor.changed, self.refresh)
        self._shown: object = None
        self.refresh()

    @property
    def finding(self) -> Finding | None:
        chosen = self.list.selection()
        return self._editor.found.findings[int(chosen[0])] if chosen else None

    def refresh(self) -> None:
        """Show the outcome of the last check."""
        editor = self._editor
        self.check.state(["disabled" if editor.busy else "!disabled"])
        if self._shown is not editor.found.checked:
            self._shown = editor.found.checked
            self.list.delete(*self.list.get_children())
            for number, finding in enumerate(editor.found.findings):
                pages = pages_text(finding.pages) or "–"
                self.list.insert("", "end", iid=str(number), values=(pages, str(finding.message)))
            if editor.found.findings:
                place = (
                    editor.found.findings.index(editor.found.finding) if editor.found.finding else 0
                )
                self.list.selection_set(str(place))
                self.list.focus(str(place))
        self.outcome.configure(text=editor.found.outcome())
        self.warnings.configure(text="\n".join(editor.found.warnings))
        if editor.found.warnings:
            self.warnings.pack(after=self.outcome, anchor="w", pady=(0, current(self).px(8)))
        else:
            self.warnings.pack_forget()
        self._show_finding()

    def _selected(self) -> None:
        self._show_finding()
        self._editor.found.show(self.finding)

    def _show_finding(self) -> None:
        finding = self.finding
        self.about.configure(text=self._described(finding) if finding else "")
        self.source.configure(text=finding.source if finding else "")
        able = finding is not None and self._editor.can_mend(finding)
        self.mend.state(["!disabled" if able else "disabled"])

    def _mend(self) -> None:
        if finding := self.finding:
            self._editor.mend(finding)

    def _described(self, finding: Finding) -> str:
        """Return what is wrong, and what mends it."""
        advice = self._editor.found.advice_of(finding)
        return f"{finding.message[:1].upper()}{finding.message[1:]} {advice}"


def widen_column(table: ttk.Treeview, name: str, texts: list[str]) -> None:
    """Make a column of a list wide enough for some texts, at the cost of the one that stretches."""
    face = font.nametofont(str(ttk.Style(table).lookup("Treeview", "font")), table)
    needed = max(map(face.measure, texts), default=0) + current(table).px(BESIDE_PX)
    if needed > int(table.column(name, "width")):
        table.column(name, width=needed)


def _list(
    parent: ttk.Frame, columns: Mapping[str, tuple[str, int]], stretched: str, rows: int
) -> ttk.Treeview:
    """Pack a list of which one line can be selected."""
    px = current(parent).px
    table = ttk.Treeview(
        parent, columns=tuple(columns), show="headings", selectmode="browse", height=rows
    )
    for name, (heading, width) in columns.items():
        table.heading(name, text=heading, anchor="w")
        table.column(name, width=px(width), minwidth=px(20), stretch=name == stretched)
    table.pack(fill="x")
    return table
