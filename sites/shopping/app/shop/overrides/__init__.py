"""Classes that take the place of Oscar's own, at the same path below this package as below ``oscar.apps``."""
