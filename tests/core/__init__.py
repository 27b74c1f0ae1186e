"""Tests of mazeeditor/core."""
