"""Tests of mazeeditor.maze.masks."""
