#!/bin/sh
# Creates the certificates of the services in compose.yaml: production accepts a mail server, an object store and a database on
# other hosts only over TLS. An authority signs one certificate for each service; the authority's key is then deleted.
# Usage: certificates.sh FOLDER. Does nothing when the folder already contains them.
set -eu
umask 077

folder=$1
if [ -e "$folder/authority.pem" ]; then exit 0; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
days=3650
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

# shellcheck disable=SC2086
openssl req -x509 $key -days "$days" -subj '/CN=Wattle compose' -keyout "$work/authority.key" -out "$work/authority.pem" 2> /dev/null
for name in database files mail; do
  # shellcheck disable=SC2086
  openssl req $key -subj "/CN=$name" -keyout "$folder/$name.key" -out "$work/$name.csr" 2> /dev/null
  echo "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1" > "$work/$name.ext"
  openssl x509 -req -in "$work/$name.csr" -CA "$work/authority.pem" -CAkey "$work/authority.key" -CAcreateserial \
    -days "$days" -extfile "$work/$name.ext" -out "$folder/$name.pem" 2> /dev/null
done
chmod 644 "$folder"/*.pem
# Written last: if this file exists, all the others exist.
install -m 644 "$work/authority.pem" "$folder/authority.pem"
