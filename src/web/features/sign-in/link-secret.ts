import { useLocation } from '@tanstack/react-router';
import { secretIn, type LinkSecret } from '../../app/secrets-in-hash.ts';

/** What the link that led here carries behind its `#`; undefined when it carries none. */
export function useLinkSecret(name: LinkSecret): string | undefined {
  return secretIn(useLocation({ select: ({ hash }) => hash }), name);
}
