import { useEffect } from 'react';

/** Milliseconds between two reads while a file is still being checked. */
const againMs = 5_000;

/** Reads a list again and again while one of its files is still being checked. */
export function useReadAgain(isChecking: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(retry, againMs);
    return () => clearInterval(timer);
  }, [isChecking, retry]);
}
