"""What would be printed now, and its way to a printer."""
