import { AsyncLocalStorage } from 'node:async_hooks';

const transactions = new AsyncLocalStorage<true>();

/** Marks everything that `run` does, and whatever that calls, as inside a transaction. */
export const markTransaction = <Output>(run: () => Promise<Output>): Promise<Output> =>
  transactions.run(true, run);

/**
 * For costly and outside work: hashing, pictures, PDFs, mail, text messages, files, payment. Inside a transaction it would hold
 * locks and a connection for as long as it takes.
 * @throws Error inside a transaction, which is a programming error
 */
export function assertOutsideTransaction(work: string): void {
  if (transactions.getStore()) throw new Error(`${work} must not run inside a transaction`);
}
