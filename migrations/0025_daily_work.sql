-- The work of a day: which customers there are and what they are sorted by, without reading them. Apart from 0023, so that those who
-- write about customers pass between the two.
create index customer_list_invitations on customer_list (invite_date)
  include (provider_id, status, plan, created_at, sort_name, user_id) where status = 'invited';
create index customer_list_trials on customer_list (trial_end_date)
  include (provider_id, status, plan, created_at, sort_name, user_id) where trial_end_date is not null;
create index customer_list_reviews on customer_list (created_at desc, user_id desc) include (provider_id, status, plan) where review;
-- The customers of some providers at once, to be met with those that a word finds.
create index customer_list_house on customer_list ((provider_id::text));
