#!/bin/sh
# Completes the scripts and styles that Debian's Pagure lacks: some links lead nowhere, some libraries are others.
set -eu
vendor=/usr/share/pagure/static/vendor javascript=/usr/share/javascript
cp -r --remove-destination /srv/forge/app/theme/vendor/. $vendor/
# Debian ships Selectize without the two libraries that it calls
rm $vendor/selectize/selectize.min.js
cat $javascript/sifter.js/sifter.min.js $javascript/microplugin.js/microplugin.min.js \
    $javascript/selectize.js/selectize.min.js > $vendor/selectize/selectize.min.js
ln -s $javascript/selectize.js/css/selectize.bootstrap3.css $vendor/selectize/selectize.bootstrap3.css
ln -s $javascript/jquery-atwho/jquery.atwho.css $vendor/jquery.atwho/jquery.atwho.css
mkdir -p $vendor/highlight.js/styles
ln -s $javascript/highlight.js/styles/github.css $vendor/highlight.js/styles/github.css
broken=$(find /usr/share/pagure/static -xtype l)
if [ -n "$broken" ]; then echo "links that lead nowhere: $broken" >&2; exit 1; fi
