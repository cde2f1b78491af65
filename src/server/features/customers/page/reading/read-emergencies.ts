import { AppError } from '../../../../../domain/errors.ts';
import type { Context } from '../../../../pipeline/context.ts';
import { concurrencyLimit } from '../../../../pipeline/limits/concurrency-limit.ts';
import { readCustomerEmergency } from './reading-operations.ts';

/** Number of customers of one document who are read at the same time. */
const readAtOnce = 4;

/** Limits the database connections that all such documents of this process use together. */
const reads = concurrencyLimit({ atOnce: 4, waitingAtMost: 200 });

type Read = Awaited<ReturnType<typeof readCustomerEmergency.call>>;

/**
 * Reads the emergency facts of several customers in the given order, each in a call of its own, with its access check, record and
 * notice. Null for a customer whom the caller may not read, or who is not in the house of the handover list.
 */
export async function readEmergencies(
  context: Context,
  asked: readonly { id: string; handover?: string }[],
): Promise<(Read | null)[]> {
  const read = ({ id, handover }: { id: string; handover?: string }) =>
    reads(() =>
      readCustomerEmergency.call(context, { id, ...(handover !== undefined && { handover }) }),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
  const found: (Read | null)[] = [];
  for (let at = 0; at < asked.length; at += readAtOnce)
    found.push(...(await Promise.all(asked.slice(at, at + readAtOnce).map(read))));
  return found;
}
