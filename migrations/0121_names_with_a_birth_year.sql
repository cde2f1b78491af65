-- Find reads a name with a year of birth along one of these, instead of every customer with the name (docs/decisions/0172), and the archived
-- providers without looking through all.
lock table providers, users in access exclusive mode;

create index users_family_name_born on users (lower(last_name), dob, id) where permission_role_id = 5 and dob is not null;
create index users_given_name_born on users (lower(first_name), dob, id) where permission_role_id = 5 and dob is not null;
create index providers_archived on providers (id) where archived;
