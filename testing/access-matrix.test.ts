import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actions, dueBefore } from '../src/domain/access/access.ts';
import { matrixActorsOf, type MatrixPeople } from '../src/domain/access/access-actors.fixture.ts';
import {
  expectedDecisions,
  matrixActors,
  type MatrixActor,
} from '../src/domain/access/access-matrix.fixture.ts';
import type { Actor, PersonActor } from '../src/domain/access/actors.ts';
import { defaultNotificationSettings } from '../src/domain/accounts/notification-settings.ts';
import { testConsents } from './consents.ts';
import { AppError } from '../src/domain/errors.ts';
import { sealFileKey } from '../src/server/features/files/bytes/content.ts';
import { newFileKey } from '../src/server/features/files/bytes/sealed-blocks.ts';
import { finishArchive, keepPart } from '../src/server/features/privacy/export-store.ts';
import { replaceLogo } from '../src/server/features/providers/store.ts';
import { operations } from '../src/server/operations.ts';
import type { Context } from '../src/server/pipeline/context.ts';
import { person, provider } from './people.ts';
import { startApp, type TestApp } from './start-app.ts';

type Subject = {
  userId: string;
  acpId: string;
  shareId: string;
  providerId: string;
  logoId: string;
  /** A contact who may do what each call asks for, made anew for each. */
  contactId: string;
};

/** For each operation, how a call about one person looks.  */
const calls: Record<string, (subject: Subject) => unknown> = {
  getActiveAcps: ({ acpId }) => ({ id: acpId }),
  getActiveAcpsByUserId: ({ userId }) => ({ user_id: userId }),
  getRevisionAcps: ({ userId }) => ({ user_id: userId }),
  getRevisionAcp: ({ userId }) => ({ user_id: userId, plan_version: 1 }),
  updateAnswers: ({ acpId }) => ({ id: acpId, answers: { firstName: 'Ann' }, status: 'draft', version: 0 }),
  'user.medicare_last3': ({ userId }) => ({ user_id: userId }),
  'user.has_medicare': ({ userId }) => ({ user_id: userId }),
  acting: ({ userId }) => ({ id: userId }),
  passwordChangedAt: ({ userId }) => ({ id: userId }),
  'acp.signed_sections': ({ acpId }) => ({ id: acpId, language: 'en' }),
  'acp.user': ({ userId }) => ({ user_id: userId }),
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
  getTrustedContacts: ({ userId }) => ({ user_id: userId }),
  getTrustedContact: ({ contactId }) => ({ id: contactId }),
  addTrustedContact: () => ({
    ...contactFacts,
    email: `${randomUUID()}@test.example`,
    permissionConfirmation: true,
  }),
  updateTrustedContact: ({ contactId }) => ({ id: contactId, ...contactFacts }),
  // The contact stays until it is deleted, or leaves by itself.
  deleteTrustedContact: ({ contactId }) => ({ id: contactId }),
  remindTrustedContact: ({ contactId }) => ({ id: contactId }),
  updateTrustedContactEmergency: ({ contactId }) => ({ id: contactId, on_emergency_page: false }),
  getSharedFiles: ({ contactId }) => ({ shared_with: contactId }),
  insertSharedFiles: ({ contactId }) => ({
    shared_with: contactId,
    file_ids: [],
    plan_shared: true,
    fullAccess: false,
  }),
  readContactRequest: contactLink,
  acceptContactRequest: contactLink,
  declineContactRequest: contactLink,
  readAnsweredRequest: contactLink,
  readSharedCover: contactLink,
  openSharedPlan: contactLink,
  readSharedPlan: contactLink,
  stepBack: contactLink,
  readSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  openSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  askSharedLink: ({ contactId }) => ({ contact_id: contactId }),
  getFiles: () => ({}),
  insertFile: () => ({ category: 'ACP', file_name: 'directive.pdf', size: 1_000 }),
  // Each person has a file with their own id before each operation.
  openUpload: ({ userId }) => ({ id: userId }),
  activateFile: ({ userId }) => ({ id: userId }),
  readFile: ({ userId }) => ({ id: userId }),
  generateS3Url: ({ userId }) => ({ file_id: userId }),
  downloadEolFile: ({ userId }) => ({ user_id: userId, file_key: userId }),
  deleteFile: ({ userId }) => ({ id: userId }),
  removeStaleUpload: ({ userId }) => ({ id: userId }),
  readEmergencyFile: ({ userId, shareId }) => ({ share_id: shareId, file_id: userId }),
  recordEmergencyFile: ({ userId, shareId }) => ({ share_id: shareId, file_id: userId }),
  updateProfile: () => ({ postcode: '3000' }),
  updateDateFormat: () => ({ date_format: 'DD/MM/YY' }),
  agreeToConsent: () => ({ document: 'eusa', version: testConsents.eusa }),
  declineConsent: () => ({ document: 'eusa' }),
  // Each person has a portrait and a copy of everything with their own id; the portrait stays until it is changed.
  getPicture: ({ userId }) => ({ id: userId }),
  changePicture: () => ({ data_url: dot }),
  removePicture: () => ({}),
  dataExports: () => ({}),
  requestDataExport: () => ({ password: 'Wrong-horse-7' }),
  downloadDataExport: ({ userId }) => ({ id: userId }),
  finishDataExport: () => ({ id: randomUUID() }),
  requestDeletion: () => ({ confirm: 'DELETE', password: 'Wrong-horse-7' }),
  keepAccount: () => ({}),
  resetSecondStep: () => ({ email: 'a@b.example', reason: 'Ticket 1042, called back' }),
  changeEmail: () => ({ email: 'a@b.example', new_email: 'c@b.example', reason: 'Ticket 1042, called back' }),
  deleteAccount: ({ userId }) => ({ user_id: userId }),
  removeStaleSignUp: ({ userId }) => ({ user_id: userId }),
  planOpenings: () => ({}),
  staffVisits: () => ({}),
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
  // The logo is there until it is changed.
  getLogo: ({ logoId }) => ({ id: logoId }),
  changeProviderLogo: ({ providerId }) => ({ id: providerId, data_url: dot }),
  removeProviderLogo: ({ providerId }) => ({ id: providerId }),
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

function contactLink({ contactId }: Subject) {
  return { contact_id: contactId, link: contactId };
}

const contactFacts = {
  name: 'Daniel Doyle',
  email: 'contact@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: false,
  enduringGuardian: false,
};

const mailWords = { template: 'welcome', language: 'en', subject: 'Welcome', body: 'Hello\n\n{button}' };

/** A picture of one dot. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Operations that take no person: they are about the caller. */
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
  'addTrustedContact',
  'getFiles',
  'insertFile',
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
  'staffVisits',
  'updateLastViewedNotifications',
  'notificationSettings',
  'updateNotificationSettings',
]);

