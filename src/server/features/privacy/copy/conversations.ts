import { personalTables } from '../../../db/personal/personal-columns.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Returns the conversations that staff recorded with a person, with the names of the house and of the staff member. */
export async function conversationsWith(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('conversations')
    .leftJoin('providers as house', 'house.id', 'conversations.provider_id')
    .leftJoin('users as staff', 'staff.id', 'conversations.recorded_by')
    .select(personalTables.conversations.exported.map((column) => `conversations.${column}` as const))
    .select(['house.name as house', 'staff.first_name', 'staff.last_name'])
    .where('conversations.user_id', '=', userId)
    .orderBy('conversations.held_on')
    .orderBy('conversations.recorded_at')
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    staff: fullName({ first_name, last_name }) || null,
  }));
}
