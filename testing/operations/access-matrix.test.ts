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
import { insertClientRow } from '../../src/server/features/clinical-access/client-row.fixture.ts';
import { replaceLogo } from '../../src/server/features/providers/profile/store.ts';
import { operations } from '../../src/server/features.ts';
import type { Context } from '../../src/server/pipeline/context.ts';
import { freeActions, isAboutCaller, refusedLater } from './calls-apart.ts';
import { operationCalls, type Subject } from './operation-calls.ts';
import { insertContact, insertCustomerFile, insertSubject } from './subject-rows.ts';
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

  /** Makes the contact that an operation needs: one that was invited, or one that accepted. */
  async function makeContacts(name: string) {
    const isAnswer = operations.find((each) => each.name === name)?.action === 'contact.answer';
    const status = isAnswer || name === 'remindTrustedContact' ? 'pending' : 'accepted';
    people.contact = await insertContact(app.services, people.customer, status);
    people.otherContact = await insertContact(app.services, people.otherCustomer, status);
    subject = { ...subject, contactId: people.contact };
  }

  /** Makes a read-only staff member of the provider again, since operations of this test change and remove it. */
  const makeStaff = async () =>
    (await person(app.services, { role: 'providerview', providerId: people.house })).userId;

  beforeEach(async () => {
    await insertCustomerFile(app.services, subject.userId, false);
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
      clinicalClient: crypto.randomUUID(),
    };
    await insertClientRow(services, { id: people.clinicalClient, providerId: root });
    subject = await insertSubject(services, people);
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
    // Signing is a kind of save: the save operations check it.
    const within = ['plan.sign'];
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
        if (action.startsWith('files'))
          await insertCustomerFile(app.services, subject.userId, action === 'files.add');
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
