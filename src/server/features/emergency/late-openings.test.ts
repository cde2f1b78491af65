import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { throttleDay } from '../../../domain/plan/emergency-throttle.ts';
import { createGuessMemory } from './guess-memory.ts';
import { createLateOpenings, type LateOpening } from './late-openings.ts';
import { createWriteGate } from './write-gate.ts';

const opening = (userId: string): LateOpening => ({ userId, at: new Date('2026-04-05T04:02:00Z') });

function queue(options: { limit?: number } = {}) {
  const state = { away: true, recorded: [] as string[], logged: [] as object[] };
  const late = createLateOpenings({
    record: async ({ userId }) => {
      if (userId === 'gone') throw new Error('gone');
      if (state.away) throw new Error('away');
      state.recorded.push(userId);
    },
    mayPass: (error) => (error as Error).message === 'away',
    log: (details) => void state.logged.push(details),
    everyMs: 60_000,
    ...options,
  });
  return { state, late };
}

describe('openings that the database could not take', () => {
  it('are recorded in their order once it writes again, each once, without those whose account is gone [R-13] [D-40]', async () => {
    const { state, late } = queue();
    for (const userId of ['one', 'gone', 'two']) late.add(opening(userId));
    await late.flush();
    expect(state.recorded).toEqual([]);
    state.away = false;
    await Promise.all([late.flush(), late.flush()]);
    expect(state.recorded).toEqual(['one', 'two']);
    expect(state.logged).toEqual([{ user_id: 'gone', opened_at: '2026-04-05T04:02:00.000Z' }]);
    await late.close();
    expect(state.recorded).toEqual(['one', 'two']);
  });

  it('are kept up to a number; of the others, and of those that a stop loses, the log names whose and when [R-13]', async () => {
    const { state, late } = queue({ limit: 2 });
    for (const userId of ['one', 'two', 'three']) late.add(opening(userId));
    expect(state.logged).toEqual([{ user_id: 'three', opened_at: '2026-04-05T04:02:00.000Z' }]);
    await late.close();
    expect(state.logged.map((line) => (line as { user_id: string }).user_id)).toEqual([
      'three',
      'one',
      'two',
    ]);
  });
});

describe('guesses that the database could not take', () => {
  const place = () => ({ share: randomBytes(32), address: randomBytes(32) });

  it('are kept for a number of ids, and a flood at made-up ids makes no room among cards [R-13] [R-03]', () => {
    const memory = createGuessMemory({ cards: 2, others: 2 });
    const [card, second, third, unknown] = [place(), place(), place(), place()];
    memory.add(card, 1_000, true);
    for (let guess = 0; guess < 10; guess += 1) memory.add(place(), 1_000, false);
    expect(memory.at(card)).toEqual([{ at: 1_000, ok: false, sameAddress: true }]);
    expect(memory.at({ ...card, address: unknown.address })).toMatchObject([{ sameAddress: false }]);
    memory.add(second, 1_000, true);
    memory.add(card, 2_000, true);
    memory.add(third, 3_000, true);
    expect([card, second, third].map((one) => memory.at(one).length)).toEqual([2, 0, 1]);
  });

  it('are forgotten after a day, and a right one is known as such [R-13]', () => {
    const memory = createGuessMemory();
    const card = place();
    memory.add(card, 0, true).ok = true;
    expect(memory.at(card)).toMatchObject([{ ok: true }]);
    memory.add(card, throttleDay, true);
    expect(memory.at(card)).toMatchObject([{ at: throttleDay }]);
  });

  it('are none at first, and are known at an id that opens nothing where no card was guessed at [R-13]', () => {
    const memory = createGuessMemory();
    const unknown = place();
    expect(memory.at(unknown)).toEqual([]);
    memory.add(unknown, 1_000, false);
    expect(memory.at(unknown)).toEqual([{ at: 1_000, ok: false, sameAddress: true }]);
  });

  it('are the last two hundred of one id [R-13]', () => {
    const memory = createGuessMemory();
    const card = place();
    for (let at = 1; at <= 250; at += 1) memory.add(card, at, true);
    expect(memory.at(card).map(({ at }) => at)).toEqual(Array.from({ length: 200 }, (_, at) => at + 51));
  });
});

it('after a write that failed one caller in a while tries again, the others do not wait for it [R-13]', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const told: string[] = [];
    const gate = createWriteGate({
      pauseMs: 5_000,
      onClosed: () => void told.push('closed'),
      onOpened: () => void told.push('opened'),
    });
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
    gate.failed();
    gate.failed();
    expect(gate.isOpen()).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, false]);
    gate.worked();
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
    expect(told).toEqual(['closed', 'opened']);
  } finally {
    vi.useRealTimers();
  }
});
