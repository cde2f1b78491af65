import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { check, fitting, house, listOf, resultOf, start, system } from '../import.fixture.ts';
import { decideCustomerImportLines, getCustomerImportLines } from './line-operations.ts';
import { startCustomerImport } from '../operations.ts';
import { runImport } from '../running/run-import.ts';

const ann = (email: string, id: string) => `Ann,Lee,${email},14/05/1943,Female,,${id}`;

describe('lines of a list that may name existing customers', () => {
  let test: TestServices;
  let place: Awaited<ReturnType<typeof house>>;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    place = await house(test.services);
  });

  const run = (id: string) => runImport(system(test.services), id);
  const add = async (...lines: string[]) => run(await start(place.as, place.providerId, listOf(...lines)));
  const people = () =>
    test.services.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email', 'customer_id', 'gender', 'dob'])
      .where('permission_role_id', '=', 5)
      .orderBy('created_at')
      .orderBy('email')
      .execute();
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? (error.fields[0]?.message ?? error.code) : error),
    );

  /** Checks a list with each kind of line, beside existing customers. */
  async function checkEachKind() {
    await add(ann('ann@example.org', 'A-1'), 'Bo,Ray,bo@example.org,02/11/1939,Male,,B-1');
    return check(
      place.as,
      place.providerId,
      listOf(
        fitting(1),
        'Someone,Else,else@example.org,01/01/1950,,,A-1',
        'BO,ray,other@example.org,02/11/1939,,,',
        'Cy,Roe,ann@example.org,03/03/1941,,,',
        'Di,Poe,not-an-address,,,,',
        'Flo,Moe,,04/04/1942,Female,,',
      ),
    );
  }

  it('are counted before the import starts, beside new lines and lines to mend [S-10]', async () => {
    const checked = await checkEachKind();
    expect(checked).toMatchObject({ total: 6, fresh: 2, addressless: 1, doubtful: 3, faulty: 1 });
    expect(checked.open).toEqual([
      { kind: 'customer_id', lines: 1, undecided: 1 },
      { kind: 'email', lines: 1, undecided: 1 },
      { kind: 'mend', lines: 1, undecided: 1 },
      { kind: 'name', lines: 1, undecided: 1 },
    ]);
    const lines = (show: 'new' | 'decide' | 'mend', page = {}) =>
      getCustomerImportLines.call(place.as, { id: checked.id, show, ...page });
    expect(await lines('decide')).toMatchObject([
      { line: 3, same: { kind: 'customer_id' }, person: { first_name: 'Ann', customer_id: 'A-1' } },
      { line: 4, same: { kind: 'name' }, person: { first_name: 'Bo', birth_date: '1939-11-02' } },
      { line: 5, same: { kind: 'email' }, person: { first_name: 'Ann' } },
    ]);
    expect(await lines('decide', { offset: 1, limit: 1 })).toMatchObject([{ line: 4 }]);
    expect(await lines('mend')).toMatchObject([{ line: 6, problems: [{ field: 'email' }] }]);
    expect(await lines('new')).toMatchObject([{ line: 2 }, { line: 7 }]);
    expect(await lines('new', { offset: 1 })).toMatchObject([{ line: 7 }]);
  });

  it('are left out and listed in the report while no decision is made [S-10]', async () => {
    const { id } = await checkEachKind();
    await startCustomerImport.call(place.as, { id });
    await run(id);
    expect(await resultOf(place.as, id)).toMatchObject({
      done: 2,
      failed: 4,
      lines: [
        '3 customer_id: import.same.customer_id.undecided',
        '4 line: import.same.name.undecided',
        '5 email: import.same.email.undecided',
        '6 email: field.email.invalid',
      ],
    });
  });

  it('keep, update or add a person as staff decide, one by one or for all of a kind [S-10]', async () => {
    const { id } = await checkEachKind();
    const decide = (input: object) => decideCustomerImportLines.call(place.as, { id, ...input });
    await decide({ decision: 'update' });
    await decide({ decision: 'add', kind: 'customer_id' });
    const { open } = await decide({ decision: 'skip', lines: [5] });
    expect(open.filter(({ kind }) => kind !== 'mend').every(({ undecided }) => undecided === 0)).toBe(true);
    await startCustomerImport.call(place.as, { id });
    await run(id);
    const row = await test.services.db
      .selectFrom('customer_imports')
      .select(['done', 'updated', 'kept', 'failed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ done: 3, updated: 1, kept: 1, failed: 1 });
    const found = await people();
    // Added beside the customer who has the ID.
    expect(found.find(({ last_name }) => last_name === 'Else')).toMatchObject({ customer_id: null });
    expect(found.find(({ email }) => email === 'bo@example.org')).toMatchObject({
      ...{ first_name: 'BO', last_name: 'ray', customer_id: 'B-1', gender: 'Male' },
    });
    expect(found.filter(({ email }) => email === 'ann@example.org')).toMatchObject([{ first_name: 'Ann' }]);
    expect(found.find(({ last_name }) => last_name === 'Moe')?.email).toMatch(/@no-email\.invalid$/);
    const left = await test.services.db
      .selectFrom('customer_import_lines')
      .select('line')
      .where('import_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  it('update personal data only until the account is accepted [S-10]', async () => {
    await add('Ann,Lee,ann@example.org,,,,A-1');
    await test.services.db
      .updateTable('users')
      .set({ email_verified_at: new Date(), status: 'active' })
      .where('email', '=', 'ann@example.org')
      .execute();
    const { id } = await check(
      place.as,
      place.providerId,
      listOf('Anne,Leigh,ann@example.org,14/05/1943,Female,,A-2'),
    );
    await decideCustomerImportLines.call(place.as, { id, decision: 'update' });
    await startCustomerImport.call(place.as, { id });
    await run(id);
    expect(await people()).toMatchObject([
      { first_name: 'Ann', last_name: 'Lee', customer_id: 'A-2', gender: null, dob: null },
    ]);
  });

  it('are not affected by a decision about another person, and cannot be added beside their own address [S-10]', async () => {
    const { id } = await checkEachKind();
    const decide = (input: object) => decideCustomerImportLines.call(place.as, { id, ...input });
    expect(await refusal(decide({ decision: 'add', kind: 'email' }))).toBe('error.import.decision');
    expect(await refusal(decide({ decision: 'skip', lines: [2, 6] }))).toBe('error.import.decision');
    await decide({ decision: 'skip', kind: 'customer_id' });
    // Between check and start, another person gets the number.
    const { db } = test.services;
    await db.updateTable('users').set({ customer_id: null }).where('email', '=', 'ann@example.org').execute();
    await db.updateTable('users').set({ customer_id: 'A-1' }).where('email', '=', 'bo@example.org').execute();
    await startCustomerImport.call(place.as, { id });
    await run(id);
    expect((await resultOf(place.as, id)).lines[0]).toBe('3 customer_id: import.same.customer_id.undecided');
    expect(await refusal(decide({ decision: 'skip' }))).toBe('error.import.changed');
  });

  it('are shown only where the importer can see the customer [S-10] [security 4]', async () => {
    await add(ann('ann@example.org', 'A-1'));
    const stranger = await house(test.services);
    const elsewhere = await check(
      stranger.as,
      stranger.providerId,
      listOf(ann('b@example.org', 'A-1'), 'Bo,Ray,ann@example.org,,,,'),
    );
    expect(elsewhere).toMatchObject({ fresh: 1, doubtful: 0, faulty: 1 });
    const below = await provider(test.services, 'Lorikeet Lodge', place.providerId);
    const inOwnHouse = await check(place.as, below, listOf(ann('b@example.org', 'A-1')));
    expect(inOwnHouse).toMatchObject({ fresh: 0, doubtful: 1 });
    const calls = [
      getCustomerImportLines.call(stranger.as, { id: inOwnHouse.id, show: 'decide' }),
      decideCustomerImportLines.call(stranger.as, { id: inOwnHouse.id, decision: 'skip' }),
    ];
    expect(await Promise.all(calls.map(refusal))).toEqual(['not-found', 'not-found']);
  });

  it('name a person of the same list twice, and have to be mended [S-10]', async () => {
    const checked = await check(
      place.as,
      place.providerId,
      listOf(ann('a@example.org', 'A-1'), ann('b@example.org', 'A-2')),
    );
    expect(checked).toMatchObject({ fresh: 1, faulty: 1 });
    expect(checked.preview[1]?.problems).toEqual([
      { field: 'line', message: 'import.result.reasonTwiceName', params: { line: 2 } },
    ]);
  });

  it('name a customer also by the address of the previous system, which no other importer can add either [S-10]', async () => {
    await add('Ann,Lee,ann@example.org,,,,A-1');
    await test.services.db
      .updateTable('users')
      .set({ legacy_email: 'old@example.org' })
      .where('email', '=', 'ann@example.org')
      .execute();
    const list = listOf('Cy,Roe,old@example.org,,,,');
    const { id, open } = await check(place.as, place.providerId, list);
    expect(open).toEqual([{ kind: 'email', lines: 1, undecided: 1 }]);
    expect(await getCustomerImportLines.call(place.as, { id, show: 'decide' })).toMatchObject([
      { line: 2, same: { kind: 'email' }, person: { first_name: 'Ann' } },
    ]);
    const stranger = await house(test.services);
    const elsewhere = await check(stranger.as, stranger.providerId, list);
    expect(elsewhere).toMatchObject({ fresh: 0, doubtful: 0, faulty: 1 });
  });

  it('update no customer when another one has the ID of the line [S-10]', async () => {
    await add(ann('ann@example.org', 'A-1'), 'Bo,Ray,bo@example.org,02/11/1939,Male,,B-1');
    const { id } = await check(
      place.as,
      place.providerId,
      listOf('Bob,Ray,bo@example.org,02/11/1939,Male,,A-1', fitting(1)),
    );
    await decideCustomerImportLines.call(place.as, { id, decision: 'update' });
    await startCustomerImport.call(place.as, { id });
    await run(id);
    expect(await resultOf(place.as, id)).toMatchObject({
      ...{ state: 'done', done: 1, failed: 1 },
      lines: ['2 customer_id: error.customer.idTaken'],
    });
    const found = (await people()).find(({ email }) => email === 'bo@example.org');
    expect(found).toMatchObject({ first_name: 'Bo', customer_id: 'B-1' });
  });
});
