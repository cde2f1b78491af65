import type { Tx } from '../../../pipeline/context.ts';

/** A document that a residential-care system has of a customer. */
export type SentPlan = { integration_id: string; resident_id: string; document_id: string };

/** Returns the documents of a customer that systems have, of links in use, for the deletion of the account. */
export async function findSentPlans(tx: Tx, userId: string): Promise<SentPlan[]> {
  return tx
    .selectFrom('integration_links as l')
    .innerJoin('acps as a', (join) => join.onRef('a.user_id', '=', 'l.user_id').on('a.type', '=', 'active'))
    .select(['l.integration_id', 'l.resident_id', 'a.id as document_id'])
    .where('l.user_id', '=', userId)
    .where('l.unlinked_at', 'is', null)
    .where('l.withdrawn_at', 'is', null)
    .where((where) =>
      where.or([where('l.sent_version', 'is not', null), where('l.sending_at', 'is not', null)]),
    )
    .execute();
}
