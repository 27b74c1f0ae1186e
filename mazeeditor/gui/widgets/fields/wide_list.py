"""The list of a combobox, as wide as its longest text: Tk makes it as wide as the box."""

from __future__ import annotations

from tkinter import font, ttk

AROUND = 16  # px at 96 dpi beside the texts, and of its scroll bar
WIDEN = (  # in Tcl, which may find the list closed again, and gone
    "catch {{wm geometry {list} {width}x[winfo height {list}]+{left}"
    "+[lindex [split [wm geometry {list}] +] 2]}}"
)


def widen_list(box: ttk.Combobox, px: int) -> None:
    """Show the texts of a box whole while its list is open; ``px`` is what stands beside them."""

    def widen() -> None:
        popdown = str(box.tk.call("ttk::combobox::PopdownWindow", box))
        face = font.nametofont(str(box.tk.call(f"{popdown}.f.l", "cget", "-font")), box)
        texts = box.tk.splitlist(box.cget("values"))
        width = max((face.measure(text) for text in texts), default=0) + px
        if width > box.winfo_width():
            left = max(min(box.winfo_rootx(), box.winfo_screenwidth() - width), 0)
            # Tk places the list after this command and after what is idle, in the same call
            box.tk.call("after", 1, WIDEN.format(list=popdown, width=width, left=left))

    box.configure(postcommand=widen)