/** Operations that refuse after access was given: nothing is signed, there is no such session or account, no one is signed in by a cookie. */
const refusedLater: Readonly<Record<string, string>> = {
  getPlanDocument: 'not-found',
  'acp.signed_sections': 'not-found',
  readEmergency: 'not-found',
  readEmergencyFile: 'not-found',
  recordEmergencyFile: 'not-found',
  openUpload: 'not-found',
  // There is no session, which a link is bound to.
  generateS3Url: 'not-found',
  // The first call took it away.
  deleteFile: 'not-found',
  renewEmergencyCard: 'not-found',
  readSharedFile: 'not-found',
  openSharedFile: 'not-found',
  endSession: 'not-found',
  returnToOwn: 'unauthenticated',
  resetSecondStep: 'not-found',
  changeEmail: 'not-found',
};

/** The column of the hand-written matrix that judges a call: what is about the caller is about what is the caller's own. */
function columnOf(name: string, who: MatrixActor): MatrixActor {
  if (!ownOnly.has(name)) return who;
  if (who === 'another customer') return 'customer';
  if (who.startsWith('administrator')) return 'administrator on their own';
  if (who.startsWith('viewer')) return 'viewer on their own';
  return ['admin', 'tlcadmin', 'sysadmin'].includes(who) ? 'admin on their own' : who;
}

const refusals: readonly string[] = ['unauthenticated', 'forbidden', 'not-found'];

