import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../../testing/people.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { startHouse, type House } from '../../actions/customers.fixture.ts';
import { moveCustomers } from '../../actions/moving/move-operations.ts';
import { cancelInvite, sendReminder } from '../../actions/inviting/invitation-operations.ts';
import { checkChosenCustomers } from '../../actions/many/check-operation.ts';
import { sendReminders } from '../../actions/many/many-operations.ts';
import { recordConversation } from '../../conversations/operations.ts';
import { updateUserStatus } from '../../actions/status-operations.ts';
import { house, listOf, start } from '../import.fixture.ts';
import { sendCustomerImportInvitations, takeBackCustomerImport } from './invitation-operations.ts';
import { startCustomerImport } from '../operations.ts';
import { tidyImports } from '../running/run-import.ts';

const hour = 60 * 60_000;
const list = listOf(
  'Ann,Lee,ann@example.org,14/05/1943,Female,,A-1',
  'Bo,Ray,bo@example.org,02/11/1939,Male,,B-1',
  'Flo,Moe,,04/04/1942,Female,,F-1',
);

describe('the invitations of an import', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    const { db } = h.test.services;
    await db.deleteFrom('attempts').execute();
    await db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    await db.deleteFrom('outbox').execute();
  });

  const editor = () => h.as(h.editor);
  const invited = () => h.mails.map(({ to }) => to).filter((to) => to.endsWith('@example.org'));
  const emails = async () => {
    const rows = await h.test.services.db
      .selectFrom('users')
      .select(['email', 'first_name'])
      .where('permission_role_id', '=', 5)
      .orderBy('first_name')
      .execute();
    return rows.map(({ first_name }) => first_name);
  };
  async function imported(options = { send_now: false }): Promise<string> {
    const id = await start(editor(), h.house, list, options);
    await h.runJobs();
    await h.runJobs();
    return id;
  }
  const row = (id: string) =>
    h.test.services.db
      .selectFrom('customer_imports')
      .select(['state', 'invitations', 'taken_back'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const idOf = async (email: string) =>
    (
      await h.test.services.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id;
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? (error.fields[0]?.message ?? error.code) : error),
    );

  it('are sent an hour after it, each once [S-10]', async () => {
    const id = await imported();
    expect(await row(id)).toMatchObject({ state: 'done', invitations: 'waiting' });
    expect(invited()).toEqual([]);
    h.pass(hour);
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(invited().toSorted()).toEqual(['ann@example.org', 'bo@example.org']);
    expect(await row(id)).toMatchObject({ invitations: 'sent' });
    expect(await refusal(takeBackCustomerImport.call(editor(), { id }))).toBe('error.import.invitationsLeft');
  });

  it('are sent with it when the importer chose that, and at once when the importer requests it later [S-10]', async () => {
    await imported({ send_now: true });
    await h.runJobs();
    expect(invited()).toHaveLength(2);
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    const id = await imported();
    await sendCustomerImportInvitations.call(editor(), { id });
    for (let round = 0; round < 2; round += 1) await h.runJobs();
    expect(invited()).toHaveLength(2);
    h.pass(hour);
    for (let round = 0; round < 2; round += 1) await h.runJobs();
    expect(invited()).toHaveLength(2);
  });

  it('are sent by the nightly job when their event was lost [S-10]', async () => {
    await imported();
    await h.test.services.db.deleteFrom('outbox').execute();
    h.pass(2 * hour + 1_000);
    await tidyImports(h.test.services);
    for (let round = 0; round < 2; round += 1) await h.runJobs();
    expect(invited()).toHaveLength(2);
  });

  it('are sent to a customer who was moved to another house before the import is taken back [S-10] [S-46]', async () => {
    const id = await imported();
    const moved = await idOf('ann@example.org');
    const elsewhere = await provider(h.test.services, 'Correa Lodge');
    await moveCustomers.call(h.as(h.admin), { ids: [moved], provider_id: elsewhere });
    await takeBackCustomerImport.call(editor(), { id });
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(await emails()).toEqual(['Ann']);
    expect(invited()).toContain('ann@example.org');
    expect(h.mails.find(({ to }) => to === 'ann@example.org')!.plain).toContain('Correa Lodge');
  });

  it('are taken back with the customers, except for customers who already have a plan [S-10]', async () => {
    const id = await imported();
    const { db } = h.test.services;
    await db
      .updateTable('acps')
      .set({ version: 3 })
      .where('user_id', '=', await idOf('bo@example.org'))
      .execute();
    await takeBackCustomerImport.call(editor(), { id });
    await takeBackCustomerImport.call(editor(), { id });
    h.pass(hour);
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(invited()).toEqual([]);
    expect(await emails()).toEqual(['Bo']);
    expect(await row(id)).toMatchObject({ invitations: 'taken back', taken_back: 2 });
    expect(await refusal(sendCustomerImportInvitations.call(editor(), { id }))).toBe(
      'error.import.takenBack',
    );
  });

  it('are sent to a customer who was suspended meanwhile when the suspension ends [S-10] [S-45]', async () => {
    await imported();
    const id = await idOf('ann@example.org');
    await updateUserStatus.call(editor(), { id, status: 'suspended' });
    h.pass(hour);
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(invited()).toEqual(['bo@example.org']);
    await updateUserStatus.call(editor(), { id, status: 'active' });
    await h.runJobs();
    expect(invited().toSorted()).toEqual(['ann@example.org', 'bo@example.org']);
  });

  it('are not mailed twice to a customer who was reminded, and one that was never sent causes no mail about its end [S-10]', async () => {
    await imported();
    await cancelInvite.call(h.as(h.admin), { id: await idOf('ann@example.org') });
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).not.toContain('ann@example.org');
    h.pass(hour);
    await sendReminder.call(editor(), { id: await idOf('bo@example.org') });
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(invited()).toEqual(['bo@example.org']);
  });

  it('are sent at once to the chosen who were not invited yet, as a first invitation, with the reason for each of the others [N-04] [S-10]', async () => {
    await imported();
    const [ann, bo] = [await idOf('ann@example.org'), await idOf('bo@example.org')];
    const rows = await h.test.services.db
      .selectFrom('users')
      .select('id')
      .where('first_name', '=', 'Flo')
      .execute();
    const flo = rows[0]!.id;
    // A first invitation is no reminder, which this would hold.
    const held_on = melbourneDate(h.test.services.clock());
    await recordConversation.call(editor(), { user_id: bo, outcome: 'declined', held_on });
    const ids = [ann, bo, flo];
    const check = () => checkChosenCustomers.call(editor(), { ids, action: 'reminder' });
    expect(await check()).toEqual({
      done: [ann, bo],
      refused: [{ id: flo, message: 'error.customer.noAddress', params: null }],
    });
    const both = await Promise.all(
      [1, 2].map(() => sendReminders.call(editor(), { ids, idempotency_key: 'invite-those-three' })),
    );
    for (const { sent, refused } of both)
      expect([sent, refused.map(({ id }) => id)]).toEqual([[ann, bo], [flo]]);
    h.pass(hour);
    for (let round = 0; round < 3; round += 1) await h.runJobs();
    expect(invited().toSorted()).toEqual(['ann@example.org', 'bo@example.org']);
    expect(
      new Set(h.mails.flatMap(({ to, subject }) => (to.endsWith('@example.org') ? [subject] : []))).size,
    ).toBe(1);
    expect((await check()).refused).toEqual([
      { id: bo, message: 'error.customer.declined', params: null },
      { id: flo, message: 'error.customer.noAddress', params: null },
    ]);
  });

  it('can be managed only by staff who can add customers there [S-10] [security 4]', async () => {
    const id = await imported();
    const stranger = await house(h.test.services);
    const viewer = h.as(await h.staff('providerview'));
    for (const operation of [sendCustomerImportInvitations, takeBackCustomerImport]) {
      expect(await refusal(operation.call(stranger.as, { id }))).toBe('not-found');
      expect(await refusal(operation.call(viewer, { id }))).toBe('forbidden');
    }
    expect(await refusal(startCustomerImport.call(viewer, { id }))).toBe('forbidden');
    expect(await emails()).toHaveLength(3);
  });
});
