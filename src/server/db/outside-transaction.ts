import { AsyncLocalStorage } from 'node:async_hooks';

const transactions = new AsyncLocalStorage<true>();

/** Marks everything that `run` does, including nested calls, as inside a transaction. */
export const markTransaction = <Output>(run: () => Promise<Output>): Promise<Output> =>
  transactions.run(true, run);

/**
 * Checks that costly work or an outside call does not run inside a transaction: hashing, pictures, PDFs, mail, text messages,
 * files, payment. It would hold locks and a connection for its whole duration.
 * @throws Error inside a transaction, which is a programming error
 */
export function assertOutsideTransaction(work: string): void {
  if (transactions.getStore()) throw new Error(`${work} must not run inside a transaction`);
}
