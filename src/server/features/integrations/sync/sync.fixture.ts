import { randomUUID } from 'node:crypto';
import { simulatedSystem } from '../../../../domain/integrations/simulated-system.ts';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { startCare } from '../../../../../testing/stand-ins/care.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { CareStandIn } from '../../../ports/residential-care/stand-in/stand-in.ts';
import { runSync, type SyncPace } from './run-sync.ts';
import { findSyncStatus } from './status.ts';

/** A house with a connection to a simulated residential-care system that is reached over HTTP. */
export type CareHouse = {
  test: TestServices;
  services: Services;
  standIn: CareStandIn;
  providerId: string;
  integrationId: string;
  manager: TestPerson;
  close(): Promise<void>;
};

/** Connects a provider with the simulated system. Returns the id of the connection. */
export async function connect({ db, keyring }: Services, providerId: string): Promise<string> {
  const id = randomUUID();
  const { address, facilityCode, userName, secret } = simulatedSystem;
  await db
    .insertInto('provider_integrations')
    .values({
      ...{ id, provider_id: providerId, address, facility_code: facilityCode, user_name: userName },
      secret_sealed: keyring.seal(place('provider_integrations', 'secret_sealed', id), secret),
      ...{ secret_saved_at: new Date(), checked_at: new Date() },
    })
    .execute();
  return id;
}

/** Starts services with a house. The PDF engine is replaced by one line of bytes. */
export async function startCareHouse(): Promise<CareHouse> {
  const test = await startServices();
  const { services } = test;
  services.makePdf = async () => Buffer.from('%PDF-1.7 plan');
  const standIn = await startCare(services);
  const providerId = await provider(services);
  const manager = await person(services, { role: 'provideradmin', providerId });
  const integrationId = await connect(services, providerId);
  return {
    ...{ test, services, standIn, providerId, integrationId, manager },
    async close() {
      await standIn.close();
      await test.close();
    },
  };
}

export type Resident = TestPerson & { residentId: string; linkId: string };

/** Makes a customer of the house with a signed plan or a draft, linked with a resident. */
export async function resident(
  { services, providerId, integrationId }: Pick<CareHouse, 'services' | 'providerId' | 'integrationId'>,
  status: 'complete' | 'draft' = 'complete',
): Promise<Resident> {
  const customer = await person(services, { providerId, plan: { status, answers: fullAnswers() } });
  const residentId = `R-${randomUUID().slice(0, 8)}`;
  const linkId = await link(services, { integrationId, residentId, userId: customer.userId });
  return { ...customer, residentId, linkId };
}

export async function link(
  { db }: Pick<Services, 'db'>,
  { integrationId, residentId, userId }: { integrationId: string; residentId: string; userId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('integration_links')
    .values({
      integration_id: integrationId,
      resident_id: residentId,
      user_id: userId,
      linked_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes the links and syncs of earlier tests, and what the system has. */
export async function clear({ services, standIn }: CareHouse): Promise<void> {
  const { db } = services;
  await db.deleteFrom('integration_syncs').execute();
  await db.deleteFrom('integration_links').execute();
  await db.deleteFrom('outbox').execute();
  standIn.documents.clear();
  standIn.refused.clear();
  standIn.breakCalls(null);
}

export const staffContext = ({ services, manager }: Pick<CareHouse, 'services' | 'manager'>) =>
  contextFor(services, manager.actor);

/** Removes all pauses, and lets one job work to the end of the sync. */
export const quick: SyncPace = { sliceMs: 60_000, pausesMs: [0, 1], leftToOthers: 0 };

/** Takes the events of one type that wait. */
export async function takeEvents<Payload>({ services: { db } }: CareHouse, type: string): Promise<Payload[]> {
  const rows = await db.deleteFrom('outbox').where('type', '=', type).returning('payload').execute();
  return rows.map(({ payload }) => payload as Payload);
}

/** Runs the jobs of syncs that wait, until none is left. */
export async function workOff(house: CareHouse, pace: SyncPace = quick): Promise<void> {
  for (;;) {
    const due = await takeEvents<{ sync_id: string; beat: string }>(house, 'care-sync.due');
    if (due.length === 0) return;
    for (const { sync_id, beat } of due)
      await runSync(ownContext(house.services), { sync_id, beat: new Date(beat) }, pace);
  }
}

export const statusOf = ({ services, integrationId }: CareHouse) =>
  findSyncStatus(services.db, integrationId);

/** Returns how often the system received the plan of a resident, and the version that it has. */
export function sentOf({ standIn }: CareHouse, { residentId, acpId }: Resident) {
  const document = standIn.documents.get(`${residentId}/${acpId}`);
  return document
    ? { times: document.times, version: document.version, withdrawn: document.withdrawn }
    : null;
}

/** Makes customers with signed plans, each linked with a resident. */
export async function several(house: CareHouse, count: number): Promise<Resident[]> {
  const made: Resident[] = [];
  for (let number = 0; number < count; number += 1) made.push(await resident(house));
  return made;
}

/** How often the system got the plan of each resident. */
export const timesOf = (house: CareHouse, residents: readonly Resident[]): number[] =>
  residents.map((one) => sentOf(house, one)?.times ?? 0);

/** Changes columns of a resident's plan. */
export const setPlan = ({ services }: CareHouse, { acpId }: Resident, change: object) =>
  services.db.updateTable('acps').set(change).where('id', '=', acpId).execute();

/** Runs something when a plan is about to be sent after `count` others. Returns a function that ends this. */
export function holdAfter({ services }: CareHouse, count: number, during: () => Promise<unknown>) {
  const { residentialCare } = services;
  const real = residentialCare.sendPlan;
  let sent = 0;
  residentialCare.sendPlan = async (...args) => {
    sent += 1;
    if (sent === count + 1) await during();
    return real(...args);
  };
  return () => void (residentialCare.sendPlan = real);
}
