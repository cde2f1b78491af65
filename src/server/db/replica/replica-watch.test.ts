import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ReplicaWatch } from './replica-watch.ts';
import { createServing } from './serving.ts';

type Answer =
  | {
      position: number;
      database?: string;
      isReplica?: boolean;
      run?: string;
      changes?: [number, string][];
      found?: number[];
    }
  | Error;

/** A watch of a primary and a replica whose answers are given. */
function watched() {
  const answers: Record<'primary' | 'replica', Answer> = {
    primary: { position: 100 },
    replica: { position: 100 },
  };
  const poolOf = (name: 'primary' | 'replica') =>
    ({
      async query() {
        const answer = answers[name];
        if (answer instanceof Error) throw answer;
        const { position, database = 'ours', isReplica = name === 'replica' } = answer;
        const { run = 'first', changes = [], found = [] } = answer;
        const row = { is_replica: isReplica, database, run, position: String(position), changes, found };
        return { rows: [row] };
      },
    }) as unknown as pg.Pool;
  const log = () => {};
  const serving = createServing(log);
  const watch = new ReplicaWatch({ primary: poolOf('primary'), replica: poolOf('replica'), serving, log });
  return {
    watch,
    async ask(primary: Answer, replica: Answer) {
      answers.primary = primary;
      answers.replica = replica;
      await watch.askPrimary();
      await watch.askReplica();
    },
  };
}

describe('a replica', () => {
  it('is used for lists once both answered, and while its last answers are good [C-01]', async () => {
    const { watch, ask } = watched();
    expect(watch.isForLists).toBe(false);
    await ask({ position: 100 }, { position: 100 });
    expect(watch.isForLists).toBe(true);
    await ask({ position: 200 }, new Error('gone'));
    expect(watch.isForLists).toBe(false);
    await ask({ position: 300 }, { position: 250 });
    expect(watch.isForLists).toBe(true);
    await ask({ position: 300 }, { position: 300, database: 'another' });
    expect(watch.isForLists).toBe(false);
    await ask({ position: 300 }, { position: 300, isReplica: false });
    expect(watch.isForLists).toBe(false);
  });

  it('that failed a list is used again after it answered a later question [C-01]', async () => {
    const { watch, ask } = watched();
    await ask({ position: 100 }, { position: 100 });
    watch.suspect();
    expect(watch.isForLists).toBe(false);
    await watch.askReplica();
    expect(watch.isForLists).toBe(true);
  });

  it('that has more than its primary, as after a failover that lost changes, is not used for lists until the primary has passed it [C-01]', async () => {
    const { watch, ask } = watched();
    await ask({ position: 300 }, { position: 300 });
    await ask({ position: 200 }, { position: 300 });
    expect(watch.isForLists).toBe(false);
    await ask({ position: 299 }, { position: 300 });
    expect(watch.isForLists).toBe(false);
    await ask({ position: 301 }, { position: 300 });
    expect(watch.isForLists).toBe(true);
  });

  it('has reached a position only as a replica of this database that replayed it [C-01]', async () => {
    const { watch, ask } = watched();
    await ask({ position: 100 }, { position: 100 });
    const answer = { isReplica: true, database: 'ours', run: 'first', position: 150, found: [] };
    expect([149, 150, 151].map((position) => watch.hasReached(answer, position))).toEqual([
      true,
      true,
      false,
    ]);
    expect(watch.hasReached({ ...answer, database: 'another' }, 100)).toBe(false);
    expect(watch.hasReached({ ...answer, isReplica: false }, 100)).toBe(false);
  });

  it('is not used for lists while the primary does not answer [C-01]', async () => {
    const { watch, ask } = watched();
    await ask({ position: 100 }, { position: 100 });
    await ask(new Error('gone'), { position: 100 });
    expect(watch.isForLists).toBe(true);
    await ask(new Error('gone'), { position: 100 });
    expect(watch.isForLists).toBe(false);
  });
});

describe('a replica, while the primary does not answer,', () => {
  const away = new Error('gone');

  /** A watch whose replica had a change of a card, and whose primary then ended. */
  async function afterChange() {
    const all = watched();
    await all.ask({ position: 100 }, { position: 100 });
    await all.ask({ position: 200, changes: [[1, 'owner']] }, { position: 200, found: [1] });
    for (let asked = 0; asked < 2; asked += 1) await all.ask(away, { position: 200 });
    expect(all.watch.isCurrent('owner')).toBe(true);
    return all;
  }

  it('that has less than before, because it was restored or lost its last log, is used for no card until it has that again [C-01]', async () => {
    const { watch, ask } = await afterChange();
    await ask(away, { position: 150, run: 'restored' });
    expect(watch.facts().problem).toBe('behind');
    expect([watch.isCurrent('owner'), watch.isCurrent('neighbour')]).toEqual([false, false]);
    await ask(away, { position: 199, run: 'restored' });
    expect(watch.isCurrent('owner')).toBe(false);
    await ask(away, { position: 200, run: 'restored' });
    expect(watch.isCurrent('owner')).toBe(true);
  });

  it('that was restored before the primary ended is not used either, and is used when the primary itself went back [C-01]', async () => {
    const { watch, ask } = await afterChange();
    await ask({ position: 200 }, { position: 150, run: 'restored' });
    expect(watch.facts().problem).toBe('behind');
    await ask({ position: 120 }, { position: 120, run: 'restored' });
    expect(watch.facts().problem).toBeNull();
  });

  it('that accepts changes is used if it was promoted, and not if another server was restored in its place [C-01]', async () => {
    const promoted = await afterChange();
    await promoted.ask(away, { position: 250, isReplica: false });
    expect(promoted.watch.isCurrent('owner')).toBe(true);
    await promoted.ask(away, { position: 900, isReplica: false, run: 'restored' });
    expect(promoted.watch.facts().problem).toBe('is-primary');
    const restored = await afterChange();
    await restored.ask(away, { position: 150, run: 'restored' });
    await restored.ask(away, { position: 900, isReplica: false, run: 'restored' });
    expect(restored.watch.facts().problem).toBe('is-primary');
  });
});
