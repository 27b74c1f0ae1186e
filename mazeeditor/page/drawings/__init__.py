"""Small pictures as lines and areas: drawings of the program and those of users."""
