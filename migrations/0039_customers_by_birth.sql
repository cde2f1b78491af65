-- Finds the customers of a birth date and a name, of whom an imported list may name one again.
create index users_birth on users (dob, lower(last_name)) where dob is not null and permission_role_id = 5;
