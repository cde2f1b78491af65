import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecrets } from '../../db/sealing/secrets.ts';
import { openingValue, readOpening } from './page/opening.ts';

const secrets = createSecrets(randomBytes(32));
const openedAt = new Date('2026-04-05T04:02:00Z');
const later = (minutes: number, seconds = 0) =>
  new Date(openedAt.getTime() + (minutes * 60 + seconds) * 1000);
const ids = {
  contactId: '0b6f5a0e-6f55-4f0e-9a3c-2d7f6f0a1b2c',
  link: '1b6f5a0e-6f55-4f0e-9a3c-2d7f6f0a1b2c',
};
const value = openingValue(secrets, { ids, openedAt, plan: 'same' });

it("opens a contact's page for thirty minutes, and not from a future that is further away than that", () => {
  expect(readOpening(secrets, ids, value, later(29, 59))).toMatchObject({ state: 'open', plan: 'same' });
  expect(readOpening(secrets, ids, value, later(30))).toEqual({ state: 'closed' });
  expect(readOpening(secrets, ids, value, later(-30))).toMatchObject({ state: 'open' });
  expect(readOpening(secrets, ids, value, later(-30, -1))).toEqual({ state: 'closed' });
});
