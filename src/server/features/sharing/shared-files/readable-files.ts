import { sql } from 'kysely';
import { readableBy } from '../../../../domain/contacts/reading.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { KnownContact } from '../contact-state.ts';

/** A file that a contact can read now. `shared_at` is null for a file that is shared because all are. */
export type ReadableByContact = { id: string; file_name: string; shared_at: Date | null };

/** Maximum number of files on a contact's page: as many as a person can have. */
const listAtMost = 500;

/**
 * Loads the files that a contact can read at a time: all files in use, or the chosen ones. Excludes the signed plan, which is
 * shared separately, in its latest version.
 */
export async function findReadableFiles(
  tx: Tx,
  contact: KnownContact,
  now: Date,
): Promise<ReadableByContact[]> {
  const { files } = readableBy(contact, now);
  if (files === 'none') return [];
  const { rows } = await sql<ReadableByContact>`
    select f.id, f.file_name, s.shared_at
    from files f left join shared_files s on s.file_id = f.id and s.shared_with = ${contact.id}
    where f.user_id = ${contact.user_id} and f.is_active and not f.is_questionnaire
      and (${files === 'all'} or s.id is not null)
    order by f.created_at desc, f.id
    limit ${listAtMost}`.execute(tx);
  return rows;
}
