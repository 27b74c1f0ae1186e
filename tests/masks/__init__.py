"""Tests of mazeeditor.masks."""
