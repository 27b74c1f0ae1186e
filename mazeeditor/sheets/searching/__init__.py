"""SearchGoal search: mazes that have requested figures, out of many seeds or of small changes."""
