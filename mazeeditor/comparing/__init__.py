"""What the mazes of generators are like, over many seeds: figures, tables and plots."""
