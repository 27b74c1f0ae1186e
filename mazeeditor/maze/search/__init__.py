"""What is found in the passages of a maze: paths, distances, pieces, loops."""
