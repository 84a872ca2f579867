"""The forge: Pagure, packaged as a site."""
