"""What the user is typing and choosing: the next maze, its size, its page."""
