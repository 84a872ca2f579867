#!/bin/sh
# geocoder.sh FOLDER DATABASE: the extract through Nominatim's import, and out again as one SQLite file.
# One thread: places get their numbers in the same order in every build. One country: no tables for each of the others.
# Of two roads as near the one with the lower number: the database would take either.
set -eu
source=$1 database=$2
functions=$(python3 -c 'import nominatim_db.paths as paths; print(paths.SQLLIB_DIR)')/functions/partition-functions.sql
sed -i 's/ ASC limit 1/ ASC, place_id limit 1/' "$functions"
grep -q 'ASC, place_id limit 1' "$functions"
project=$(mktemp -d)
export NOMINATIM_DATABASE_DSN="pgsql:host=/tmp;user=root;dbname=nominatim" NOMINATIM_LANGUAGES=en,de PYTHONUNBUFFERED=1
export PYTHONHASHSEED=0 # several numbers of one house are kept in a set
export NOMINATIM_IMPORT_STYLE="$(dirname "$0")/style.lua"
run() { python3 -c 'import sys; from nominatim_db.cli import nominatim; sys.exit(nominatim())' "$@" --project-dir "$project"; }
createuser www-data
run import --osm-file "$source/neubrandenburg.osm.pbf" --no-updates --no-partitions --offline --threads 1
run special-phrases --import-from-csv "$source/special-phrases.csv"
run convert --output "$database"
python3 - "$database" <<'PYTHON'
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
# pages of a read-only image: no journal beside the file, nothing spare in it
database.execute("PRAGMA journal_mode = DELETE")
database.execute("ANALYZE")
database.execute("VACUUM")
PYTHON
rm -rf "$project"
