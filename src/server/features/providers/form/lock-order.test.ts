import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextFor, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { lockNames, lockStaff, lockStructure } from '../../../db/organisation-locks.ts';
import { insertProviderUser } from '../../staff/inviting/add-operation.ts';
import { archiveProvider } from '../structure/archive-operations.ts';
import { deleteProvider } from '../structure/delete-operation.ts';
import { moveProvider } from '../structure/move-operations.ts';
import { addProvider } from './add-operation.ts';
import { transferContact } from './contact/contact-operations.ts';
import { good, makeTrees } from './form.fixture.ts';
import { updateProvider } from './update-operation.ts';

describe('simultaneous changes of providers and of their staff', () => {
  let test: TestServices;
  let trees: Awaited<ReturnType<typeof makeTrees>>;
  let from: string;
  let to: string;
  beforeAll(async () => {
    test = await startServices();
    trees = await makeTrees(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const staff = async () =>
      (await person(test.services, { role: 'provideradmin', providerId: trees.house })).userId;
    from = await staff();
    to = await staff();
    await test.services.db
      .updateTable('providers')
      .set({ contact_id: from })
      .where('id', '=', trees.house)
      .execute();
  });

  const by = (name: keyof typeof trees.who) => contextFor(test.services, trees.who[name].actor);
  const versionOf = async (id: string) =>
    (
      await test.services.db
        .selectFrom('providers')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).version;
  const save = async (id: string, contact_id: string | null = null) => {
    const email = `${randomUUID()}@test.example`;
    return updateProvider.call(by('tlc'), { ...good, email, id, version: await versionOf(id), contact_id });
  };
  const addUnder = (parent_id: string) =>
    addProvider.call(by('tlc'), { ...good, email: `${randomUUID()}@test.example`, parent_id });
  const invite = () =>
    insertProviderUser.call(by('tlc'), {
      ...{ first_name: 'Priya', last_name: 'Nair', phone: '', role: 'nurse', permission_role_id: 3 },
      ...{ email: `${randomUUID()}@test.example`, provider_id: trees.house },
    });

  /** Waits until a transaction of this database waits for such a lock. */
  const untilOneWaits = () =>
    vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        test.services.db,
      );
      expect(rows).toHaveLength(1);
    }, 5_000);

  it.each([
    ['a save with another contact person', lockStaff, () => save(trees.house, to)],
    ['a save with another address', lockNames, () => save(trees.house)],
    [
      'a change of the contact person',
      lockStaff,
      () => transferContact.call(by('tlc'), { old_contact_id: from, new_contact_id: to }),
    ],
    [
      'a move',
      lockStaff,
      () => moveProvider.call(by('tlc'), { id: trees.elsewhere, parent_id: trees.elsewhere, version: -1 }),
    ],
    ['archiving', lockStaff, () => archiveProvider.call(by('tlc'), { id: trees.elsewhere, version: -1 })],
    [
      'deleting',
      lockStaff,
      () => deleteProvider.call(by('tlc'), { provider_id: trees.elsewhere, version: -1 }),
    ],
    ['adding a provider', lockStructure, () => addUnder(trees.house)],
  ])('%s waits for the locks before it locks a row of a provider [fault 21]', async (_, lock, call) => {
    let called: Promise<unknown> | undefined;
    await test.services.db.transaction().execute(async (tx) => {
      await lock(tx);
      called = call().catch((error: unknown) => expect(error).toMatchObject({ code: 'conflict' }));
      await untilOneWaits();
      // The holder of the lock takes rows next: all of them are free.
      await tx.selectFrom('providers').select('id').forUpdate().noWait().execute();
    });
    await called;
  });

  it('a new contact person and an added staff member, and a save and an added sub-provider: all succeed [API-36, API-37, fault 21]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const contact = round % 2 === 0 ? to : from;
      await Promise.all([save(trees.house, contact), invite(), addUnder(trees.house)]);
      await Promise.all([save(trees.house), addUnder(trees.house), invite()]);
    }
  }, 60_000);
});
