-- Subscription plans as the requirement has them (ENT-20, SUB-13, SUB-20): a term in words, and a recurrence for individuals only.

lock table providers, subscriptions in access exclusive mode;

alter table subscriptions
  alter column duration type text using case duration
    when 1 then 'annually-1' when 2 then 'annually-2' when 3 then 'annually-3' end,
  alter column recurrence drop not null,
  add column version integer not null default 0;
alter table subscriptions
  add constraint subscriptions_duration check (duration in ('monthly', 'annually-1', 'annually-2', 'annually-3')),
  add constraint subscriptions_one_count check (no_of_customers is null or no_of_beds is null);
comment on column subscriptions.duration is 'How long a term lasts; null for individuals, whose plans have a recurrence';
comment on column subscriptions.recurrence is 'year, or never for a plan for life; null except for individuals';
comment on column subscriptions.expiry_date is 'The last day; null for no end (GAP-105)';

update subscriptions set duration = 'annually-1', recurrence = null
  where customer_type_id <> 1 and duration is null and recurrence = 'year';
update subscriptions set recurrence = null where customer_type_id <> 1 and recurrence = 'never';
create index subscriptions_order on subscriptions (start_date desc, id desc);
create index providers_subscription on providers (subscription_id) where subscription_id is not null;
