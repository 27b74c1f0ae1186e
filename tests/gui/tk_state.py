"""Brings the widgets of an application back to what they were: what Tk itself holds of them.

    state = TkState(root)
    ...
    state.restore()        # new widgets are destroyed, the others have again what they had
    state.difference()     # what could not be brought back, "" for nothing

No callback of Python may be called meanwhile: see ``asleep`` in ``one_window``.
"""

from __future__ import annotations

import tkinter
from typing import Any

# For each widget, as one list: what there is to be known, and its value. What Tk changes by itself,
# as the pointer passes, is left out.
LOOK = r"""
namespace eval kept {
    proc paths {{from .}} {
        set all [list $from]
        foreach child [winfo children $from] { lappend all {*}[paths $child] }
        return $all
    }
    proc options {script} {
        set known {}
        foreach option [uplevel 1 $script] {
            if {[llength $option] == 5} { lappend known [lindex $option 0] [lindex $option 4] }
        }
        return $known
    }
    proc look {path} {
        set class [winfo class $path]
        set about [list class $class tags [bindtags $path]]
        foreach {name value} [options {$path configure}] {
            if {$name ni {-class -colormap -visual -container -screen -use}} {
                lappend about "option $name" $value
            }
        }
        foreach sequence [lsort [bind $path]] { lappend about "bind $sequence" [bind $path $sequence] }
        if {![catch {$path state} state]} {
            set states {}
            foreach name $state { if {$name ni {active hover pressed}} { lappend states $name } }
            lappend about state $states
        }
        set manager [winfo manager $path]
        lappend about manager $manager
        if {$manager in {grid pack place}} { lappend about place [$manager info $path] }
        lassign [grid size $path] columns rows
        for {set i 0} {$i < $columns} {incr i} {
            lappend about "column $i" [grid columnconfigure $path $i]
        }
        for {set i 0} {$i < $rows} {incr i} { lappend about "row $i" [grid rowconfigure $path $i] }
        lappend about slaves [pack slaves $path] children [winfo children $path]
        if {$class ne "Menu"} {
            lappend about viewable [winfo viewable $path]
            if {[winfo viewable $path]} {
                lappend about geometry [winfo geometry $path]
                if {$class in {Frame TFrame} && "[pack slaves $path][grid slaves $path]" eq ""} {
                    lappend about asks [list [winfo reqwidth $path] [winfo reqheight $path]]
                }
                foreach name {xview yview} {
                    if {![catch {$path $name} place] && $place ne ""} { lappend about $name $place }
                }
            }
        }
        if {[winfo toplevel $path] eq $path && $class ne "Menu"} {
            foreach name {title state minsize maxsize resizable overrideredirect transient} {
                lappend about "wm $name" [wm $name $path]
            }
            if {[wm state $path] ne "withdrawn"} { lappend about "wm geometry" [wm geometry $path] }
            foreach name [lsort [wm protocol $path]] {
                lappend about "protocol $name" [wm protocol $path $name]
            }
        }
        lappend about {*}[content $path $class]
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
            Text { return [list dump [$path dump -text -tag -image -mark 1.0 end]] }
            Listbox { return [list lines [$path get 0 end] chosen [$path curselection]] }
            Treeview { return [list items [rows $path {}] chosen [$path selection]] }
            TNotebook - TPanedwindow - Panedwindow { return [list panes [$path panes]] }
            Canvas { return [list items [drawn $path] focus [$path focus]] }
            Menu { return [list entries [entries $path]] }
        }
        return {}
    }
    proc rows {path item} {
        set found {}
        foreach child [$path children $item] {
            lappend found [$path item $child] {*}[rows $path $child]
        }
        return $found
    }
    proc drawn {path} {
        set items {}
        foreach item [$path find all] {
            set looks [options {$path itemconfigure $item}]
            dict set looks -tags [lsearch -all -inline -not -exact [dict get $looks -tags] current]
            lappend items [list $item [$path type $item] [$path coords $item] $looks]
        }
        return $items
    }
    proc entries {path} {
        set found {}
        set last [$path index end]
        if {$last in {none {}}} { return {} }
        for {set i 0} {$i <= $last} {incr i} {
            lappend found [list [$path type $i] [options {$path entryconfigure $i}]]
        }
        return $found
    }
    proc all {} {
        set found {}
        foreach path [paths] { lappend found $path [look $path] }
        return $found
    }
    proc shared {} {
        set theme [ttk::style theme use]
        set found [list theme $theme grab [grab current] focus [focus]]
        lappend found styles {}
        foreach class {. TButton TLabel TEntry TFrame Treeview} {
            lappend found "style $class" [list [ttk::style configure $class] [ttk::style map $class]]
        }
        foreach font [lsort [font names]] { lappend found "font $font" [font configure $font] }
        foreach tag {all Canvas Menu Text Entry TEntry TCombobox TSpinbox TButton Treeview Listbox} {
            foreach sequence [lsort [bind $tag]] {
                lappend found "bind $tag $sequence" [bind $tag $sequence]
            }
        }
        foreach event [lsort [event info]] { lappend found "event $event" [event info $event] }
        return $found
    }
    proc variables {} {
        set found {}
        foreach name [lsort [info globals PY_VAR*]] {
            lappend found $name [set ::$name]
        }
        return $found
    }
    proc keep_images {} {
        variable copies
        foreach name [image names] {
            if {[image type $name] eq "photo" && [image width $name] > 0} {
                set copies($name) [image create photo]
                $copies($name) copy $name
                trace add execution $name enter kept::touch
            }
        }
        catch {trace add execution PyImagingPhoto enter kept::touch}
    }
    proc touch {command operation} {
        variable touched
        if {[lindex $command 0] eq "PyImagingPhoto"} {
            set touched([lindex $command 1]) 1
        } elseif {[lindex $command 1] ni {cget configure get data transparency write}} {
            set touched([lindex $command 0]) 1
        }
    }
    proc put_images_back {} {
        variable copies
        variable touched
        foreach name [array names touched] {
            if {[info exists copies($name)]} { $name copy $copies($name) -compositingrule set -shrink }
        }
        array unset touched
    }
    proc priv {} { return [array get ::tk::Priv] }
}
"""
Look = dict[str, str]
MADE_BY = {
    **{f"T{name.capitalize()}": f"ttk::{name}" for name in "label button entry spinbox combobox frame".split()},
    **{f"T{name.capitalize()}": f"ttk::{name}" for name in "checkbutton radiobutton separator scale scrollbar".split()},
    "Frame": "frame",
    "Label": "label",
}


