import { describe, expect, it } from 'vitest';
import { contextFor } from '../../../../../testing/people.ts';
import { guardedFetch } from '../../../ports/outgoing/guarded-fetch.ts';
import { markTransaction } from '../../../db/outside-transaction.ts';
import { tidyClinicalAccess } from '../nightly.ts';
import * as jobs from '../jobs.ts';
import { testClinicalWebhook } from '../webhooks/webhook-operations.ts';
import { findWebhook } from '../webhooks/webhook-store.ts';
import {
  announced,
  jobOf,
  noticeTest,
  sendDue,
  signedResident,
  statesOf,
  systemWithWebhook,
  takeEvents,
} from './notices.fixture.ts';

const found = noticeTest();

describe('a notice that is not delivered', () => {
  it.each([
    ['refuses it', 'status-500', (response) => response.writeHead(500).end('no')],
    ['says that it is gone', 'status-410', (response) => response.writeHead(410).end()],
    [
      'names another address',
      'redirect',
      (response) => response.writeHead(302, { location: 'https://elsewhere.example.com' }).end(),
    ],
    ['is too slow', 'timeout', () => {}],
    ['answers without an end', 'timeout', (response) => response.write('x')],
    ['answers too much', 'too_large', (response) => response.end('x'.repeat(300_000))],
    ['closes the connection', 'connection', (response) => response.destroy()],
  ] as [string, string, Parameters<typeof found.receiver.answerWith>[0]][])(
    'because the receiver %s is tried again, with the same id and the same words [X-06]',
    async (_, failure, answer) => {
      await systemWithWebhook(found);
      const who = await signedResident(found);
      found.receiver.answerWith(answer);
      const [again] = await announced(found, who.userId);
      expect(await statesOf(found, who.userId)).toEqual([`waiting 1 ${failure}`]);
      expect(Date.parse(again!.not_before!) - found.test.services.clock().getTime()).toBeGreaterThan(50_000);
      found.receiver.answerWith((response) => response.writeHead(200).end());
      await jobs.sendNotice(again!, jobOf(found));
      expect(await statesOf(found, who.userId)).toEqual(['delivered 2']);
      const [first, second] = found.receiver.received;
      expect(second!.body).toBe(first!.body);
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    },
  );

  it('because the receiver is down is tried six times in all, and then has failed [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const who = await signedResident(found);
    await found.receiver.close();
    let next = await announced(found, who.userId);
    const minutes: number[] = [];
    while (next[0]) {
      const wait = (Date.parse(next[0].not_before!) - found.test.services.clock().getTime()) / 60_000;
      minutes.push(Math.round(wait));
      found.pass(wait);
      await jobs.sendNotice(next[0], jobOf(found));
      next = await takeEvents(found, 'clinical-notice.due');
    }
    expect(minutes).toEqual([1, 5, 15, 60, 240]);
    expect(await statesOf(found, who.userId)).toEqual(['failed 6 connection']);
    expect(await findWebhook(found.test.services.db, clientId)).toMatchObject({
      ...{ state: 'failing', failure: 'connection', events: 1 },
    });
  });

  it('stops the webhook after three days, notifies the managers, and a test that arrives starts it again [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const who = await signedResident(found);
    found.receiver.answerWith((response) => response.writeHead(503).end());
    await announced(found, who.userId);
    found.pass(3 * 24 * 60 + 1);
    await announced(found, who.userId);
    const { services } = found.test;
    expect((await findWebhook(services.db, clientId))?.state).toBe('stopped');
    const [changed] = await takeEvents<Parameters<typeof jobs.announceToManagers>[0]>(
      found,
      'clinical.changed',
    );
    expect(changed).toEqual({ provider_id: found.group, change: 'webhookStopped' });
    await jobs.announceToManagers(changed!, jobOf(found));
    const received = await services.db
      .selectFrom('notifications')
      .select(['receiver_id', 'metadata'])
      .where('template', '=', 'CLINICAL_WEBHOOK_STOPPED')
      .where('receiver_id', '=', found.manager.userId)
      .execute();
    expect(received).toEqual([{ receiver_id: found.manager.userId, metadata: { provider_id: found.group } }]);
    const before = found.receiver.received.length;
    await announced(found, who.userId);
    expect(found.receiver.received).toHaveLength(before);
    const context = contextFor(services, found.manager.actor);
    const test = () => testClinicalWebhook.call(context, { client_id: clientId });
    expect(await test()).toEqual({ failure: 'status-503' });
    expect((await findWebhook(services.db, clientId))?.state).toBe('stopped');
    found.receiver.answerWith((response) => response.writeHead(202).end());
    expect(await test()).toEqual({ failure: null });
    expect((await findWebhook(services.db, clientId))?.state).toBe('active');
    await announced(found, who.userId);
    expect(await statesOf(found, who.userId)).toContain('delivered 1');
  });

  it.each([
    'https://10.1.2.3/notices',
    'https://localhost/notices',
    'http://127.0.0.1:1/',
    'https://169.254.169.254/',
  ])('because %s is no public address reaches no server [X-06]', async (address) => {
    const { clientId } = await systemWithWebhook(found);
    const { services } = found.test;
    await services.db
      .updateTable('clinical_webhooks')
      .set({ address })
      .where('client_id', '=', clientId)
      .execute();
    services.outgoing = guardedFetch({ timeoutMs: 500 });
    const who = await signedResident(found);
    await announced(found, who.userId);
    expect(await statesOf(found, who.userId)).toEqual([
      expect.stringMatching(/^waiting 1 (private|address)$/),
    ]);
  });

  it('delays no other system, and is never sent inside a transaction [X-06]', async () => {
    await systemWithWebhook(found, found.group, 'http://127.0.0.1:1/');
    await systemWithWebhook(found, found.house);
    const who = await signedResident(found);
    expect(await announced(found, who.userId)).toHaveLength(1);
    expect(found.receiver.received).toHaveLength(1);
    await expect(
      markTransaction(() => found.test.services.outgoing(found.receiver.address).then(String)),
    ).rejects.toThrow('must not run inside a transaction');
  });

  it('is removed after thirty days, with every other notice [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    await announced(found, who.userId);
    found.pass(29 * 24 * 60);
    await tidyClinicalAccess(found.test.services);
    expect(await statesOf(found, who.userId)).toHaveLength(1);
    found.pass(2 * 24 * 60);
    await tidyClinicalAccess(found.test.services);
    expect(await statesOf(found, who.userId)).toEqual([]);
    expect(await sendDue(found)).toEqual([]);
  });
});
