"""What can be counted of a maze, and of the difference between two."""
