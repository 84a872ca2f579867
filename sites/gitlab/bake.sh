#!/bin/sh
# Compiles the templates and makes database and repositories of the forge while its image is built.
set -eu
# SEED=sample gives the few records of seed/records.py instead of a generated forge.
if [ "$1" = sample ]; then records=--sample; else records="--seed $1 --scale $2"; fi
cd /srv/forge/app
python3 -m sitekit.patches theme/templates /usr/share/pagure/themes/default/templates theme/upstream.txt
sitectl build --seed "python3 -c 'from forge.wsgi import compile_templates; print(compile_templates(), \"templates\")' && PYTHONPATH=$PYTHONPATH:/srv/seed python3 -m sites.gitlab.load $records"
