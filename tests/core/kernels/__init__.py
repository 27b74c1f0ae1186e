"""Tests of mazeeditor/core/kernels."""
