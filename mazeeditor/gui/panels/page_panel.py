"""Page: what the maze is printed on, and how that comes out, with a logo.

The page stands in the main area. Below its fields are the pages side by side where there is an
answer page, or the page of a maze that is too large for the main area.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.audience_choice import NAME as AUDIENCE
from mazeeditor.app.drafts.audience_choice import NOT_SET, TAKE_FEWER_CELLS
from mazeeditor.app.drafts.document_fields import LOGO, PAGE
from mazeeditor.app.drafts.picture_choice import ask_for_file, choose_picture
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.options import in_section
from mazeeditor.core.pictures import logo_of
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.fields import FieldText, widen_list
from mazeeditor.gui.forms.forms import Form, field_label
from mazeeditor.gui.look import current
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.panels.audience_form import AudienceForm
from mazeeditor.gui.widgets import RoomyLabel, follow, on_destroy, wrap_in
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.warning_box import Mend
from mazeeditor.page.audiences import AUDIENCES, FINEST
from mazeeditor.page.page import ALONG_ROUTE, Page, page_options

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

    from mazeeditor.app.printing.shown_page import ShownPage
    from mazeeditor.app.printing.snapshot import PrintPreview


SHAPE = "shape"
# The options above More, with those that belong to them.
BEFORE = "title", "marks", "start_text", "goal_text", "start_picture", "goal_picture"
AFTER = "theme", "coloured", "theme_pictures", "solution"
LINES = 3  # that the summary takes at most, in a panel of the usual width
ROWS = 16  # of the list of papers: all that have a name, and some more
HEIGHT = 260  # px at 96 dpi at first
LOWEST, HIGHEST = 150, 420  # px at 96 dpi
SHARE = 0.32  # of the panel's height
WRAP = 320  # px at 96 dpi in which a notice is wrapped
MOST_MENDS = 2  # buttons of a notice


@section("page", _("Page"), order=4, manual="first-page", tab="page")
class PagePanel(SectionContent):
    """How the page comes out, its form, and small pages where the main area does not show all."""

    kinds = frozenset({"page", "file", "passages", "solution"})

    def __init__(
        self,
        parent: ttk.Frame,
        context: Context,
        document: Document,
        opened: OpenDocument,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(parent, context)
        self.document, self.opened, self.services = document, opened, services
        px, self.page = self.theme.px, view.shown_page
        self.preview = PagePreview(self, self.page, self.document)
        above = RoomyLabel(self, "Small.TLabel", LINES)
        self.summary = above.label
        wrap_in(self, self.summary)
        self.notice = PageNotice(context.maze_view)
        self._audience = view.audience
        for event, shown in (("<Map>", True), ("<Unmap>", False)):
            self.bind(event, lambda _event, shown=shown: self.notice.show(shown), add=True)  # type: ignore[misc]
        self.audience = AudienceForm(self, view.audience, self._generate, self.wrap)
        self._view = view
        self.shape = Form(
            *(self, view.draft.kinds, self._generate, (SHAPE,)),
            waits=lambda name: name in view.waiting.kinds,
        )
        self._better = self.document.page
        self.fields = self.opened.page_fields
        along = (option.name for option in in_section(page_options(), ALONG_ROUTE))
        self.form = Form(self, self.fields, first=(*BEFORE, *along, *AFTER))
        self.form.offer_typefaces(self.services, lambda: str(self.fields["title"]))
        self._add_papers()
        self.form.offer_pictures(partial(choose_picture, self.services))
        self.logo = LogoField(self, self.services, lambda text: self.fields.apply({LOGO: text}))
        above.pack(fill="x", pady=(px(2), px(6)))
        for form in (self.audience, self.shape, self.form):
            form.pack(fill="x")
        self._show_preview()
        assert self.form.more
        follow(self, self.form.more.rare.changed, self._show_logo)
        follow(self, self.page.changed, self._show)
        follow(self, view.draft.changed, self._follow_draft)
        follow(self, view.audience.field.changed, self._show)
        follow(self, units_of(self).changed, self._show)
        self._show_logo()

    def _show_logo(self) -> None:
        """Show the field of the logo below More, or where there is a logo."""
        more = self.form.more
        assert more
        if more.is_open or more.rare.everything or self.document.page.logo:
            self.logo.pack(fill="x", after=self.form)
        else:
            self.logo.pack_forget()

    def _generate(self) -> None:
        """Make the maze that was asked for."""
        self.context.run(COMMANDS["generate"])

    def _add_papers(self) -> None:
        """Offer the user's own sizes too, and a button that removes one from the list."""
        papers, box = self.opened.own_papers, self.form.boxes[PAGE].widget
        text = FieldText(self.form.boxes[PAGE].option)
        assert isinstance(box, ttk.Combobox)

        def fill() -> None:
            box.configure(values=[text.of(offer) for offer in papers.offers])

        widen_list(box, fill)
        box.configure(height=ROWS)
        icon = self.context.icons.get
        images = icon("cross", 16), "disabled", icon("cross", 16, "text_off")
        self.remove = ttk.Button(
            self.form,
            image=images,  # type: ignore[arg-type]
            style="Flat.TButton",
            command=self._remove_paper,
        )
        Tooltip(self.remove, self._about_removing)
        self.form.put_next_to(PAGE, self.remove)

    def _about_removing(self) -> str:
        size = self.fields[PAGE]
        if size in self.opened.own_papers.sizes:
            return _("Remove {size} from the list").format(size=size)
        return _("Sizes that you have typed can be removed from the list")

    def _remove_paper(self) -> None:
        self.opened.own_papers.remove(self.fields[PAGE])
        self.services.update()

    def refresh(self) -> None:
        """Show whether the size can be removed from the list."""
        own = self.fields[PAGE] in self.opened.own_papers.sizes
        self.remove.state(["!disabled" if own else "disabled"])

    def _show_preview(self) -> None:
        """Show the pages where the main area does not show all of them."""
        if self.page.large or self.document.page.solution == "page":
            self.preview.pack(fill="x", pady=(self.theme.px(8), 0))
        else:
            self.preview.pack_forget()

    def follow(self, change: Change) -> None:
        """Show the logo of the document, and its pages if they are not in the main area."""
        self._show_preview()
        if change.page or change.file:
            self.logo.show(self.document.page.logo)
            self._show_logo()
            self.refresh()

    def make_fit(self, height: int) -> None:
        """Let the preview leave room for the fields."""
        self.preview.make_fit(height)

    def _show(self) -> None:
        """Show a summary of the page, or why there is none, and a page that fits."""
        shown, text = self.page.shown, ""
        if shown.size and not shown.problem:
            width, height = shown.size
            text = _("{width:g} × {height:g} mm, cells of {cell:g} mm").format(
                width=round(width, 1), height=round(height, 1), cell=round(shown.cell, 2)
            )
            text = f"{text}\n{self._waiting or shown.advice}"
        self.summary.configure(text=units_of(self).shown(text))
        self._better = shown.better or self._better
        lines = [shown.unfit.text] if shown.unfit and not shown.problem else []
        warning = "\n".join(dict.fromkeys([*lines, *shown.warning.splitlines()]))
        self.notice.say(shown.problem, list(self._mends(shown)), warning)

    @property
    def _waiting(self) -> str:
        """For whom the next maze is, "" if the open one is that already."""
        chosen = self._audience.field[AUDIENCE]
        if chosen == NOT_SET or not self._view.waiting.text:
            return ""
        text = _("For {audience} after Generate: {changes}")
        return text.format(audience=AUDIENCES[chosen].label, changes=self._view.waiting.text)

    def _follow_draft(self) -> None:
        self.shape.refresh()
        self._show()

    def _mends(self, shown: PrintPreview) -> Iterator[Mend]:
        """Yield what mends a page that the maze does not fit, or on which nobody can solve it."""
        from mazeeditor.page.findings import FEWER_CELLS  # not on the way to the first window

        recipe = self.document.recipe
        if shown.better:
            yield Mend(offer_of(shown.better), self.take_offer)
        cells = shown.unfit is not None and FEWER_CELLS in shown.unfit.mends
        if cells and recipe.generator and not recipe.subject:
            yield Mend(TAKE_FEWER_CELLS, self._take_fewer_cells)
        if shown.roomier:
            text = _("Print on {paper}").format(paper=shown.roomier)
            yield Mend(text, partial(self._print_on, shown.roomier))

    def _print_on(self, paper: str) -> None:
        from mazeeditor.app.printing.snapshot import on_paper

        page = self.document.page
        self.document.apply(SetPage(page, on_paper(page, paper)))

    def _take_fewer_cells(self) -> None:
        self._audience.field.edit(AUDIENCE, FINEST.name)
        self._generate()

    def take_offer(self) -> None:
        """Use the page that fits."""
        document = self.document
        document.apply(SetPage(document.page, self._better))


