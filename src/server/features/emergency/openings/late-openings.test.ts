import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttleDay } from '../../../../domain/plan/emergency/emergency-throttle.ts';
import { createGuessMemory } from '../pin/guess-memory.ts';
import { createLateOpenings } from './late-openings.ts';
import { newOpening, openingsFolder, type Opening, type OpeningsFolder } from './openings-folder.ts';
import { createWriteGate } from '../pin/write-gate.ts';

let path: string;
beforeEach(() => void (path = join(mkdtempSync(join(tmpdir(), 'wattle-openings-')), 'late-openings')));
afterEach(() => rmSync(join(path, '..'), { recursive: true }));

const at = new Date('2026-04-05T04:02:00Z');
const opened_at = at.toISOString();
const requestId = 'the-request-of-a-reader';
const opening = (userId: string = randomUUID()) => newOpening({ userId, at, requestId });
const files = () => readdirSync(path);
const waits = 'the opening of a plan waits to be recorded';
const isLost = 'the opening of a plan could not be recorded';

/**
 * Starts a server process: its openings are in the test's folder, which can be shared with another process of the same or another
 * database.
 */
function queue(options: { limit?: number; installation?: string; folder?: OpeningsFolder } = {}) {
  const state = {
    away: true,
    gone: '',
    broken: '',
    recorded: [] as string[],
    logged: [] as { details: object; message: string }[],
  };
  const { installation = 'one', ...more } = options;
  const late = createLateOpenings({
    record: async ({ id, userId }) => {
      if (userId === state.gone) throw new Error('gone');
      if (userId === state.broken) throw new TypeError('a fault of the program');
      if (state.away) throw new Error('away');
      state.recorded.push(id);
    },
    mayPass: (error) => (error as Error).message === 'away',
    isRefusal: (error) => (error as Error).message === 'gone',
    log: (details, message) => void state.logged.push({ details, message }),
    folder: openingsFolder(path, installation),
    everyMs: 60_000,
    ...more,
  });
  return { state, late };
}

const idsOf = (openings: readonly Opening[]) => openings.map(({ id }) => id);

