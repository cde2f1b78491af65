import { fullName } from '../../../../../domain/names.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/** A paper that staff set aside because it is about another person. It is hidden, and staff cannot open it. */
export type PaperSetAside = {
  id: string;
  file_name: string;
  set_aside_at: Date;
  /** Null for a deleted account. */
  set_aside_by: string | null;
};

/** Maximum number of papers in a list: as many as a person can have. */
const listAtMost = 500;

/** Loads the papers of a customer that are set aside, newest first. */
export async function findPapersSetAside(tx: Tx, userId: string): Promise<PaperSetAside[]> {
  const rows = await tx
    .selectFrom('files')
    .leftJoin('users as staff', 'staff.id', 'files.set_aside_by')
    .select(['files.id', 'file_name', 'set_aside_at', 'staff.first_name', 'staff.last_name'])
    .where('user_id', '=', userId)
    .where('set_aside_at', 'is not', null)
    .orderBy('set_aside_at', 'desc')
    .orderBy('files.id')
    .limit(listAtMost)
    .$narrowType<{ set_aside_at: Date }>()
    .execute();
  return rows.map(({ first_name, last_name, ...paper }) => ({
    ...paper,
    set_aside_by: fullName({ first_name, last_name }) || null,
  }));
}
