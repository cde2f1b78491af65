#!/bin/sh
# Prints the environment of compose.yaml: environment.example with new secrets in it. Usage, in the project's folder:
#   (umask 077 && sh deploy/container/new-environment.sh > .env)
set -eu

hex() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

key="$(date -u +%Y-%m-%d):$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
sed \
  -e "s|^WATTLE_KEYS=.*|WATTLE_KEYS='$key'|" \
  -e "s|^DATABASE_PASSWORD=.*|DATABASE_PASSWORD='$(hex)'|" \
  -e "s|^S3_SECRET_ACCESS_KEY=.*|S3_SECRET_ACCESS_KEY='$(hex)'|" \
  "$(dirname "$0")/environment.example"
