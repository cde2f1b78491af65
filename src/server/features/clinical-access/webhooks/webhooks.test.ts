import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { AppError } from '../../../../domain/errors.ts';
import { insertClientRow, publicJwk } from '../client-row.fixture.ts';
import {
  addClinicalKey,
  clinicalClients,
  createClinicalClient,
  removeClinicalKey,
  revokeClinicalClient,
} from '../clients/client-operations.ts';
import * as jobs from '../jobs.ts';
import {
  announced,
  jobOf,
  noticeTest,
  shownWebhook,
  signedResident,
  systemWithWebhook,
  takeEvents,
} from '../notices/notices.fixture.ts';
import { removeClinicalWebhook, setClinicalWebhook, testClinicalWebhook } from './webhook-operations.ts';

const found = noticeTest();

const as = (who: TestPerson) => contextFor(found.test.services, who.actor);
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields[0]?.message ?? error.code;
  }
};
const webhookOf = (clientId: string) => shownWebhook(found, clientId);

describe('the webhook of a clinical system', () => {
  it('is shown with who set it, its state and its last notices, and never with its secret [X-06]', async () => {
    const { clientId, secret } = await systemWithWebhook(found);
    expect(await webhookOf(clientId)).toMatchObject({
      address: found.receiver.address,
      state: 'active',
      notices: [],
    });
    const who = await signedResident(found);
    for (let time = 0; time < 12; time += 1) await announced(found, who.userId);
    const shown = await webhookOf(clientId);
    expect(shown?.notices).toHaveLength(10);
    expect(shown?.notices[0]).toMatchObject({ change: 'changed', state: 'delivered', tries: 1 });
    expect(JSON.stringify(shown)).not.toContain(who.userId);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('gets another secret when it is set again, and what waited is dropped [X-06]', async () => {
    const { clientId, secret } = await systemWithWebhook(found);
    const who = await signedResident(found);
    await jobs.announceChange('changed')({ user_id: who.userId }, jobOf(found));
    const again = await setClinicalWebhook.call(as(found.manager), {
      ...{ client_id: clientId, address: found.receiver.address },
    });
    expect(again.secret).not.toBe(secret);
    for (const due of await takeEvents<{ notice_id: string }>(found, 'clinical-notice.due'))
      await jobs.sendNotice(due, jobOf(found));
    expect(found.receiver.received).toEqual([]);
  });

  it('is removed, also twice, and then nothing is sent [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    for (const _ of [1, 2])
      expect(await removeClinicalWebhook.call(as(found.manager), { client_id: clientId })).toBe(clientId);
    expect(await webhookOf(clientId)).toBeNull();
    await announced(found, (await signedResident(found)).userId);
    expect(found.receiver.received).toEqual([]);
    expect(await codeOf(testClinicalWebhook.call(as(found.manager), { client_id: clientId }))).toBe(
      'not-found',
    );
  });

  it('is tested without the id of a person [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    expect(await testClinicalWebhook.call(as(found.manager), { client_id: clientId })).toEqual({
      failure: null,
    });
    const [{ body, headers }] = found.receiver.received as [(typeof found.receiver.received)[0]];
    expect(body).toContain('"handshake"');
    expect(body).not.toMatch(/Patient|DocumentReference/);
    expect(headers['webhook-signature']).toMatch(/^v1,/);
    expect((await webhookOf(clientId))?.delivered_at).toBeInstanceOf(Date);
  });

  it.each([
    ...[
      '',
      'ward.example.com',
      'http://ward.example.com/',
      'https://user:secret@ward.com.au/',
      'ftp://ward.com.au/',
    ],
    ...[
      'https://10.0.0.1/',
      'https://localhost/',
      'https://ward.internal/',
      'https://ward.com.au/?key=1',
      'https://[::1]/',
    ],
  ])('is refused with the address "%s" [X-06]', async (address) => {
    const clientId = randomUUID();
    await insertClientRow(found.test.services, { id: clientId, providerId: found.group });
    const set = setClinicalWebhook.call(as(found.manager), { client_id: clientId, address });
    expect(await codeOf(set)).toBe(
      address === '' ? 'clinical.webhook.address.required' : 'clinical.webhook.address.wrong',
    );
  });

  it('is refused on this machine in production [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const { services } = found.test;
    const production = { ...services, config: { ...services.config, environment: 'prod' as const } };
    const context = contextFor(production, found.manager.actor);
    const set = setClinicalWebhook.call(context, { client_id: clientId, address: 'http://127.0.0.1:1/' });
    expect(await codeOf(set)).toBe('clinical.webhook.address.wrong');
  });

  it('is refused for a system that was revoked, and for one of another provider [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const others = await person(found.test.services, { role: 'provideradmin', providerId: found.other });
    const below = await person(found.test.services, { role: 'provideradmin', providerId: found.house });
    const input = { client_id: clientId, address: 'https://ward.com.au/' };
    for (const who of [others, below])
      expect([
        await codeOf(setClinicalWebhook.call(as(who), input)),
        await codeOf(removeClinicalWebhook.call(as(who), { client_id: clientId })),
        await codeOf(testClinicalWebhook.call(as(who), { client_id: clientId })),
      ]).toEqual(['not-found', 'not-found', 'not-found']);
    const viewer = await person(found.test.services, { role: 'providerview', providerId: found.group });
    expect(await codeOf(setClinicalWebhook.call(as(viewer), input))).toBe('forbidden');
    await revokeClinicalClient.call(as(found.manager), { id: clientId });
    expect(await codeOf(setClinicalWebhook.call(as(found.manager), input))).toBe('not-found');
    expect(found.receiver.received).toEqual([]);
  });
});

