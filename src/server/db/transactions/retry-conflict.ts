/**
 * PostgreSQL's codes for a transaction that it ended in favour of another one: serialization failure and deadlock. Nothing of the
 * transaction is stored, and a retry usually succeeds at once. https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export const conflictCodes: readonly string[] = ['40001', '40P01'];

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;

/**
 * True if the database ended the work in favour of another transaction; also for the `unavailable` refusal made from that error.
 */
export function isConflict(error: unknown): boolean {
  const codes: unknown[] = [codeOf(error), error instanceof Error ? codeOf(error.cause) : undefined];
  return codes.some((code) => conflictCodes.includes(code as string));
}

/**
 * Runs a whole transaction, or one statement outside of a transaction, and retries it once if the database ended it in favour of
 * another. `run` must have no effects outside the database. A second conflict is thrown.
 */
export async function retryConflict<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return run();
  }
}
