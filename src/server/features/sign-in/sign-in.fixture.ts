import { agreedToBoth } from '../../../../testing/consents.ts';
import { tokenIn } from '../../../../testing/links.ts';
import { TestClient } from '../../../../testing/client.ts';
import type { TestApp } from '../../../../testing/start-app.ts';
import { newPin, newShareId, pinPlace } from '../../db/sealing/account-secrets.ts';
import { hashPassword } from '../../pipeline/passwords/passwords.ts';
import { findLink, type LinkPurpose } from './api.ts';

export const goodPassword = 'Tram-Kettle-42';

let serial = 0;

/** Returns an unused address. */
export const freshEmail = () => `person${(serial += 1)}.${Date.now()}@example.org`;

/** Returns the request body of the sign-up page. */
export const signupBody = (more: Record<string, unknown> = {}) => ({
  email: freshEmail(),
  password: goodPassword,
  accountOwner: 'self',
  type: 'signup',
  payload: '',
  redirect: false,
  medicareNumber: '',
  birthDate: '04/05/1948',
  gender: 'Female',
  EUSARead: true,
  privacyPolicyRead: true,
  notOwnerConfirmation: false,
  language: 'en',
  ...more,
});

/** Signs up in a new browser, at the page unless another path is given. */
export const sendSignUp = (
  app: TestApp,
  more: Record<string, unknown> = {},
  path = '/api/auth/email-password',
) => new TestClient(app.url).post(path, signupBody(more));

/** Signs in in a new browser. */
export const sendSignIn = (
  app: TestApp,
  email: unknown,
  password: unknown = goodPassword,
  more: Record<string, unknown> = {},
) => new TestClient(app.url).post('/api/auth/email-password', { email, password, type: 'login', ...more });

/** Loads the stored person of an address. */
export const storedUser = (app: TestApp, email: string) =>
  app.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

type Made = { id: string; email: string };

/**
 * Inserts a person directly into the database: active, with the good password, a checked address and both agreements by default.
 */
export async function makeUser(app: TestApp, more: Record<string, unknown> = {}): Promise<Made> {
  const { db, keyring, clock } = app.services;
  const id = crypto.randomUUID();
  const values = {
    id,
    email: freshEmail(),
    pin_sealed: keyring.seal(pinPlace(id), newPin()),
    share_id: newShareId(),
    password_hash: await hashPassword(goodPassword),
    email_verified_at: clock(),
    ...agreedToBoth,
    ...more,
  };
  await db.insertInto('users').values(values).execute();
  return { id, email: values.email };
}

/** Returns a browser with a person's session. */
export async function browserOf(app: TestApp, { email }: { email: string }): Promise<TestClient> {
  const client = new TestClient(app.url);
  await client.signIn(email, goodPassword);
  return client;
}

/** Returns the token of the link that would be mailed now. */
export async function mailedToken(app: TestApp, purpose: LinkPurpose, userId: string): Promise<string> {
  const link = await findLink(app.services, purpose, userId);
  return link ? tokenIn(link) : '';
}

/** Returns the response without the parts that differ between calls. */
export const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
