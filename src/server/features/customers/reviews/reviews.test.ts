import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fullAnswers, person, type TestPersonSpec } from '../../../../../testing/people.ts';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { confirmStillRight } from '../../acp/saving/still-right.ts';
import { startHouse, type House } from '../actions/customers.fixture.ts';
import { recordConversation } from '../conversations/operations.ts';
import { makeReviewsDue } from './nightly.ts';

const day = 24 * 60 * 60_000;

describe('the mail that reminds people to review their plan', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    await h.test.services.db.deleteFrom('outbox').execute();
  });

  const signed = (spec: TestPersonSpec = {}) =>
    person(h.test.services, {
      ...{ providerId: h.house, firstName: 'Margaret', lastName: 'Doyle' },
      plan: { status: 'complete', answers: fullAnswers() },
      ...spec,
    });
  const runNightly = async (options?: Parameters<typeof makeReviewsDue>[1]) => {
    const due = await makeReviewsDue({ ...h.test.services, eventsWaiting: () => {} }, options);
    await h.runJobs();
    return due;
  };
  /** Advances the clock by a year and a day, and runs the nightly work and its jobs. Returns the receivers of the mails. */
  const runAfterAYear = async () => {
    h.pass(366 * day);
    await runNightly();
    return h.mails.map(({ to }) => to).toSorted();
  };
  const clear = async () => {
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('outbox').execute();
  };

  it('is sent a year after the plan was signed, once, with its date and the way to say that it is still right', async () => {
    const who = await signed();
    const signedOn = melbourneDate(h.test.services.clock());
    await clear();
    h.pass(360 * day);
    expect(await runNightly()).toBe(0);
    h.pass(6 * day);
    expect([await runNightly(), await runNightly()]).toEqual([1, 0]);
    expect(h.mails).toHaveLength(1);
    const [mail] = h.mails;
    expect([mail?.to, mail?.subject]).toEqual([who.email, 'Is your plan still right?']);
    expect(mail?.plain).toContain(`You last looked at your plan on ${longDate(signedOn, 'en')}.`);
    expect(mail?.plain).toContain('Look at my plan');
    expect(mail?.plain).toContain('/dashboard');
  });

  it('is sent again after another year, and not in between', async () => {
    await signed();
    await clear();
    expect(await runAfterAYear()).toHaveLength(1);
    h.pass(200 * day);
    expect(await runNightly()).toBe(0);
    h.pass(166 * day);
    expect(await runNightly()).toBe(1);
  });

  it('is in Chinese for a person who reads Chinese, and names the person of a plan on behalf', async () => {
    const lin = await signed({ language: 'zh' });
    const forMother = await signed();
    await h.test.services.db
      .updateTable('users')
      .set({ for_my_self: false, account_owner: 'child' })
      .where('id', '=', forMother.userId)
      .execute();
    await clear();
    await runAfterAYear();
    const subjectOf = (email: string) => h.mails.find(({ to }) => to === email)?.subject;
    expect(subjectOf(lin.email)).toBe('您的计划还合适吗？');
    expect(subjectOf(forMother.email)).toBe('Is the plan for Margaret Doyle still right?');
    const behalf = h.mails.find(({ to }) => to === forMother.email)?.plain;
    expect(behalf).toContain('You last looked at the plan for Margaret Doyle on');
    expect(behalf).toContain('Look at the plan');
    expect(behalf).not.toContain('my plan');
  });

  it('is not sent to a person who said in time that the plan is still right, also after it was made due', async () => {
    const [early, late] = [await signed(), await signed()];
    await clear();
    h.pass(300 * day);
    const confirm = ({ acpId, actor }: typeof early) =>
      confirmStillRight.call(h.as({ actor } as never), { id: acpId, plan_version: 1 });
    await confirm(early);
    h.pass(66 * day);
    await h.test.services.db.deleteFrom('outbox').execute();
    expect(await makeReviewsDue({ ...h.test.services, eventsWaiting: () => {} })).toBe(1);
    await confirm(late);
    await h.runJobs();
    expect(h.mails).toEqual([]);
  });

  it('is not sent to people who should not, or cannot, review their plan now', async () => {
    const { db, clock } = h.test.services;
    const set = async (change: object) => {
      const { userId } = await signed();
      await db.updateTable('users').set(change).where('id', '=', userId).execute();
    };
    await set({ status: 'suspended' });
    await set({ status: 'archived' });
    await set({ delete_on: '2099-01-01' });
    await set({ removal_requested_at: clock() });
    for (const change of [{ locked: true, locked_at: clock() }, { external: true }]) {
      const { acpId } = await signed();
      await db.updateTable('acps').set(change).where('id', '=', acpId).execute();
    }
    await signed({ plan: { status: 'draft', answers: {} } });
    const declined = await signed();
    const control = await signed();
    h.pass(366 * day);
    const held_on = melbourneDate(clock());
    const said = { user_id: declined.userId, outcome: 'declined', held_on } as const;
    await recordConversation.call(h.as(h.editor), said);
    await clear();
    await runNightly();
    expect(h.mails.map(({ to }) => to)).toEqual([control.email]);
  });

  it('is bounded in a night, the plans that have waited longest first, and the others follow', async () => {
    const order: string[] = [];
    for (let plan = 0; plan < 7; plan += 1) {
      order.push((await signed()).email);
      h.pass(day);
    }
    await clear();
    h.pass(370 * day);
    const bounds = { batchSize: 2, mailsAtMost: 3 };
    expect([
      await runNightly(bounds),
      await runNightly(bounds),
      await runNightly(bounds),
      await runNightly(bounds),
    ]).toEqual([3, 3, 1, 0]);
    expect(h.mails.map(({ to }) => to)).toEqual(order);
  });

  it('is sent once when two servers do the nightly work at the same time', async () => {
    for (let plan = 0; plan < 6; plan += 1) await signed();
    await clear();
    h.pass(366 * day);
    const services = { ...h.test.services, eventsWaiting: () => {} };
    const due = await Promise.all([makeReviewsDue(services), makeReviewsDue(services)]);
    await runNightly();
    expect(due[0] + due[1]).toBeLessThanOrEqual(6);
    expect(h.mails).toHaveLength(6);
    expect(new Set(h.mails.map(({ to }) => to)).size).toBe(6);
  });
});
