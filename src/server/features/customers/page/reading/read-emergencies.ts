import { AppError } from '../../../../../domain/errors.ts';
import type { Context } from '../../../../pipeline/context.ts';
import { concurrencyLimit } from '../../../../pipeline/limits/concurrency-limit.ts';
import { readCustomerEmergency, readCustomerEmergencyAgain } from './reading-operations.ts';

/** Number of customers of one document or page who are read at the same time. */
const readAtOnce = 4;

/** Limits the database connections that all documents and pages of this process use together. */
const reads = concurrencyLimit({ atOnce: 4, waitingAtMost: 200 });

type Read = Awaited<ReturnType<typeof readCustomerEmergency.call>>;

/** A customer to read: for a handover list of a house, for a row of the table of customers, or for a sheet. */
type Asked = { id: string; handover?: string; table?: true };

/** Reads one customer. A row of the table that the caller read a moment ago is not recorded again. */
const readOne = async (context: Context, asked: Asked): Promise<Read> =>
  (asked.table ? await readCustomerEmergencyAgain.call(context, { id: asked.id }) : null) ??
  readCustomerEmergency.call(context, asked);

/**
 * Reads the emergency facts of several customers in the given order, each in a call of its own, with its access check, record and
 * notice. Null for a customer whom the caller may not read, or who is not in the house of the handover list.
 */
export async function readEmergencies(context: Context, asked: readonly Asked[]): Promise<(Read | null)[]> {
  const read = (one: Asked) =>
    reads(() => readOne(context, one)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
  const found: (Read | null)[] = [];
  for (let at = 0; at < asked.length; at += readAtOnce)
    found.push(...(await Promise.all(asked.slice(at, at + readAtOnce).map(read))));
  return found;
}
