"""Comparing solvers on a maze, and generators over many: tables, plots, and files of them."""
