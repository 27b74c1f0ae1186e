"""Tests of mazeeditor.maze.ground."""
