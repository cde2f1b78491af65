import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actions, dueBefore, type Action } from '../../src/domain/access/access.ts';
import { matrixActorsOf, type MatrixPeople } from '../../src/domain/access/access-actors.fixture.ts';
import {
  expectedDecisions,
  matrixActors,
  type MatrixActor,
} from '../../src/domain/access/access-matrix.fixture.ts';
import type { Actor, PersonActor } from '../../src/domain/access/actors.ts';
import { AppError } from '../../src/domain/errors.ts';
import { sealFileKey } from '../../src/server/features/files/bytes/content.ts';
import { newFileKey } from '../../src/server/features/files/bytes/sealed-blocks.ts';
import { finishArchive, keepPart } from '../../src/server/features/privacy/copy/export-store.ts';
import { replaceLogo } from '../../src/server/features/providers/profile/store.ts';
import { operations } from '../../src/server/features.ts';
import type { Context } from '../../src/server/pipeline/context.ts';
import { freeActions, isAboutCaller, refusedLater } from './calls-apart.ts';
import { contactFacts, operationCalls, type Subject } from './operation-calls.ts';
import { person, provider } from '../people.ts';
import { startApp, type TestApp } from '../start-app.ts';

/** Returns the matrix column that applies to a call: for calls about the caller, the column of the caller's own. */
function columnOf(name: string, action: Action, who: MatrixActor): MatrixActor {
  if (!isAboutCaller(name, action, operationCalls[name]!)) return who;
  if (who === 'another customer') return 'customer';
  if (who.startsWith('administrator')) return 'administrator on their own';
  if (who.startsWith('viewer')) return 'viewer on their own';
  return ['admin', 'tlcadmin', 'sysadmin'].includes(who) ? 'admin on their own' : who;
}

const refusals: readonly string[] = ['unauthenticated', 'forbidden', 'not-found'];

