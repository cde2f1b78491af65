import type { Tries } from '../../pipeline/limits/limit.ts';

/** What mails to an address that staff typed count: no account is a way to write to strangers. */
export const invitingTries = (callerId: string, email: string): Tries => [
  { counted: ['customer-invite:account', callerId], counts: 'always' },
  { counted: ['customer-invite:recipient', email], counts: 'always' },
];

/** What being told of known addresses counts: no account is a way to learn who has one. */
export const knownAddressTries = (callerId: string): Tries => [
  { counted: ['customer-known:account', callerId], counts: ['existingUser'] },
];
