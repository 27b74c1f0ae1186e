"""The motions that bring a maze onto itself, and mazes that have some."""
