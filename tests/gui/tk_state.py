"""Brings the widgets of an application back to what they were: what Tk itself holds of them.

    state = TkState(root, functions)
    ...
    state.restore()        # new widgets are destroyed, the others have again what they had
    state.difference()     # what could not be brought back, "" for nothing

A widget is a dictionary here, from what there is to know of it ("option -text", "bind <Key>",
"viewable") to its value. No function of Python may be called meanwhile: see ``OneWindow``.
"""

from __future__ import annotations

import tkinter
from contextlib import suppress
from typing import Any

# Asks for all of that at once, which takes 15 ms for 200 widgets. What changes as the pointer
# passes is left out; and what is out of sight has neither a place nor a part that is scrolled to.
QUESTIONS = r"""
namespace eval kept {
    variable copies; array set copies {}
    variable touched; array set touched {}

    proc paths {{from .}} {
        set all [list $from]
        foreach child [winfo children $from] { lappend all {*}[paths $child] }
        return $all
    }
    proc widgets {} {
        set found {}
        foreach path [paths] { lappend found $path [look $path] }
        return $found
    }
    proc note {} {
        variable known
        array set known [widgets]
    }
    proc changed {} {
        variable known
        set found {}
        foreach path [paths] {
            set look [look $path]
            if {![info exists known($path)] || $known($path) ne $look} { lappend found $path $look }
        }
        return $found
    }
    proc some {paths} {
        set found {}
        foreach path $paths { if {[winfo exists $path]} { lappend found $path [look $path] } }
        return $found
    }
    proc places {} {
        set found {}
        foreach path [paths] {
            lappend found $path [expr {[winfo viewable $path] ? [winfo geometry $path] : ""}]
        }
        return $found
    }
    proc look {path} {
        set class [winfo class $path]
        set about [list class $class tags [bindtags $path]]
        lappend about children [lmap child [winfo children $path] {
            if {[winfo toplevel $child] eq $child} { continue }
            set child
        }]
        foreach {name value} [options [$path configure]] {
            if {$name ne "-class"} { lappend about "option $name" $value }
        }
        foreach sequence [lsort [bind $path]] {
            lappend about "bind $sequence" [bind $path $sequence]
        }
        if {![catch {$path state} states]} {
            lappend about state [lmap name $states {
                if {$name in {active hover pressed}} { continue }
                set name
            }]
        }
        set manager [winfo manager $path]
        lappend about manager $manager
        if {$manager in {grid pack place}} { lappend about place [$manager info $path] }
        lassign [grid size $path] columns rows
        for {set i 0} {$i < $columns} {incr i} {
            lappend about "column $i" [grid columnconfigure $path $i]
        }
        for {set i 0} {$i < $rows} {incr i} {
            lappend about "row $i" [grid rowconfigure $path $i]
        }
        set packed [pack slaves $path]
        lappend about packed $packed
        if {$class ne "Menu"} {
            lappend about viewable [winfo viewable $path]
            if {[winfo viewable $path]} {
                lappend about geometry [winfo geometry $path]
                if {$class in {Frame TFrame} && "$packed[grid slaves $path]" eq ""} {
                    lappend about asks [list [winfo reqwidth $path] [winfo reqheight $path]]
                }
                foreach name {xview yview} {
                    if {![catch {$path $name} part] && $part ne ""} { lappend about $name $part }
                }
            }
            if {[winfo toplevel $path] eq $path} { lappend about {*}[window $path] }
        }
        return [concat $about [content $path $class]]
    }
    proc options {configured} {
        set known {}
        foreach option $configured {
            if {[llength $option] == 5} { lappend known [lindex $option 0] [lindex $option 4] }
        }
        return $known
    }
    proc window {path} {
        set about {}
        foreach name {title state minsize maxsize resizable overrideredirect transient} {
            lappend about "wm $name" [wm $name $path]
        }
        if {[wm state $path] ne "withdrawn"} { lappend about "wm geometry" [wm geometry $path] }
        foreach name [lsort [wm protocol $path]] {
            lappend about "protocol $name" [wm protocol $path $name]
        }
        return $about
    }
    proc content {path class} {
        switch $class {
            TEntry - TSpinbox - TCombobox - Entry - Spinbox {
                set chosen ""
                if {[$path selection present]} {
                    set chosen [list [$path index sel.first] [$path index sel.last]]
                }
                return [list text [$path get] cursor [$path index insert] chosen $chosen]
            }
            Text { return [list dump [$path dump -text -tag -image 1.0 end]] }
            Listbox { return [list lines [$path get 0 end] marked [$path curselection]] }
            Treeview { return [list rows [rows $path {}] marked [$path selection]] }
            TNotebook - TPanedwindow - Panedwindow { return [list panes [$path panes]] }
            Canvas { return [list items [items $path] focus [$path focus]] }
            Menu { return [list entries [entries $path]] }
        }
    }
    proc rows {path parent} {
        set found {}
        foreach row [$path children $parent] {
            lappend found [$path item $row] {*}[rows $path $row]
        }
        return $found
    }
    proc items {path} {
        set found {}
        foreach item [$path find all] {
            set looks [options [$path itemconfigure $item]]
            dict set looks -tags [lsearch -all -inline -not -exact [dict get $looks -tags] current]
            if {[dict exists $looks -arrow] && [dict get $looks -arrow] eq "none"} {
                dict unset looks -arrowshape  ;# zooming scales that of lines without an arrow too
            }
            lappend found [list $item [$path type $item] [$path coords $item] $looks]
        }
        return $found
    }
    proc entries {path} {
        set found {}
        set last [$path index end]
        if {$last in {none {}}} { return {} }
        for {set i 0} {$i <= $last} {incr i} {
            lappend found [list [$path type $i] [options [$path entryconfigure $i]]]
        }
        return $found
    }

    proc shared {} {
        set found [list theme [ttk::style theme use] focus [focus] grab [grab current]]
        foreach style {. TButton TLabel TEntry TFrame Treeview} {
            set looks [list [ttk::style configure $style] [ttk::style map $style]]
            lappend found "style $style" $looks
        }
        foreach font [lsort [font names]] { lappend found "font $font" [font configure $font] }
        set classes {Canvas Menu Text Entry TEntry TCombobox TSpinbox TButton Treeview Listbox}
        foreach tag [list all {*}$classes] {
            foreach sequence [lsort [bind $tag]] {
                lappend found "bind $tag $sequence" [bind $tag $sequence]
            }
        }
        foreach event [lsort [event info]] { lappend found "event $event" [event info $event] }
        return $found
    }
    proc variables {} {
        set found {}
        foreach name [info globals PY_VAR*] { lappend found $name [set ::$name] }
        foreach {name value} [array get ::tk::Priv] { lappend found tk::Priv($name) $value }
        return $found
    }

    proc traces {} {
        set found {}
        foreach name [info globals PY_VAR*] { lappend found $name [trace info variable ::$name] }
        return $found
    }

    proc copy_images {} {
        variable copies
        foreach name [image names] {
            if {[image type $name] eq "photo" && [image width $name] > 0} {
                set copies($name) [image create photo]
                $copies($name) copy $name
                trace add execution $name enter kept::touch
            }
        }
        if {[info commands PyImagingPhoto] ne ""} {
            trace add execution PyImagingPhoto enter kept::touch
        }
    }
    proc touch {command operation} {
        variable touched
        lassign $command name what
        if {$name eq "PyImagingPhoto"} {
            set touched($what) 1
        } elseif {$what ni {cget configure get data write}} {
            set touched($name) 1
        }
    }
    proc put_images_back {} {
        variable copies
        variable touched
        foreach name [array names touched] {
            if {[info exists copies($name)]} {
                $name copy $copies($name) -compositingrule set -shrink
            }
        }
        array unset touched
    }
}
"""
KINDS = (
    "label button entry spinbox combobox frame checkbutton radiobutton separator scale scrollbar"
)
COMMANDS = {f"T{kind.capitalize()}": f"ttk::{kind}" for kind in KINDS.split()}
COMMANDS |= {"Frame": "frame", "Label": "label", "Canvas": "canvas"}
Look = dict[str, str]


