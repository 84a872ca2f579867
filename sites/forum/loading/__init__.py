"""The parts of `sites.forum.load`: each puts some of the records into its tables."""
