"""Tests of mazeeditor/core/disk."""
