import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../db/sealing/secrets.ts';
import { createSignupToken, readSignupToken } from './invitations.ts';

const secrets = createSecrets(Buffer.alloc(32, 7));
const now = new Date('2026-05-04T00:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60_000);
const invitation = { email: 'ann@example.org', provider_id: '6f2c1c6e-6a9e-4c0b-9d3e-0c7d5a1b2c3d' };

describe('signed invitations', () => {
  const token = createSignupToken(secrets, now, 'signup-token', invitation);

  it('return the signed content, for 30 days [SIGNUP-05] [security 16]', () => {
    expect(readSignupToken(secrets, days(29.9), 'signup-token', token)).toEqual(invitation);
    expect(readSignupToken(secrets, days(30), 'signup-token', token)).toBeNull();
  });

  it('are valid for one purpose only [security 16]', () => {
    expect(readSignupToken(secrets, now, 'signup-payload', token)).toBeNull();
    const payload = createSignupToken(secrets, now, 'signup-payload', invitation);
    expect(readSignupToken(secrets, now, 'signup-token', payload)).toBeNull();
    expect(readSignupToken(secrets, now, 'signup-payload', payload)).toEqual(invitation);
  });

  it('are invalid when changed, cut or signed by another person [security 16]', () => {
    const [body, signature] = token.split('.') as [string, string];
    const forged = Buffer.from(
      JSON.stringify({ purpose: 'signup-token', email: 'eve@example.org', exp: days(9).getTime() }),
    ).toString('base64url');
    const strangers = createSignupToken(createSecrets(Buffer.alloc(32, 8)), now, 'signup-token', invitation);
    for (const bad of [
      `${forged}.${signature}`,
      body,
      `${body}.`,
      `.${signature}`,
      `${token}.x`,
      strangers,
      '',
      'x'.repeat(5_000),
      '💥.💥',
    ]) {
      expect(readSignupToken(secrets, now, 'signup-token', bad)).toBeNull();
    }
  });
});
