import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actions,
  can,
  type Actor,
  type Decision,
  type Role,
  type Subject,
} from '../src/domain/access/access.ts';
import { consentVersion } from '../src/domain/accounts/consents.ts';
import { AppError } from '../src/domain/errors.ts';
import { defaultNotificationSettings } from '../src/domain/accounts/notification-settings.ts';
import type { Context } from '../src/server/pipeline/context.ts';
import { insertDraft } from '../src/server/features/acp/store.ts';
import { newShareId, pinPlace } from '../src/server/features/emergency-card/secrets.ts';
import { keepArchive } from '../src/server/features/privacy/export-store.ts';
import { operations } from '../src/server/operations.ts';
import { replaceLogo } from '../src/server/features/providers/store.ts';
import { provider } from './people.ts';
import { startApp, type TestApp } from './start-app.ts';

type Person = { userId: string; acpId: string; shareId: string; providerId: string; logoId: string };

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
  // Each person has a notification with their own id.
  updateNotification: ({ userId }) => ({ id: userId }),
  updateAllNotifications: ({ userId }) => ({ user_id: userId }),
  updateLastViewedNotifications: () => ({}),
  notificationSettings: () => ({}),
  updateNotificationSettings: () => defaultNotificationSettings,
  getMyTrustedContacts: () => ({}),
  updateProfile: () => ({ postcode: '3000' }),
  updateDateFormat: () => ({ date_format: 'DD/MM/YY' }),
  agreeToConsent: () => ({ document: 'eusa', version: consentVersion.version }),
  declineConsent: () => ({ document: 'eusa' }),
  // Each person has a portrait and a copy of everything with their own id; the portrait stays until it is changed.
  getPicture: ({ userId }) => ({ id: userId }),
  changePicture: () => ({ data_url: dot }),
  removePicture: () => ({}),
  dataExports: () => ({}),
  requestDataExport: () => ({ password: 'Wrong-horse-7' }),
  downloadDataExport: ({ userId }) => ({ id: userId }),
  finishDataExport: () => ({ id: randomUUID(), archive: new Uint8Array() }),
  requestDeletion: () => ({ confirm: 'DELETE', password: 'Wrong-horse-7' }),
  keepAccount: () => ({}),
  deleteAccount: ({ userId }) => ({ user_id: userId }),
  planOpenings: () => ({}),
  staffOverview: () => ({}),
  getProvider: ({ providerId }) => ({ id: providerId }),
  updateProvider: ({ providerId }) => ({
    id: providerId,
    version: 0,
    name: 'Banksia House',
    address: '1 Heath Street',
    state: 'VIC',
    postcode: '3280',
    location: 'Warrnambool',
    phone_number: '03 5550 0140',
    email: '',
  }),
  changeProviderLogo: ({ providerId }) => ({ id: providerId, data_url: dot }),
  removeProviderLogo: ({ providerId }) => ({ id: providerId }),
  getLogo: ({ logoId }) => ({ id: logoId }),
  mailSettings: () => ({}),
  updateMailSettings: () => ({ version: 0, sender_name: 'Wattle', reply_to: '' }),
  mailTemplates: () => ({}),
  updateMailTemplate: () => ({ ...mailWords, version: 0 }),
  resetMailTemplate: () => ({ template: 'welcome', language: 'en' }),
  previewMailTemplate: () => mailWords,
  sendTestMail: () => mailWords,
  secondStep: () => ({}),
  addSecondStepPhone: () => ({ phone: '0491 570 156', password: 'Wrong-horse-7' }),
  confirmSecondStepPhone: () => ({ session: 'none', code: '123456' }),
  removeSecondStepPhone: ({ userId }) => ({ id: userId, password: 'Wrong-horse-7' }),
  startSecondStepApp: () => ({ password: 'Wrong-horse-7' }),
  confirmSecondStepApp: () => ({ code: '123456' }),
  removeSecondStepApp: () => ({ password: 'Wrong-horse-7' }),
  newRecoveryCodes: () => ({ password: 'Wrong-horse-7' }),
  turnOffSecondStep: () => ({ password: 'Wrong-horse-7' }),
  changePassword: () => ({ current: 'Wrong-horse-7', password: 'Ferry-Lantern-7' }),
  sessions: () => ({}),
  endSession: ({ userId }) => ({ id: userId, password: 'Wrong-horse-7' }),
  endOtherSessions: () => ({ password: 'Wrong-horse-7' }),
  getCustomer: ({ userId }) => ({ id: userId }),
  loginAsCustomer: ({ userId }) => ({ customerId: userId, reason: 'To help', password: 'Wrong-horse-7' }),
  returnToOwn: () => ({}),
  writeToHelp: () => ({
    name: 'Ann Lee',
    email: 'ann@test.example',
    topic: 'plan',
    message: 'How do I print it?',
    language: 'en',
  }),
};

const mailWords = { template: 'welcome', language: 'en', subject: 'Welcome', body: 'Hello\n\n{button}' };

/** A picture of one dot. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Operations about a provider, which belongs to nobody. */
const aboutProvider = new Set([
  'getProvider',
  'updateProvider',
  'changeProviderLogo',
  'removeProviderLogo',
  'getLogo',
]);

