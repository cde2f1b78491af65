import { sql } from 'kysely';
import type { ConversationOutcome } from '../../../../domain/customers/conversations/conversations.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { shownOf, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import type { ReportTable } from '../../../documents/report-document.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { isEvidence } from '../../customers/api.ts';
import { numberOnPaper, type Words } from '../paper/paper.ts';

/** Outcomes by the action of the aged care standards that they show: planning ahead, and going on with it. */
const outcomesOf = {
  '3.1.6': ['offered', 'talked', 'not_now', 'declined'],
  '5.7.2': ['looked_again'],
} as const satisfies Record<string, readonly ConversationOutcome[]>;

type StandardAction = keyof typeof outcomesOf;

/** Conversations that a house recorded in a period, by outcome. Numbers below five are hidden (D-52). */
export type HouseConversations = { name: string; shown: Record<ConversationOutcome, ShownNumber> };

/**
 * Counts the conversations of a period by the house that recorded them, also those with residents who moved since (N-07),
 * without those that the resident says are not right.
 */
export async function countConversations(
  tx: Tx,
  houses: readonly { id: string; name: string }[],
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<HouseConversations[]> {
  const { rows } = await sql<{ provider_id: string; outcome: ConversationOutcome; count: number }>`
    select provider_id, outcome, count(*)::int as count from conversations
    where provider_id = any(${houses.map(({ id }) => id)}::uuid[]) and held_on between ${from}::date and ${to}::date
      and ${isEvidence}
    group by provider_id, outcome`.execute(tx);
  return houses.map(({ id, name }) => {
    const of = (outcome: ConversationOutcome) =>
      shownOf(rows.find((row) => row.provider_id === id && row.outcome === outcome)?.count ?? 0);
    const shown = {
      ...{ offered: of('offered'), talked: of('talked'), not_now: of('not_now') },
      ...{ declined: of('declined'), looked_again: of('looked_again') },
    };
    return { name, shown };
  });
}

/** Returns the tables of conversations by house, one for each action of the aged care standards. There is no sum of the houses. */
export function conversationTables(houses: readonly HouseConversations[], words: Words): ReportTable[] {
  const { t } = words;
  return (Object.keys(outcomesOf) as StandardAction[]).map((action) => ({
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
