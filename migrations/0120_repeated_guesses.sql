-- A guess at a card that a proxy sends to two servers is counted once (C-01, docs/decisions/0165).
lock table emergency_attempts in access exclusive mode;

alter table emergency_attempts add column request_hash bytea;
comment on column emergency_attempts.request_hash is 'Keyed hash of the request''s id, the card and the typed PIN: the same guess has the same one at each server. Null for guesses of servers before this column';
