"""The seed of the forge: one generator, one seed number, no Pagure."""
