"""The files of documents: opened, saved, watched; examples and stamps."""
