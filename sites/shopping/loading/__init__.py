"""The parts of `sites.shopping.load`: each puts some of the records into its tables."""
