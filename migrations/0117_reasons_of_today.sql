-- The page of the day read the activities and the contacts of every resident with a plan, to find who said no or has not answered. Refusals of the
-- last weeks and decision makers without an answer are few.
-- Stays in hospital after which a plan is to be looked at again are found with their customers in the index alone.
lock table hospital_stays, recent_activities, trusted_contacts in access exclusive mode;

create index recent_activities_declined on recent_activities (created_at desc) include (user_id)
  where template = 'contactDeclined';

create index trusted_contacts_deciders on trusted_contacts (coalesce(asked_at, created_at)) include (user_id)
  where status = 'pending' and "substitutedDecisionMaker";

drop index hospital_stays_due;
create index hospital_stays_due on hospital_stays (back_at) include (user_id) where back_at is not null and looked_at is null;
