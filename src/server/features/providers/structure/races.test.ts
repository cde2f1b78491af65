import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../domain/errors.ts';
import { provider } from '../../../../../testing/people.ts';
import { inviteCustomer } from '../../customers/actions/inviting/invite-operation.ts';
import { makeProvider } from '../make-provider.ts';
import { archiveProvider, restoreProvider } from './archive-operations.ts';
import { deleteProvider } from './delete-operation.ts';
import { moveProvider } from './move-operations.ts';
import { as, brokenProviders, outcome, startStructure, type StructureTest } from './structure.fixture.ts';

const rounds = 8;

describe('two simultaneous changes of the structure of providers', () => {
  let tree: StructureTest;
  let count = 0;
  beforeAll(async () => {
    tree = await startStructure();
  });
  afterAll(() => tree.test.close());

  const made = (parent: string | null = null) =>
    provider(tree.test.services, `Provider ${(count += 1)}`, parent);
  const move = (who: 'admin' | 'tlc', id: string, parent_id: string | null) =>
    outcome(moveProvider.call(as(tree, who), { id, parent_id, version: 0 }));
  const invite = (provider_id: string) =>
    outcome(
      inviteCustomer.call(as(tree, 'tlc'), {
        ...{ provider_id, registration_type: 'invite_account', first_name: 'Ann', last_name: 'Lee' },
        email: `ann-${(count += 1)}@test.example`,
      }),
    );
  const customersOf = async (id: string) =>
    (await tree.test.services.db.selectFrom('users').select('id').where('provider_id', '=', id).execute())
      .length;

  it('that move branches into each other never make a circle: one succeeds, the other gets the reason', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await made(), await made()];
      const [underOne, underOther] = [await made(one), await made(other)];
      const found = await Promise.all([move('admin', one, underOther), move('tlc', other, underOne)]);
      expect(found.sort()).toEqual(['invalid parent_id: error.provider.ownChild', 'ok']);
      expect(await brokenProviders(tree)).toEqual([]);
    }
  });

  it('that move the same provider: one succeeds, the other gets a conflict [fault 7, D-18]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, first, second] = [await made(), await made(), await made()];
      const found = await Promise.all([move('admin', one, first), move('tlc', one, second)]);
      expect(found.sort()).toEqual(['conflict form: error.provider.changed', 'ok']);
    }
  });

  it('that together make a branch too deep: one is refused [PROV-01]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const top = await made();
      const three = await made(await made(await made(top)));
      const chain = await made();
      const lowest = await made(await made(chain));
      const last = await made();
      await made(last);
      // Four levels, three below them, two below those: nine.
      const found = await Promise.all([move('admin', chain, three), move('tlc', last, lowest)]);
      expect(found.sort()).toEqual(['invalid parent_id: error.provider.tooDeep', 'ok']);
      expect(await brokenProviders(tree)).toEqual([]);
    }
  });

  it('leave no active provider under an archived one: added, moved or restored while it is archived [PROV-36, fault 22]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [parent, other] = [await made(), await made()];
      const child = await made(parent);
      await archiveProvider.call(as(tree, 'admin'), { id: child });
      const [archived, added, moved, restored] = await Promise.all([
        outcome(archiveProvider.call(as(tree, 'admin'), { id: parent })),
        outcome(makeProvider(tree.test.services, { name: 'Late', parentId: parent })),
        move('tlc', other, parent),
        outcome(restoreProvider.call(as(tree, 'tlc'), { id: child })),
      ]);
      expect(archived).toBe('ok');
      expect(['ok', 'not-found']).toContain(added);
      expect(['ok', 'invalid parent_id: error.provider.parentArchived']).toContain(moved);
      expect(['ok', 'conflict form: error.provider.restoreParent']).toContain(restored);
      expect(await brokenProviders(tree)).toEqual([]);
    }
  });

  it('that invite a customer and archive the provider: the customer is added and keeps access, or is refused [PROV-35]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const parent = await made();
      const [archived, invited] = await Promise.all([
        outcome(archiveProvider.call(as(tree, 'admin'), { id: parent })),
        invite(parent),
      ]);
      expect(archived).toBe('ok');
      expect(await customersOf(parent)).toBe(invited === 'ok' ? 1 : 0);
      expect(['ok', 'not-found']).toContain(invited);
      expect(await invite(parent)).toBe('not-found');
    }
  });

  it('that delete a provider and add a customer or a sub-provider: it stays with them, or they are refused [PROV-37]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const gone = await made();
      const [deleted, invited, added] = await Promise.all([
        outcome(deleteProvider.call(as(tree, 'admin'), { provider_id: gone })),
        invite(gone),
        outcome(makeProvider(tree.test.services, { name: 'Late', parentId: gone })),
      ]);
      const stays = [invited, added].includes('ok');
      expect([deleted === 'ok', stays]).toEqual([!stays, stays]);
      if (!stays) expect([invited, added]).toEqual(['not-found', 'not-found']);
      expect(await brokenProviders(tree)).toEqual([]);
    }
  });

  it('that delete two providers into each other: one is deleted, and no person is lost', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await made(), await made()];
      for (const each of [one, other]) expect(await invite(each)).toBe('ok');
      const into = (provider_id: string, move_to: string, who: 'admin' | 'tlc') =>
        outcome(deleteProvider.call(as(tree, who), { provider_id, move_to }));
      const found = await Promise.all([into(one, other, 'admin'), into(other, one, 'tlc')]);
      expect(found.sort()).toEqual(['invalid move_to: error.provider.parentGone', 'ok']);
      expect((await customersOf(one)) + (await customersOf(other))).toBe(2);
    }
  });

  it('get no internal error when a version is wrong', async () => {
    await expect(
      moveProvider.call(as(tree, 'admin'), { id: tree.ids.house, parent_id: null, version: 99 }),
    ).rejects.toBeInstanceOf(AppError);
  });
});
