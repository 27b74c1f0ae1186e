"""``python -m mazeeditor`` is the same as ``mazeeditor``."""

from mazeeditor.cli import program

program()
