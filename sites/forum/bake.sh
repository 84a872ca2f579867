#!/bin/sh
# Makes the static files and the database of the forum while its image is built.
set -eu
seed=$1 scale=$2
# SEED=sample gives the small hand-made forum of sample.py instead of a generated one.
if [ "$seed" = sample ]; then records=--sample; else records="--seed $seed --scale $scale"; fi
cd /srv/forum/app
mkdir -p "$FORUM_BAKED_DIR/templates"
python3 -m sitekit.patches board/skins/wiekhaus /srv/forum/lib/askbot board/skins/upstream.txt
python3 manage.py collectstatic --noinput -v0
sitectl build --flag innodb_ft_min_token_size=2 --flag innodb_ft_enable_stopword=0 \
    --seed "export PYTHONPATH=$PYTHONPATH:/srv/seed; python3 manage.py migrate --run-syncdb -v0 && python3 -m sites.forum.load $records && python3 manage.py bundle"
