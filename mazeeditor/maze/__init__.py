"""The model: lattice, maze, openings, random numbers and facts. It knows numpy and no screen."""
