import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  nextDayOf,
  type ConversationOutcome,
} from '../../../../domain/customers/conversations/conversations.ts';
import { daysAfter, melbourneDate } from '../../../../domain/fields.ts';
import { dueUntil } from '../../../../domain/reports/conversations.ts';
import type { TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { now, reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { exportConversationsReport, getConversationsReport, getNextConversations } from './operations.ts';

const today = melbourneDate(now);
const inDays = (days: number) => daysAfter(today, days);

describe('the report of conversations', () => {
  let test: TestServices;
  let at: ReportHouses;

  type Talk = {
    outcome?: ConversationOutcome;
    house?: string;
    next?: number | null;
    answer?: 'right' | 'not_right';
  };
  /** Records a conversation with a customer, held some days before today; `next` is in days from today. */
  const talk = async (who: TestPerson, daysAgo: number, more: Talk = {}) => {
    const { outcome = 'talked', house = at.house, next = null, answer = null } = more;
    const row = {
      ...{ user_id: who.userId, provider_id: house, outcome, held_on: inDays(-daysAgo) },
      ...{
        next_on: next === null ? null : inDays(next),
        recorded_at: new Date(now.getTime() - daysAgo * 86_400_000),
      },
      ...(answer !== null && { answer, answered_at: now }),
    };
    await test.services.db.insertInto('conversations').values(row).execute();
  };

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
    const { ann, bob, cho, dee, eli, flo, gus, hal } = at.customers;
    await talk(ann, 100, { next: -30 });
    await talk(ann, 20, { outcome: 'looked_again', next: -3 });
    await talk(bob, 40, { outcome: 'offered', next: 0 });
    await talk(cho, 30, { outcome: 'not_now', next: 28 });
    await talk(dee, 10, { next: 29 });
    // Not right: neither counted nor due.
    await talk(eli, 9, { next: -1, answer: 'not_right' });
    await talk(flo, 60, { outcome: 'declined', next: -2 });
    await talk(gus, 15, { house: at.ward, next: -10, answer: 'right' });
    // Recorded by the house before the move to another one.
    await talk(hal, 50, { next: -5 });
  });
  afterAll(() => test.close());

  type Input = Record<string, unknown>;
  const read = (who: string, input: Input = {}) => getConversationsReport.call(at.as(who), input);
  const next = (who: string, input: Input = {}) => getNextConversations.call(at.as(who), input);
  const due = async (who: string, input: Input = {}) =>
    (await next(who, input)).data.map(({ first_name, next_on }) => [first_name, next_on]);
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('counts by the house that recorded them, in the chosen months, and the residents of now with none yet [N-07]', async () => {
    const { data, count, summary } = await read('head');
    expect(count).toBe(2);
    expect(summary.period).toEqual({ from: '2025-12-01', to: today });
    expect(data[0]).toMatchObject({
      ...{ name: 'Banksia House', residents: 6, without: 1, has_below: true },
      ...{ offered: 1, talked: 3, not_now: 1, declined: 1, looked_again: 1 },
    });
    expect(data[1]).toMatchObject({
      ...{ name: 'Banksia North', above: 'Banksia House', residents: 1, without: 0, has_below: false },
      ...{ offered: 0, talked: 1, not_now: 0, declined: 0, looked_again: 0 },
    });
    const november = await read('head', { period_from: '2026-11-01', period_to: '2026-11-30' });
    expect(november.data[0]).toMatchObject({ without: 1, offered: 0, talked: 1, not_now: 0, declined: 0 });
    expect(november.summary.period).toEqual({ from: '2026-11-01', to: today });
    // Hal lives there, and was talked to by the other house.
    expect((await read('other')).data).toMatchObject([{ name: 'Grevillea Lodge', talked: 0, without: 0 }]);
  });

  it('is of one provider with all below or without them, as the filters say [N-07]', async () => {
    const names = async (input: Input) => (await read('admin', input)).data.map(({ name }) => name);
    expect(await names({})).toEqual(['Banksia House', 'Banksia North', 'Grevillea Lodge']);
    expect(await names({ provider_id: at.house })).toEqual(['Banksia House', 'Banksia North']);
    expect(await names({ provider_id: at.house, below: 'without' })).toEqual(['Banksia House']);
    expect(await due('admin', { provider_id: at.ward })).toEqual([['Gus', inDays(-10)]]);
  });

  it('lists the residents whose next day is overdue or in the next four weeks, the longest overdue first [N-07]', async () => {
    expect(await due('head')).toEqual([
      ['Gus', inDays(-10)],
      ['Ann', inDays(-3)],
      ['Bob', today],
      ['Cho', inDays(28)],
    ]);
    const { count, overdue, too_many, data } = await next('head', { offset: 1, limit: 2 });
    expect({ count, overdue, too_many }).toEqual({ count: 4, overdue: 2, too_many: false });
    expect(data).toMatchObject([
      { first_name: 'Ann', provider: 'Banksia House', outcome: 'looked_again', held_on: inDays(-20) },
      { first_name: 'Bob', outcome: 'offered', held_on: inDays(-40) },
    ]);
    expect(await next('head', { offset: 10 })).toMatchObject({ count: 4, overdue: 2, data: [] });
    // After the move, the house where the resident lives now has the next day.
    expect(await due('other')).toEqual([['Hal', inDays(-5)]]);
  });

  it('lists exactly those whom the rule of the domain finds [N-07]', async () => {
    const expected = [];
    for (const { userId } of Object.values(at.customers)) {
      const recorded = await test.services.db
        .selectFrom('conversations')
        .select(['outcome', 'held_on', 'next_on', 'answer', 'recorded_at'])
        .where('user_id', '=', userId)
        .execute();
      const day = nextDayOf(recorded, today);
      if (day !== null && day <= dueUntil(today)) expected.push([userId, day]);
    }
    const found = (await next('admin', { limit: 50 })).data.map(({ id, next_on }) => [id, next_on]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(found).toHaveLength(5);
  });

  it('leaves out archived residents and, for staff of a provider, archived houses [N-07, GAP-96]', async () => {
    const { db } = test.services;
    await at.set(at.customers.ann, { status: 'archived' });
    expect(await due('head')).not.toContainEqual(['Ann', inDays(-3)]);
    expect((await read('head')).data[0]).toMatchObject({ residents: 5, looked_again: 1 });
    await at.set(at.customers.ann, { status: 'active' });
    const archive = (archived: boolean) =>
      db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
    await archive(true);
    expect((await read('head')).data.map(({ name }) => name)).toEqual(['Banksia House']);
    expect((await due('head')).map(([name]) => name)).toEqual(['Ann', 'Bob', 'Cho']);
    expect((await due('admin')).map(([name]) => name)).toContain('Gus');
    await archive(false);
  });

  it('has nothing of other providers, by id, in the rows, the list and the file [security 4, D-46]', async () => {
    for (const [who, provider_id] of [
      ['ward', at.house],
      ['ward', at.other],
      ['head', at.other],
      ['other', at.ward],
    ] as const) {
      expect(await read(who, { provider_id })).toMatchObject({ count: 0, data: [] });
      expect(await next(who, { provider_id })).toMatchObject({ count: 0, overdue: 0, data: [] });
      for await (const rows of await exportConversationsReport.call(at.as(who), { provider_id }))
        expect(rows).toEqual([]);
    }
    expect((await read('ward')).data).toMatchObject([{ name: 'Banksia North', above: null }]);
    expect(await due('ward')).toEqual([['Gus', inDays(-10)]]);
    expect((await read('lost')).data).toEqual([]);
    expect(await due('lost')).toEqual([]);
  });

  it('opens only for platform staff and for staff who may change customers [D-46, security 2]', async () => {
    for (const call of [getConversationsReport, exportConversationsReport, getNextConversations]) {
      const asked = (context: ReturnType<ReportHouses['as']>) => codeOf(call.call(context, {}));
      expect(await asked(at.as('head', { can_manage_all: true, can_manage_user: true }))).toBe('forbidden');
      expect(await asked(at.as('viewer'))).toBe('forbidden');
      expect(await asked({ ...at.as('head'), actor: at.customers.ann.actor })).toBe('forbidden');
      expect(await asked({ ...at.as('head'), actor: { kind: 'visitor' } })).toBe('unauthenticated');
      expect(await asked(at.as('head', { can_manage_acp: true }))).toBe('allowed');
      expect(await asked(at.as('tlc'))).toBe('allowed');
      expect(await codeOf(call.call(at.as('head'), { provider_id: 'all of them' }))).toBe('invalid');
    }
  });

  it('exports what the page shows, without the name of a resident, and records who exported it [N-07, GAP-114]', async () => {
    const rows = [];
    for await (const batch of await exportConversationsReport.call(at.as('head'), {})) rows.push(...batch);
    expect(rows).toMatchObject((await read('head')).data);
    expect(JSON.stringify(rows)).not.toContain('Ann');
    const entry = await test.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'exportConversationsReport')
      .where('actor_id', '=', at.staff['head']!.userId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: at.staff['head']!.userId,
      details: { provider_id: null, to: today },
    });
  });
});
