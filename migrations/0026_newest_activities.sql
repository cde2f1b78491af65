-- Whom each line is about, so that the newest of a provider are found without reading the lines of others (R-91).
create index recent_activities_newest on recent_activities (created_at desc, id desc) include (user_id);
