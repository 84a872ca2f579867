"""Pages of the storefront."""
