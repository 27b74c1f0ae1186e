"""Tests of ``mazeeditor.printing``."""
