import { describe, expect, it } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import type { Replica } from '../../db/replica/replica.ts';
import type { Database } from '../../pipeline/context.ts';
import { createCardReads } from './card-reads.ts';

const [db, copy] = [{}, {}] as [Database, Database];
const away = () => new AppError('unavailable');

/** A replica whose primary is unavailable or not, and that refuses some people. */
function replicaOf({ isAway = false, lacks = [] as (string | null)[], isGone = false } = {}) {
  const noted: string[] = [];
  const replica = {
    db: copy,
    processes: 3,
    isPrimaryAway: () => isAway,
    primaryFailed: () => void noted.push('failed'),
    lackingNow: () => () => false,
    requireReachable() {
      if (isGone) throw away();
    },
    async requireCurrent(userId: string | null) {
      if (lacks.includes(userId)) throw away();
    },
    served: (kind: string) => void noted.push(kind),
  } as unknown as Replica;
  return { replica, noted };
}

const asked = { withinMs: 2_000, kind: 'page', ownerOf: (found: string | null) => found } as const;

describe('a read for a card', () => {
  it('without a replica uses the database alone, and fails with it [C-01]', async () => {
    const reads = createCardReads({ db });
    expect(await reads.read({ ...asked, read: async (from) => (from === db ? 'a' : 'b') })).toBe('a');
    await expect(reads.read({ ...asked, read: () => Promise.reject(away()) })).rejects.toThrow('unavailable');
    expect([reads.isPrimaryAway(), reads.processes]).toEqual([false, 1]);
  });

  it('uses the primary while that answers, also when the replica is gone [C-01]', async () => {
    const { replica, noted } = replicaOf({ isGone: true });
    const found = await createCardReads({ db, replica }).read({
      ...asked,
      read: async (from, isReplica) => `${from === db} ${isReplica}`,
    });
    expect([found, noted]).toEqual(['true false', []]);
  });

  it('uses the replica after a second, and at once while the primary is known to be away [C-01]', async () => {
    const hangs = (from: Database) => (from === db ? new Promise<string>(() => {}) : Promise.resolve('a'));
    const slow = replicaOf();
    const from = performance.now();
    expect(await createCardReads({ db, replica: slow.replica }).read({ ...asked, read: hangs })).toBe('a');
    expect(performance.now() - from).toBeGreaterThan(950);
    expect(slow.noted).toEqual(['failed', 'page']);
    const known = replicaOf({ isAway: true });
    const again = performance.now();
    expect(await createCardReads({ db, replica: known.replica }).read({ ...asked, read: hangs })).toBe('a');
    expect(performance.now() - again).toBeLessThan(900);
    expect(known.noted).toEqual(['page']);
  });

  it('is refused when the replica may lack a change of this card, or of any for an unknown one [C-01]', async () => {
    for (const owner of ['a', null]) {
      const { replica, noted } = replicaOf({ isAway: true, lacks: [owner] });
      const read = createCardReads({ db, replica }).read({ ...asked, read: async () => owner });
      await expect(read).rejects.toThrow('unavailable');
      expect(noted).toEqual([]);
    }
  });

  it('is repeated when the replica received a change of this card after the read began [C-01]', async () => {
    const { replica, noted } = replicaOf({ isAway: true });
    replica.lackingNow = () => (userId) => userId === 'before';
    const answers = ['before', 'after'];
    const found = await createCardReads({ db, replica }).read({
      ...asked,
      read: async () => answers.shift()!,
    });
    expect([found, noted]).toEqual(['after', ['page']]);
  });

  it('passes on other errors of the primary without the replica [C-01]', async () => {
    const { replica, noted } = replicaOf();
    const read = createCardReads({ db, replica }).read({
      ...asked,
      read: () => Promise.reject(new Error('no')),
    });
    await expect(read).rejects.toThrow('no');
    expect(noted).toEqual([]);
  });
});
