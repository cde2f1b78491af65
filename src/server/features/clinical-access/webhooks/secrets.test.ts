import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { AppError } from '../../../../domain/errors.ts';
import { revokeClinicalClient } from '../clients/client-operations.ts';
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
import type { Received } from '../notices/receiver.fixture.ts';
import { replaceClinicalSecret } from './secret-operations.ts';
import { removeClinicalWebhook, setClinicalWebhook, testClinicalWebhook } from './webhook-operations.ts';

const found = noticeTest();
const days = 24 * 60;

const as = (who: TestPerson) => contextFor(found.test.services, who.actor);
const webhookOf = async (clientId: string) => (await shownWebhook(found, clientId))!;
const replace = async (clientId: string, seen?: string, who = found.manager) =>
  replaceClinicalSecret.call(as(who), {
    client_id: clientId,
    seen: seen ?? (await webhookOf(clientId)).secret_id,
  });
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
};

/** Verifies a notice as the libraries of Standard Webhooks do: one of the signatures must be right. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => signature === `v1,${expected}`);
}
const signersOf = (secrets: readonly string[], notice = found.receiver.received.at(-1)!) =>
  secrets.map((secret) => isSignedBy(secret, notice));

describe('a new secret for notices', () => {
  it('signs together with the previous one for seven days, and then alone [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const who = await signedResident(found);
    const { secret: second } = await replace(clientId);
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(first);
    await announced(found, who.userId);
    const { headers } = found.receiver.received[0]!;
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(signersOf([second, first])).toEqual([true, true]);
    found.pass(7 * days - 1);
    await testClinicalWebhook.call(as(found.manager), { client_id: clientId });
    expect(signersOf([second, first])).toEqual([true, true]);
    found.pass(1);
    await announced(found, who.userId);
    expect(signersOf([second, first])).toEqual([true, false]);
    expect(found.receiver.received.at(-1)!.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  });

  it('is shown once, with who made it and when the previous one ends, and the trail does not contain it [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const before = await webhookOf(clientId);
    expect(before).toMatchObject({ secret_at: before.set_at, old_secret_until: null });
    const { secret, client } = await replace(clientId);
    const shown = await webhookOf(clientId);
    expect(shown.old_secret_until!.getTime() - shown.secret_at.getTime()).toBe(7 * days * 60_000);
    expect(shown.secret_by).toBe(client.webhook!.secret_by);
    expect(shown.set_at).toEqual(before.set_at);
    const { rows } = await found.test.pool.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from (
         select to_jsonb(audit_log) from audit_log union all select to_jsonb(clinical_webhooks) from clinical_webhooks
         union all select to_jsonb(outbox) from outbox) all_rows(t)`,
    );
    expect(rows[0]!.text).toContain('replaceClinicalSecret');
    for (const kept of [JSON.stringify(shown), rows[0]!.text])
      for (const each of [first, secret]) expect(kept).not.toContain(each.slice('whsec_'.length));
    found.pass(8 * days);
    expect((await webhookOf(clientId)).old_secret_until).toBeNull();
  });

  it('is made once when two tabs or two presses ask at the same time; the other one is a conflict [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const { secret_id } = await webhookOf(clientId);
    const outcomes = await Promise.allSettled([replace(clientId, secret_id), replace(clientId, secret_id)]);
    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.secret] : []));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(made).toHaveLength(1);
    expect(refused).toMatchObject([{ code: 'conflict' }]);
    await announced(found, (await signedResident(found)).userId);
    expect(signersOf([...made, first])).toEqual([true, true]);
  });

  it('that was lost is replaced by a third one, and the one that the receiver has still signs until its day [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const { secret: lost } = await replace(clientId);
    const { old_secret_until } = await webhookOf(clientId);
    found.pass(3 * days);
    const { secret: third } = await replace(clientId);
    expect((await webhookOf(clientId)).old_secret_until).toEqual(old_secret_until);
    const who = await signedResident(found);
    await announced(found, who.userId);
    expect(signersOf([third, first, lost])).toEqual([true, true, false]);
    found.pass(4 * days);
    await announced(found, who.userId);
    expect(signersOf([third, first, lost])).toEqual([true, false, false]);
    const { secret: fourth } = await replace(clientId);
    await announced(found, who.userId);
    expect(signersOf([fourth, third, first])).toEqual([true, true, false]);
  });

  it('signs a notice that waited while the receiver was down, with the same id and body [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const who = await signedResident(found);
    found.receiver.answerWith((response) => response.destroy());
    const [again] = await announced(found, who.userId);
    expect(signersOf([first])).toEqual([true]);
    const { secret: second } = await replace(clientId);
    found.receiver.answerWith((response) => response.writeHead(204).end());
    await jobs.sendNotice(again!, jobOf(found));
    const [before, after] = found.receiver.received;
    expect(signersOf([second, first], after)).toEqual([true, true]);
    expect(after!.body).toBe(before!.body);
    expect(after!.headers['webhook-id']).toBe(before!.headers['webhook-id']);
  });

  it('alone signs a notice that waited until the previous secret had ended [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const { secret: second } = await replace(clientId);
    await jobs.announceChange('changed')({ user_id: (await signedResident(found)).userId }, jobOf(found));
    const [due] = await takeEvents<{ notice_id: string }>(found, 'clinical-notice.due');
    found.pass(7 * days + 1);
    await jobs.sendNotice(due!, jobOf(found));
    expect(signersOf([second, first])).toEqual([true, false]);
  });

  it('ends with its address: a notice to a new address is signed by its own secret only [X-06]', async () => {
    const { clientId, secret: first } = await systemWithWebhook(found);
    const { secret: second } = await replace(clientId);
    const input = { client_id: clientId, address: found.receiver.address };
    const { secret: own } = await setClinicalWebhook.call(as(found.manager), input);
    await announced(found, (await signedResident(found)).userId);
    expect(signersOf([own, second, first])).toEqual([true, false, false]);
  });

  it('is refused for staff without the right, for other providers, without an address, and for a revoked system [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const { secret_id } = await webhookOf(clientId);
    const { services } = found.test;
    const viewer = await person(services, { role: 'providerview', providerId: found.group });
    const others = await person(services, { role: 'provideradmin', providerId: found.other });
    const below = await person(services, { role: 'provideradmin', providerId: found.house });
    const customer = await person(services, { providerId: found.group });
    const codes = [];
    for (const who of [viewer, others, below, customer])
      codes.push(await codeOf(replace(clientId, secret_id, who)));
    expect(codes).toEqual(['forbidden', 'not-found', 'not-found', 'not-found']);
    await removeClinicalWebhook.call(as(found.manager), { client_id: clientId });
    expect(await codeOf(replace(clientId, secret_id))).toBe('not-found');
    const second = await systemWithWebhook(found);
    const seen = (await webhookOf(second.clientId)).secret_id;
    await revokeClinicalClient.call(as(found.manager), { id: second.clientId });
    expect(await codeOf(replace(second.clientId, seen))).toBe('not-found');
  });

  it('is announced to the other managers of the provider [X-06]', async () => {
    const { clientId } = await systemWithWebhook(found);
    const second = await person(found.test.services, { role: 'provideradmin', providerId: found.group });
    await replace(clientId);
    const [event] = await takeEvents<Parameters<typeof jobs.announceToManagers>[0]>(
      found,
      'clinical.changed',
    );
    await jobs.announceToManagers(event!, jobOf(found));
    const received = await found.test.services.db
      .selectFrom('notifications')
      .select('receiver_id')
      .where('template', '=', 'CLINICAL_SECRET_REPLACED')
      .execute();
    expect(received).toEqual([{ receiver_id: second.userId }]);
  });
});
