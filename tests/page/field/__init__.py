"""Tests of mazeeditor.page.field."""
