"""Comparing the mazes of generators over many seeds, and solvers on one maze: figures and plots."""
