"""The maze on the screen: a picture of any size that pans, zooms and shows edits at once."""
