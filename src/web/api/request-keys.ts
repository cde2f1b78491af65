/**
 * Keys for a creating call. What is sent once more with the same values has the same key, so that a call whose answer was lost is done
 * only once; other values have another one.
 */
export function requestKeys(newKey: () => string = () => crypto.randomUUID()): (values: unknown) => string {
  let open: { values: string; key: string } | undefined;
  return (values) => {
    const now = JSON.stringify(values);
    if (open?.values !== now) open = { values: now, key: newKey() };
    return open.key;
  };
}
