-- A directive whose pages are photographed (N-29 6, docs/decisions/0135): the photographs wait at the server until they become one document.
lock table file_uploads in access exclusive mode;
alter table file_uploads add column pages jsonb;
comment on column file_uploads.pages is
  'Photographed pages in their order: number, size, turn and crop of each; null for an upload of a file. Part n of page p has the number 100 p + n in file_objects';
