-- A provider's path ends with the provider itself, so that staff of a provider are found by its path alone.

update providers set path = array_append(array_remove(path, id), id)
where path[cardinality(path)] is distinct from id or path[1:cardinality(path) - 1] @> array[id];

alter table providers
  alter column path drop default,
  add constraint providers_path_ends_with_itself check (cardinality(path) > 0 and path[cardinality(path)] = id);
