#!/bin/sh
# Makes messages, database, search index, sessions and the usual scripts of the wiki while its image is built.
set -eu
run="php /usr/share/mediawiki/maintenance/run.php"
sitectl build --flag ft_min_word_len=2 --flag innodb_ft_min_token_size=2 --flag innodb_ft_enable_stopword=0 \
    --seed "PYTHONPATH=/srv/seed python3 -m sites.wiki.load --seed $1 \
        && $run rebuildLocalisationCache --quiet --lang=en,en-gb,de --skip-message-purge \
        && $run /srv/wiki/app/bake.php \
        && sh /srv/wiki/app/scripts.sh"
