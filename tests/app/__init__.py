"""The workspace, driven without a display."""