describe('openings that the database could not store', () => {
  it('are recorded in order once it writes again, each once, except for deleted accounts [R-13] [D-40]', async () => {
    const { state, late } = queue();
    const [one, gone, two] = [opening(), opening(), opening()];
    for (const each of [one, gone, two]) await late.add(each);
    state.gone = gone.userId;
    await late.flush();
    expect(state.recorded).toEqual([]);
    state.away = false;
    await Promise.all([late.flush(), late.flush()]);
    expect(state.recorded).toEqual(idsOf([one, two]));
    expect(state.logged.at(-1)).toEqual({
      details: { user_id: gone.userId, opened_at },
      message: isLost,
    });
    await late.close();
    expect(state.recorded).toEqual(idsOf([one, two]));
    expect(files()).toEqual([]);
  });

  it('are kept in their files after an unexpected failure, do not hold up others, and are recorded after the next start [C-01] [S-31]', async () => {
    const { state, late } = queue();
    const [broken, fine] = [opening(), opening()];
    for (const each of [broken, fine]) await late.add(each);
    Object.assign(state, { away: false, broken: broken.userId });
    await late.flush();
    expect(state.recorded).toEqual([fine.id]);
    expect(state.logged.at(-1)).toEqual({
      details: { user_id: broken.userId, opened_at, error: 'TypeError' },
      message: 'the opening of a plan failed and is tried again at the next start',
    });
    await late.close();
    expect(files()).toHaveLength(1);
    const next = queue();
    next.state.away = false;
    await next.late.load();
    await next.late.flush();
    expect(next.state.recorded).toEqual([broken.id]);
    expect(files()).toEqual([]);
  });

  it('are logged at once with the internal id and the time, and nothing else [S-31]', async () => {
    const { state, late } = queue();
    const one = opening();
    const paper = newOpening({ userId: one.userId, at, requestId, fileId: randomUUID() });
    await late.add(one);
    await late.add(paper);
    expect(state.logged).toEqual([
      { details: { user_id: one.userId, opened_at }, message: waits },
      { details: { user_id: one.userId, opened_at, file_id: paper.fileId }, message: waits },
    ]);
  });

  it("are in a file readable only by the process's user before the request is answered, and recorded once by the next process [S-31]", async () => {
    const killed = queue();
    const [plan, paper] = [
      opening(),
      newOpening({ userId: randomUUID(), at, requestId, fileId: randomUUID() }),
    ];
    await killed.late.add(plan);
    await killed.late.add(paper);
    expect(files()).toHaveLength(2);
    for (const name of files()) {
      expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
      expect(Object.keys(JSON.parse(readFileSync(join(path, name), 'utf8')) as object)).toEqual(
        expect.arrayContaining(['id', 'user_id', 'opened_at']),
      );
    }
    const next = queue();
    next.state.away = false;
    await next.late.load();
    await next.late.flush();
    expect(next.state.recorded.toSorted()).toEqual(idsOf([plan, paper]).toSorted());
    expect(files()).toEqual([]);
    const third = queue();
    await third.late.load();
    await third.late.flush();
    expect(third.state.recorded).toEqual([]);
  });

  it('keep the version of the scanned code in the file; files of before have none [S-68]', async () => {
    const killed = queue();
    const scanned = { version: 3, source: 'pdf' } as const;
    await killed.late.add(newOpening({ userId: randomUUID(), at, requestId, scanned }));
    await killed.late.add(opening());
    const found = await openingsFolder(path, 'one').all();
    expect(found.map((one) => one.scanned)).toEqual(expect.arrayContaining([scanned, undefined]));
  });

  it('of another database in the same folder, and invalid files, are ignored [S-31]', async () => {
    await queue({ installation: 'other' }).late.add(opening());
    writeFileSync(join(path, 'one-broken.json'), '{"id":');
    const before = files();
    const { state, late } = queue();
    state.away = false;
    await late.load();
    await late.flush();
    expect([state.recorded, files()]).toEqual([[], before]);
  });

  it('wait in memory if no file can be written, and the log has the reason without the path [S-31]', async () => {
    writeFileSync(path, 'a file where the folder should be');
    const { state, late } = queue();
    const one = opening();
    await late.add(one);
    expect(state.logged.at(-1)).toEqual({
      details: { code: 'EEXIST' },
      message: 'openings of plans wait in memory only',
    });
    await late.close();
    expect(state.logged.at(-1)?.message).toBe(isLost);
    state.away = false;
    await late.flush();
    expect(state.recorded).toEqual([one.id]);
  });

  it('keep their file when the same request arrives twice at the same time: the next process records it once [C-01] [S-31]', async () => {
    const folder = openingsFolder(path, 'one');
    const written = Promise.withResolvers<void>();
    const slow = { ...folder, keep: (each: Opening) => folder.keep(each).then(() => written.promise) };
    const killed = queue({ folder: slow });
    const one = opening();
    const first = killed.late.add(one);
    await vi.waitFor(() => expect(files()).toEqual([`one-${one.id}.json`]));
    const again = killed.late.add(one);
    written.resolve();
    await Promise.all([first, again]);
    expect(files()).toHaveLength(1);
    const next = queue();
    next.state.away = false;
    await next.late.load();
    await next.late.flush();
    expect([next.state.recorded, files()]).toEqual([[one.id], []]);
  });

  it('leave no unfinished file if it could not be completed [S-31]', async () => {
    const one = opening();
    mkdirSync(join(path, `one-${one.id}.json`), { recursive: true });
    const { state, late } = queue();
    await late.add(one);
    expect(state.logged.at(-1)).toEqual({
      details: { code: 'EISDIR' },
      message: 'openings of plans wait in memory only',
    });
    expect(files()).toEqual([`one-${one.id}.json`]);
  });

  it('are stored up to a limit; further ones, and those that wait at a stop, are logged with person and time [R-13] [S-31]', async () => {
    const { state, late } = queue({ limit: 2 });
    const all = [opening(), opening(), opening()];
    for (const each of all) await late.add(each);
    const userOf = (details: object) => (details as { user_id: string }).user_id;
    expect(state.logged.at(-1)).toEqual({
      details: { user_id: all[2]!.userId, opened_at },
      message: isLost,
    });
    await late.close();
    expect(state.logged.slice(3).map(({ details, message }) => [userOf(details), message])).toEqual(
      all.slice(0, 2).map(({ userId }) => [userId, 'the opening of a plan is recorded at the next start']),
    );
    expect(files()).toHaveLength(2);
  });
});

