-- What keeps a statement from reading a large table whole (R-90 to R-93).
-- A day after it, long sealed texts are deflated, which servers of the releases before cannot open.

create index users_platform on users (id) where permission_role_id in (4, 6, 7);
comment on index users_platform is 'Those who run the platform: admin, tlcadmin and sysadmin';
create index notifications_age on notifications (created_at);
create index trusted_contacts_email on trusted_contacts (email);
-- What goes with a person who is deleted is found by an index.
create index acps_locked_by on acps (locked_by) where locked_by is not null;
create index files_added_by on files (added_by) where added_by is not null;
create index files_reviewed_by on files (reviewed_by) where reviewed_by is not null;
