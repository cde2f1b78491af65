import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ReplicaWatch } from './replica-watch.ts';
import { createServing } from './serving.ts';

type Answer = { position: number; database?: string; isReplica?: boolean } | Error;

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
        return {
          rows: [{ is_replica: isReplica, database, position: String(position), changes: [], found: [] }],
        };
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
    const answer = { isReplica: true, database: 'ours', position: 150, found: [] };
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
