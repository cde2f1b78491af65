import { createHmac } from 'node:crypto';
import type { Bundle } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { contextFor } from '../../../../../testing/people.ts';
import { updateAnswers } from '../../acp/operations.ts';
import { lockCustomer } from '../../customers/page/plan/plan-operations.ts';
import { carryOutRequests } from '../../privacy/nightly.ts';
import * as jobs from '../jobs.ts';
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

const bodies = () => found.receiver.received.map(({ body }) => JSON.parse(body) as Bundle);
const focusOf = (bundle: Bundle) => bundle.entry?.[1]?.fullUrl;

describe('a notice to a clinical system', () => {
  it('is sent when a plan is changed, with ids only, signed as Standard Webhooks says [X-06]', async () => {
    const { secret } = await systemWithWebhook(found);
    const who = await signedResident(found, { firstName: 'Margaret', lastName: 'Doyle' });
    await updateAnswers.call(contextFor(found.test.services, who.actor), {
      ...{ id: who.acpId, answers: { explanations: 'I changed this.' }, confirmed: ['explanations'] },
      ...{ status: 'complete', version: 2 },
    });
    const [event] = await takeEvents<{ user_id: string }>(found, 'acp.updated');
    await jobs.announceChange('changed')(event!, jobOf(found));
    expect(await sendDue(found)).toEqual([]);
    const [{ headers, body }] = found.receiver.received as [(typeof found.receiver.received)[0]];
    expect(focusOf(JSON.parse(body) as Bundle)).toBe(
      `https://wattle.example/fhir/DocumentReference/${who.userId}.2`,
    );
    for (const fact of ['Margaret', 'Doyle', 'changed', 'explanations', who.email])
      expect(body.replace('SubscriptionTopic/plan-changed', '')).not.toContain(fact);
    expect(headers['content-type']).toBe('application/fhir+json');
    const [id, at] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string];
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60);
    expect(await statesOf(found, who.userId)).toEqual(['delivered 1']);
  });

  it('is the same for every kind of change, so that it does not say what happened [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    for (const change of ['signed', 'changed', 'restored', 'locked', 'unlocked'] as const)
      await announced(found, who.userId, change);
    const shapes = bodies().map((bundle) => {
      const { id: _, timestamp: __, entry = [], ...rest } = bundle;
      return JSON.stringify([rest, entry[1]]);
    });
    expect([shapes.length, new Set(shapes).size]).toEqual([5, 1]);
  });

  it('follows the lock of staff, and each number is the next one [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const staff = contextFor(found.test.services, found.manager.actor);
    await lockCustomer.call(staff, { id: who.userId, locked: true });
    const [locked] = await takeEvents<{ user_id: string }>(found, 'plan.locked');
    await jobs.announceChange('locked')(locked!, jobOf(found));
    await sendDue(found);
    await announced(found, who.userId, 'unlocked');
    const numbers = bodies().map(
      (bundle) => JSON.stringify(bundle).match(/"event-number","valueString":"(\d+)"/)?.[1],
    );
    expect(numbers).toEqual(['1', '2']);
  });

  it('goes to the systems of the house and of the providers above, and to no other [X-06]', async () => {
    await systemWithWebhook(found, found.house);
    await systemWithWebhook(found, found.group);
    const who = await signedResident(found, { providerId: found.other });
    await announced(found, who.userId);
    expect(found.receiver.received).toEqual([]);
    const above = await signedResident(found, { providerId: found.group });
    await announced(found, above.userId);
    expect(found.receiver.received).toHaveLength(1);
    await announced(found, (await signedResident(found)).userId);
    expect(found.receiver.received).toHaveLength(3);
  });

  it('is not sent for a draft, and not for a person without a plan [X-06]', async () => {
    await systemWithWebhook(found);
    for (const facts of [{ plan: { status: 'draft', answers: {} } }, { plan: undefined }] as const)
      await announced(found, (await signedResident(found, facts as object)).userId);
    expect(found.receiver.received).toEqual([]);
  });

  it('is not sent about a resident who was moved away between the change and the sending [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    await jobs.announceChange('changed')({ user_id: who.userId }, jobOf(found));
    const { db } = found.test.services;
    await db.updateTable('users').set({ provider_id: found.other }).where('id', '=', who.userId).execute();
    expect(await sendDue(found)).toEqual([]);
    expect(found.receiver.received).toEqual([]);
    expect(await statesOf(found, who.userId)).toEqual(['left 0']);
    await announced(found, who.userId);
    expect(found.receiver.received).toEqual([]);
  });

  it.each([
    ['the key is removed', 'clinical_keys', { removed_at: new Date() }],
    ['the system is revoked', 'clinical_clients', { revoked_at: new Date() }],
    ['the webhook is stopped', 'clinical_webhooks', { stopped_at: new Date() }],
    ['the provider is archived', 'providers', { archived: true }],
  ] as const)('is not sent any more when %s, also if it waits [X-06]', async (_, table, change) => {
    const { clientId } = await systemWithWebhook(found);
    const who = await signedResident(found);
    await jobs.announceChange('changed')({ user_id: who.userId }, jobOf(found));
    const column = {
      clinical_keys: 'client_id',
      clinical_clients: 'id',
      clinical_webhooks: 'client_id',
      providers: 'id',
    };
    await found.test.pool.query(
      `update ${table} set ${Object.keys(change)[0]} = $1 where ${column[table]} = $2`,
      [Object.values(change)[0], table === 'providers' ? found.group : clientId],
    );
    await sendDue(found);
    await announced(found, who.userId);
    expect(found.receiver.received).toEqual([]);
    expect(await statesOf(found, who.userId)).toEqual(['left 0']);
  });

  it('is added once for an event whose job runs twice, and is sent once if it was delivered [X-06, fault 1]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const job = jobOf(found);
    await jobs.announceChange('changed')({ user_id: who.userId }, job);
    await jobs.announceChange('changed')({ user_id: who.userId }, job);
    const due = await takeEvents<{ notice_id: string }>(found, 'clinical-notice.due');
    expect(due).toHaveLength(1);
    for (const _ of [1, 2, 3]) await jobs.sendNotice(due[0]!, jobOf(found));
    expect(found.receiver.received).toHaveLength(1);
  });

  it('names the person without a version when the account is deleted, and only to those who could read it [D-19, X-06]', async () => {
    await systemWithWebhook(found);
    await systemWithWebhook(found, found.other);
    const who = await signedResident(found);
    const { services } = found.test;
    await services.db
      .updateTable('users')
      .set({ delete_on: '2020-01-01', deletion_requested_at: new Date() })
      .where('id', '=', who.userId)
      .execute();
    await carryOutRequests(services, () => {});
    expect(await sendDue(found)).toEqual([]);
    expect(bodies().map(focusOf)).toEqual([`https://wattle.example/fhir/Patient/${who.userId}`]);
  });

  it('says of a record that another one is kept, and when that is undone [N-13, X-06]', async () => {
    await systemWithWebhook(found);
    const [who, kept] = [await signedResident(found), await signedResident(found)];
    await found.test.services.db
      .insertInto('duplicate_links')
      .values({ archived_id: who.userId, kept_id: kept.userId, linked_at: new Date() })
      .execute();
    await announced(found, who.userId, 'withdrawn');
    await found.test.services.db.deleteFrom('duplicate_links').execute();
    await announced(found, who.userId, 'withdrawn');
    const rows = await found.test.services.db
      .selectFrom('clinical_notices')
      .select('change')
      .where('user_id', '=', who.userId)
      .orderBy('number')
      .execute();
    expect(rows.map(({ change }) => change)).toEqual(['withdrawn', 'restored']);
  });
});