class PageNotice(ttk.Frame):
    """What is wrong with the page, in the middle of the main area, or at its foot where it is seen.

    It is seen only while it is to be ``shown``.
    """

    def __init__(self, parent: tk.Misc) -> None:
        px = current(parent).px
        super().__init__(parent, style="Popup.TFrame", padding=px(1))  # an edge on its paper
        face = ttk.Frame(self, padding=px(12))
        face.pack(fill="both", expand=True)
        self.error = ttk.Label(face, style="Error.TLabel", wraplength=px(WRAP))
        self.offers = [ttk.Button(face) for _number in range(MOST_MENDS)]
        self._shown = False
        self.error.pack(fill="x")
        self._centred = True

    @property
    def offer(self) -> ttk.Button:
        return self.offers[0]

    def say(self, problem: str, mends: Sequence[Mend], warning: str) -> None:
        """Show a problem, else a warning, with the buttons that mend it; else nothing."""
        self._centred = bool(problem)
        self.error.configure(text=units_of(self).shown(problem or warning))
        for place, button in enumerate(self.offers):
            button.pack_forget()
            if place < len(mends):
                label, action = mends[place]
                button.configure(text=units_of(self).shown(label), command=action)
                button.pack(fill="x", pady=(current(self).px(8), 0))
        self.show(self._shown)

    def show(self, shown: bool) -> None:
        """Show what there is to say, or nothing."""
        self._shown = shown
        if not (shown and str(self.error.cget("text"))):
            self.place_forget()
        elif self._centred:
            self.place(relx=0.5, rely=0.5, anchor="center")
        else:
            self.place(relx=0.5, rely=1.0, anchor="s")


