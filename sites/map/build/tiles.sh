#!/bin/sh
# tiles.sh EXTRACT FUNCTIONS.sql TILES: the extract into a database as openstreetmap-carto wants it, then every tile into one file.
set -eu
extract=$1 functions=$2 tiles=$3
style=/usr/share/openstreetmap-carto-common
createdb gis
psql -q -d gis -c 'CREATE EXTENSION postgis; CREATE EXTENSION hstore;'
osm2pgsql -d gis -O pgsql -G --hstore --number-processes 1 -S $style/openstreetmap-carto.style \
    --tag-transform-script $style/openstreetmap-carto.lua "$extract"
psql -q -d gis -v ON_ERROR_STOP=1 -f "$functions" -f $style/indexes.sql
# The style also asks for coastlines and ice, which come from elsewhere; there are none in this region.
psql -q -d gis -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE water_polygons (way geometry(Polygon, 3857));
CREATE TABLE simplified_water_polygons (way geometry(Polygon, 3857));
CREATE TABLE icesheet_polygons (way geometry(Polygon, 3857));
CREATE TABLE icesheet_outlines (way geometry(LineString, 3857), ice_edge text);
CREATE TABLE ne_110m_admin_0_boundary_lines_land (way geometry(LineString, 3857));
ANALYZE;
SQL
python3 "$(dirname "$0")/tiles.py" $style/style.xml "$tiles"
