"""Files: read, written, damaged and foreign."""