def offer_of(page: Page) -> str:
    """Return what a better page would be, for a button."""
    if page.page == "fit":
        return _("Use a page that fits the maze")
    return _("Use cells of {mm:g} mm").format(mm=page.cell)


class LogoField(ttk.Frame):
    """The row of a form in which a picture is chosen for the hole in the middle, or removed.

    ``changed`` gets the new value, "" for no logo::

        | Logo ........... | [Choose…] [Remove] |
        | otto.png, 320 × 200 px                |
    """

    def __init__(self, parent: tk.Misc, services: Services, changed: Callable[[str], None]) -> None:
        super().__init__(parent)
        theme = current(self)
        option = next(option for option in page_options() if option.name == LOGO)
        self._services, self._option, self._changed = services, option, changed
        self._shown = ""
        wrap = theme.panel_width - theme.label_width - theme.px(40)
        self.columnconfigure((1, 2), weight=1, uniform="buttons")
        label = field_label(self, option.label)
        self.choose = ttk.Button(self, text=_("Choose…"), command=self.ask)
        self.remove = ttk.Button(self, text=_("Remove"), command=lambda: changed(""))
        self.file = ttk.Label(self, style="Small.TLabel", wraplength=wrap)
        label.grid(row=0, column=0, sticky="w")
        self.columnconfigure(0, minsize=theme.label_width)
        self.choose.grid(row=0, column=1, sticky="ew", pady=theme.px(3))
        self.remove.grid(row=0, column=2, sticky="ew", padx=(theme.px(6), 0))
        self.file.grid(row=1, column=1, columnspan=2, sticky="w")
        for widget in (label, self.choose):
            Tooltip(widget, option.summary)
        self._show()

    def show(self, text: str) -> None:
        if text is not self._shown:
            self._shown = text
            self._show()

    def _show(self) -> None:
        self.remove.state(["!disabled" if self._shown else "disabled"])
        if not self._shown:
            self.file.grid_remove()
            return
        logo = logo_of(self._shown)
        text = _("{name}, {width} × {height} px")
        self.file.configure(text=text.format(name=logo.name, width=logo.width, height=logo.height))
        self.file.grid()

    def ask(self) -> None:
        """Let the user choose a picture."""
        ask_for_file(self._services, self._option, self._changed)


