"""Painting the cells and walls of mazes as pixels, from above and close up."""
