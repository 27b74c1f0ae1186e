"""From a maze to pages: layers of strokes, polygons and text in millimetres. It knows no format."""