class TkState:
    """What the widgets of an application are like at one moment."""

    def __init__(self, root: tkinter.Misc, functions: dict[str, Any]) -> None:
        """Note all; ``functions`` are those of Python, by the names of their commands."""
        self._tk: Any = root.tk
        self._tk.eval(QUESTIONS)
        self._functions = functions
        self._widgets, self._places = self._ask("widgets"), self._ask("places")
        self._tk.eval("kept::note")
        self._changed: list[str] = []  # widgets that had to be put back
        self._shared = self._ask("shared")
        self._variables, self._traces = self._ask("variables"), self._ask("traces")
        self._commands = self._commands_now()
        self._tk.eval("kept::copy_images")
        self.other_numbers: dict[tuple[str, int], int] = {}  # of items of canvases, made again

    def _ask(self, question: str) -> Look:
        return self._pairs(self._tk.eval(f"kept::{question}"))

    def _pairs(self, text: str) -> Look:
        words = self._tk.splitlist(text)
        return dict(zip(words[::2], words[1::2], strict=True))

    def _commands_now(self) -> set[str]:
        return set(self._tk.splitlist(self._tk.eval("info commands {[0-9]*}")))

    # Back

    def restore(self) -> None:
        self.other_numbers.clear()
        for path in self._tk.splitlist(self._tk.eval("kept::paths")):
            if path not in self._widgets:
                self._tk.call("destroy", path)  # also what went with its parent
        for name in self._functions.keys() - self._commands_now():
            self._tk.createcommand(name, self._functions[name])
        for name, value in self._variables.items():
            self._tk.globalsetvar(name, value)
        self._put_traces_back()
        there = {*self._tk.splitlist(self._tk.eval("kept::paths"))}
        for path, look in self._widgets.items():
            if path not in there:
                self._make(path, self._pairs(look))
        now = self._ask("changed")
        self._changed = [path for path in self._widgets if path in now]
        for again in (False, True):  # some have to wait for what is put back of others
            for path, look in (self._ask_again() if again else now).items():
                if look != self._widgets[path]:
                    self._restore(path, self._pairs(self._widgets[path]), self._pairs(look))
        self._tk.eval("kept::put_images_back")
        self._give_keyboard_back()

    def _put_traces_back(self) -> None:
        """Let each variable call again what it called when it changed."""
        call, split, now = self._tk.call, self._tk.splitlist, self._ask("traces")
        for name, before in self._traces.items():
            if now[name] != before:
                for trace in split(now[name]):
                    call("trace", "remove", "variable", f"::{name}", *map(split, split(trace)))
                for trace in reversed(split(before)):  # the one added last is the first
                    call("trace", "add", "variable", f"::{name}", *map(split, split(trace)))

    def show(self) -> None:
        """Put the window on the screen, with the keyboard where it was."""
        if str(self._tk.call("wm", "state", ".")) == "withdrawn":
            self._tk.call("wm", "deiconify", ".")
            self._tk.eval("tkwait visibility .")
        self._give_keyboard_back()

    def _give_keyboard_back(self) -> None:
        call, before = self._tk.call, self._shared
        grabbed = str(call("grab", "current"))
        if grabbed and grabbed != before["grab"]:
            call("grab", "release", grabbed)
        if before["focus"] and str(call("focus")) != before["focus"]:
            call("focus", "-force", before["focus"])

    def has_other_theme(self) -> bool:
        return str(self._tk.eval("ttk::style theme use")) != self._shared["theme"]

    def _make(self, path: str, before: Look) -> None:
        """Make a widget again that is gone, where it is of a simple kind; ``difference`` tells."""
        with suppress(KeyError, tkinter.TclError):
            self._tk.call(COMMANDS[before["class"]], path)

    def _restore(self, path: str, before: Look, now: Look) -> None:
        call = self._tk.call
        with suppress(tkinter.TclError):  # it could not be made; ``difference`` tells
            for about in now.keys() - before.keys():
                kind, _space, name = about.partition(" ")
                if kind == "bind":
                    call("bind", path, name, "")
                elif kind == "protocol":
                    call("wm", "protocol", path, name, "")
                elif kind == "place":
                    call(now["manager"], "forget", path)
        for about, value in before.items():
            if now.get(about) != value:
                kind, _space, name = about.partition(" ")
                with suppress(tkinter.TclError):
                    self._put(path, kind, name, value, before)

    def _put(self, path: str, kind: str, name: str, value: str, before: Look) -> None:
        """Put back one thing that a widget was; does nothing for what follows from others."""
        call, words = self._tk.call, self._tk.splitlist(value)
        if kind == "option":
            call(path, "configure", name, value)
        elif kind == "tags":
            call("bindtags", path, words)
        elif kind == "bind":
            call("bind", path, name, value)
        elif kind == "state":
            here = self._tk.splitlist(call(path, "state"))
            call(path, "state", [*(f"!{state}" for state in here), *words])
        elif kind == "place":
            call(before["manager"], "configure", path, *words)
        elif kind in ("row", "column"):
            call("grid", f"{kind}configure", path, name, *words)
        elif kind == "packed":
            for child in words:
                call("pack", "forget", child)
                call(
                    "pack",
                    "configure",
                    child,
                    *self._tk.splitlist(self._pairs(self._widgets[child])["place"]),
                )
        elif kind == "children":
            for child in words:  # from the lowest to the highest
                call("raise", child)
        elif kind == "asks":
            self._shrink(path, before)
        elif kind == "wm":
            call(
                "wm",
                name,
                path,
                *(words if name in ("minsize", "maxsize", "resizable") else [value]),
            )
        elif kind == "protocol":
            call("wm", "protocol", path, name, value)
        elif kind in ("xview", "yview"):
            call(path, kind, "moveto", words[0])
        elif kind == "text":
            self._type(path, value)
        elif kind == "cursor":
            call(path, "icursor", value)
        elif kind == "chosen":
            call(path, "selection", *(["range", *words] if words else ["clear"]))
        elif kind == "items":
            self._draw(path, words)
        elif kind == "entries":
            self._fill_menu(path, words)

    def _shrink(self, path: str, before: Look) -> None:
        """Let a frame in which nothing is placed any more give the room of that back."""
        call, filler = self._tk.call, f"{path}.kept"
        call("frame", filler, "-width", 1, "-height", 1)
        try:
            call("pack", filler)  # fails while something is placed there that goes later
            call("update", "idletasks")
        finally:
            call("destroy", filler)
        for name in ("-width", "-height"):
            call(path, "configure", name, before[f"option {name}"])

    def _type(self, path: str, text: str) -> None:
        call = self._tk.call
        states = call(path, "state", "!disabled !readonly")
        call(path, "delete", 0, "end")
        call(path, "insert", 0, text)
        call(path, "state", states)  # which Tk returned in its opposite

    def _draw(self, path: str, items: list[str]) -> None:
        """Put back the items of a canvas; one that is gone gets another number."""
        call, split = self._tk.call, self._tk.splitlist
        known = {split(item)[0]: split(item) for item in items}
        for item in split(call(path, "find", "all")):
            if str(item) not in known:
                call(path, "delete", item)
        for item, kind, places, looks in known.values():
            if call(path, "type", item):
                call(path, "coords", item, split(places))
                call(path, "itemconfigure", item, *split(looks))
                call(path, "raise", item)
            else:
                made = call(path, "create", kind, *split(places), *split(looks))
                self.other_numbers[path, int(item)] = int(str(made))

    def _fill_menu(self, path: str, entries: list[str]) -> None:
        call, split = self._tk.call, self._tk.splitlist
        call(path, "delete", 0, "end")
        for entry in entries:
            kind, looks = split(entry)
            call(path, "add", kind, *split(looks))

    # The check

    def difference(self) -> str:
        """Say what is not as it was.

        As no code of the program has run since ``restore``, nothing is but what that has put back,
        and what was moved by it.
        """
        places, told = self._ask("places"), list[str]()
        told += [f"{path} is new" for path in places.keys() - self._places.keys()]
        told += [f"{path} is gone" for path in self._places.keys() - places.keys()]
        for path, now in self._ask_again().items():
            before = self._widgets[path]
            if now != before:
                told += self._changes(path, self._comparable(before), self._comparable(now))
        told += self._changes("places", self._places, places)
        told += self._changes("the application", self._shared, self._ask("shared"))
        told += [f"the command {name} is gone" for name in self._commands - self._commands_now()]
        return "\n".join(told)

    def _ask_again(self) -> Look:
        return self._ask(f"some {{{' '.join(self._changed)}}}")

    def _comparable(self, text: str) -> Look:
        """Return a widget as it is seen: the numbers of the items of a canvas do not count."""
        look, split = self._pairs(text), self._tk.splitlist
        if "items" in look:
            look["items"] = "\n".join(str(split(item)[1:]) for item in split(look["items"]))
        return look

    @staticmethod
    def _changes(what: str, before: Look, now: Look) -> list[str]:
        names = [name for name in before | now if before.get(name) != now.get(name)]
        return [
            f"{what}, {name}: {before.get(name)!r:.200} -> {now.get(name)!r:.200}" for name in names
        ]
