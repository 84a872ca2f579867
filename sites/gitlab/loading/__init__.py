"""The parts of `sites.gitlab.load`: each puts some of the records into its tables."""
