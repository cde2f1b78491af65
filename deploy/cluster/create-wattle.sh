#!/bin/sh
# Patroni runs this once, on the first node, with the address of the new cluster. Timeouts are set on the role because
# a pooler drops those that the servers send when they connect (docs/decisions/0142).
set -eu
"@POSTGRES_PROGRAMS@/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$1" <<'SQL'
create role wattle login password '@WATTLE_PASSWORD@';
alter role wattle set statement_timeout = '10s';
alter role wattle set lock_timeout = '5s';
alter role wattle set idle_in_transaction_session_timeout = '30s';
create database wattle owner wattle;
SQL
