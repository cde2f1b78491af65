import { randomBytes } from 'node:crypto';

/** Returns a new sealing key for a test, in the format of WATTLE_KEYS. */
export const newKeys = (): string => `test:${randomBytes(32).toString('base64')}`;
