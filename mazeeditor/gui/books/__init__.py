"""A book in Sheets: its chapters, its pages, its fields, and the check."""
