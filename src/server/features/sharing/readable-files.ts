import { sql } from 'kysely';
import { readableBy } from '../../../domain/contacts/reading.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { KnownContact } from './contact-state.ts';

/** A file that a contact can read now. `shared_at` is null for one that they see because they see all. */
export type ReadableByContact = { id: string; file_name: string; shared_at: Date | null };

/** Most files that a contact's page lists: as many as a person may keep. */
const listAtMost = 500;

/**
 * The files that a contact can read at an instant: of those in use all, or the chosen ones. The signed plan is none of them: it is
 * shared by itself, in its newest version.
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
