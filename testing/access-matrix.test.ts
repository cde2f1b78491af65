import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions, can, type Actor, type Decision, type Role } from '../src/domain/access.ts';
import { AppError } from '../src/domain/errors.ts';
import type { Context } from '../src/server/context.ts';
import { insertDraft } from '../src/server/features/acp/store.ts';
import { newShareId, pinPlace } from '../src/server/features/accounts/card-secrets.ts';
import { operations } from '../src/server/operations.ts';
import { startApp, type TestApp } from './start-app.ts';

type Person = { userId: string; acpId: string; shareId: string };

/** For each operation, how a call about one person looks. `free` calls are about nobody in particular. */
const calls: Record<string, (person: Person) => unknown> = {
  getActiveAcps: ({ acpId }) => ({ id: acpId }),
  getActiveAcpsByUserId: ({ userId }) => ({ user_id: userId }),
  getRevisionAcps: ({ userId }) => ({ user_id: userId }),
  updateAnswers: ({ acpId }) => ({ id: acpId, answers: { firstName: 'Ann' }, status: 'draft', version: 0 }),
  getPlanDocument: ({ userId }) => ({ user_id: userId }),
  getEmergencyCard: ({ userId }) => ({ user_id: userId }),
  renewEmergencyCard: ({ userId }) => ({ user_id: userId }),
  getUserById: ({ userId }) => ({ id: userId }),
  nextBillingDate: ({ userId }) => ({ id: userId }),
  updateLanguage: ({ userId }) => ({ id: userId, language: 'en' }),
  updateUser: ({ userId }) => ({ id: userId, postcode: '3000' }),
  openEmergency: ({ userId }) => ({ user_id: userId }),
  readEmergency: ({ shareId }) => ({
    share_id: shareId,
    language: 'en',
    scanned_version: null,
    scanned_source: 'card',
    opened_at: new Date(),
    closes_at: new Date(),
  }),
  getNotifications: () => ({ offset: 0, limit: 10 }),
  recentActivities: () => ({ limit: 4 }),
  getMyTrustedContacts: () => ({}),
};

/** Operations that take no person: they are about whoever is signed in. */
const ownOnly = new Set(['getNotifications', 'recentActivities', 'getMyTrustedContacts']);

/** Operations that refuse with `not-found` after access was given, because this person has signed nothing. */
const needSignedPlan = new Set(['getPlanDocument', 'readEmergency', 'renewEmergencyCard']);

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const ownOf = (actor: Actor) => (actor.kind === 'person' ? { ownerId: actor.userId } : null);
const person = (userId: string, role: Role, more: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  userId,
  role,
  providerId: role.startsWith('provider') ? randomUUID() : null,
  flags,
  actingStaffId: null,
  secondStepDue: false,
  ...more,
});

describe('who may do what', () => {
  let app: TestApp;
  let subject: Person;

  const makePerson = async (): Promise<Person> => {
    const { db, keyring } = app.services;
    const userId = randomUUID();
    const shareId = newShareId();
    await db
      .insertInto('users')
      .values({
        id: userId,
        email: `${userId}@test.example`,
        pin_sealed: keyring.seal(pinPlace(userId), '123456'),
        share_id: shareId,
      })
      .execute();
    return { userId, shareId, acpId: await insertDraft(db, app.services, userId, 'en', new Date()) };
  };

  beforeAll(async () => {
    app = await startApp();
    subject = await makePerson();
  });
  afterAll(() => app.close());

  const actors = (): Record<string, Actor> => ({
    visitor: { kind: 'visitor' },
    'the person': person(subject.userId, 'user'),
    'another customer': person(randomUUID(), 'user'),
    'a staff member in the account': person(subject.userId, 'user', { actingStaffId: randomUUID() }),
    provideradmin: person(randomUUID(), 'provideradmin'),
    providerview: person(randomUUID(), 'providerview'),
    admin: person(randomUUID(), 'admin'),
    tlcadmin: person(randomUUID(), 'tlcadmin'),
    sysadmin: person(randomUUID(), 'sysadmin'),
    'a reader with the right PIN': { kind: 'emergency', userId: subject.userId },
    "a reader with another person's PIN": { kind: 'emergency', userId: randomUUID() },
    system: { kind: 'system' },
  });

  const refusals: readonly string[] = ['unauthenticated', 'forbidden', 'not-found'];

  async function outcome(name: string, actor: Actor): Promise<string> {
    const operation = operations.find((each) => each.name === name)!;
    const context: Context = {
      services: app.services,
      actor,
      meta: { requestId: 'test', address: '127.0.0.1', userAgent: null, language: 'en', sessionId: null },
    };
    try {
      await operation.call(context, calls[name]!(subject));
      return 'allow';
    } catch (error) {
      if (error instanceof AppError) return refusals.includes(error.code) ? error.code : 'allow';
      throw error;
    }
  }

  it('has a rule for every operation, and an operation for every rule', () => {
    // Signing is one save among others: updateAnswers asks for it within.
    expect(new Set([...operations.map((operation) => operation.action), 'plan.sign'])).toEqual(
      new Set(actions),
    );
  });

  it('knows every operation by one name', () => {
    const names = operations.map((operation) => operation.name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has a row in this matrix for every operation that is about a person', () => {
    const about = operations
      .filter((operation) => !freeActions.has(operation.action))
      .map((operation) => operation.name);
    expect(Object.keys(calls).sort()).toEqual(about.sort());
  });

  it.each(Object.keys(calls))(
    '%s refuses everybody whom the table refuses, and nobody else [QGEN-03]',
    async (name) => {
      const { action } = operations.find((operation) => operation.name === name)!;
      const found: Record<string, string> = {};
      const expected: Record<string, Decision> = {};
      for (const [who, actor] of Object.entries(actors())) {
        found[who] = await outcome(name, actor);
        const about = ownOnly.has(name) ? ownOf(actor) : { ownerId: subject.userId };
        expected[who] = can(actor, action, about);
        if (expected[who] === 'allow' && needSignedPlan.has(name))
          expected[who] = found[who] === 'not-found' ? 'not-found' : 'allow';
      }
      expect(found).toEqual(expected);
    },
  );

  it('lets nobody but the person save or sign, whatever the role', () => {
    for (const [who, actor] of Object.entries(actors())) {
      const signs = can(actor, 'plan.sign', { ownerId: subject.userId });
      expect([who, signs === 'allow']).toEqual([who, who === 'the person']);
    }
  });
});

/** Actions on nothing in particular: anybody may ask, and the operation itself decides by what the input proves. */
const freeActions = new Set<string>([
  'account.signUp',
  'account.signIn',
  'account.verifyEmail',
  'account.recover',
  'account.signOut',
  'account.readSession',
]);
