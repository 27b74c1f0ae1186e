"""Tests of mazeeditor/prepress."""
