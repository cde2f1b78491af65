import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { guardedFetch } from '../../../ports/outgoing/guarded-fetch.ts';
import type { JobContext, Task } from '../../../jobs/task.ts';
import { insertClientRow } from '../client-row.fixture.ts';
import { clinicalClients } from '../clients/client-operations.ts';
import { feature } from '../feature.ts';
import * as jobs from '../jobs.ts';
import { setClinicalWebhook } from '../webhooks/webhook-operations.ts';
import { startReceiver, type Receiver } from './receiver.fixture.ts';

/** Services with a group, a house below it with a manager, another provider, and a receiver. New ones for each test but the services. */
export type NoticeTest = {
  test: TestServices;
  receiver: Receiver;
  group: string;
  house: string;
  other: string;
  manager: TestPerson;
  /** An administrator of the platform. */
  admin: TestPerson;
  /** Sets the clock forward, in minutes. */
  pass: (minutes: number) => void;
};

/** Starts services for the tests of a file. The returned object is filled before each test. */
export function noticeTest(): NoticeTest {
  const found = {} as NoticeTest;
  let offset = 0;
  beforeAll(async () => {
    found.test = await startServices();
    found.test.services.clock = () => new Date(Date.now() + offset);
    found.pass = (minutes) => void (offset += minutes * 60_000);
  }, 60_000);
  beforeEach(async () => {
    const { services } = found.test;
    offset = 0;
    services.outgoing = guardedFetch({ allowedHosts: ['127.0.0.1'], timeoutMs: 500 });
    found.receiver = await startReceiver();
    found.group = await provider(services, 'Banksia Group');
    found.house = await provider(services, 'Banksia House', found.group);
    found.other = await provider(services, 'Correa');
    found.manager = await person(services, { role: 'provideradmin', providerId: found.group });
    found.admin = await person(services, { role: 'admin' });
    await services.db.deleteFrom('outbox').execute();
    await services.db.deleteFrom('attempts').execute();
  });
  afterEach(() => found.receiver.close());
  afterAll(() => found.test.close());
  return found;
}

/** Registers a clinical system of a provider, with the receiver as its webhook. Returns its id and the secret. */
export async function systemWithWebhook(
  { test: { services }, receiver, group, admin }: NoticeTest,
  providerId = group,
  address = receiver.address,
): Promise<{ clientId: string; secret: string }> {
  const clientId = randomUUID();
  await insertClientRow(services, { id: clientId, providerId });
  const context = contextFor(services, admin.actor);
  const { secret } = await setClinicalWebhook.call(context, { client_id: clientId, address });
  await services.db.deleteFrom('outbox').execute();
  return { clientId, secret };
}

/** Returns the webhook of a system of the group as the integrations page shows it; null without one. */
export async function shownWebhook({ test, manager, group }: NoticeTest, clientId: string) {
  const context = contextFor(test.services, manager.actor);
  const { clients } = await clinicalClients.call(context, { provider_id: group });
  return clients.find(({ id }) => id === clientId)?.webhook ?? null;
}

/** Makes a resident of the house with a signed plan, unless the facts say otherwise. */
export async function signedResident(
  { test: { services }, house }: NoticeTest,
  facts: Parameters<typeof person>[1] = {},
): Promise<TestPerson> {
  const who = await person(services, {
    providerId: house,
    plan: { status: 'complete', answers: fullAnswers() },
    ...facts,
  });
  await services.db.deleteFrom('outbox').execute();
  return who;
}

export const jobOf = ({ test: { services } }: NoticeTest, jobId: string = randomUUID()): JobContext => ({
  services,
  mailer: { send: () => Promise.reject(new Error('no mail')), close: async () => {} },
  log: () => {},
  jobId,
  at: services.clock(),
});

/** Takes the waiting events of a type. */
export async function takeEvents<Payload>({ test }: NoticeTest, type: string): Promise<Payload[]> {
  const rows = await test.services.db
    .deleteFrom('outbox')
    .where('type', '=', type)
    .returning('payload')
    .execute();
  return rows.map(({ payload }) => payload as Payload);
}

type Due = { notice_id: string; not_before?: string };

/** Sends each notice that is due once. Returns the events that send notices again later. */
export async function sendDue(found: NoticeTest): Promise<Due[]> {
  for (const due of await takeEvents<Due>(found, 'clinical-notice.due'))
    await jobs.sendNotice(due, jobOf(found));
  return takeEvents<Due>(found, 'clinical-notice.due');
}

/**
 * Runs the tasks of clinical systems for all waiting events, and for those that these add, except retries. Other events are dropped.
 */
export async function settle(found: NoticeTest): Promise<void> {
  const { db } = found.test.services;
  const tasks: Partial<Record<string, Record<string, Task<never>>>> = feature.handlers;
  for (;;) {
    const rows = await db.deleteFrom('outbox').returning(['id', 'type', 'payload']).execute();
    if (rows.length === 0) return;
    for (const { id, type, payload } of rows.toSorted((one, next) => one.id - next.id))
      for (const [name, { queue, run }] of Object.entries(tasks[type] ?? {}))
        if (queue === 'clinical' && (payload as Due).not_before === undefined)
          await run(payload as never, jobOf(found, `${id}-${name}`));
  }
}

/** Announces a change of a plan and sends its notices once. Returns the events that send notices again later. */
export async function announced(
  found: NoticeTest,
  userId: string,
  change: Parameters<typeof jobs.announceChange>[0] = 'changed',
): Promise<Due[]> {
  await jobs.announceChange(change)({ user_id: userId }, jobOf(found));
  return sendDue(found);
}

/** Returns the states of all notices of a person, the oldest first. */
export async function statesOf({ test }: NoticeTest, userId: string): Promise<string[]> {
  const rows = await test.services.db
    .selectFrom('clinical_notices')
    .select(['state', 'failure', 'tries'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();
  return rows.map(({ state, failure, tries }) => [state, tries, failure ?? ''].join(' ').trim());
}
