-- Recent activities of several people leave out the line of each imported customer, which has the id of the import: an import is one
-- line there (N-01, docs/decisions/0123). As recent_activities_newest, for the other lines only.
create index recent_activities_listed on recent_activities (created_at desc, id desc) include (user_id) where not metadata ? 'import';