/** Operations that take no person: they are about whoever is signed in. */
const ownOnly = new Set([
  'changePassword',
  'sessions',
  'endSession',
  'endOtherSessions',
  'returnToOwn',
  'secondStep',
  'addSecondStepPhone',
  'confirmSecondStepPhone',
  'removeSecondStepPhone',
  'startSecondStepApp',
  'confirmSecondStepApp',
  'removeSecondStepApp',
  'newRecoveryCodes',
  'turnOffSecondStep',
  'getNotifications',
  'recentActivities',
  'getMyTrustedContacts',
  'updateProfile',
  'updateDateFormat',
  'agreeToConsent',
  'declineConsent',
  'changePicture',
  'removePicture',
  'dataExports',
  'requestDataExport',
  'requestDeletion',
  'keepAccount',
  'planOpenings',
  'updateLastViewedNotifications',
  'notificationSettings',
  'updateNotificationSettings',
]);

/** Operations that refuse after access was given: nothing is signed, there is no such session, nobody is signed in by a cookie. */
const refusedLater: Readonly<Record<string, string>> = {
  getPlanDocument: 'not-found',
  readEmergency: 'not-found',
  renewEmergencyCard: 'not-found',
  endSession: 'not-found',
  returnToOwn: 'unauthenticated',
};

/** Operations of staff on a customer, who is one by role. */
const intoAccounts = new Set(['getCustomer', 'loginAsCustomer']);

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const subjectOf = (name: string, { userId, providerId }: Person): Subject => {
  if (name === 'getPicture' || intoAccounts.has(name))
    return { ownerId: userId, providerPath: [], role: 'user' };
  return aboutProvider.has(name) ? { ownerId: '', providerPath: [providerId] } : { ownerId: userId };
};
const ownOf = (actor: Actor) => (actor.kind === 'person' ? { ownerId: actor.userId } : null);
const person = (userId: string, role: Role, more: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  userId,
  role,
  providerId: role.startsWith('provider') ? randomUUID() : null,
  flags,
  actingStaffId: null,
  secondStepDue: false,
  consentDue: false,
  ...more,
});

/** Other people who have an account. */
const strangers = {
  customer: randomUUID(),
  provideradmin: randomUUID(),
  providerview: randomUUID(),
  admin: randomUUID(),
  tlcadmin: randomUUID(),
  sysadmin: randomUUID(),
};

describe('who may do what', () => {
  let app: TestApp;
  let subject: Person;

  const makeAccount = async (userId: string): Promise<string> => {
    const { db, keyring } = app.services;
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
    return shareId;
  };

  const makePerson = async (): Promise<Person> => {
    const { db } = app.services;
    const userId = randomUUID();
    const shareId = await makeAccount(userId);
    await db
      .insertInto('notifications')
      .values({ id: userId, template: 'TEST', receiver_id: userId })
      .execute();
    const [providerId, logoOwner] = [await provider(app.services), await provider(app.services)];
    await replaceLogo(db, logoOwner, { type: 'image/webp', content: Buffer.from('logo') }, new Date());
    const logo = await db
      .selectFrom('pictures')
      .select('id')
      .where('provider_id', '=', logoOwner)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('pictures')
      .values({ id: userId, user_id: userId, type: 'image/webp', content: Buffer.from('portrait') })
      .execute();
    await db.insertInto('data_exports').values({ id: userId, user_id: userId }).execute();
    await keepArchive(db, app.services, {
      id: userId,
      archive: Buffer.from('archive'),
      ready_at: new Date(),
      expires_at: new Date(Date.now() + 60 * 60_000),
    });
    const acpId = await insertDraft(db, app.services, userId, 'en', new Date());
    return { userId, shareId, acpId, providerId, logoId: logo.id };
  };

  beforeAll(async () => {
    app = await startApp();
    subject = await makePerson();
    for (const userId of Object.values(strangers)) await makeAccount(userId);
  });
  afterAll(() => app.close());

  const actors = (): Record<string, Actor> => ({
    visitor: { kind: 'visitor' },
    'the person': person(subject.userId, 'user'),
    'the person, who has a text to agree to': person(subject.userId, 'user', { consentDue: true }),
    'another customer': person(strangers.customer, 'user'),
    'a staff member in the account': person(subject.userId, 'user', { actingStaffId: randomUUID() }),
    provideradmin: person(strangers.provideradmin, 'provideradmin'),
    providerview: person(strangers.providerview, 'providerview'),
    admin: person(strangers.admin, 'admin'),
    tlcadmin: person(strangers.tlcadmin, 'tlcadmin'),
    sysadmin: person(strangers.sysadmin, 'sysadmin'),
    'an admin who has a text to agree to': person(strangers.admin, 'admin', { consentDue: true }),
    'an admin whose second step is due': person(strangers.admin, 'admin', { secondStepDue: true }),
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
        const about = ownOnly.has(name) ? ownOf(actor) : subjectOf(name, subject);
        expected[who] = can(actor, action, about);
        const later = refusedLater[name];
        if (expected[who] === 'allow' && found[who] === later) expected[who] = later as Decision;
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
