"""The model: lattice, maze, openings, random numbers and facts. Needs numpy, no screen."""