describe('access to operations', () => {
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

  /** A customer of the provider with one object of each kind that operations take, under the customer's own id where possible. */
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
    await db
      .insertInto('transactions')
      .values({
        ...{ id: userId, user_id: userId, amount: 4_900, invoice_date: '2026-11-21', status: 'paid' },
        payment_date: '2026-11-21',
        invoice_number: 'WAT-2026-9001',
      })
      .execute();
    await db
      .insertInto('transactions')
      .values({
        ...{ id: people.house, provider_id: people.house, amount: 4_900, status: 'pending' },
        ...{ invoice_date: '2026-11-21', due_date: '2026-12-05', invoice_number: 'WAT-2026-9002' },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await db
      .insertInto('customer_imports')
      .values({
        ...{
          id: userId,
          name: 'list.csv',
          path: `imports/${userId}`,
          storage_key: `imports/${userId}/${userId}`,
        },
        ...{ provider_id: people.house, state: 'checked', total: 1 },
      })
      .execute();
    // This move can no longer be undone, which the operation refuses after the access check.
    await db
      .insertInto('customer_moves')
      .values({
        ...{ id: userId, user_id: userId, moved_at: new Date(0) },
        ...{ from_provider_id: people.house, to_provider_id: people.house },
      })
      .execute();
    // This conversation can no longer be taken back, which the operation refuses after the access check.
    await db
      .insertInto('conversations')
      .values({
        ...{ id: userId, user_id: userId, provider_id: people.house, outcome: 'looked_again' },
        ...{ held_on: '2026-01-01', recorded_at: new Date(0) },
      })
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
    return {
      userId,
      acpId,
      shareId,
      providerId: people.house,
      logoId: '',
      contactId: '',
      staffId: '',
      speakerId: people.administrator,
    };
  }

  /** Gives the provider a logo, since operations of this test remove it. */
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

  /** Makes a contact whose two links have the contact's own id, since operations of this test change and delete it. */
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
    await db.deleteFrom('contact_suggestions').where('user_id', '=', userId).execute();
    await db
      .insertInto('contact_suggestions')
      .values({ id, user_id: userId, ...contactFacts, email: 'suggested@test.example' })
      .execute();
    return id;
  }

  /** Makes the contact that an operation needs: one that was invited, or one that accepted. */
  async function makeContacts(name: string) {
    const isAnswer = operations.find((each) => each.name === name)?.action === 'contact.answer';
    const status = isAnswer || name === 'remindTrustedContact' ? 'pending' : 'accepted';
    people.contact = await makeContact(people.customer, status);
    people.otherContact = await makeContact(people.otherCustomer, status);
    subject = { ...subject, contactId: people.contact };
  }

  /**
   * Inserts the customer's file, in place of the one that an earlier call changed or deleted. `id` is the customer's id, and the
   * file's id too. Operations that add files need an additional document.
   */
  async function makeFile(id: string, isAdditional: boolean): Promise<void> {
    const { db } = app.services;
    await db.deleteFrom('files').where('id', '=', id).execute();
    const kind = isAdditional
      ? ({ category: 'ADDITIONAL_DOCUMENT', document_type: 'OTHER' } as const)
      : ({ category: 'ACP' } as const);
    await db
      .insertInto('files')
      .values({
        ...{ id, user_id: id, s3_key: id, ...kind, file_name: 'directive.pdf', size: 1_000 },
        key_sealed: sealFileKey(app.services, id, newFileKey()),
        activated_timestamp: new Date(),
      })
      .execute();
  }

  /** Makes a read-only staff member of the provider again, since operations of this test change and remove it. */
  const makeStaff = async () =>
    (await person(app.services, { role: 'providerview', providerId: people.house })).userId;

  beforeEach(async () => {
    await makeFile(subject.userId, false);
    subject = { ...subject, logoId: await makeLogo() };
    subject = { ...subject, staffId: await makeStaff() };
    await makeContacts('');
  });

  beforeAll(async () => {
    app = await startApp();
    const { services } = app;
    const root = await under([], 'Banksia Group');
    const house = await under([root], 'Banksia House');
    const ward = await under([root, house], 'Banksia North');
    const beside = await under([root], 'Banksia South');
    const elsewhere = await under([], 'Grevillea Lodge');
    const idOf = async (spec: Parameters<typeof person>[1]) => (await person(services, spec)).userId;
    people = {
      root,
      house,
      ward,
      beside,
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
    await services.db
      .updateTable('providers')
      .set({ contact_id: people.administrator })
      .where('id', '=', house)
      .execute();
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
      await operation.call(context, operationCalls[name]!(subject));
      return 'allow';
    } catch (error) {
      if (error instanceof AppError) return refusals.includes(error.code) ? error.code : 'allow';
      throw error;
    }
  }

  it('has a rule for every operation, and an operation for every rule', () => {
    // Signing is a kind of save, and a directive a kind of file: the save and file operations check them.
    const within = ['plan.sign', 'files.addDirective'];
    expect(new Set([...operations.map((operation) => operation.action), ...within])).toEqual(
      new Set(actions),
    );
  });

  it('knows every operation by one name', () => {
    const names = operations.map((operation) => operation.name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has a row in this matrix for every operation about a person', () => {
    const about = operations
      .filter((operation) => !freeActions.has(operation.action))
      .map((operation) => operation.name);
    expect(Object.keys(operationCalls).sort()).toEqual(about.sort());
  });

  it.each(Object.keys(operationCalls))(
    '%s refuses exactly the callers that the hand-written matrix refuses [R-22] [QGEN-03] [security 4]',
    async (name) => {
      const { action } = operations.find((operation) => operation.name === name)!;
      const decisions = expectedDecisions(action);
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const who of matrixActors.filter((each) => !each.endsWith('on their own'))) {
        if (action.startsWith('contact')) await makeContacts(name);
        if (action.startsWith('files')) await makeFile(subject.userId, action === 'files.add');
        found[who] = await outcome(name, matrixActorsOf(people)[who]);
        expected[who] = decisions[columnOf(name, action, who)];
        if (expected[who] === 'allow' && found[who] === refusedLater[name]) expected[who] = found[who];
      }
      expect(found).toEqual(expected);
    },
  );

  it('blocks all other operations for a person with a required step pending [D-12, GAP-71] [security 7]', async () => {
    const actors = matrixActorsOf(people);
    for (const due of [{ consentDue: true }, { secondStepDue: true }])
      for (const who of ['customer', 'admin'] as const) {
        const actor = { ...(actors[who] as PersonActor), ...due };
        const kept = operations.filter(
          ({ name, action }) => name in operationCalls && dueBefore(actor, action),
        );
        expect(kept.length).toBeGreaterThan(20);
        for (const { name } of kept) expect([name, await outcome(name, actor)]).toEqual([name, 'forbidden']);
      }
  });
});
