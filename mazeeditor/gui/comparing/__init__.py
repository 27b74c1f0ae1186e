"""Comparing generators, in a window of its own: many mazes of each, as a plot and as a table."""