class PagePreview(tk.Canvas):
    """The pages side by side, or the button that asks for those of a large maze."""

    def __init__(self, parent: ttk.Frame, page: ShownPage, document: Document) -> None:
        px = current(parent).px
        self.box = current(parent).panel_width - px(40), px(HEIGHT)
        super().__init__(parent, width=self.box[0], height=self.box[1], takefocus=False)
        self._page, self._document = page, document
        self.ask = ttk.Button(self, text=_("Draw the preview"), command=self._draw_now)
        self._photos: list[PhotoImage] = []
        self._height = 0  # px of the panel
        page.room = self._room
        on_destroy(self, self._leave)
        for widget in (self, parent):
            widget.bind("<Visibility>", lambda _event: self._seen(), add=True)
        self.bind("<<ThemeChanged>>", lambda _event: self._lay_out())
        follow(self, page.changed, self._lay_out)

    @property
    def shown(self) -> PrintPreview:
        return self._page.shown

    @property
    def settled(self) -> bool:
        return self._page.settled

    def make_fit(self, height: int) -> None:
        """Take a share of the ``height`` of the panel, px, so that fields are seen below.

        Out of sight it waits until it is seen: in other workspaces the panel has other heights.
        """
        self._height = height
        self._fit()

    def _fit(self) -> None:
        if not (self._height and self.master.winfo_viewable()):
            return
        px = current(self).px
        own = min(max(round(self._height * SHARE), px(LOWEST)), px(HIGHEST))
        if own != self.box[1]:
            self.box = self.box[0], own
            self.configure(height=own)
            self._lay_out()
            self._page.renew()

    def _seen(self) -> None:
        self._fit()
        self._page.come_into_sight()

    def _leave(self) -> None:
        from mazeeditor.app.printing.shown_page import out_of_sight

        self._page.room = out_of_sight

    def _draw_now(self) -> None:
        self.ask.state(["disabled"])
        self._page.draw_now()

    def _room(self) -> tuple[int, int] | None:
        """Return the space in px for each of the pages there will be, None while out of sight."""
        if not self.winfo_viewable():  # the main area shows the only page
            return None
        gap = current(self).px(8)
        pages = 2 if self._document.page.solution == "page" else 1
        width, height = self.box
        return (width - (pages - 1) * gap) // pages - gap, height - 2 * gap

    def _lay_out(self) -> None:
        """Show the pages, or the button that requests them."""
        from PIL import ImageTk

        theme, images = current(self), self.shown.images
        self.delete("all")
        self.configure(background=theme.ground)
        if self.shown.size and not images and self.winfo_viewable():
            self.ask.state(["!disabled"])
            self.create_window(self.box[0] // 2, self.box[1] // 2, window=self.ask)
        gap = theme.px(8)
        self._photos = [ImageTk.PhotoImage(image, master=self) for image in images]
        x = (self.box[0] - sum(image.width for image in images) - gap * (len(images) - 1)) // 2
        for image, photo in zip(images, self._photos, strict=True):
            y = (self.box[1] - image.height) // 2
            right, bottom = x + image.width, y + image.height
            self.create_rectangle(x - 1, y - 1, right, bottom, outline=theme.paper_edge)
            self.create_image(x, y, image=photo, anchor="nw")
            x += image.width + gap
