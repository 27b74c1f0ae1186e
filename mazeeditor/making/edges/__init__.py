"""The edges of pieces: outlines, a text along the rim, finger joints."""
