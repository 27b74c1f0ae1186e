"""A sheet for a class: the names, all pages as they will be printed, and the fields.

::

    | [A class][A book] | +----+ +----+ +----+ | Every page        |
    | Names, one a line | |    | |    | |    | |   For whom  [   ] |
    |  +-------------+  | +----+ +----+ +----+ |   Per page  [   ] |
    |  | Ada         |  |  1/16   2/16   3/16  | 12 pages of mazes |
    |  +-------------+  | +----+ +----+ +----+ |  > Mazes          |
    | 24 names found    | |    | |    | |    | |  > Texts          |

In a narrow window the fields stand below the names.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.printing.sheet_draft import COUNT, FOR_WHOM
from mazeeditor.core.options import Section, in_section
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import Form, focus_field
from mazeeditor.gui.forms.more import rare_options_of
from mazeeditor.gui.look import current
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.sheets.names_pane import LINES, NamesPane
from mazeeditor.gui.sheets.sheets_frame import SheetsFrame
from mazeeditor.gui.widgets import RoomyLabel, follow, trace, wrap_in
from mazeeditor.gui.widgets.page_rows import PageRows
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection, ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.warning_box import Mend, WarningBox
from mazeeditor.page.page import ALONG_ROUTE, THEME
from mazeeditor.sheets.sheet import MAZES, NAMES, TYPED

if TYPE_CHECKING:
    from mazeeditor.app.drafts.field_values import FieldValues
    from mazeeditor.app.printing.sheet_work import SheetWork
    from mazeeditor.app.settings import Settings

FIRST_FIELDS = (FOR_WHOM.name, COUNT, "per_page", "answers", "title", "name_above")
PAPER_SIZE = "page"  # the option of a page
FEW_LINES = 4
ADVICE_LINES = 2
OPEN = "sheet: {section}"  # the key of a section in the settings


class SheetPane(SheetsFrame):
    """Shows a sheet in the making."""

    panel: ScrolledPanel

    def __init__(self, context: Context, work: SheetWork, settings: Settings) -> None:
        super().__init__(context, "")
        self.work, self._settings = work, settings
        self.forms: list[Form] = []
        self.sections: dict[str, FoldingSection] = {}
        self.names = NamesPane(self.left, work)
        self.names.pack(fill="both", expand=True)
        self.middle = self.pages = PageRows(
            self, work.preview, settings.pages_a_row, self._keep_a_row
        )
        self.wrong = WarningBox(self.pages.note, context.icons, wide=True)
        self.wrong.pack(fill="x")
        self.panel = ScrolledPanel(self, current(self).panel_width)
        self._add_fields(self.panel.body)
        follow(self, work.preview.changed, self._planned)
        follow(self, work.preview.drawn, lambda _number: self._advise())
        follow(self, work.check.changed, self._show_wrong)
        self._planned()

    def _keep_a_row(self, number: int) -> None:
        self._settings.pages_a_row = number

    # Fields

    def _add_fields(self, parent: ttk.Frame) -> None:
        px, draft = current(self).px, self.work.draft
        body = ttk.Frame(parent, padding=(px(12), px(10), px(4), px(10)))
        body.pack(fill="x")
        heading = ttk.Label(body, text=_("Every page"), style="Bold.TLabel")
        heading.pack(anchor="w", pady=(0, px(4)))
        self._add_card(body)
        self._add_form(body, draft.fields, FIRST_FIELDS)
        self._add_form(body, draft.page_fields, self._on_page)
        self.summary = ttk.Label(body, style="Bold.TLabel")
        below = RoomyLabel(body, "Small.TLabel", ADVICE_LINES)
        self.advice = below.label
        self.summary.pack(anchor="w", pady=(px(10), 0))
        below.pack(anchor="w", pady=(0, px(8)))
        wrap_in(body, self.summary, self.advice, beside=px(16))
        first, *rest = draft.fields.sections
        assert first == MAZES
        self._add_section(body, draft.fields, first)
        for section in draft.page_fields.sections:
            self._add_section(body, draft.page_fields, section)
        for section in rest:
            self._add_section(body, draft.fields, section)

    @property
    def _on_page(self) -> list[str]:
        """The names of the options of the page that are never folded away."""
        options = self.work.draft.page_fields.options.values()
        in_front = (option.name for option in in_section(options, THEME, ALONG_ROUTE))
        return [*in_front, PAPER_SIZE]

    def _add_card(self, body: ttk.Frame) -> None:
        """Add the name of the card of the gallery that is made, with a button that leaves it."""
        draft = self.work.draft
        place = ttk.Frame(body)  # of no height while there is no card
        place.pack(fill="x")
        row = ttk.Frame(place)
        name = ttk.Label(row)
        leave = ttk.Button(row, text=_("Leave the template"), command=self._leave_card)
        leave.pack(side="right", anchor="n")
        name.pack(side="left", fill="x")
        Tooltip(leave, _("Print mazes as Generate makes them, on the page of the open maze"))
        wrap_in(body, name, beside=leave.winfo_reqwidth() + current(self).px(24))
        self.leave_card = leave

        def show() -> None:
            if draft.card:
                name.configure(text=_("Template: {name}").format(name=draft.card.name))
                row.pack(fill="x", pady=(0, current(self).px(4)))
            else:
                row.pack_forget()
                place.configure(height=1)

        follow(self, draft.changed, show)
        show()

    def _leave_card(self) -> None:
        self.work.draft.leave_card()
        self.forms[0].boxes[FOR_WHOM.name].typed_in.focus_set()  # the button is gone

    def _add_section(self, body: ttk.Frame, fields: FieldValues, section: Section) -> None:
        """Add a section whose fields are made when it is opened; a *More* for rare ones."""
        shown = {*FIRST_FIELDS, *self._on_page, NAMES, TYPED}
        names = [option.name for option in in_section(fields.options.values(), section)]
        names = [name for name in names if name not in shown]
        if not names:
            return
        if all(fields.options[name].rare for name in names):
            self._add_form(body, fields, names, section.title)
            line = ttk.Separator(body)
            line.pack(fill="x", pady=current(self).px(4))
            return
        key, rare = OPEN.format(section=section.title), rare_options_of(self)
        known = self._settings.sections
        opened = tk.BooleanVar(self, known.get(key, False) or rare.everything)
        folding = FoldingSection(body, section.title, opened)
        folding.pack(fill="x")

        def fold(*_trace: str) -> None:
            if not rare.everything:
                known[key] = opened.get()
            if opened.get() and not folding.body.winfo_children():
                self._add_form(folding.body, fields, names)

        for name in names:
            self.sections[name] = folding
        trace(self, opened, fold)
        follow(self, rare.changed, lambda: opened.set(known.get(key, False) or rare.everything))
        fold()

    def _add_form(
        self, parent: tk.Misc, fields: FieldValues, names: Iterable[str], title: str = ""
    ) -> None:
        draft = self.work.draft
        form = Form(parent, fields, names=list(names), title=title, whole=True)
        form.offer_pictures(draft.choose_picture)
        form.offer_files(draft.choose_file)
        form.offer_previews(
            self.work.typefaces, lambda: str(draft.fields["title"]), draft.ask_typeface
        )
        form.pack(fill="x")
        self.forms.append(form)

    def form_of(self, name: str) -> Form:
        """Return the form with a field, whose section is opened."""
        if name in self.sections:
            self.sections[name].open.set(True)
        form = next(form for form in self.forms if name in form.boxes)
        form.reveal(name)
        return form

    def focus_field(self, name: str) -> None:
        """Show the field of an option, and give it the keyboard."""
        if name in (NAMES, TYPED):
            self.names.focus_field()
        else:
            focus_field(self.form_of(name), name, self.panel)

    def compact(self, few: bool) -> None:
        """Let the field of the names have few lines."""
        self.names.compact(FEW_LINES if few else LINES)

    # What is shown

    def _planned(self) -> None:
        planned = self.work.preview.planned
        self.names.show(planned)
        paper = planned.page.page if planned.page else ""
        self.summary.configure(text=" · ".join(filter(None, [planned.summary, paper])))
        self._advise()

    def _show_wrong(self) -> None:
        """Show what is wrong with the pages, with a button for what mends it."""
        mends = [Mend(label, partial(self._mend, action)) for label, action in self.work.mends()]
        self.wrong.show(self.work.check.text, mends)
        self._advise()

    def _mend(self, action: Callable[[], object]) -> None:
        """Do what mends the pages; the keyboard goes to them, as the button goes away."""
        self.pages.canvas.focus_set()
        self.work.mend(action)

    def _advise(self) -> None:
        """Say for whom the mazes are, by the first page that is drawn, unless they are unfit."""
        pages = self.work.preview.in_view()
        advice = next((page.advice for page in pages if page.advice), "")
        unfit = any(finding.bad for finding in self.work.check.findings or ())
        self.advice.configure(text="" if unfit else units_of(self).shown(advice))
