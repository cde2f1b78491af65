import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { jobsOn, mailServer, waitFor } from '../jobs.fixture.ts';

describe('after a commit', () => {
  let test: TestServices;
  const { start, stop, leave, allDone } = jobsOn(() => test);

  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('notifies the owner and the decision makers who accepted of an opened emergency page', async () => {
    const { state, mailer } = mailServer();
    const { services } = test;
    const contact = { phone: '0491 570 006', relationship: 'Son' };
    const { userId, email } = await person(services, {
      firstName: 'Lin Mei',
      lastName: 'Chen',
      language: 'zh',
      contacts: [
        {
          ...contact,
          name: '陈伟',
          email: 'yes@test.example',
          substitutedDecisionMaker: true,
          accepted: true,
        },
        { ...contact, name: 'Pending', email: 'pending@test.example', substitutedDecisionMaker: true },
        { ...contact, name: 'Friend', email: 'friend@test.example', accepted: true },
      ],
    });
    await leave('emergency.opened', { user_id: userId, at: '2026-11-20T22:05:00.000Z', version: 3 });
    await start(mailer);
    await waitFor(() => expect(state.sent).toHaveLength(2));
    const owner = state.sent.find((mail) => mail.to === email);
    const contactMail = state.sent.find((mail) => mail.to === 'yes@test.example');
    expect(owner?.subject).toBe('您的 Wattle 急救页面被打开');
    // Melbourne is eleven hours ahead in November.
    expect(owner?.plain).toContain('2026年11月21日 09:05');
    expect(contactMail?.subject).toBe('Lin Mei Chen 的急救页面被打开');
    expect(contactMail?.html).toContain('Someone opened the emergency page of Lin Mei Chen');
    expect(contactMail?.html).toMatch(/<p\s+lang="en-AU"/);
    await waitFor(async () => {
      const notices = await services.db
        .selectFrom('notifications')
        .select(['template', 'receiver_id', 'metadata', 'user_id'])
        .execute();
      expect(notices).toEqual([
        { template: 'ACP_OPENED', receiver_id: userId, metadata: { version: 3 }, user_id: userId },
      ]);
    });
  });

  it('notifies the staff of the provider and of its parent providers, and the administrators, once [NOTIF-12]', async () => {
    const { mailer } = mailServer();
    const { services } = test;
    const { db } = services;
    const top = await provider(services, 'Top');
    const house = await provider(services, 'House', top);
    const elsewhere = await provider(services, 'Elsewhere');
    const admins = [await person(services, { role: 'admin' }), await person(services, { role: 'tlcadmin' })];
    const nurse = await person(services, { role: 'providerview', providerId: house });
    const head = await person(services, { role: 'provideradmin', providerId: top });
    const gone = await person(services, { role: 'provideradmin', providerId: house });
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.userId).execute();
    await person(services, { role: 'provideradmin', providerId: elsewhere });
    const customer = await person(services, { providerId: house });
    await db.deleteFrom('outbox').execute();
    await leave('acp.updated', { user_id: customer.userId, plan_version: 2 });
    await start(mailer);
    const expected = [...admins, nurse, head].map(({ userId }) => userId).toSorted();
    await waitFor(async () => {
      const notices = await db
        .selectFrom('notifications')
        .select(['receiver_id', 'template', 'metadata'])
        .execute();
      expect(notices.map(({ receiver_id }) => receiver_id).toSorted()).toEqual(expected);
      expect(
        new Set(notices.map(({ template, metadata }) => `${template} ${JSON.stringify(metadata)}`)),
      ).toEqual(new Set(['ACP_UPDATED {"plan_version":2}']));
    });
    // Runs the same job again, like after a process that died before it marked the job as done.
    await test.pool.query(
      `update jobs.job set state = 'retry', start_after = now(), completed_on = null where name = 'notices'`,
    );
    await allDone('notices');
    expect(await db.selectFrom('notifications').select('id').execute()).toHaveLength(expected.length);
  });
});
