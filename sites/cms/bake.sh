#!/bin/sh
# Installs WordPress and writes the paper into its database while the image is built.
set -eu
sitectl build --flag innodb_ft_min_token_size=2 \
    --seed 'cp -r /srv/seed/uploads "$SITE_FILES/uploads" && php /srv/seed/load.php /srv/seed/paper.json && php /srv/seed/settle.php'
