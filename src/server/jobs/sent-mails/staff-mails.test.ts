import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { staffed, type Staffed } from '../../features/staff/staff.fixture.ts';
import {
  deleteProviderUser,
  reactivateProviderUser,
  suspendProviderUser,
} from '../../features/staff/status-operations.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { tasksOf } from '../events/handlers.ts';

describe('a member of staff is notified by mail', () => {
  const running: TestServices[] = [];
  let test: TestServices;
  let at: Staffed;
  beforeAll(async () => {
    test = await startServices();
    running.push(test);
    at = await staffed(test);
  });
  afterAll(() => Promise.all(running.map((each) => each.close())));
  beforeEach(() => test.services.db.deleteFrom('outbox').execute());

  const id = (who: string) => at.people[who]!.userId;
  const suspend = async (who: string) => suspendProviderUser.call(await at.as('head'), { id: id(who) });
  const reactivate = async (who: string) => reactivateProviderUser.call(await at.as('head'), { id: id(who) });
  const remove = async (who: string) => deleteProviderUser.call(await at.as('head'), { id: id(who) });

  /** Runs all new events, and returns the mails. */
  async function mails(): Promise<Mail[]> {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
    for (const { type, payload } of await at.events())
      for (const [name, task] of Object.entries(tasksOf(type)))
        await task.run(payload, {
          ...{ services: test.services, mailer, log: () => {}, jobId: `${type}-${name}` },
          at: new Date('2026-11-20T22:05:00Z'),
        });
    await test.services.db.deleteFrom('outbox').execute();
    return sent;
  }

  it('that an administrator suspended the account, and that it is active again [security 19]', async () => {
    await suspend('nurse');
    const [suspended, ...others] = await mails();
    expect(others).toEqual([]);
    expect(suspended).toMatchObject({
      to: at.people['nurse']!.email,
      subject: 'Your Wattle account is suspended',
    });
    expect(suspended?.plain).toContain(
      'An administrator suspended your account at Banksia North on 21 November 2026 at 09:05 (Melbourne time).',
    );
    await reactivate('nurse');
    const [back, ...more] = await mails();
    expect(more).toEqual([]);
    expect(back).toMatchObject({ subject: 'Your Wattle account is active again' });
    expect(back?.plain).toContain('/login');
  });

  it('in their own language, at the address that the account had, that they were removed [API-50, security 19]', async () => {
    const { email } = at.people['viewer']!;
    await at.change('viewer', { language: 'zh' });
    await remove('viewer');
    expect(JSON.stringify(await at.events())).not.toContain(email);
    expect(await at.stored('viewer')).not.toMatchObject({ email });
    expect(await mails()).toMatchObject([{ to: email, subject: '您在 Banksia House 的账户已移除' }]);
  });

  it('of nothing that was taken back before the mail was sent', async () => {
    await suspend('nurse');
    await at.change('nurse', { status: 'active' });
    expect(await mails()).toEqual([]);
  });

  it('of nothing before they accepted the invitation', async () => {
    await at.change('editor', { status: 'invited', invitation_id: id('editor'), invite_date: new Date() });
    await suspend('editor');
    await reactivate('editor');
    await remove('editor');
    expect(await mails()).toEqual([]);
  });
});
