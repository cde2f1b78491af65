import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { outcomeOf, startHouse, type House } from '../actions/customers.fixture.ts';
import { moveCustomers } from '../actions/moving/move-operations.ts';
import { archiveCustomer } from '../actions/status-operations.ts';
import {
  answerConversation,
  getCustomerConversations,
  getMyConversations,
  recordConversation,
  takeBackConversation,
} from './operations.ts';

const minute = 60_000;

describe('the conversation record', () => {
  let h: House;
  let elsewhere = '';
  let colleague: TestPerson;
  let stranger: TestPerson;
  let margaret: TestPerson;
  beforeAll(async () => {
    h = await startHouse();
    elsewhere = await provider(h.test.services, 'Grevillea Lodge');
    colleague = await h.staff('provideradmin');
    stranger = await h.staff('provideradmin', elsewhere);
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    await h.test.services.db.deleteFrom('outbox').execute();
    margaret = await person(h.test.services, { providerId: h.house });
  });

  const today = () => melbourneDate(h.test.services.clock());
  const record = (input: object = {}, who: TestPerson = h.editor) =>
    recordConversation.call(h.as(who), {
      user_id: margaret.userId,
      outcome: 'talked',
      held_on: today(),
      ...input,
    });
  const list = (who: TestPerson = h.editor) =>
    getCustomerConversations.call(h.as(who), { id: margaret.userId });
  const mine = (who: TestPerson = margaret) => getMyConversations.call(h.as(who), {});
  const answer = (id: string, said: string, who: TestPerson = margaret) =>
    answerConversation.call(h.as(who), { id, answer: said });
  const takeBack = (id: string, who: TestPerson = h.editor) => takeBackConversation.call(h.as(who), { id });
  const notices = () =>
    h.test.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata'])
      .where('user_id', '=', margaret.userId)
      .execute();
  const asActor = (change: Partial<Actor>) => ({
    ...h.as(margaret),
    actor: { ...margaret.actor, ...change } as Actor,
  });

  it('is seen with outcome, day, staff, house and next day by the staff of the house and by the customer [N-07]', async () => {
    const recorded = await record({ next_on: '2027-03-24' });
    const shown = {
      ...{ id: recorded.id, outcome: 'talked', held_on: today(), next_on: '2027-03-24' },
      ...{ house: 'Banksia House', by: expect.stringMatching(/\w+ \w+/), answer: null },
    };
    for (const seen of [await list(), await list(colleague), await list(h.admin), await mine()])
      expect(seen).toMatchObject({ count: 1, held_until: null, data: [shown] });
    expect((await list(await h.staff('providerview'))).count).toBe(1);
  });

  it('is in pages, the newest day first [N-07]', async () => {
    for (const held_on of ['2026-01-02', '2026-05-01', '2026-03-01']) await record({ held_on });
    const page = (input: object) =>
      getCustomerConversations.call(h.as(h.editor), { id: margaret.userId, ...input });
    const days = ({ data }: Awaited<ReturnType<typeof page>>) => data.map(({ held_on }) => held_on);
    expect(days(await page({ limit: 2 }))).toEqual(['2026-05-01', '2026-03-01']);
    expect(days(await page({ offset: 2 }))).toEqual(['2026-01-02']);
    expect((await page({ limit: 1 })).count).toBe(3);
    expect(await outcomeOf(page({ limit: 51 }))).toMatch(/^invalid/);
  });

  it('refuses a day in the future and a next day that is over, at the field [N-07]', async () => {
    expect(await outcomeOf(record({ held_on: '2099-01-01' }))).toBe('invalid: error.conversation.future');
    expect(await outcomeOf(record({ next_on: today() }))).toBe('invalid: error.conversation.nextPast');
    expect(await outcomeOf(record({ outcome: 'refused' }))).toBe('invalid: error.conversation.outcome');
    expect(await outcomeOf(record({ note: 'She was sad' }))).toMatch(/^invalid/);
    expect((await list()).count).toBe(0);
  });

  it('is recorded once by a double click, and once by two staff members at the same moment [N-07]', async () => {
    const [one, two] = await Promise.all([record(), record()]);
    expect(one.id).toBe(two.id);
    const both = await Promise.all(
      [h.editor, colleague].map((who) => outcomeOf(record({ outcome: 'declined' }, who))),
    );
    expect(both.toSorted()).toEqual(['conflict: error.conversation.already', 'done']);
    expect((await list()).count).toBe(2);
  });

  it('is recorded by editors of the house and of the platform only [N-07, security 4]', async () => {
    const viewer = await h.staff('providerview');
    const other = await person(h.test.services, { providerId: h.house });
    for (const [who, code] of [
      [viewer, 'forbidden'],
      [stranger, 'not-found'],
      [other, 'not-found'],
      [margaret, 'not-found'],
    ] as const)
      expect(await outcomeOf(record({}, who))).toBe(code);
    expect(await outcomeOf(record({}, h.admin))).toBe('done');
    for (const who of [stranger, other, margaret]) expect(await outcomeOf(list(who))).toBe('not-found');
  });

  it('is read and answered by the customer only, and not by staff in the account [N-07, security 8]', async () => {
    const { id } = await record();
    const other = await person(h.test.services, { providerId: h.house });
    expect(await outcomeOf(answer(id, 'right', other))).toBe('not-found');
    expect(await outcomeOf(answer(id, 'right', h.editor))).toBe('not-found');
    const inside = asActor({ actingStaffId: h.editor.userId });
    expect(await outcomeOf(answerConversation.call(inside, { id, answer: 'right' }))).toBe('forbidden');
    expect(await outcomeOf(getMyConversations.call(inside, {}))).toBe('forbidden');
    const contact = { ...inside, actor: { kind: 'visitor' } as Actor };
    expect(await outcomeOf(getMyConversations.call(contact, {}))).toBe('unauthenticated');
    expect((await mine(other)).count).toBe(0);
    expect((await list()).data[0]).toMatchObject({ answer: null });
  });

  it('shows staff what the customer says about it, and the customer can change that [N-07]', async () => {
    const { id } = await record();
    await answer(id, 'not_right');
    expect((await list()).data[0]).toMatchObject({ answer: 'not_right', answered_at: expect.any(Date) });
    await answer(id, 'right');
    expect((await list()).data[0]).toMatchObject({ answer: 'right' });
    expect(await outcomeOf(answer(id, 'perhaps'))).toMatch(/^invalid/);
  });

  it('notifies the customer once, after the time in which it can be taken back [N-07]', async () => {
    await record();
    const events = await h.test.services.db.selectFrom('outbox').select(['type', 'payload']).execute();
    expect(events).toMatchObject([
      {
        type: 'customer.conversation',
        payload: { not_before: expect.any(String), user_id: margaret.userId },
      },
    ]);
    await record();
    await h.runJobs();
    expect(await notices()).toEqual([
      { template: 'CONVERSATION_RECORDED', metadata: { actor_id: h.editor.userId } },
    ]);
  });

  it('is taken back for ten minutes by the staff member who recorded it, without a notice [N-07]', async () => {
    const { id, take_back_until } = await record();
    expect(take_back_until).not.toBeNull();
    expect((await list(colleague)).data[0]).toMatchObject({ take_back_until: null });
    expect(await outcomeOf(takeBack(id, colleague))).toBe('conflict: error.conversation.tooLate');
    expect(await outcomeOf(takeBack(id, stranger))).toBe('not-found');
    await takeBack(id);
    await h.runJobs();
    expect([(await list()).count, await notices()]).toEqual([0, []]);
    const late = await record();
    h.pass(11 * minute);
    expect((await list()).data[0]).toMatchObject({ take_back_until: null });
    expect(await outcomeOf(takeBack(late.id))).toBe('conflict: error.conversation.tooLate');
  });

  it('is not taken back once the customer has answered it, also if both happen at once [N-07]', async () => {
    for (const said of ['right', 'not_right']) {
      const { id } = await record({ outcome: said === 'right' ? 'talked' : 'offered' });
      await answer(id, said);
      expect((await list()).data.find((each) => each.id === id)).toMatchObject({ take_back_until: null });
      expect(await outcomeOf(takeBack(id))).toBe('conflict: error.conversation.answered');
    }
    const { id } = await record({ outcome: 'declined' });
    const both = await Promise.all([answer(id, 'not_right'), takeBack(id)].map(outcomeOf));
    const kept = (await list()).data.some((each) => each.id === id);
    expect(both).toEqual(kept ? ['done', 'conflict: error.conversation.answered'] : ['not-found', 'done']);
  });

  it('is in the audit trail by ids only [N-07]', async () => {
    const { id } = await record({ outcome: 'declined' });
    await answer(id, 'not_right');
    const rows = await h.test.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('chain', '=', margaret.userId)
      .where('action', 'in', ['recordConversation', 'answerConversation'])
      .orderBy('seq')
      .execute();
    expect(rows).toEqual([
      { action: 'recordConversation', details: { conversation_id: id } },
      { action: 'answerConversation', details: { conversation_id: id } },
    ]);
  });

  it('stays with the person after a move: the new house sees it without the name of the staff member [N-07, security 4]', async () => {
    await record({ outcome: 'declined' });
    await moveCustomers.call(h.as(h.admin), { ids: [margaret.userId], provider_id: elsewhere });
    expect(await outcomeOf(record())).toBe('not-found');
    expect(await outcomeOf(list())).toBe('not-found');
    expect(await list(stranger)).toMatchObject({
      held_until: expect.any(String),
      data: [{ outcome: 'declined', house: 'Banksia House', by: null }],
    });
    await record({}, stranger);
    const { data } = await mine();
    expect(new Set(data.map(({ house }) => house))).toEqual(new Set(['Banksia House', 'Grevillea Lodge']));
    expect(data.every(({ by }) => by !== null)).toBe(true);
  });

  it('is refused for a customer who is archived [N-07]', async () => {
    await archiveCustomer.call(h.as(h.admin), { user_id: margaret.userId });
    expect(await outcomeOf(record())).toBe('conflict: error.customer.archived');
  });
});
