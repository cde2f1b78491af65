import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../testing/customer-files.ts';
import {
  contextFor,
  fullAnswers,
  person,
  provider,
  type TestPerson,
  type TestPersonSpec,
} from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import type { NeedKind } from '../../../../domain/customers/today.ts';
import { staffToday } from './operations.ts';

const complete = { status: 'complete', answers: fullAnswers() } as const;
const day = 24 * 60 * 60_000;

describe('the page of the day of staff', () => {
  let test: TestServices;
  let house: string;
  let ward: string;
  let nurse: TestPerson;
  /** 21 November 2026, 9 in the morning in Melbourne. */
  const now = new Date('2026-11-20T22:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * day);

  beforeAll(async () => {
    test = await startServices();
    test.services.clock = () => now;
    house = await provider(test.services, 'Banksia House');
    ward = await provider(test.services, 'Banksia North', house);
    nurse = await person(test.services, { role: 'provideradmin', providerId: house });
  });
  afterAll(() => test.close());

  /** Creates a customer who came some days ago; by default without any reason. */
  async function resident(name: string, days = 100, spec: TestPersonSpec = {}): Promise<string> {
    const made = await person(test.services, {
      providerId: house,
      firstName: name,
      lastName: 'Ward',
      ...spec,
    });
    await test.services.db
      .updateTable('users')
      .set({ created_at: ago(days) })
      .where('id', '=', made.userId)
      .execute();
    return made.userId;
  }
  const setUser = (id: string, values: Record<string, unknown>) =>
    test.services.db.updateTable('users').set(values).where('id', '=', id).execute();
  const opened = (id: string, at: Date) =>
    test.services.db.insertInto('emergency_mails').values({ user_id: id, at }).execute();
  const today = async (who = nurse, all: NeedKind | null = null) =>
    staffToday.call(contextFor(test.services, who.actor), { all });
  const namesOf = async (kind: NeedKind, who = nurse) =>
    (await today(who)).needs.filter((need) => need.kind === kind).map(({ customer }) => customer.first_name);

  it('shows nothing while nothing is to be done [N-01]', async () => {
    await resident('Quiet');
    await resident('Signed', 100, { plan: complete });
    expect(await today()).toEqual({ people: 0, counts: [], needs: [] });
  });

  it('shows whose card was opened since yesterday, the newest first, and no earlier opening [N-01]', async () => {
    await opened(await resident('Earlier', 100, { plan: complete }), new Date('2026-11-19T12:59:00Z'));
    await opened(await resident('Yesterday', 100, { plan: complete }), new Date('2026-11-19T13:01:00Z'));
    await opened(await resident('Tonight', 100, { plan: complete }), new Date('2026-11-20T12:14:00Z'));
    expect(await namesOf('emergency')).toEqual(['Tonight', 'Yesterday']);
  });

  it('shows who is new without a plan, and those whose invitation ends this week once, under that reason [N-01]', async () => {
    await resident('New', 12);
    const lapsing = await resident('Lapsing', 25);
    await setUser(lapsing, { status: 'invited', invite_date: ago(25) });
    expect(await namesOf('none')).toEqual(['New']);
    expect(await namesOf('lapsing')).toEqual(['Lapsing']);
  });

  it('shows whose decision maker has not answered for a week, unless another one accepted [N-01]', async () => {
    const contact = (name: string, accepted: boolean) => ({
      ...{ name, email: `${name}.${Math.random()}@test.example`.toLowerCase(), phone: '0491 570 156' },
      ...{ relationship: 'Son', accepted, substitutedDecisionMaker: true, enduringGuardian: false },
    });
    const asked = (id: string, days: number) =>
      test.services.db
        .updateTable('trusted_contacts')
        .set({ created_at: ago(days), asked_at: null })
        .where('user_id', '=', id)
        .execute();
    await asked(await resident('Waits', 100, { plan: complete, contacts: [contact('Dan', false)] }), 8);
    await asked(await resident('Fresh', 100, { plan: complete, contacts: [contact('Eve', false)] }), 6);
    const both = [contact('Fay', false), contact('Gus', true)];
    await asked(await resident('Both', 100, { plan: complete, contacts: both }), 8);
    expect(await namesOf('decider')).toEqual(['Waits']);
  });

  it('shows whose contact said no while the plan names no decision maker [N-01]', async () => {
    const refused = await resident('Refused', 100, { plan: complete });
    await test.services.db
      .insertInto('recent_activities')
      .values({ template: 'contactDeclined', user_id: refused, created_at: ago(3), metadata: '{}' })
      .execute();
    const needs = (await today()).needs.filter(({ kind }) => kind === 'decider');
    expect(needs.map(({ customer, declined }) => [customer.first_name, declined])).toEqual([
      ['Waits', false],
      ['Refused', true],
    ]);
  });

  it('shows documents that wait for a check, and signed plans that were not changed for a year [N-01]', async () => {
    const papers = await resident('Papers', 100, { plan: complete });
    await insertFile(test.services, papers, { file_name: 'directive.pdf' });
    const old = await resident('Old', 500, { plan: complete });
    await test.services.db
      .updateTable('files')
      .set({ activated_timestamp: ago(400) })
      .where('user_id', '=', old)
      .execute();
    expect(await namesOf('papers')).toEqual(['Papers']);
    expect(await namesOf('again')).toEqual(['Old']);
  });

  it('shows three of each reason and all of one on request, counts all, and counts each person once [N-01]', async () => {
    const before = await today();
    for (const name of ['A', 'B', 'C', 'D']) await resident(name, 20);
    const opened20 = await resident('E', 20);
    await opened(opened20, new Date('2026-11-20T12:00:00Z'));
    const after = await today();
    const shown = ({ counts, needs }: typeof after) => [
      counts.find(({ kind }) => kind === 'none')?.count,
      needs.filter(({ kind }) => kind === 'none').length,
    ];
    expect(shown(after)).toEqual([6, 3]);
    expect(after.people).toBe(before.people + 5);
    expect(shown(await today(nurse, 'none'))).toEqual([6, 6]);
  });

  it('leaves out archived residents, and shows those of wards below to staff above only [N-01, security 4]', async () => {
    const north = await person(test.services, { role: 'providerview', providerId: ward });
    const elsewhere = await provider(test.services, 'Grevillea Lodge');
    const other = await person(test.services, { role: 'provideradmin', providerId: elsewhere });
    const admin = await person(test.services, { role: 'admin' });
    const below = await resident('Below', 1, { providerId: ward });
    await opened(below, new Date('2026-11-20T21:00:00Z'));
    expect(await namesOf('emergency', north)).toEqual(['Below']);
    expect(await namesOf('emergency')).toContain('Below');
    expect(await today(other)).toEqual({ people: 0, counts: [], needs: [] });
    expect(await today(admin)).toEqual({ people: 0, counts: [], needs: [] });
    await setUser(below, { status: 'archived' });
    expect(await today(north)).toEqual({ people: 0, counts: [], needs: [] });
  });
});
