"""Tests of ``mazeeditor.sheets``."""
