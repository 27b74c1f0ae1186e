"""The session, driven without a display."""
