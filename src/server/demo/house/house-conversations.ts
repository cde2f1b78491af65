import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ConversationOutcome } from '../../../domain/customers/conversations/conversations.ts';
import { daysAfter, melbourneDate } from '../../../domain/fields.ts';
import { insertConversation } from '../../features/customers/conversations/store.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Resident } from './house-residents.ts';

const day = 24 * 60 * 60_000;

/** Outcomes for residents with a signed plan, and for others; null for no conversation. Residents take turns in them. */
const withPlan: readonly (ConversationOutcome | null)[] = ['talked', 'looked_again', null, 'talked'];
const withoutPlan: readonly (ConversationOutcome | null)[] = [
  'offered',
  'talked',
  'not_now',
  null,
  'declined',
];

/** Number of days until the next conversation, for outcomes that have one. */
const daysUntilNext: Partial<Record<ConversationOutcome, number>> = {
  talked: 90,
  not_now: 30,
  looked_again: 365,
};

/** Returns how the last conversation with a resident ended; null if there was none. */
function outcomeOf({ number, account, plan }: Resident): ConversationOutcome | null {
  if (account !== 'active') return null;
  const outcomes = plan === 'signed' || plan === 'revised' ? withPlan : withoutPlan;
  return outcomes[number % outcomes.length] ?? null;
}

/** The conversation to record: the resident, the house, and the moment before which none can be. */
type Talk = { resident: Resident; userId: string; providerId: string; created: Date; now: Date };

/**
 * Records a conversation with a resident in the past, by a staff member of the house or of one above it. Returns that staff member
 * and the moment; null without a conversation. Part of the caller's transaction.
 */
export async function makeConversation(
  tx: Tx,
  { resident, userId, providerId, created, now }: Talk,
): Promise<{ staffId: string; at: Date } | null> {
  const outcome = outcomeOf(resident);
  const at = new Date(now.getTime() - (2 + ((resident.number * 11) % 120)) * day);
  if (outcome === null || at < created) return null;
  const staff = await tx
    .selectFrom('users')
    .innerJoin('providers as house', (join) => join.on('house.id', '=', providerId))
    .innerJoin('providers as place', 'place.id', 'users.provider_id')
    .select('users.id')
    .whereRef('place.id', '=', (value) => value.fn.any('house.path'))
    .where('users.permission_role_id', 'in', [1, 2])
    .where('users.status', '=', 'active')
    .orderBy(sql`cardinality(place.path)`, 'desc')
    .orderBy('users.email')
    .limit(1)
    .executeTakeFirst();
  if (!staff) return null;
  const held_on = melbourneDate(at);
  const next = daysUntilNext[outcome];
  await insertConversation(tx, {
    ...{ id: randomUUID(), user_id: userId, provider_id: providerId, outcome, held_on },
    next_on: next === undefined ? null : daysAfter(held_on, next),
    recorded_by: staff.id,
    recorded_at: at,
  });
  return { staffId: staff.id, at };
}