class TkState:
    """What the widgets of an application are like at one moment."""

    def __init__(self, root: tkinter.Misc, calls: dict[str, Any]) -> None:
        self.tk: Any = root.tk
        self.root = root
        if not int(self.tk.eval("namespace exists ::kept")):
            self.tk.eval(LOOK)
        self.widgets = self._widgets()
        self.shared = self._pairs("kept::shared")
        self.variables = self._pairs("kept::variables")
        self.private = self._pairs("kept::priv")
        self.calls = calls
        self._emptied = set[str]()
        self.commands = self._commands()
        self.tk.eval("kept::keep_images")

    def _list(self, script: str) -> tuple[str, ...]:
        return tuple(self.tk.splitlist(self.tk.eval(script)))

    def _pairs(self, script: str) -> Look:
        words = self._list(script)
        return dict(zip(words[::2], words[1::2], strict=True))

    def _widgets(self) -> dict[str, str]:
        return self._pairs("kept::all")

    def _commands(self) -> set[str]:
        return set(self._list("info commands {[0-9]*}"))

    def _look(self, text: str) -> Look:
        words = self.tk.splitlist(text)
        return dict(zip(words[::2], words[1::2], strict=True))

    # Back

    def restore(self) -> None:
        """Bring all back that can be."""
        self._destroy_new()
        for name in self.calls.keys() - self._commands():
            self.tk.createcommand(name, self.calls[name])
        for name, value in self.variables.items():
            if self.tk.eval(f"info exists ::{name}") != "1" or self.tk.globalgetvar(name) != value:
                self.tk.globalsetvar(name, value)
        now = self._widgets()
        for path, text in self.widgets.items():
            if path not in now:
                self._make(path, self._look(text))
        for _time in range(2):  # what was made anew is seen by the others
            for path, text in self.widgets.items():
                if now.get(path) != text:
                    self._restore(path, self._look(text), self._look(now.get(path, "")))
            now = self._widgets()
        self.tk.eval("kept::put_images_back")
        for name, value in self.private.items():
            self.tk.globalsetvar(f"tk::Priv({name})", value)
        focus = self.shared["focus"]
        if focus and self.tk.eval("focus") != focus:
            self.tk.call("focus", focus)

    def _shrink(self, path: str, before: Look) -> None:
        """Let a frame in which nothing is placed any more give the room of that back."""
        call, filler = self.tk.call, f"{path}.kept"
        call("frame", filler, "-width", 1, "-height", 1)
        call("pack", filler)
        call("update", "idletasks")
        call("destroy", filler)
        for name in ("-width", "-height"):
            call(path, "configure", name, before[f"option {name}"])

    def forget_commands(self) -> None:
        """Empty the commands that came since, and delete those emptied before.

        What has made them, such as a variable, may delete them itself once it is garbage.
        """
        for name in self._commands() - self.commands:
            if name in self._emptied:
                self.tk.deletecommand(name)
            else:
                self.tk.createcommand(name, lambda *_: "1")
        self._emptied = self._commands() - self.commands

    def _destroy_new(self) -> None:
        for path in self._list("kept::paths"):
            if path not in self.widgets:
                self.tk.eval(f"catch {{destroy {{{path}}}}}")

    def _make(self, path: str, before: Look) -> None:
        """Make a widget anew that is gone; raises ``TclError`` for one of an unknown class."""
        command = MADE_BY.get(before["class"])
        if command is None and "option -class" not in before:
            raise tkinter.TclError(f"{path} is gone: a {before['class']}")
        self.tk.call(command, path)

    def _restore(self, path: str, before: Look, now: Look) -> None:
        call = self.tk.call
        for about, value in before.items():
            if now.get(about) == value:
                continue
            kind, _space, name = about.partition(" ")
            try:
                self._put(path, kind, name, value, before)
            except tkinter.TclError:
                pass  # `difference` tells
        for about in now.keys() - before.keys():
            kind, _space, name = about.partition(" ")
            if kind == "bind":
                call("bind", path, name, "")
            elif kind == "protocol":
                call("wm", "protocol", path, name, "")
            elif kind == "place" and before["manager"] == "":
                call(now["manager"], "forget", path)

    def _put(self, path: str, kind: str, name: str, value: str, before: Look) -> None:
        call, words = self.tk.call, self.tk.splitlist
        if kind == "option":
            call(path, "configure", name, value)
        elif kind == "tags":
            call("bindtags", path, words(value))
        elif kind == "bind":
            call("bind", path, name, value)
        elif kind == "state":
            here = words(call(path, "state"))
            call(path, "state", [f"!{each}" for each in here] + list(words(value)))
        elif kind == "place":
            call(before["manager"], "configure", path, *words(value))
        elif kind == "manager" and value == "":
            manager = call("winfo", "manager", path)
            if manager in ("grid", "pack", "place"):
                call(manager, "forget", path)
        elif kind in ("row", "column"):
            call("grid", f"{kind}configure", path, name, *words(value))
        elif kind == "wm" and name in ("title", "minsize", "maxsize", "state", "geometry"):
            call("wm", name, path, *(words(value) if name.endswith("size") else (value,)))
        elif kind == "protocol":
            call("wm", "protocol", path, name, value)
        elif kind in ("xview", "yview"):
            call(path, kind, "moveto", words(value)[0])
        elif kind == "text":
            self._type(path, value)
        elif kind == "cursor":
            call(path, "icursor", value)
        elif kind == "chosen" and before["class"] not in ("Treeview", "Listbox") and not value:
            call(path, "selection", "clear")
        elif kind == "asks":
            self._shrink(path, before)
        elif kind == "slaves":
            for slave in words(value):
                info = self._look(self.widgets[slave])["place"]
                call("pack", "forget", slave)
                call("pack", "configure", slave, *words(info))
        elif kind == "children":
            for child in words(value):
                if call("winfo", "class", child) != "Menu":
                    call("raise", child)
        elif kind == "items" and before["class"] == "Canvas":
            self._draw(path, words(value))
        elif kind == "entries":
            self._fill(path, words(value))

    def _type(self, path: str, text: str) -> None:
        call, words = self.tk.call, self.tk.splitlist
        states = words(call(path, "state"))
        call(path, "state", ["!disabled", "!readonly"])
        call(path, "delete", 0, "end")
        call(path, "insert", 0, text)
        call(path, "state", [f"!{name}" for name in ("disabled", "readonly")])
        call(path, "state", states)

    def _draw(self, path: str, items: tuple[str, ...]) -> None:
        call, words = self.tk.call, self.tk.splitlist
        known = {words(item)[0]: words(item) for item in items}
        for item in map(str, words(call(path, "find", "all"))):
            if item not in known:
                call(path, "delete", item)
        for item, kind, coords, looks in known.values():
            if call(path, "type", item):
                call(path, "coords", item, words(coords))
                call(path, "itemconfigure", item, *words(looks))
                call(path, "raise", item)
            else:
                call(path, "create", kind, *words(coords), *words(looks))

    def _fill(self, path: str, entries: tuple[str, ...]) -> None:
        call, words = self.tk.call, self.tk.splitlist
        here = [words(entry) for entry in words(self.tk.eval(f"kept::entries {path}"))]
        wanted = [words(entry) for entry in entries]
        if [entry[0] for entry in here] != [entry[0] for entry in wanted]:
            call(path, "delete", 0, "end")
            for kind, looks in wanted:
                call(path, "add", kind, *words(looks))
            return
        for place, (before, now) in enumerate(zip(wanted, here, strict=True)):
            if before != now:
                call(path, "entryconfigure", place, *words(before[1]))

    # The check

    def difference(self) -> str:
        """Say what is not as it was."""
        now, told = self._widgets(), list[str]()
        for path in now.keys() - self.widgets.keys():
            told.append(f"{path} is new")
        for path, text in self.widgets.items():
            if path not in now:
                told.append(f"{path} is gone")
            elif now[path] != text and self._comparable(text) != self._comparable(now[path]):
                told.append(self._tell(path, self._comparable(text), self._comparable(now[path])))
        for before, after in ((self.shared, self._pairs("kept::shared")),):
            if before != after:
                told.append(self._tell("all windows", before, after))
        for name in self.commands - self._commands():
            told.append(f"the command {name} is gone")
        return "\n".join(told)

    def _comparable(self, text: str) -> Look:
        look = self._look(text)
        if look["class"] == "Canvas":
            look["items"] = "\n".join(" ".join(self.tk.splitlist(item)[1:]) for item in self.tk.splitlist(look["items"]))
        return look

    @staticmethod
    def _tell(path: str, before: Look, now: Look) -> str:
        names = [name for name in (before | now) if before.get(name) != now.get(name)]
        return f"{path}: " + "; ".join(
            f"{name}: {before.get(name, '-')[:200]} -> {now.get(name, '-')[:200]}" for name in names[:4]
        )