describe('who may do what', () => {
  let app: TestApp;
  let subject: Subject;
  let people: MatrixPeople;

  const under = async (parents: string[], name: string): Promise<string> => {
    const id = await provider(app.services, name);
    await app.services.db
      .updateTable('providers')
      .set({ parent_id: parents.at(-1) ?? null, path: [...parents, id], provider_root_id: parents[0] ?? id })
      .where('id', '=', id)
      .execute();
    return id;
  };

  /** A customer of the house, with one of everything that operations are about. Each has the customer's own id where it can. */
  async function makeSubject(): Promise<Subject> {
    const { services } = app;
    const { db } = services;
    const { userId, acpId, shareId } = await person(services, { providerId: people.house });
    await db
      .insertInto('notifications')
      .values({ id: userId, template: 'TEST', receiver_id: userId })
      .execute();
    await db
      .insertInto('pictures')
      .values({ id: userId, user_id: userId, type: 'image/webp', content: Buffer.from('portrait') })
      .execute();
    await db.insertInto('data_exports').values({ id: userId, user_id: userId }).execute();
    const made = { exportId: userId, userId, attempt: userId };
    await keepPart(db, services, made, 1, Buffer.from('archive'));
    await finishArchive(db, {
      id: userId,
      attempt: userId,
      ready_at: new Date(),
      expires_at: new Date(Date.now() + 60 * 60_000),
    });
    return { userId, acpId, shareId, providerId: people.house, logoId: '', contactId: '' };
  }

  /** Gives the house a logo, since operations of this test remove it. */
  async function makeLogo(): Promise<string> {
    const { db } = app.services;
    await replaceLogo(db, people.house, { type: 'image/webp', content: Buffer.from('logo') }, new Date());
    const logo = await db
      .selectFrom('pictures')
      .select('id')
      .where('provider_id', '=', people.house)
      .executeTakeFirstOrThrow();
    return logo.id;
  }

  /** The contact of a customer, both of whose links have the contact's own id. Operations of this test change and delete it. */
  async function makeContact(userId: string, status: 'accepted' | 'pending'): Promise<string> {
    const { db } = app.services;
    await db.deleteFrom('trusted_contacts').where('user_id', '=', userId).execute();
    const id = randomUUID();
    await db
      .insertInto('trusted_contacts')
      .values({
        id,
        user_id: userId,
        ...contactFacts,
        status,
        asked_at: new Date(Date.now() - 2 * 60 * 60_000),
        request_link: id,
        view_link: id,
        view_link_until: new Date(Date.now() + 60 * 60_000),
      })
      .execute();
    return id;
  }

  /** What an operation finds: a contact who was asked, or one who said yes. */
  async function makeContacts(name: string) {
    const isAnswer = operations.find((each) => each.name === name)?.action === 'contact.answer';
    const status = isAnswer || name === 'remindTrustedContact' ? 'pending' : 'accepted';
    people.contact = await makeContact(people.customer, status);
    people.otherContact = await makeContact(people.otherCustomer, status);
    subject = { ...subject, contactId: people.contact };
  }
  /** A directive under the customer's own id, since operations of this test take it away. */
  const makeFile = (id: string) =>
    app.services.db
      .insertInto('files')
      .values({
        ...{ id, user_id: id, s3_key: id, category: 'ACP', file_name: 'directive.pdf', size: 1_000 },
        key_sealed: sealFileKey(app.services, id, newFileKey()),
        activated_timestamp: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  beforeEach(async () => {
    await makeFile(subject.userId);
    subject = { ...subject, logoId: await makeLogo() };
    await makeContacts('');
  });

  beforeAll(async () => {
    app = await startApp();
    const { services } = app;
    const root = await under([], 'Banksia Group');
    const house = await under([root], 'Banksia House');
    const ward = await under([root, house], 'Banksia North');
    const elsewhere = await under([], 'Grevillea Lodge');
    const idOf = async (spec: Parameters<typeof person>[1]) => (await person(services, spec)).userId;
    people = {
      root,
      house,
      ward,
      elsewhere,
      customer: '',
      otherCustomer: await idOf({ providerId: elsewhere }),
      administrator: await idOf({ role: 'provideradmin', providerId: house }),
      viewer: await idOf({ role: 'providerview', providerId: house }),
      admin: await idOf({ role: 'admin' }),
      contact: '',
      otherContact: '',
      staffMember: await idOf({ role: 'admin' }),
    };
    subject = await makeSubject();
    people.customer = subject.userId;
  });
  afterAll(() => app.close());

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
    '%s refuses whom the hand-written matrix refuses, and no one else [R-22] [QGEN-03] [security 4]',
    async (name) => {
      const { action } = operations.find((operation) => operation.name === name)!;
      const decisions = expectedDecisions(action);
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const who of matrixActors.filter((each) => !each.endsWith('on their own'))) {
        if (action.startsWith('contact')) await makeContacts(name);
        found[who] = await outcome(name, matrixActorsOf(people)[who]);
        expected[who] = decisions[columnOf(name, who)];
        if (expected[who] === 'allow' && found[who] === refusedLater[name]) expected[who] = found[who];
      }
      expect(found).toEqual(expected);
    },
  );

  it('lets a person who has something to do first do nothing else [D-12, GAP-71] [security 7]', async () => {
    const actors = matrixActorsOf(people);
    for (const due of [{ consentDue: true }, { secondStepDue: true }])
      for (const who of ['customer', 'admin'] as const) {
        const actor = { ...(actors[who] as PersonActor), ...due };
        const kept = operations.filter(({ name, action }) => name in calls && dueBefore(actor, action));
        expect(kept.length).toBeGreaterThan(20);
        for (const { name } of kept) expect([name, await outcome(name, actor)]).toEqual([name, 'forbidden']);
      }
  });
});

/** Actions on nothing in particular: anyone may ask, and the operation itself decides by what the input proves. */
const freeActions = new Set<string>([
  'account.signUp',
  'account.signIn',
  'account.verifyEmail',
  'account.recover',
  'account.signOut',
  'account.readSession',
]);
