import { describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../testing/customer-files.ts';
import { contextFor, provider, type TestPerson } from '../../../../../testing/people.ts';
import { clinicalScopes } from '../../../../domain/clinical/scopes.ts';
import { readClinicalPatient } from '../../clinical-records/operations/patient-operations.ts';
import { moveCustomers, undoCustomerMove } from '../../customers/actions/moving/move-operations.ts';
import { deleteProvider } from '../../providers/structure/delete-operation.ts';
import { moveProvider } from '../../providers/structure/move-operations.ts';
import * as jobs from '../jobs.ts';
import {
  jobOf,
  noticeTest,
  settle,
  signedResident,
  systemWithWebhook,
  takeEvents,
} from './notices.fixture.ts';
import { focusesAt, startReceiver, type Receiver } from './receiver.fixture.ts';

const found = noticeTest();

const as = (who: TestPerson) => contextFor(found.test.services, who.actor);

/** Adds a system with a receiver of its own. Returns the receiver, which is closed with the test. */
async function systemAt(providerId: string): Promise<Receiver & { clientId: string }> {
  const receiver = await startReceiver();
  const { clientId } = await systemWithWebhook(found, providerId, receiver.address);
  return { ...receiver, clientId };
}

/** The system reads a resident, so that it knows the id. */
async function read(clientId: string, providerId: string, id: string): Promise<void> {
  const system = { kind: 'clinicalSystem', clientId, providerId, scopes: clinicalScopes } as const;
  await readClinicalPatient.call({ ...as(found.admin), actor: system }, { id });
}

const move = (ids: string[], provider_id: string) =>
  moveCustomers.call(as(found.admin), { ids, provider_id });

describe('a move of a resident', () => {
  it('notifies the system that read the resident that they moved away, and the system of the new house of the plan [D-63, X-06]', async () => {
    const [before, after] = [await systemAt(found.house), await systemAt(found.other)];
    const who = await signedResident(found);
    await read(before.clientId, found.house, who.userId);
    await move([who.userId], found.other);
    await settle(found);
    expect(focusesAt(before)).toEqual([`Patient/${who.userId}`]);
    expect(focusesAt(after)).toEqual([`DocumentReference/${who.userId}.1`]);
    expect(before.received[0]!.body).not.toContain(found.other);
    expect(before.received[0]!.body).not.toContain('Correa');
    expect(after.received[0]!.body).not.toContain(found.house);
  });

  it('is not announced to a system of the old house that never read the resident [X-06]', async () => {
    const before = await systemAt(found.house);
    const who = await signedResident(found);
    await move([who.userId], found.other);
    await settle(found);
    expect(before.received).toEqual([]);
  });

  it('is not announced to systems of any other provider, also below the new house [X-06]', async () => {
    const below = await systemAt(await provider(found.test.services, 'Correa Ward', found.other));
    const beside = await systemAt(await provider(found.test.services, 'Banksia Lodge', found.group));
    const who = await signedResident(found);
    await move([who.userId], found.other);
    await settle(found);
    expect([focusesAt(below), focusesAt(beside)]).toEqual([[], []]);
  });

  it('within a group names the person to the system of the group, whose house and number are new [X-06]', async () => {
    const above = await systemAt(found.group);
    const lodge = await provider(found.test.services, 'Banksia Lodge', found.group);
    const who = await signedResident(found);
    await read(above.clientId, found.group, who.userId);
    await move([who.userId], lodge);
    await settle(found);
    expect(focusesAt(above)).toEqual([`Patient/${who.userId}`]);
  });

  it('that is undone before it is announced is not announced to the house that never read the resident [D-63, X-06]', async () => {
    const [before, wrong] = [await systemAt(found.house), await systemAt(found.other)];
    const who = await signedResident(found);
    await read(before.clientId, found.house, who.userId);
    const { id } = await move([who.userId], found.other);
    await undoCustomerMove.call(as(found.admin), { id });
    await settle(found);
    expect(focusesAt(wrong)).toEqual([]);
    expect(focusesAt(before)).not.toContain(`Patient/${who.userId}`);
  });

  it('that is undone while its notices wait is announced to no system as a move away [D-63, X-06]', async () => {
    const before = await systemAt(found.house);
    const who = await signedResident(found);
    await read(before.clientId, found.house, who.userId);
    const { id } = await move([who.userId], found.other);
    const [event] = await takeEvents<Parameters<typeof jobs.announceMove>[0]>(found, 'customer.rehoused');
    await jobs.announceMove(event!, jobOf(found));
    const [due] = await takeEvents<{ notice_id: string }>(found, 'clinical-notice.due');
    await undoCustomerMove.call(as(found.admin), { id });
    await jobs.sendNotice(due!, jobOf(found));
    expect(focusesAt(before)).toEqual([]);
    await settle(found);
    expect(focusesAt(before)).toEqual([`DocumentReference/${who.userId}.1`]);
  });

  it('is announced once if its job runs twice, and once for each system [X-06, fault 1]', async () => {
    const [before, after] = [await systemAt(found.house), await systemAt(found.other)];
    const who = await signedResident(found);
    await read(before.clientId, found.house, who.userId);
    await move([who.userId], found.other);
    const [event] = await takeEvents<Parameters<typeof jobs.announceMove>[0]>(found, 'customer.rehoused');
    const job = jobOf(found);
    for (const _ of [1, 2]) await jobs.announceMove(event!, job);
    await settle(found);
    expect([before.received.length, after.received.length]).toEqual([1, 1]);
  });

  it('of a resident without a plan and papers is not announced to the new house; with a paper the person is named [X-06]', async () => {
    const after = await systemAt(found.other);
    const [none, papers] = [
      await signedResident(found, { plan: undefined as never }),
      await signedResident(found, { plan: { status: 'draft', answers: {} } }),
    ];
    await insertFile(found.test.services, papers.userId);
    await move([none.userId, papers.userId], found.other);
    await settle(found);
    expect(focusesAt(after)).toEqual([`Patient/${papers.userId}`]);
  });

  it('with the house that is deleted is announced to the provider above it, and to the new house [X-06]', async () => {
    const [above, after] = [await systemAt(found.group), await systemAt(found.other)];
    const who = await signedResident(found);
    await read(above.clientId, found.group, who.userId);
    await deleteProvider.call(as(found.admin), { provider_id: found.house, move_to: found.other });
    await settle(found);
    expect(focusesAt(above)).toEqual([`Patient/${who.userId}`]);
    expect(focusesAt(after)).toEqual([`DocumentReference/${who.userId}.1`]);
  });
});

describe('a move of a house', () => {
  it('is announced for each of its residents to the old and the new group, and not to the house itself [X-06]', async () => {
    const [before, after, own] = [
      await systemAt(found.group),
      await systemAt(found.other),
      await systemAt(found.house),
    ];
    const ward = await provider(found.test.services, 'Banksia Ward', found.house);
    const [known, unknown] = [await signedResident(found), await signedResident(found, { providerId: ward })];
    const elsewhere = await signedResident(found, { providerId: found.group });
    for (const { userId } of [known, elsewhere]) await read(before.clientId, found.group, userId);
    const { version } = await found.test.services.db
      .selectFrom('providers')
      .select('version')
      .where('id', '=', found.house)
      .executeTakeFirstOrThrow();
    await moveProvider.call(as(found.admin), { id: found.house, parent_id: found.other, version });
    await settle(found);
    expect(focusesAt(before)).toEqual([`Patient/${known.userId}`]);
    expect(new Set(focusesAt(after))).toEqual(
      new Set([known, unknown].map(({ userId }) => `DocumentReference/${userId}.1`)),
    );
    expect(after.received).toHaveLength(2);
    expect(focusesAt(own)).toEqual([]);
  });

  it('is announced to the next residents after those of an earlier event [X-06]', async () => {
    const after = await systemAt(found.other);
    const people = [await signedResident(found), await signedResident(found)].map(({ userId }) => userId);
    const { services } = found.test;
    await services.db
      .updateTable('providers')
      .set({ parent_id: found.other, path: [found.other, found.house] })
      .where('id', '=', found.house)
      .execute();
    const [first = '', second = ''] = people.toSorted();
    const moved = { provider_id: found.house, from: [found.group], after: first };
    await jobs.announceBranch(moved, jobOf(found));
    await settle(found);
    expect(focusesAt(after)).toEqual([`DocumentReference/${second}.1`]);
  });
});
