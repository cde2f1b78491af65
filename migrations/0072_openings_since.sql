-- Openings since yesterday, for the page of the day of staff.
create index emergency_mails_at on emergency_mails (at);
