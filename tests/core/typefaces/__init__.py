"""Tests of mazeeditor/core/typefaces."""
