"""What is shown over the maze and found in the background: verdict, distances, fixes."""
