"""Tests of the canvas: pixels against naive drawings, and the widget under real events."""
