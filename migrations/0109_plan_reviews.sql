-- A mail a year after the last look at a plan (29, mail.planReview).
lock table users in access exclusive mode;

alter table users add column review_mailed_at timestamptz;
comment on column users.review_mailed_at is 'When the person was last mailed to look at their plan again';
