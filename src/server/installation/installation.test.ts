import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { connectDatabase, type Connection } from '../db/connection/connect.ts';
import { ObjectStoreError, type ObjectStore } from '../ports/object-store/port.ts';
import { findInstallationState, putInUse, renewMark } from './installation.ts';
import { CareError } from '../ports/residential-care/port.ts';
import { holdCare } from './hold.ts';
import { watchInstallation } from './watch-installation.ts';

/** Creates a store in memory that can be copied, emptied and made unavailable. */
function memoryStore(objects = new Map<string, Buffer>()) {
  let isAway = false;
  const reach = () => {
    if (isAway) throw new ObjectStoreError('Away', { code: 'connection' });
  };
  const store: ObjectStore = {
    async put(key, content) {
      reach();
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(Uint8Array.from(part));
      objects.set(key, Buffer.concat(parts));
    },
    async *get(key, { from, to }) {
      reach();
      const object = objects.get(key);
      if (!object) throw new ObjectStoreError('Missing', { code: 'missing' });
      yield object.subarray(from, to);
    },
    async delete(keys) {
      reach();
      for (const key of keys) objects.delete(key);
    },
  };
  return { store, objects, away: (value: boolean) => void (isAway = value) };
}

let first: TestDatabase;
let second: TestDatabase;
let one: Connection;
let other: Connection;

beforeAll(async () => {
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
  [one, other] = [connectDatabase({ url: first.url, max: 4 }), connectDatabase({ url: second.url, max: 2 })];
});
beforeEach(async () => {
  for (const { db } of [one, other]) await db.deleteFrom('installation').execute();
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await Promise.all([first.drop(), second.drop()]);
});

/** Copies the row of the first database to the second, as in a restored dump. */
async function restore(): Promise<void> {
  const row = await one.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  await other.db.deleteFrom('installation').execute();
  await other.db.insertInto('installation').values(row).execute();
}

describe('the check whether a database is in use', () => {
  it('succeeds for a new database at its first start and each later start, on every server [S-81]', async () => {
    const { store, objects } = memoryStore();
    const states = await Promise.all([1, 2, 3].map(() => findInstallationState(one.db, store)));
    expect(states).toEqual(['in-use', 'in-use', 'in-use']);
    expect(objects.size).toBe(1);
    expect(await findInstallationState(one.db, store)).toBe('in-use');
    await renewMark(one.db, store);
    expect(await findInstallationState(one.db, store)).toBe('in-use');
  });

  it('fails for a dump that is restored elsewhere with the same files, whatever it does [S-81]', async () => {
    const { store } = memoryStore();
    await findInstallationState(one.db, store);
    await restore();
    expect(await findInstallationState(other.db, store)).toBe('copied-elsewhere');
    await renewMark(other.db, store);
    expect(await findInstallationState(other.db, store)).toBe('copied-elsewhere');
    expect(await findInstallationState(one.db, store)).toBe('in-use');
  });

  it('fails for a database that was restored to a time before the last mark [S-81]', async () => {
    const { store } = memoryStore();
    await findInstallationState(one.db, store);
    const before = await one.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    await renewMark(one.db, store);
    await one.db.updateTable('installation').set({ generation: before.generation }).execute();
    expect(await findInstallationState(one.db, store)).toBe('older-than-its-files');
  });

  it('fails with files of another database, and ignores an installation that shares the bucket [S-81]', async () => {
    const shared = memoryStore();
    await findInstallationState(one.db, shared.store);
    expect(await findInstallationState(one.db, memoryStore().store)).toBe('no-mark');
    expect(await findInstallationState(other.db, shared.store)).toBe('in-use');
    expect(await findInstallationState(one.db, shared.store)).toBe('in-use');
  });

  it('changes only by the command: the copy is then in use, and the previous database is a copy [S-81]', async () => {
    const { store } = memoryStore();
    await findInstallationState(one.db, store);
    await restore();
    await renewMark(one.db, store);
    await putInUse(other.db, store);
    expect(await findInstallationState(other.db, store)).toBe('in-use');
    expect(await findInstallationState(one.db, store)).toBe('copied-elsewhere');
  });

  it('succeeds after a server died between the row and the mark [S-81]', async () => {
    const { store, away } = memoryStore();
    await findInstallationState(one.db, store);
    const put = store.put;
    store.put = () => Promise.reject(new ObjectStoreError('Away', { code: 'connection' }));
    await expect(renewMark(one.db, store)).rejects.toBeInstanceOf(ObjectStoreError);
    store.put = put;
    away(false);
    expect(await findInstallationState(one.db, store)).toBe('in-use');
  });
});

