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
