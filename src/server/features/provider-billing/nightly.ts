import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { announceTrialEnd, invoiceProvider, markInvoicesOverdue } from './invoicing/invoicing-operations.ts';
import { batchSize, findBillable } from './invoicing/invoicing-store.ts';
import { findEndingTrials } from './invoicing/trial-store.ts';

/** More terms than a provider can owe after the longest outage: five years of months. */
const termsAtMost = 60;

type Find = (tx: Tx, today: IsoDate, after: string | null) => Promise<string[]>;

/** Runs work for each provider that `find` returns. One that fails does not stop the others. */
async function forEach(
  { db, clock }: Services,
  find: Find,
  act: (provider_id: string) => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<void> {
  const today = melbourneDate(clock());
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await find(db, today, after);
    for (const id of ids) await act(id).catch(failed);
    after = ids.at(-1) ?? null;
    if (after === null) return;
  }
}

/**
 * Makes every invoice of providers that is due, marks unpaid ones as overdue, and announces trials that end. Uses the clock of
 * `services`, which must be reliable. Several processes can run it at once, and it can be run again after an interruption.
 */
export async function billProviders(services: Services, log: WriteLine): Promise<void> {
  const context = ownContext(services);
  await forEach(
    services,
    findBillable,
    async (provider_id) => {
      for (let term = 0; term < termsAtMost; term += 1)
        if (!(await invoiceProvider.call(context, { provider_id }))) return;
    },
    (error) => log(`An invoice of a provider could not be made (${codeOf(error)}).`, 'error'),
  );
  while ((await markInvoicesOverdue.call(context, {})) === batchSize);
  await forEach(
    services,
    findEndingTrials,
    (provider_id) => announceTrialEnd.call(context, { provider_id }),
    (error) => log(`The end of a trial could not be announced (${codeOf(error)}).`, 'error'),
  );
}
