"""What the head of a machine follows, and in which order."""
