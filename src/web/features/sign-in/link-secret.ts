import { useLocation } from '@tanstack/react-router';
import { secretIn, type LinkSecret } from '../../app/old-links/secrets-in-hash.ts';

/** Returns the secret after the `#` of the present address; undefined if it has none. */
export function useLinkSecret(name: LinkSecret): string | undefined {
  return secretIn(useLocation({ select: ({ hash }) => hash }), name);
}
