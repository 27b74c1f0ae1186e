"""The icons of the window: SVG sources and the PNG renders that are shown."""
