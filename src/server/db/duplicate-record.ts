import { sql } from 'kysely';

/** Condition for records that were archived because another one of the same person is kept (N-13). `column` has the id of the record. */
export const isDuplicateRecord = (
  column: 'users.id' | 'customer_list.user_id' | 'l.user_id' | 'link.user_id',
) => sql<boolean>`exists (select 1 from duplicate_links where archived_id = ${sql.ref(column)})`;
