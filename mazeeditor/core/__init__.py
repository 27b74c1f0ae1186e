"""What everything stands on, and nothing of mazes: registries, options, jobs, memory, errors."""

VERSION = "0.1.0"  # of the program: here, so that what lies below the interface can say it
