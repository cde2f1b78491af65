import { useSearch } from '@tanstack/react-router';

/** What stands in the address after `?name=`; undefined when there is none. */
export function useSearchText(name: 'token' | 'payload' | 'returnPath' | 'reason'): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
}
