"""What tools and commands change in a document: each gives steps that can be undone."""