describe('other managers of the provider', () => {
  it('are notified of a new system, keys, addresses and removals, and who did it is not [X-06]', async () => {
    const { services } = found.test;
    const second = await person(services, { role: 'provideradmin', providerId: found.group });
    const elsewhere = await person(services, { role: 'provideradmin', providerId: found.other });
    const context = as(found.manager);
    const provider_id = found.house;
    const keys = JSON.stringify(publicJwk);
    const { id } = await createClinicalClient.call(context, { provider_id, name: 'Ward software', keys });
    const { keys: shown } = await addClinicalKey.call(context, {
      ...{ client_id: id, keys: JSON.stringify({ ...publicJwk, kid: 'key-2' }) },
    });
    const added = await clinicalClients.call(context, { provider_id });
    expect(added.clients[0]?.keys.every(({ added_by }) => added_by !== null)).toBe(true);
    await removeClinicalKey.call(context, { id: shown[0]!.id });
    await removeClinicalKey.call(context, { id: shown[0]!.id });
    await setClinicalWebhook.call(context, { client_id: id, address: found.receiver.address });
    await removeClinicalWebhook.call(context, { client_id: id });
    await revokeClinicalClient.call(context, { id });
    const events = await takeEvents<Parameters<typeof jobs.announceToManagers>[0]>(found, 'clinical.changed');
    for (const event of events) await jobs.announceToManagers(event, jobOf(found));
    const received = async ({ userId }: TestPerson) =>
      (
        await services.db
          .selectFrom('notifications')
          .select('template')
          .where('receiver_id', '=', userId)
          .where('template', 'like', 'CLINICAL_%')
          .execute()
      )
        .map(({ template }) => template)
        .toSorted();
    expect(await received(second)).toEqual([
      'CLINICAL_KEY_ADDED',
      'CLINICAL_KEY_REMOVED',
      'CLINICAL_SYSTEM_ADDED',
      'CLINICAL_SYSTEM_REMOVED',
      'CLINICAL_WEBHOOK_REMOVED',
      'CLINICAL_WEBHOOK_SET',
    ]);
    expect([await received(found.manager), await received(elsewhere)]).toEqual([[], []]);
  });
});
