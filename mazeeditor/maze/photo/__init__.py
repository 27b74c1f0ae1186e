"""What a maze takes from a photo: how dark it is where, its regions, and the textures of these."""
