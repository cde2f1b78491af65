import { randomBytes } from 'node:crypto';

/** A sealing key of a test's own, as WATTLE_KEYS has it. */
export const newKeys = (): string => `test:${randomBytes(32).toString('base64')}`;
