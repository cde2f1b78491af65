import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../db/sealing/secrets.ts';
import { openingCookie, openingCookieName, openingValue, readOpening } from './opening.ts';

const secrets = createSecrets(randomBytes(32));
const opened = new Date('2026-04-05T04:02:00Z');
const later = (minutes: number, seconds = 0) => new Date(opened.getTime() + (minutes * 60 + seconds) * 1000);
const userId = '0b6f5a0e-6f55-4f0e-9a3c-2d7f6f0a1b2c';
const value = openingValue(secrets, { shareId: 'card-a', userId, openedAt: opened });

describe('the cookie that keeps a plan open', () => {
  it('opens the plan of its card for thirty minutes, and then reports that it was closed', () => {
    const open = { state: 'open', userId, openedAt: opened, closesAt: later(30) };
    expect(readOpening(secrets, 'card-a', value, opened)).toEqual(open);
    expect(readOpening(secrets, 'card-a', value, later(29, 59))).toEqual(open);
    expect(readOpening(secrets, 'card-a', value, later(30))).toEqual({ state: 'closed' });
  });

  it.each([
    ['another card', 'card-b', value],
    ['no cookie', 'card-a', undefined],
    ['a longer time', 'card-a', value.replace(/^\d+/, String(later(60).getTime()))],
    ['another person', 'card-a', value.replace(userId, userId.replace('0b', '0c'))],
    ['another signature', 'card-a', value.replace(/[\w-]{43}$/, 'A'.repeat(43))],
    ['a cut signature', 'card-a', value.slice(0, -1)],
    ['words', 'card-a', 'open'],
  ])('opens nothing for %s', (_, shareId, cookie) => {
    expect(readOpening(secrets, shareId, cookie, opened)).toBeNull();
  });

  it('opens nothing if it is from a future that is further away than thirty minutes, after a clock was set back', () => {
    expect(readOpening(secrets, 'card-a', value, later(-30))).toMatchObject({ state: 'open' });
    expect(readOpening(secrets, 'card-a', value, later(-30, -1))).toEqual({ state: 'closed' });
  });

  it('opens nothing if it is signed for another purpose or with another key', () => {
    const at = String(opened.getTime());
    const forged = `${at}.${userId}.${secrets.sign('session', `${at} ${userId} card-a`).toString('base64url')}`;
    expect(readOpening(secrets, 'card-a', forged, opened)).toBeNull();
    expect(readOpening(createSecrets(randomBytes(32)), 'card-a', value, opened)).toBeNull();
  });

  it('is sent only to the address of its card, never to scripts or other sites, and with TLS only over TLS', () => {
    const plain = openingCookie({ shareId: 'card-a', value, secure: false });
    expect(plain.split('; ')).toEqual([
      `wattle-plan=${value}`,
      'Path=/acp-login/card-a',
      'Max-Age=3600',
      'HttpOnly',
      'SameSite=Strict',
    ]);
    const secure = openingCookie({ shareId: 'card-a', value, secure: true });
    expect(secure).toContain(`${openingCookieName(true)}=`);
    expect(secure).toMatch(/^__Secure-.*; Secure$/);
  });

  it('is deleted when the plan is closed, and cannot be split by an invalid share id', () => {
    expect(openingCookie({ shareId: 'a; Path=/', value: null, secure: false })).toContain(
      'Path=/acp-login/a%3B%20Path%3D%2F; Max-Age=0',
    );
  });
});
