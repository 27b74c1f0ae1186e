"""What a machine is to make of the maze, while the user chooses it."""
