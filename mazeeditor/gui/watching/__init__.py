"""Watching algorithms at work, in a window of its own beside the main one."""
