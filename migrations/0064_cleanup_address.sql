-- A clean-up of links is undone only while the provider is connected with the system that the links were for (D-49): another
-- system uses the same ids for other people. The address of earlier clean-ups is not known, so these cannot be undone.

alter table integration_cleanups add column address text check (length(address) <= 500);
comment on column integration_cleanups.address is 'Address of the system whose residents the links were for; null before migration 0064';
