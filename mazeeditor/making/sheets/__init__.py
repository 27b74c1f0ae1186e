"""Parts on sheets of material, and what is seen of these on the screen."""
