import { useSearch } from '@tanstack/react-router';

/** Returns the search parameter of this name in the address; undefined if there is none. */
export function useSearchText(name: 'returnPath' | 'reason' | 'organisation'): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
}
