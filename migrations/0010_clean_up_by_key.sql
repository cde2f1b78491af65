-- What is deleted by its age is found by an index, in batches; so is what goes with a person who is deleted.

create index attempts_at on attempts (at);
create index sessions_expiry on sessions (least(idle_expires_at, absolute_expires_at));
create index known_devices_last_seen on known_devices (last_seen_at);
create index one_time_tokens_expiry on one_time_tokens (expires_at);
create index second_step_challenges_expiry on second_step_challenges (expires_at);
create index second_factors_unconfirmed on second_factors (created_at) where confirmed_at is null;
create index help_messages_mailed on help_messages (mailed_at) where mailed_at is not null;
create index sent_messages_age on sent_messages (sent_at);
create index mail_outbox_age on mail_outbox (created_at desc, id);
create index data_exports_expiry on data_exports (expires_at) where expires_at is not null;
create index data_exports_waiting_since on data_exports (requested_at) where status = 'waiting';

-- References that a deletion follows.
create index sessions_acting_staff on sessions (acting_staff_id) where acting_staff_id is not null;
create index second_step_challenges_factor on second_step_challenges (factor_id) where factor_id is not null;
create index notifications_user on notifications (user_id) where user_id is not null;
create index recent_activities_actor on recent_activities (actor_id) where actor_id is not null;
create index staff_visits_staff on staff_visits (staff_id) where staff_id is not null;
create index shared_files_user on shared_files (user_id);
create index shared_files_contact on shared_files (shared_with);
create index customer_imports_importer on customer_imports (imported_by) where imported_by is not null;
create index transactions_user on transactions (user_id) where user_id is not null;
create index providers_contact on providers (contact_id) where contact_id is not null;
create index help_messages_user on help_messages (user_id) where user_id is not null;
create index mail_outbox_receiver on mail_outbox (to_address);

-- In byte order the primary key also finds the keys that begin with a person's name.
alter table idempotency_keys alter column actor_id type text collate "C";
