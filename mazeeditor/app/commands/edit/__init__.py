"""The commands on what is drawn: undo, clips, selection, symmetry, tools, one place."""
