import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { recording } from '../../../pipeline/audit/audit.ts';
import { openEmergency } from '../../emergency/operations.ts';
import { planOpenings } from './access-log-operations.ts';

describe('the list of openings of a plan', () => {
  let test: TestServices;
  let ann: TestPerson;
  let nurse: TestPerson;
  beforeAll(async () => {
    test = await startServices();
    ann = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
    nurse = await person(test.services, { role: 'admin', firstName: 'Nora', lastName: 'Quinn' });
  });
  afterAll(() => test.close());

  const as = (actor: Actor) => ({ ...contextFor(test.services, ann.actor), actor });
  const firstMinute = Date.UTC(2026, 9, 1, 9);
  /** Returns a function that records that an actor read a plan, in a minute after nine o'clock. */
  const recorderOf =
    ({ userId }: TestPerson) =>
    (minute: number, action: string, actor: Actor, details: Record<string, string | boolean> = {}) => {
      const at = new Date(firstMinute + minute * 60_000);
      const entry = { chain: userId, at, actor, action, subjectId: userId, details };
      return recording(test.services.secrets, entry, { events: [] }).execute(test.services.db);
    };
  const open = (userId: string) => openEmergency.call(as({ kind: 'emergency', userId }), { user_id: userId });

  it("is empty at first, also after the owner's own actions [SET-01, GAP-76]", async () => {
    expect(await planOpenings.call(as(ann.actor), {})).toEqual({ count: 0, data: [], more: false });
  });

  it('contains openings with the card, and visits of staff in the account, newest first [SET-01, D-08, D-17]', async () => {
    await open(ann.userId);
    const entered = (details: Record<string, string>) =>
      recording(
        test.services.secrets,
        {
          chain: ann.userId,
          at: new Date(),
          actor: nurse.actor,
          action: 'loginAsCustomer',
          subjectId: ann.userId,
          details,
        },
        { events: [] },
      ).execute(test.services.db);
    await entered({});
    await entered({ refused: 'unauthenticated' });
    await open(ann.userId);
    const { count, data } = await planOpenings.call(as(ann.actor), {});
    expect(count).toBe(3);
    expect(data.map(({ kind, name }) => [kind, name])).toEqual([
      ['card', null],
      ['entered', 'Nora Quinn'],
      ['card', null],
    ]);
    for (const { at } of data) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('is returned in pages [SET-01, security 27]', async () => {
    for (let number = 0; number < 11; number += 1) await open(ann.userId);
    const first = await planOpenings.call(as(ann.actor), {});
    const second = await planOpenings.call(as(ann.actor), { offset: 10, limit: 10 });
    expect([first.count, first.data.length, second.data.length]).toEqual([14, 10, 4]);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(14);
    for (const input of [{ limit: 51 }, { limit: 0 }, { offset: -1 }, { user_id: nurse.userId }])
      await expect(planOpenings.call(as(ann.actor), input)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('is read to its end, page after page, none missing or twice though openings are added meanwhile [SET-01, N-05]', async () => {
    const bea = await person(test.services);
    const record = recorderOf(bea);
    for (let minute = 0; minute < 65; minute += 1)
      await record(minute, 'openEmergency', { kind: 'emergency', userId: bea.userId });
    const page = (before?: string) => planOpenings.call(as(bea.actor), { before, limit: 20 });
    const read: string[] = [];
    for (let before: string | undefined; ;) {
      const { data, more } = await page(before);
      read.push(...data.map(({ id }) => id));
      before = read.at(-1);
      await record(70, 'openEmergency', { kind: 'emergency', userId: bea.userId });
      if (!more) break;
    }
    expect(read.map((id) => Number(id.split('-').at(-1)))).toEqual(
      Array.from({ length: 65 }, (_, index) => 65 - index),
    );
    for (const before of ['1', `${bea.userId}-x`, `${bea.userId}-9999999999`, "' or 1=1"])
      await expect(page(before)).rejects.toMatchObject({ code: 'invalid' });
    // An opening of another person is only a number: the list stays the caller's own.
    const others = await page(`${ann.userId}-3`);
    expect(others.data.every(({ id }) => id.startsWith(bea.userId))).toBe(true);
  });

  it('has one line for what one person repeats on a screen within ten minutes, and each copy, visit and card [N-05] [S-74] [D-17]', async () => {
    const bea = await person(test.services);
    const other = await person(test.services, { role: 'admin', firstName: 'Omar', lastName: 'Reed' });
    const record = recorderOf(bea);
    for (const minute of [0, 1, 10, 25]) await record(minute, 'openCustomerPlan', nurse.actor);
    await record(26, 'openCustomerPlan', other.actor);
    await record(27, 'openCustomerPlan', nurse.actor);
    for (const minute of [28, 29]) await record(minute, 'readCustomerEmergency', nurse.actor, { plan: true });
    for (const minute of [30, 31])
      await record(minute, 'readCustomerEmergency', nurse.actor, { plan: true, handover: bea.userId });
    for (const action of ['downloadCustomerPlan', 'loginAsCustomer'])
      for (const minute of [32, 33]) await record(minute, action, nurse.actor);
    for (const minute of [34, 34])
      await record(minute, 'openEmergency', { kind: 'emergency', userId: bea.userId });
    const { count, data } = await planOpenings.call(as(bea.actor), { limit: 50 });
    const lines = data.map(({ kind, name, at: moment }) => `${moment.getUTCMinutes()} ${name ?? kind}`);
    expect(lines).toEqual([
      ...['34 card', '34 card', '33 Nora Quinn', '32 Nora Quinn', '33 Nora Quinn', '32 Nora Quinn'],
      ...['31 Nora Quinn', '30 Nora Quinn', '28 Nora Quinn', '26 Omar Reed', '25 Nora Quinn'],
      ...['10 Nora Quinn', '0 Nora Quinn'],
    ]);
    expect(count).toBe(lines.length);
    const second = await planOpenings.call(as(bea.actor), { offset: 10, limit: 10 });
    expect(second.data.map(({ id }) => id)).toEqual(data.slice(10).map(({ id }) => id));
  });

  it('has a new line ten minutes after the last one for a person who reloads more often than that [N-05] [S-74] [D-17]', async () => {
    const cleo = await person(test.services);
    const other = await person(test.services, { role: 'admin', firstName: 'Omar', lastName: 'Reed' });
    const record = recorderOf(cleo);
    for (let minute = 0; minute <= 54; minute += 9) {
      await record(minute, 'openCustomerPlan', nurse.actor);
      await record(minute, 'openCustomerPlan', other.actor);
      await record(minute + 1, 'openCustomerPlan', other.actor);
    }
    // Two in the same moment, and one after a break.
    for (const minute of [64, 64, 90]) await record(minute, 'openCustomerPlan', nurse.actor);
    const { data } = await planOpenings.call(as(cleo.actor), { limit: 50 });
    const minutesOf = (reader: string) =>
      data
        .filter(({ name }) => name === reader)
        .map(({ at }) => (at.getTime() - firstMinute) / 60_000)
        .toReversed();
    expect(minutesOf('Nora Quinn')).toEqual([0, 18, 36, 54, 64, 90]);
    expect(minutesOf('Omar Reed')).toEqual([0, 10, 27, 37, 54]);
  });

  it('has another kind for staff who logged in to the account than for staff who opened, printed or downloaded the plan [D-17] [SET-01]', async () => {
    const dan = await person(test.services);
    const record = recorderOf(dan);
    const plan = { plan: true };
    await record(0, 'loginAsCustomer', nurse.actor);
    await record(1, 'openCustomerPlan', nurse.actor);
    await record(2, 'readCustomerEmergency', nurse.actor, plan);
    await record(3, 'readHandover', nurse.actor, plan);
    await record(4, 'downloadCustomerPlan', nurse.actor);
    const { data } = await planOpenings.call(as(dan.actor), {});
    expect(data.map(({ kind }) => kind)).toEqual(['staff', 'staff', 'staff', 'staff', 'entered']);
  });

  it('is visible to the owner alone [security 2]', async () => {
    const other = await person(test.services);
    expect(await planOpenings.call(as(other.actor), {})).toEqual({ count: 0, data: [], more: false });
    await expect(planOpenings.call(as(nurse.actor), {})).rejects.toMatchObject({ code: 'not-found' });
    for (const actor of [{ kind: 'visitor' }, { kind: 'emergency', userId: ann.userId }] as const)
      await expect(planOpenings.call(as(actor), {})).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
