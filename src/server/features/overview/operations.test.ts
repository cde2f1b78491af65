import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access/actors.ts';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { daysAfter } from '../../../domain/fields.ts';
import { getCustomers } from '../customers/list/operations.ts';
import { staffOverview } from './operations.ts';

describe('the figures of a staff dashboard', () => {
  let test: TestServices;
  let house: string;
  let ward: string;
  let elsewhere: string;
  const staff: Record<string, TestPerson> = {};
  /** 21 November 2026 in Melbourne, and still the 20th in London. */
  const now = new Date('2026-11-20T22:00:00Z');

  const under = (parent: string, name: string) => provider(test.services, name, parent);
  const change = (who: TestPerson, values: Record<string, unknown>) =>
    test.services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    services.clock = () => now;
    house = await provider(services, 'Banksia House');
    ward = await under(house, 'Banksia North');
    elsewhere = await provider(services, 'Grevillea Lodge');

    const complete = { status: 'complete', answers: fullAnswers() } as const;
    await person(services, { providerId: house, plan: complete });
    await person(services, { providerId: house });
    const suspended = await person(services, { providerId: ward });
    await change(suspended, { status: 'suspended', trial_end_date: '2026-11-28' });
    const invited = await person(services, { providerId: ward });
    await change(invited, { status: 'invited', trial_end_date: '2026-11-29' });
    const papers = await person(services, { providerId: ward });
    await services.db
      .updateTable('acps')
      .set({ external: true })
      .where('user_id', '=', papers.userId)
      .execute();
    await change(papers, { trial_end_date: '2026-11-21' });
    const gone = await person(services, { providerId: house });
    await change(gone, { status: 'archived' });
    for (let count = 0; count < 3; count += 1)
      await person(services, { providerId: elsewhere, plan: complete });
    await person(services, {});

    for (const [name, role, providerId] of [
      ['head', 'provideradmin', house],
      ['ward', 'provideradmin', ward],
      ['reader', 'providerview', house],
      ['other', 'provideradmin', elsewhere],
      ['lost', 'provideradmin', undefined],
      ['admin', 'admin', undefined],
      ['tlc', 'tlcadmin', undefined],
    ] as const)
      staff[name] = await person(services, { role, ...(providerId && { providerId }) });
  });
  afterAll(() => test.close());

  const figures = (name: string) => staffOverview.call(contextFor(test.services, staff[name]!.actor), {});

  it('are those of the own provider and of all its descendants [GAP-26, MENU-02]', async () => {
    expect(await figures('head')).toEqual({
      customers: 5,
      completed: 1,
      draft: 0,
      invited: 1,
      none: 4,
      lapsing: 0,
      recent: 5,
      trials: 1,
      trial_days_left: null,
      details_missing: true,
      providers: null,
      registered: null,
      provider_trials: null,
      months: expect.any(Array),
    });
    expect(await figures('reader')).toEqual(await figures('head'));
  });

  it('never count customers of another tree, nor those of ancestor providers [security 4, GAP-100]', async () => {
    expect(await figures('ward')).toMatchObject({ customers: 3, completed: 0, none: 3, invited: 1 });
    expect(await figures('other')).toMatchObject({ customers: 3, completed: 3, draft: 0, invited: 0 });
    expect(await figures('lost')).toMatchObject({ customers: 0, completed: 0, draft: 0, trials: 0 });
  });

  it('count suspended customers, who still have a plan, and no archived ones [GAP-26]', async () => {
    const before = await figures('ward');
    const extra = await person(test.services, { providerId: ward });
    expect((await figures('ward')).customers).toBe(before.customers + 1);
    await change(extra, { status: 'suspended' });
    expect((await figures('ward')).customers).toBe(before.customers + 1);
    await change(extra, { status: 'archived' });
    expect(await figures('ward')).toEqual(before);
  });

  it('count a plan that consists of papers as not started until its file is added, like the list [GAP-26, CTABLE-07]', async () => {
    const { db } = test.services;
    const papers = await person(test.services, { providerId: elsewhere });
    await db.updateTable('acps').set({ external: true }).where('user_id', '=', papers.userId).execute();
    expect(await figures('other')).toMatchObject({ customers: 4, completed: 3, draft: 0, none: 1 });
    await db
      .insertInto('files')
      .values({
        user_id: papers.userId,
        category: 'ACP',
        file_name: 'plan.pdf',
        is_active: true,
        activated_timestamp: now,
      })
      .execute();
    expect(await figures('other')).toMatchObject({ customers: 4, completed: 4, draft: 0, none: 0 });
    await change(papers, { status: 'archived' });
  });

  it('count the invitations that expire within a week, and no expired one [GAP-26]', async () => {
    const { userId } = await person(test.services, { providerId: elsewhere });
    const day = 24 * 60 * 60_000;
    const lapsing = async (days: number) => {
      const invite_date = new Date(now.getTime() - days * day);
      await change({ userId } as TestPerson, { status: 'invited', invite_date });
      return (await figures('other')).lapsing;
    };
    expect([await lapsing(22.9), await lapsing(23), await lapsing(29.9), await lapsing(30)]).toEqual([
      0, 1, 1, 0,
    ]);
    await change({ userId } as TestPerson, { status: 'archived' });
  });

  it('count the customers of the last week [GAP-26]', async () => {
    const { userId } = await person(test.services, { providerId: elsewhere });
    const before = (await figures('other')).recent;
    const created_at = new Date(now.getTime() - 7 * 24 * 60 * 60_000);
    await change({ userId } as TestPerson, { created_at });
    expect((await figures('other')).recent).toBe(before - 1);
    await change({ userId } as TestPerson, { status: 'archived' });
  });

  it('exclude an archived provider, but include its customers for the platform [GAP-96]', async () => {
    const all = await figures('admin');
    const archive = (archived: boolean) =>
      test.services.db.updateTable('providers').set({ archived }).where('id', '=', ward).execute();
    await archive(true);
    expect(await figures('head')).toMatchObject({ customers: 2, completed: 1 });
    expect(await figures('admin')).toEqual({ ...all, providers: 2 });
    await archive(false);
  });

  it('cover all customers for the platform, with the providers [GAP-26, MENU-05]', async () => {
    const { db } = test.services;
    expect(await figures('admin')).toEqual({
      customers: 9,
      completed: 4,
      draft: 0,
      invited: 1,
      none: 5,
      lapsing: 0,
      recent: 9,
      trials: 1,
      trial_days_left: null,
      details_missing: false,
      providers: 3,
      registered: 0,
      provider_trials: 0,
      months: [],
    });
    const opening = await provider(test.services, 'Hakea Court');
    const contact = await person(test.services, { role: 'provideradmin', providerId: opening });
    await change(contact, { invite_accepted_date: now });
    await db
      .updateTable('providers')
      .set({ contact_id: contact.userId, trial_expiry_date: '2026-11-28' })
      .where('id', '=', opening)
      .execute();
    expect(await figures('tlc')).toMatchObject({
      providers: 4,
      registered: 1,
      trials: 1,
      provider_trials: 1,
    });
    await person(test.services, { providerId: opening });
    expect(await figures('tlc')).toMatchObject({ customers: 10, registered: 0 });
  });

  it.each([
    ['2026-11-22', 1],
    ['2026-11-24', 3],
    ['2026-11-28', 7],
    ['2026-11-21', 0],
    ['2026-11-20', 0],
  ])(
    'show for a trial that ends on %s the days left by the date in Melbourne, for the house and its descendants: %s [GAP-26, TRANS-02, TRANS-03, S-42]',
    async (date, left) => {
      const { db } = test.services;
      const setHouse = (values: object) =>
        db.updateTable('providers').set(values).where('id', '=', house).execute();
      await setHouse({ trial_expiry_date: date });
      expect((await figures('head')).trial_days_left).toBe(left);
      expect((await figures('ward')).trial_days_left).toBe(left);
      expect((await figures('other')).trial_days_left).toBeNull();
      const { id } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
      await setHouse({ subscription_id: id });
      expect((await figures('head')).trial_days_left).toBeNull();
      await setHouse({ subscription_id: null, trial_expiry_date: null });
    },
  );

  it('count the customers whose trial ends within a week alike for a house and for the platform, like their list [GAP-26, S-42]', async () => {
    const { db } = test.services;
    const lodge = await provider(test.services, 'Wattle Lodge');
    staff['lodge'] = await person(test.services, { role: 'provideradmin', providerId: lodge });
    const before = (await figures('tlc')).trials;
    for (const [days, counted] of [
      [0, 0],
      [1, 1],
      [7, 1],
      [8, 0],
    ] as const) {
      const who = await person(test.services, { providerId: lodge });
      await change(who, { trial_end_date: daysAfter('2026-11-21', days) });
      const listed = await getCustomers.call(contextFor(test.services, staff['lodge'].actor), {
        status: 'trial',
      });
      expect([
        days,
        (await figures('lodge')).trials,
        (await figures('tlc')).trials - before,
        listed.count,
      ]).toEqual([days, counted, counted, counted]);
      await db.updateTable('users').set({ status: 'archived' }).where('id', '=', who.userId).execute();
    }
  });

  it('have the complete plans of the last six months for staff of a provider, of their own tree only [N-01] [security 4]', async () => {
    const { months } = await figures('other');
    expect(months.map(({ month }) => month)).toEqual([
      ...['2026-06-01', '2026-07-01', '2026-08-01'],
      ...['2026-09-01', '2026-10-01', '2026-11-01'],
    ]);
    const { customers, completed } = await figures('other');
    expect(months.at(-1)).toEqual({ month: '2026-11-01', customers, complete: completed });
    expect(months[0]).toEqual({ month: '2026-06-01', customers: 0, complete: 0 });
    expect((await figures('ward')).months.at(-1)).toMatchObject({ complete: 0 });
    expect((await figures('lost')).months).toEqual([]);
    expect((await figures('tlc')).months).toEqual([]);
  });

  it('are refused to customers, visitors and readers with a card, and to a staff member in an account [GAP-100]', async () => {
    const customer = await person(test.services, {});
    const refusal = async (actor: Actor) =>
      staffOverview.call({ ...contextFor(test.services, customer.actor), actor }, {}).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      );
    expect(await refusal(customer.actor)).toBe('forbidden');
    expect(await refusal({ ...customer.actor, actingStaffId: staff['head']!.userId })).toBe('forbidden');
    expect(await refusal({ kind: 'visitor' })).toBe('unauthenticated');
    expect(await refusal({ kind: 'emergency', userId: customer.userId })).toBe('unauthenticated');
    expect(await refusal({ ...staff['head']!.actor, secondStepDue: true })).toBe('forbidden');
  });
});
