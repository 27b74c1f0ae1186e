"""Pages as pixels, and parts of pages."""
