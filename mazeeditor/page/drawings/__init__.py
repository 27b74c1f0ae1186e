"""Small pictures as lines and areas, and the reader of the SVG files that users bring."""
