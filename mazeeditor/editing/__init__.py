"""A maze being edited: every change of it is a step that can be undone."""
