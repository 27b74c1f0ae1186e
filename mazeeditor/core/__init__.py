"""What everything stands on, and nothing of mazes: registries, options, jobs, memory, errors."""
