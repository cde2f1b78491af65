import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peopleInOneCall } from '../../../../domain/providers/structure.ts';
import { person, provider } from '../../../../../testing/people.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { archiveProvider, getProviderBranch } from './archive-operations.ts';
import { deleteProvider } from './delete-operation.ts';
import { as, brokenProviders, outcome, startStructure, type StructureTest } from './structure.fixture.ts';

describe('deleting a provider', () => {
  let tree: StructureTest;
  beforeAll(async () => {
    tree = await startStructure();
  });
  afterAll(() => tree.test.close());

  const made = (name: string, parent: string | null = tree.ids.banksia) =>
    provider(tree.test.services, name, parent);
  const drop = (provider_id: string, more: object = {}, who: keyof StructureTest['who'] = 'admin') =>
    deleteProvider.call(as(tree, who), { provider_id, ...more });
  const isThere = async (id: string) =>
    (await tree.test.services.db
      .selectFrom('providers')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined;
  const placeOf = async (id: string) =>
    (
      await tree.test.services.db
        .selectFrom('users')
        .select('provider_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).provider_id;

  it('deletes one with nothing linked to it, an archived one too, and records it [PROV-37, API-41]', async () => {
    const [empty, old] = [await made('Empty'), await made('Old')];
    expect(await drop(empty, { version: 0 })).toEqual({ id: empty, deleted: true, moved: 0, left: 0 });
    await archiveProvider.call(as(tree, 'admin'), { id: old });
    expect(await outcome(drop(old, { version: 0 }))).toBe('conflict form: error.provider.changed');
    expect(await outcome(drop(old))).toBe('ok');
    expect([await isThere(empty), await isThere(old)]).toEqual([false, false]);
    expect(await outcome(drop(empty))).toBe('not-found');
    const row = await tree.test.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'deleteProvider')
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      actor_id: tree.who.admin.userId,
      details: { provider_id: empty, move_to: null, moved: 0, deleted: true },
    });
  });

  it('is refused with the reason while it has sub-providers, customers, staff or a running import [PROV-37, GAP-96]', async () => {
    const { services } = tree.test;
    expect(await outcome(drop(tree.ids.house, { move_to: tree.ids.lodge }))).toBe(
      'conflict form: error.provider.hasSubs',
    );
    for (const role of ['user', 'providerview'] as const) {
      const held = await made(`With ${role}`);
      const { userId } = await person(services, { role, providerId: held });
      expect(await outcome(drop(held))).toBe('conflict form: error.provider.deleteInUse');
      await services.db.updateTable('users').set({ status: 'archived' }).where('id', '=', userId).execute();
      // Archived customers are customers; removed staff do not count, and their name stays in the records.
      const isCustomer = role === 'user';
      expect(await outcome(drop(held))).toBe(isCustomer ? 'conflict form: error.provider.deleteInUse' : 'ok');
      expect(await isThere(held)).toBe(isCustomer);
      expect(await placeOf(userId)).toBe(isCustomer ? held : null);
    }
    const busy = await made('Busy');
    const listed = { name: 'list.csv', path: 'imports/busy', storage_key: 'imports/busy' };
    const { id } = await services.db
      .insertInto('customer_imports')
      .values({ ...listed, provider_id: busy, state: 'running' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await outcome(drop(busy))).toBe('conflict form: error.provider.importRuns');
    await services.db.updateTable('customer_imports').set({ state: 'done' }).where('id', '=', id).execute();
    expect(await outcome(drop(busy))).toBe('ok');
  });

  it('moves its customers and staff to the given provider, with all their data [PROV-37]', async () => {
    const { services } = tree.test;
    const [from, to] = [await made('From'), await made('To')];
    const customer = await person(services, { providerId: from });
    const nurse = await person(services, { role: 'providerview', providerId: from });
    await services.db
      .updateTable('providers')
      .set({ contact_id: nurse.userId })
      .where('id', '=', from)
      .execute();
    expect(await drop(from, { move_to: to })).toEqual({ id: from, deleted: true, moved: 2, left: 0 });
    expect([await placeOf(customer.userId), await placeOf(nurse.userId)]).toEqual([to, to]);
    expect(await getProviderBranch.call(as(tree, 'admin'), { id: to })).toMatchObject({
      ...{ customers: 1, staff: 1, own_customers: 1, own_staff: 1 },
    });
    expect(await isThere(from)).toBe(false);
  });

  it('records the move in the audit chain of each of them, and in no other [PROV-37, security 38]', async () => {
    const { services } = tree.test;
    const [from, to] = [await made('From'), await made('To')];
    const customer = await person(services, { providerId: from });
    const nurse = await person(services, { role: 'providerview', providerId: from });
    const stays = await person(services, { providerId: to });
    await drop(from, { move_to: to });
    const rowsOf = ({ userId }: { userId: string }) =>
      services.db
        .selectFrom('audit_log')
        .select(['action', 'subject_id', 'actor_id', 'details'])
        .where('chain', '=', userId)
        .where('action', '=', 'deleteProvider')
        .execute();
    for (const one of [customer, nurse])
      expect(await rowsOf(one)).toEqual([
        {
          ...{ action: 'deleteProvider', subject_id: one.userId, actor_id: tree.who.admin.userId },
          details: { provider_id: from, move_to: to },
        },
      ]);
    expect(await rowsOf(stays)).toEqual([]);
    expect(await verifyAudit(services.db, services.secrets)).toMatchObject({ faultCount: 0 });
  });

  it('moves them only where the caller is allowed to, and shows the error at the field [security 4, GAP-100]', async () => {
    const { services } = tree.test;
    const [from, to, old] = [await made('From'), await made('To'), await made('Old')];
    await archiveProvider.call(as(tree, 'admin'), { id: old });
    const customer = await person(services, { providerId: from });
    const refused = (message: string) => `invalid move_to: error.provider.${message}`;
    expect(await outcome(drop(from, { move_to: from }))).toBe(refused('parentGone'));
    expect(await outcome(drop(from, { move_to: crypto.randomUUID() }))).toBe(refused('parentGone'));
    expect(await outcome(drop(from, { move_to: old }))).toBe(refused('parentArchived'));
    expect(await outcome(drop(from, { move_to: tree.ids.acacia }, 'banksia'))).toBe(refused('parentGone'));
    expect(await outcome(drop(from, { move_to: to }, 'acacia'))).toBe('not-found');
    expect(await outcome(drop(from, { move_to: to }, 'viewer'))).toBe('forbidden');
    expect(await outcome(drop(tree.ids.banksia, {}, 'banksia'))).toBe('forbidden');
    const same = await person(services, { providerId: to });
    for (const { userId } of [customer, same])
      await services.db.updateTable('users').set({ customer_id: 'R-7' }).where('id', '=', userId).execute();
    expect(await outcome(drop(from, { move_to: to }))).toBe(refused('idsTaken'));
    expect(await placeOf(customer.userId)).toBe(from);
    expect(await outcome(drop(from, { move_to: tree.ids.lodge }, 'banksia'))).toBe('ok');
  });

  it('moves many people in several calls, and keeps the provider until the last is moved', async () => {
    const { services } = tree.test;
    const [from, to] = [await made('Large'), await made('Larger')];
    const { userId } = await person(services, { providerId: from });
    const { db } = services;
    const like = await db
      .selectFrom('users')
      .select(['pin_sealed', 'permission_role_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('users')
      .values(
        Array.from({ length: peopleInOneCall + 19 }, (_, index) => ({
          ...like,
          email: `large-${index}@test.example`,
          share_id: `large-${index}`,
          provider_id: from,
        })),
      )
      .execute();
    const counts = async (id: string) =>
      (await getProviderBranch.call(as(tree, 'admin'), { id })).own_customers;
    expect(await drop(from, { version: 0, move_to: to })).toEqual({
      ...{ id: from, deleted: false, moved: peopleInOneCall, left: 20 },
    });
    expect([await counts(from), await counts(to)]).toEqual([20, peopleInOneCall]);
    expect(await drop(from, { version: 0, move_to: to })).toMatchObject({ deleted: true, moved: 20 });
    expect(await counts(to)).toBe(peopleInOneCall + 20);
    const { chains } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.count('chain').distinct().as('chains'))
      .where('action', '=', 'deleteProvider')
      .where('chain', '<>', 'platform')
      .where(sql<boolean>`details->>'provider_id' = ${from}`)
      .executeTakeFirstOrThrow();
    expect(Number(chains)).toBe(peopleInOneCall + 20);
    expect(await brokenProviders(tree)).toEqual([]);
  });
});