describe('a server at its start', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  async function watch(db: Connection['db'], store: ObjectStore) {
    const lines: string[] = [];
    const installation = await watchInstallation({
      db,
      store,
      log: (line, level) => void lines.push(`${level}: ${line}`),
    });
    stops.push(() => installation.stop());
    return { installation, lines };
  }

  it('logs in one line that its database is a copy, what the server does not do, and how to put it in use [S-81]', async () => {
    const { store } = memoryStore();
    expect((await watch(one.db, store)).lines).toEqual([]);
    await restore();
    const { installation, lines } = await watch(other.db, store);
    expect(installation.isInUse()).toBe(false);
    expect(lines).toEqual([
      'error: This database is a copy: its files belong to another database, which is in use. Nothing is deleted, mailed or charged, and no file is taken. To use this database from now on, stop all other servers and run "npm run installation:use" with this environment.',
    ]);
  });

  it('calls no residential-care system until it is in use [S-81, INTEG-01]', async () => {
    let isInUse = false;
    const called: string[] = [];
    const note = (name: string) => async () => void called.push(name);
    const care = holdCare(
      {
        check: note('check'),
        activeResidents: async () => ({ residents: [], next: null }),
        sendPlan: note('sendPlan'),
        withdrawPlan: note('withdrawPlan'),
        papers: async () => [],
        readPaper: async () => new Uint8Array(),
      },
      { isInUse: () => isInUse },
    );
    const to = { address: 'https://care.example', facilityCode: 'A', userName: 'u', secret: 's' };
    const plan = { documentId: 'd', planVersion: 1, signedOn: '2026-11-01', pdf: new Uint8Array() };
    const calls = () => [
      care.check(to),
      care.activeResidents(to, null),
      care.sendPlan(to, 'R-1', plan),
      care.withdrawPlan(to, 'R-1', 'd'),
      care.papers(to, 'R-1'),
      care.readPaper(to, 'R-1', 'p', 1),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls())) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(['rejected', new CareError('unreachable')]);
    expect(called).toEqual([]);
    isInUse = true;
    await Promise.all(calls());
    expect(called).toEqual(['check', 'sendPlan', 'withdrawPlan']);
  });

  it(
    'waits while the files are unavailable, and continues when they respond [S-81]',
    { timeout: 20_000 },
    async () => {
      const { store, away } = memoryStore();
      await findInstallationState(one.db, store);
      away(true);
      const { installation, lines } = await watch(one.db, store);
      expect(installation.isInUse()).toBe(false);
      expect(lines).toEqual([expect.stringContaining('Deletions, mails and payments wait')]);
      away(false);
      await installation.whenInUse;
      expect(installation.isInUse()).toBe(true);
    },
  );

  it(
    'whose files are unavailable at the very first start is in use as soon as they respond [S-81]',
    { timeout: 20_000 },
    async () => {
      const { store, away } = memoryStore();
      away(true);
      const { installation, lines } = await watch(one.db, store);
      expect(lines).toEqual([expect.stringContaining('Deletions, mails and payments wait')]);
      away(false);
      await installation.whenInUse;
      expect(await findInstallationState(one.db, store)).toBe('in-use');
      expect(lines).toHaveLength(1);
    },
  );
});
