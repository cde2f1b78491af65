import { useSearch } from '@tanstack/react-router';

/** What stands in the address after `?name=`; undefined when there is none. */
export function useSearchText(name: 'returnPath' | 'reason'): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
}
