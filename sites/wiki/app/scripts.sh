#!/bin/sh
# Asks for the scripts and styles that pages load, so that their answers are files in the image (see load.php).
set -eu
WIKI_LOAD=/srv/wiki/load/ php-fpm8.4 -y /srv/wiki/app/fpm.conf -c /srv/wiki/app/php/webarium.ini &
fpm=$!
nginx -c /srv/wiki/app/nginx.conf &
door=$!
trap 'kill $fpm $door; wait' EXIT
python3 /srv/wiki/app/scripts.py
