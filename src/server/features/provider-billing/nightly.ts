import { dueTrialNotice } from '../../../domain/billing/providers/trial-notice.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { Database, Services, Tx } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { announceTrialEnd, invoiceProvider, markInvoicesOverdue } from './invoicing/invoicing-operations.ts';
import { batchSize, findBillable, hasOverdue } from './invoicing/invoicing-store.ts';
import { findEndingTrials } from './invoicing/trial-store.ts';

/** More terms than a provider can owe after the longest outage: five years of months. */
const termsAtMost = 60;

/** Runs work for each provider that `find` returns. One that fails does not stop the others. */
async function forEach<Found extends { id: string }>(
  db: Database,
  find: (tx: Tx, after: string | null) => Promise<Found[]>,
  act: (found: Found) => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const page: Found[] = await find(db, after);
    for (const found of page) await act(found).catch(failed);
    after = page.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/**
 * Makes every invoice of providers that is due, marks unpaid ones as overdue, and announces trials that end. Uses the clock of
 * `services`, which must be reliable. Several processes can run it at once, and it can be run again after an interruption. Nothing
 * is recorded in the audit trail for providers for whom nothing is due.
 */
export async function billProviders(services: Services, log: WriteLine): Promise<void> {
  const { db, clock } = services;
  const today = melbourneDate(clock());
  const context = ownContext(services);
  await forEach(
    db,
    (tx, after) => findBillable(tx, today, after),
    async ({ id: provider_id }) => {
      for (let term = 0; term < termsAtMost; term += 1)
        if (!(await invoiceProvider.call(context, { provider_id }))) return;
    },
    (error) => log(`An invoice of a provider could not be made (${codeOf(error)}).`, 'error'),
  );
  if (await hasOverdue(db, today)) while ((await markInvoicesOverdue.call(context, {})) === batchSize);
  await forEach(
    db,
    (tx, after) => findEndingTrials(tx, today, after),
    async ({ id: provider_id, trial }) => {
      if (trial && dueTrialNotice(trial.ends, trial.sent, today) !== null)
        await announceTrialEnd.call(context, { provider_id });
    },
    (error) => log(`The end of a trial could not be announced (${codeOf(error)}).`, 'error'),
  );
}
