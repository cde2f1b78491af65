import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import {
  conversationTakeBackEnds,
  declinedBefore,
  declinedUntil,
  takeBackProblem,
  type ConversationAnswer,
  type ConversationOutcome,
} from '../../../../domain/customers/conversations/conversations.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Tx } from '../../../pipeline/context.ts';

/**
 * A conversation as its reader sees it. `by` is the staff member who recorded it: null after the account is deleted, and for staff
 * of another house. `take_back_until` is set while the reader can take it back.
 */
export type Conversation = {
  id: string;
  outcome: ConversationOutcome;
  held_on: IsoDate;
  next_on: IsoDate | null;
  recorded_at: Date;
  by: string | null;
  house: string | null;
  answer: ConversationAnswer | null;
  answered_at: Date | null;
  take_back_until: Date | null;
};

/** A page of the conversations with a customer; `held_until` is the first day on which reminders are sent again. */
export type Conversations = { count: number; data: Conversation[]; held_until: IsoDate | null };

/** Who reads: the staff member with the houses of the scope, or the customer. */
export type Reader = { userId: string; scope: Scope };

/** Whether the reader sees who recorded a conversation: the customer, and staff of that house and of the ones above it. */
function seesStaff({ scope }: Reader) {
  switch (scope.people) {
    case 'all':
    case 'one':
      return sql<boolean>`true`;
    case 'subtree':
      return sql<boolean>`coalesce(house.path @> array[${scope.providerId}::uuid], false)`;
    case 'none':
      return sql<boolean>`false`;
  }
}

/** Selects the conversations with a customer. */
const conversationsOf = (tx: Tx, customerId: string, reader: Reader) =>
  tx
    .selectFrom('conversations')
    .leftJoin('providers as house', 'house.id', 'conversations.provider_id')
    .leftJoin('users as staff', 'staff.id', 'conversations.recorded_by')
    .select([
      'conversations.id',
      'conversations.outcome',
      'conversations.held_on',
      'conversations.next_on',
      'conversations.recorded_at',
      'conversations.recorded_by',
      'conversations.answer',
      'conversations.answered_at',
      'staff.first_name',
      'staff.last_name',
      'house.name as house',
      seesStaff(reader).as('seesStaff'),
    ])
    .where('conversations.user_id', '=', customerId);

type Found = Awaited<ReturnType<ReturnType<typeof conversationsOf>['executeTakeFirstOrThrow']>>;

function shown(found: Found, reader: Reader, now: Date): Conversation {
  const { first_name, last_name, seesStaff: sees, recorded_by: _, ...rest } = found;
  const ends = conversationTakeBackEnds(found.recorded_at);
  return {
    ...rest,
    by: sees ? fullName({ first_name, last_name }) || null : null,
    take_back_until: takeBackProblem(found, reader.userId, now) === null ? ends : null,
  };
}

/** Returns a page of the conversations with a customer, the newest day first. */
export async function findConversations(
  tx: Tx,
  customerId: string,
  reader: Reader,
  { offset, limit, now, today }: { offset: number; limit: number; now: Date; today: IsoDate },
): Promise<Conversations> {
  const { count } = await tx
    .selectFrom('conversations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const rows = await conversationsOf(tx, customerId, reader)
    .orderBy('conversations.held_on', 'desc')
    .orderBy('conversations.recorded_at', 'desc')
    .orderBy('conversations.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const held_until = await findHeldUntil(tx, customerId, today);
  return { count, data: rows.map((row) => shown(row, reader, now)), held_until };
}

/** Returns one conversation with a customer; undefined if it was taken back. */
export async function findConversation(
  tx: Tx,
  customerId: string,
  id: string,
  reader: Reader,
  now: Date,
): Promise<Conversation | undefined> {
  const row = await conversationsOf(tx, customerId, reader)
    .where('conversations.id', '=', id)
    .executeTakeFirst();
  return row && shown(row, reader, now);
}

/** The condition that a row of `conversations` is evidence, as `isEvidence` of the domain decides. */
export const isEvidence = sql<boolean>`conversations.answer is distinct from 'not_right'`;

/** The condition that a row of `conversations` holds reminders today, as `remindersHeldUntil` of the domain decides. */
const holds = (today: IsoDate) => sql<boolean>`conversations.outcome = 'declined'
  and ${isEvidence} and conversations.held_on > ${declinedBefore(today)}::date`;

/** Whether the reminders of a customer are held today, as a condition; `userId` is a reference to the customer's id. */
export const hasRemindersHeld = (userId: string, today: IsoDate) =>
  sql<boolean>`exists (select 1 from conversations where conversations.user_id = ${sql.ref(userId)} and ${holds(today)})`;

/** Returns the first day on which reminders are sent to a customer again; null if none are held today. */
export async function findHeldUntil(tx: Tx, customerId: string, today: IsoDate): Promise<IsoDate | null> {
  const newest = await tx
    .selectFrom('conversations')
    .select('held_on')
    .where('user_id', '=', customerId)
    .where(holds(today))
    .orderBy('held_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? declinedUntil(newest.held_on) : null;
}

/** A conversation of a day with an outcome, as it is stored. */
export const findSame = (
  tx: Tx,
  customerId: string,
  said: { outcome: ConversationOutcome; held_on: IsoDate },
) =>
  tx
    .selectFrom('conversations')
    .select(['id', 'recorded_by', 'next_on'])
    .where('user_id', '=', customerId)
    .where('held_on', '=', said.held_on)
    .where('outcome', '=', said.outcome)
    .executeTakeFirst();

/** Stores a conversation. The caller has locked the customer's row. */
export async function insertConversation(
  tx: Tx,
  row: {
    id: string;
    user_id: string;
    provider_id: string | null;
    outcome: ConversationOutcome;
    held_on: IsoDate;
    next_on: IsoDate | null;
    recorded_by: string;
    recorded_at: Date;
  },
): Promise<void> {
  await tx.insertInto('conversations').values(row).execute();
}

/** Returns when, by whom and with whom a conversation was recorded, and what the customer says about it. */
export const findRecorded = (tx: Tx, id: string) =>
  tx
    .selectFrom('conversations')
    .select(['user_id', 'recorded_by', 'recorded_at', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes a conversation that was recorded by mistake. Returns false if the customer has answered it meanwhile. */
export async function deleteConversation(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores what the customer says about a record. Returns false if there is no such conversation with them. */
export async function setAnswer(
  tx: Tx,
  customerId: string,
  { id, answer }: { id: string; answer: ConversationAnswer },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ answer, answered_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
