import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DatabaseState } from '../db/connection/probe.ts';
import { createHealth } from './health.ts';
import { createOutageLog } from './logging/outage-log.ts';

let asked: number;
let found: DatabaseState | 'silent';
const probe = async (): Promise<DatabaseState> => {
  asked += 1;
  return found === 'silent' ? new Promise(() => {}) : found;
};
const ready = { fits: true, database: 'ok' } as const;

function make() {
  const outages = createOutageLog(() => {});
  return { outages, ...createHealth(probe, outages) };
}

beforeEach(() => {
  asked = 0;
  found = ready;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

describe('whether a server should get traffic', () => {
  it('is determined with one database query a second, however many requests arrive at once [R-04]', async () => {
    const health = make();
    await Promise.all(Array.from({ length: 50 }, () => health.readiness()));
    await health.readiness();
    expect(asked).toBe(1);
    vi.advanceTimersByTime(1_001);
    expect(await health.readiness()).toEqual({ ok: true, database: 'ok' });
    expect(asked).toBe(2);
  });

  it('stays true while the database is unavailable, read-only or full, with the reason in one word [R-14]', async () => {
    const health = make();
    await health.readiness();
    for (const database of ['away', 'read-only'] as const) {
      found = { fits: database === 'away' ? null : true, database };
      vi.advanceTimersByTime(1_001);
      expect(await health.readiness()).toEqual({ ok: true, database });
    }
    found = ready;
    vi.advanceTimersByTime(1_001);
    health.outages.refused('disk-full');
    expect(await health.readiness()).toEqual({ ok: true, database: 'disk-full' });
    vi.advanceTimersByTime(61_000);
    expect(await health.readiness()).toEqual({ ok: true, database: 'ok' });
  });

  it('is false on tables of another version, also when the database goes away after that was detected [R-14]', async () => {
    const health = make();
    found = { fits: false, database: 'ok' };
    expect(await health.readiness()).toEqual({ ok: false, reason: 'schema' });
    found = { fits: null, database: 'away' };
    vi.advanceTimersByTime(1_001);
    expect(await health.readiness()).toEqual({ ok: false, reason: 'schema' });
  });

  it('is false from the moment the server is drained, without a database query [R-15]', async () => {
    const health = make();
    health.drain();
    expect(await health.readiness()).toEqual({ ok: false, reason: 'draining' });
    expect([asked, health.isDraining()]).toEqual([0, true]);
  });

  it('is answered when the database does not respond, and later requests wait no longer [R-04]', async () => {
    const health = make();
    found = 'silent';
    expect(await health.readiness()).toEqual({ ok: true, database: 'away' });
    vi.advanceTimersByTime(1_001);
    for (let time = 0; time < 20; time += 1)
      expect(await health.readiness()).toEqual({ ok: true, database: 'away' });
    expect(asked).toBe(1);
  });
});
