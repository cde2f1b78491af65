import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../../testing/people.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { startSession } from '../../sessions/api.ts';
import { makeProvider } from '../make-provider.ts';
import { archiveProvider, getProviderBranch, restoreProvider } from './archive-operations.ts';
import { moveProvider, previewMove } from './move-operations.ts';
import {
  as,
  brokenProviders,
  outcome,
  startStructure,
  versionOf,
  type StructureTest,
} from './structure.fixture.ts';

describe('the structure of providers', () => {
  let tree: StructureTest;
  beforeAll(async () => {
    tree = await startStructure();
  });
  afterAll(() => tree.test.close());

  const rowOf = (id: string) =>
    tree.test.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const auditOf = (action: string) =>
    tree.test.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const move = async (who: keyof StructureTest['who'], id: string, parent_id: string | null) =>
    moveProvider.call(as(tree, who), { id, parent_id, version: await versionOf(tree, id) });

  it('shows what would move, and the resulting levels, before anything moves', async () => {
    const { house, acacia } = tree.ids;
    await person(tree.test.services, { providerId: tree.ids.ward });
    expect(await previewMove.call(as(tree, 'admin'), { id: house, parent_id: acacia })).toEqual({
      id: house,
      version: 0,
      ...{ providers: 2, customers: 1, staff: 1 },
      ...{ level: 2, lowest: 3, refused: null },
    });
    expect(await previewMove.call(as(tree, 'admin'), { id: house, parent_id: null })).toMatchObject({
      ...{ level: 1, lowest: 2, refused: null },
    });
    expect((await rowOf(house)).path).toEqual([tree.ids.banksia, house]);
  });

  it('moves a branch with its roots, paths and levels, changes who can see its customers, and records it', async () => {
    const { banksia, house, ward, acacia } = tree.ids;
    await move('admin', house, acacia);
    expect(await rowOf(house)).toMatchObject({
      ...{ parent_id: acacia, provider_root_id: acacia, path: [acacia, house], version: 1 },
    });
    expect(await rowOf(ward)).toMatchObject({
      ...{ parent_id: house, provider_root_id: acacia, path: [acacia, house, ward] },
    });
    expect(await getProviderBranch.call(as(tree, 'admin'), { id: acacia })).toMatchObject({ customers: 1 });
    expect(await getProviderBranch.call(as(tree, 'admin'), { id: banksia })).toMatchObject({ customers: 0 });
    expect(await outcome(getProviderBranch.call(as(tree, 'banksia'), { id: ward }))).toBe('not-found');
    expect(await outcome(getProviderBranch.call(as(tree, 'acacia'), { id: ward }))).toBe('ok');
    expect(await auditOf('moveProvider')).toEqual({
      actor_id: tree.who.admin.userId,
      details: { provider_id: house, from: banksia, to: acacia, providers: 2 },
    });
    await move('admin', house, null);
    expect(await rowOf(house)).toMatchObject({ parent_id: null, provider_root_id: house, path: [house] });
    expect(await rowOf(ward)).toMatchObject({ provider_root_id: house, path: [house, ward] });
    await move('admin', house, banksia);
    expect(await brokenProviders(tree)).toEqual([]);
  });

  it('refuses a branch under itself, an archived provider, its current place, and an eighth level, at the field [PROV-01, GAP-94]', async () => {
    const { banksia, house, ward, lodge } = tree.ids;
    const { db } = tree.test.services;
    const to = (id: string, parent: string | null) => outcome(move('admin', id, parent));
    const at = (message: string) => `invalid parent_id: error.provider.${message}`;
    expect(await to(house, house)).toBe(at('ownChild'));
    expect(await to(banksia, ward)).toBe(at('ownChild'));
    expect(await to(house, banksia)).toBe(at('sameParent'));
    expect(await to(banksia, null)).toBe(at('sameParent'));
    expect(await to(house, crypto.randomUUID())).toBe(at('parentGone'));
    await db.updateTable('providers').set({ archived: true }).where('id', '=', lodge).execute();
    expect(await to(house, lodge)).toBe(at('parentArchived'));
    await db.updateTable('providers').set({ archived: false }).where('id', '=', lodge).execute();
    let deepest = await provider(tree.test.services, 'Level 1');
    for (let level = 2; level <= 6; level += 1)
      deepest = await provider(tree.test.services, `Level ${level}`, deepest);
    expect(await to(house, deepest)).toBe(at('tooDeep'));
    expect(await previewMove.call(as(tree, 'admin'), { id: house, parent_id: deepest })).toMatchObject({
      level: 7,
      lowest: 8,
      refused: 'tooDeep',
    });
    expect(await outcome(moveProvider.call(as(tree, 'admin'), { id: house, version: 0 }))).toMatch(
      /^(conflict|invalid)/,
    );
    expect(await outcome(previewMove.call(as(tree, 'admin'), { id: house }))).toBe(at('parentRequired'));
    await move('admin', ward, deepest);
    const eighth = makeProvider(tree.test.services, { name: 'Level 8', parentId: ward });
    expect(await outcome(eighth)).toBe('invalid');
    await move('admin', ward, house);
    expect(await brokenProviders(tree)).toEqual([]);
  });

  it('lets a provider administrator move providers strictly below their own, and nowhere else [GAP-100, security 4, security 5]', async () => {
    const { banksia, house, ward, lodge, acacia } = tree.ids;
    expect(await outcome(move('banksia', ward, lodge))).toBe('ok');
    expect(await outcome(move('banksia', ward, banksia))).toBe('ok');
    expect(await outcome(move('banksia', ward, house))).toBe('ok');
    const gone = 'invalid parent_id: error.provider.parentGone';
    expect(await outcome(move('banksia', ward, acacia))).toBe(gone);
    expect(await outcome(move('banksia', ward, null))).toBe(gone);
    expect(await outcome(move('house', ward, lodge))).toBe(gone);
    expect(await outcome(move('house', house, null))).toBe('forbidden');
    expect(await outcome(move('banksia', banksia, null))).toBe('forbidden');
    expect(await outcome(move('viewer', ward, lodge))).toBe('forbidden');
    expect(await outcome(move('acacia', ward, acacia))).toBe('not-found');
    expect(await brokenProviders(tree)).toEqual([]);
  });

  it('refuses a change that was based on an older state, and returns the current version [fault 7, D-18]', async () => {
    const { house, acacia } = tree.ids;
    const version = await versionOf(tree, house);
    const stale = { id: house, version: version - 1 };
    for (const call of [
      () => moveProvider.call(as(tree, 'admin'), { ...stale, parent_id: acacia }),
      () => archiveProvider.call(as(tree, 'admin'), stale),
      () => restoreProvider.call(as(tree, 'admin'), stale),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'conflict', details: { version } });
    expect(await rowOf(house)).toMatchObject({ version, archived: false });
  });

  it('archives a provider with its sub-providers, signs their staff out and leaves customers their access [PROV-35, PROV-36, API-42, GAP-96]', async () => {
    const { services } = tree.test;
    const { db } = services;
    const { house, ward, lodge } = tree.ids;
    const now = services.clock();
    const nurse = await person(services, { role: 'providerview', providerId: ward });
    const customer = await person(services, { providerId: ward });
    const people = [nurse, customer, tree.who.banksia];
    for (const { userId, actor } of people)
      await startSession(db, now, { id: userId, role: actor.role }, null);
    // Staff in the account of a customer.
    await startSession(db, now, { id: customer.userId, role: 'user' }, null);
    const [visit] = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', customer.userId)
      .limit(1)
      .execute();
    await db
      .updateTable('sessions')
      .set({ acting_staff_id: nurse.userId })
      .where('id', '=', visit!.id)
      .execute();

    expect(await archiveProvider.call(as(tree, 'banksia'), { provider_id: house })).toMatchObject({
      id: house,
      archived: true,
    });
    expect([await rowOf(house), await rowOf(ward), await rowOf(lodge)]).toMatchObject([
      { archived: true, archived_at: expect.any(Date) },
      { archived: true, archived_at: expect.any(Date) },
      { archived: false, archived_at: null },
    ]);
    const left = await db
      .selectFrom('sessions')
      .select(['user_id', 'acting_staff_id'])
      .where(
        'user_id',
        'in',
        people.map(({ userId }) => userId),
      )
      .execute();
    expect(left.map(({ user_id }) => user_id).sort()).toEqual(
      [customer.userId, tree.who.banksia.userId].sort(),
    );
    expect(left.every(({ acting_staff_id }) => acting_staff_id === null)).toBe(true);
    const activity = await db
      .selectFrom('recent_activities')
      .select(['actor_id', 'metadata'])
      .where('template', '=', 'providerArchived')
      .execute();
    expect(activity).toEqual([
      {
        actor_id: tree.who.banksia.userId,
        metadata: { provider_id: house, provider: 'Banksia House' },
      },
    ]);
    expect(await auditOf('archiveProvider')).toMatchObject({
      details: { provider_id: house, providers: 2, sessions: 2 },
    });
    expect(await outcome(archiveProvider.call(as(tree, 'admin'), { id: house }))).toBe('ok');
    expect(await outcome(archiveProvider.call(as(tree, 'admin'), {}))).toBe('not-found');
  });

  it('restores providers from the archive one by one, from above, for those who manage them [GAP-96]', async () => {
    const { banksia, house, ward } = tree.ids;
    expect(await outcome(restoreProvider.call(as(tree, 'admin'), { id: ward }))).toBe(
      'conflict form: error.provider.restoreParent',
    );
    expect(await outcome(restoreProvider.call(as(tree, 'acacia'), { id: house }))).toBe('not-found');
    expect(await outcome(restoreProvider.call(as(tree, 'house'), { id: house }))).toBe('forbidden');
    expect(await outcome(restoreProvider.call(as(tree, 'viewer'), { id: house }))).toBe('forbidden');
    await restoreProvider.call(as(tree, 'banksia'), { id: house });
    expect([await rowOf(house), await rowOf(ward)]).toMatchObject([
      { archived: false, archived_at: null },
      { archived: true },
    ]);
    await restoreProvider.call(as(tree, 'tlc'), { id: ward });
    expect((await rowOf(ward)).archived).toBe(false);
    expect(await outcome(move('admin', house, banksia))).toMatch('sameParent');
    expect(await brokenProviders(tree)).toEqual([]);
    expect(await verifyAudit(tree.test.services.db, tree.test.services.secrets)).toMatchObject({
      faultCount: 0,
    });
  });
});
