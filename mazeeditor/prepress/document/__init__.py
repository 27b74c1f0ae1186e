"""The objects of a PDF of unknown origin, read within bounds of memory and work."""
