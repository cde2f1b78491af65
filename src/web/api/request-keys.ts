import { codeOf } from './errors.ts';

/**
 * Creates idempotency keys for a call that creates something. The same values sent again get the same key, so that a call whose
 * response was lost is done only once; other values get a new key.
 */
export function requestKeys(newKey: () => string = () => crypto.randomUUID()): (values: unknown) => string {
  let open: { values: string; key: string } | undefined;
  return (values) => {
    const now = JSON.stringify(values);
    if (open?.values !== now) open = { values: now, key: newKey() };
    return open.key;
  };
}

/**
 * Returns a function that runs a call with an idempotency key. If the outcome is unknown (the code `unavailable`), the next call with
 * the same values has the same key, so that it is done only once. Every other call has a new key.
 */
export function callsOnce(newKey: () => string = () => crypto.randomUUID()) {
  let keyOf = requestKeys(newKey);
  return async <Values, Result>(
    values: Values,
    run: (values: Values & { idempotency_key: string }) => Promise<Result>,
  ): Promise<Result> => {
    try {
      const result = await run({ ...values, idempotency_key: keyOf(values) });
      keyOf = requestKeys(newKey);
      return result;
    } catch (error) {
      if (codeOf(error) !== 'unavailable') keyOf = requestKeys(newKey);
      throw error;
    }
  };
}
