import { sql } from 'kysely';
import {
  conversationOutcomes,
  type ConversationOutcome,
} from '../../../../domain/customers/conversations/conversations.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { outcomesOf, standardActions } from '../../../../domain/reports/conversations.ts';
import { shownOf, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import type { ReportTable } from '../../../documents/report-document.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { isEvidence } from '../../customers/api.ts';
import { numberOnPaper, type Words } from '../paper/paper.ts';

/** Conversations that a house recorded in a period, by outcome. */
export type OutcomeCounts = Record<ConversationOutcome, number>;

/** The same numbers as a paper shows them. */
export type HouseConversations = { name: string; shown: Record<ConversationOutcome, ShownNumber> };

/**
 * Counts the conversations of a period by the house that recorded them, also those with residents who moved since (N-07),
 * without those that the resident says are not right.
 */
export async function countConversations(
  tx: Tx,
  houses: readonly string[],
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<ReadonlyMap<string, OutcomeCounts>> {
  const { rows } = await sql<{ provider_id: string; outcome: ConversationOutcome; count: number }>`
    select provider_id, outcome, count(*)::int as count from conversations
    where provider_id = any(${[...houses]}::uuid[]) and held_on between ${from}::date and ${to}::date
      and ${isEvidence}
    group by provider_id, outcome`.execute(tx);
  const none = { offered: 0, talked: 0, not_now: 0, declined: 0, looked_again: 0 };
  const counts = new Map<string, OutcomeCounts>(houses.map((id) => [id, { ...none }]));
  for (const { provider_id, outcome, count } of rows) counts.get(provider_id)![outcome] = count;
  return counts;
}

/** Hides the numbers below five (D-52). */
export const withoutSmall = (counts: OutcomeCounts): Record<ConversationOutcome, ShownNumber> =>
  Object.fromEntries(conversationOutcomes.map((outcome) => [outcome, shownOf(counts[outcome])])) as Record<
    ConversationOutcome,
    ShownNumber
  >;

/** Returns the tables of conversations by house, one for each action of the aged care standards. There is no sum of the houses. */
export function conversationTables(houses: readonly HouseConversations[], words: Words): ReportTable[] {
  const { t } = words;
  return standardActions.map((action) => ({
    title: t(`evidence.conversations.${action}`),
    head: [
      t('evidence.houses.house'),
      ...outcomesOf[action].map((outcome) => t(`evidence.conversations.${outcome}`)),
    ],
    rows: houses.map(({ name, shown }) => [
      name,
      ...outcomesOf[action].map((outcome) => numberOnPaper(shown[outcome], words)),
    ]),
    numbersFrom: 1,
  }));
}
