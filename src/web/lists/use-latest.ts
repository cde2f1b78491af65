import { useState } from 'react';

/** Returns the newest known value: it stays while the next one is read. */
export function useLatest<Value>(newest: Value | undefined): Value | undefined {
  const [known, setKnown] = useState<Value>();
  const latest = newest ?? known;
  if (latest !== known) setKnown(latest);
  return latest;
}
