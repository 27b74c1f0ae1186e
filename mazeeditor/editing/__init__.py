"""A maze being worked on: every change is a step that can be undone, whoever asks for it."""
