import type { Tries } from '../../../pipeline/limits/limit.ts';

/** Rate limits for mails to an address that staff typed: an account must not be used to write to strangers. */
export const invitingTries = (callerId: string, email: string): Tries => [
  { counted: ['customer-invite:account', callerId], counts: 'always' },
  { counted: ['customer-invite:recipient', email], counts: 'always' },
];

/** Rate limit for answers that reveal a known address, so that an account cannot be used to find out who has one. */
export const knownAddressTries = (callerId: string): Tries => [
  { counted: ['customer-known:account', callerId], counts: ['existingUser'] },
];