describe('guesses that the database could not store', () => {
  const place = () => ({ share: randomBytes(32), address: randomBytes(32) });

  it('are stored for a number of ids, and a flood at unknown ids evicts no cards [R-13] [R-03]', () => {
    const memory = createGuessMemory({ cards: 2, others: 2 });
    const [card, second, third, unknown] = [place(), place(), place(), place()];
    memory.add(card, 1_000, true);
    for (let guess = 0; guess < 10; guess += 1) memory.add(place(), 1_000, false);
    expect(memory.at(card)).toEqual([{ at: 1_000, ok: false, sameAddress: true, request: null }]);
    expect(memory.at({ ...card, address: unknown.address })).toMatchObject([{ sameAddress: false }]);
    memory.add(second, 1_000, true);
    memory.add(card, 2_000, true);
    memory.add(third, 3_000, true);
    expect([card, second, third].map((one) => memory.at(one).length)).toEqual([2, 0, 1]);
  });

  it('are deleted after a day, and a right one is marked as such [R-13]', () => {
    const memory = createGuessMemory();
    const card = place();
    memory.add(card, 0, true).ok = true;
    expect(memory.at(card)).toMatchObject([{ ok: true }]);
    memory.add(card, throttleDay, true);
    expect(memory.at(card)).toMatchObject([{ at: throttleDay }]);
  });

  it('are none at first, and include those at an unknown id after guesses there [R-13]', () => {
    const memory = createGuessMemory();
    const unknown = place();
    expect(memory.at(unknown)).toEqual([]);
    memory.add(unknown, 1_000, false);
    expect(memory.at(unknown)).toEqual([{ at: 1_000, ok: false, sameAddress: true, request: null }]);
  });

  it('are one for a request that is repeated, however often, and another after half a minute [C-01]', () => {
    const memory = createGuessMemory();
    const card = { ...place(), request: randomBytes(32) };
    const [first, repeat] = [memory.add(card, 1_000, true), memory.add(card, 30_999, true)];
    expect(repeat).toBe(first);
    memory.add({ ...card, request: randomBytes(32) }, 2_000, true);
    memory.add(card, 31_000, true);
    expect(memory.at(card).map(({ at }) => at)).toEqual([1_000, 2_000, 31_000]);
  });

  it('are limited to the last two hundred of one id [R-13]', () => {
    const memory = createGuessMemory();
    const card = place();
    for (let at = 1; at <= 250; at += 1) memory.add(card, at, true);
    expect(memory.at(card).map(({ at }) => at)).toEqual(Array.from({ length: 200 }, (_, at) => at + 51));
  });
});

it('one caller at a time retries after a failed write, and the others do not wait for it [R-13]', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const states: string[] = [];
    const gate = createWriteGate({
      pauseMs: 5_000,
      onClosed: () => void states.push('closed'),
      onOpened: () => void states.push('opened'),
    });
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
    gate.failed();
    gate.failed();
    expect(gate.isOpen()).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, false]);
    gate.worked();
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
    expect(states).toEqual(['closed', 'opened']);
  } finally {
    vi.useRealTimers();
  }
});
