"""The window and its parts, driven by real events."""
