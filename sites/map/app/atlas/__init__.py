"""Waypost: the pages of the map over a geocoder, a router, tiles and objects of one extract."""
