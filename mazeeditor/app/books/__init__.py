"""The book that is open: its fields, pages, findings and steps."""
