"""The newspaper: WordPress with a seeded archive of three years."""
