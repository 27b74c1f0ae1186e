"""Watching algorithms at work, in a window of its own."""
