"""Tests of mazeeditor.maze.subjects."""
