import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { AppError } from '../../../../domain/errors.ts';
import { inviteCustomer } from '../actions/inviting/invite-operation.ts';
import {
  check,
  customersOf,
  eventsOf,
  fitting,
  head,
  house,
  listOf,
  resultOf,
  send,
  start,
  system,
} from './import.fixture.ts';
import { insertCustomerImport, startCustomerImport } from './operations.ts';
import { runImport } from './running/run-import.ts';

const fieldsOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.fields.map(({ field, message }) => `${field}: ${message}`) : error;
};

describe('an import of customers', () => {
  let test: TestServices;
  let place: Awaited<ReturnType<typeof house>>;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('outbox').execute();
    await test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    place = await house(test.services);
  });

  const run = (id: string) => runImport(system(test.services), id);
  const result = (id: string) => resultOf(place.as, id);

  it('invites every good line and reports for each other line what to fix [IMPORT-01] [GAP-109] [API-56]', async () => {
    const list = listOf(
      fitting(1),
      'Bo,Ray,not-an-address,,,,',
      fitting(2),
      'Cy,Roe,cy@example.org,31/02/1950,Other,,',
      'Di,Poe,ann.lee1@example.org,,,,',
      '"Ed,Coe,ed@example.org,,,,',
      `Flo,Moe,flo@example.org,1940-01-02,male,2123 45670 1,=1+1`,
      Array.from({ length: 50 }, () => 'x').join(','),
      fitting(3),
    );
    const id = await start(place.as, place.providerId, list);
    await run(id);
    expect(await result(id)).toEqual({
      state: 'done',
      total: 9,
      done: 3,
      failed: 6,
      lines: [
        '3 email: field.email.invalid',
        '5 birth_date: field.birthDate.notReal',
        '6 email: import.result.reasonTwice',
        '7 line: error.import.quote',
        '8 customer_id: error.import.customerId',
        '9 line: import.result.reasonColumns',
      ],
    });
    expect(await customersOf(test.services, place.providerId)).toEqual([
      'ann.lee1@example.org',
      'ann.lee2@example.org',
      'ann.lee3@example.org',
    ]);
    expect(await eventsOf(test.services)).toMatchObject({
      'customer.imported': 3,
      'customer-import.finished': 1,
    });
  });

  it('creates each customer like one who is invited by the form, and keeps the data of the list [GAP-109] [API-54]', async () => {
    const id = await start(
      place.as,
      place.providerId,
      listOf('Ann,Lee,imported@example.org,14/05/1943,Female,2123456701,C-1'),
    );
    await run(id);
    await inviteCustomer.call(place.as, {
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'invited@example.org',
      registration_type: 'invite_account',
      provider_id: place.providerId,
    });
    const find = async (email: string) => {
      const row = await test.services.db
        .selectFrom('users')
        .leftJoin('acps', 'acps.user_id', 'users.id')
        .selectAll('users')
        .select(['acps.status as plan', 'acps.language as plan_language', 'acps.version as saves'])
        .where('users.email', '=', email)
        .executeTakeFirstOrThrow();
      return Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? 'bytes' : value]),
      );
    };
    const ofEach = [
      'id',
      'email',
      'share_id',
      'invitation_id',
      'created_at',
      'updated_at',
      'invite_date',
      'search',
    ];
    const same = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !ofEach.includes(name)));
    const imported = await find('imported@example.org');
    expect(same(imported)).toEqual({
      ...same(await find('invited@example.org')),
      dob: '1943-05-14',
      gender: 'Female',
      customer_id: 'C-1',
      medicare_sealed: 'bytes',
      medicare_index: 'bytes',
      medicare_card: 'bytes',
      medicare_card_of: 'bytes',
    });
    expect(imported['invitation_id']).toBeTruthy();
    const activities = await test.services.db
      .selectFrom('recent_activities')
      .select(['template', 'actor_id'])
      .where('user_id', '=', imported['id'] as string)
      .execute();
    expect(activities).toEqual([{ template: 'invited', actor_id: place.nurse.userId }]);
  });

  it('shows the first twenty lines as they will be read, and sends no invitation before it is started [IMPORT-02] [GAP-109]', async () => {
    const lines = Array.from({ length: 25 }, (_, number) => fitting(number));
    const checked = await check(
      place.as,
      place.providerId,
      [head, 'Bo,Ray,bo,1943-05-14,,,', ...lines].join('\r\n'),
    );
    expect(checked).toMatchObject({ state: 'checked', total: 26 });
    expect(checked.preview).toHaveLength(20);
    expect(checked.preview[0]).toMatchObject({
      line: 2,
      problems: [{ field: 'email', message: 'field.email.invalid' }],
    });
    expect(checked.preview[1]).toMatchObject({ line: 3, cells: { first_name: 'Ann' }, problems: [] });
    expect(await customersOf(test.services, place.providerId)).toEqual([]);
  });

  it('sends no second invitation when the same file is imported again [GAP-109]', async () => {
    const list = listOf(fitting(1), fitting(2));
    await run(await start(place.as, place.providerId, list));
    const again = await start(place.as, place.providerId, list);
    await run(again);
    expect(await result(again)).toMatchObject({
      done: 0,
      failed: 2,
      lines: ['2 email: import.same.email.undecided', '3 email: import.same.email.undecided'],
    });
    expect(await eventsOf(test.services)).toMatchObject({ 'customer.imported': 2 });
  });

  it('adds no person twice by the Medicare number, within the file and the database [ERR-33] [D-38]', async () => {
    await run(
      await start(place.as, place.providerId, listOf('Ann,Lee,a@example.org,14/05/1943,,2123456701,')),
    );
    // Belongs to a house that cannot see the customers of the first one.
    place = await house(test.services);
    const id = await start(
      place.as,
      place.providerId,
      listOf(
        'Ann,Lee,b@example.org,1943-05-14,,2123456702,',
        'Bo,Ray,c@example.org,14/05/1944,,2123456701,',
        'Bo,Ray,d@example.org,14/05/1944,,2123 45670 3,',
      ),
    );
    await run(id);
    expect((await result(id)).lines).toEqual([
      '2 medicare_number: error.medicareExists',
      '4 medicare_number: import.result.reasonTwiceMedicare',
    ]);
  });

  it('finds a person whose card is not indexed yet by any number of that card [ERR-33] [D-38]', async () => {
    const list = (email: string, number: string) => listOf(`Ann,Lee,${email},14/05/1943,,${number},`);
    await run(await start(place.as, place.providerId, list('a@example.org', '2123456701')));
    // As an earlier release stored it.
    await test.services.db
      .updateTable('users')
      .set({ medicare_card: null, medicare_card_of: null })
      .where('email', '=', 'a@example.org')
      .execute();
    place = await house(test.services);
    const again = await start(place.as, place.providerId, list('b@example.org', '2123456703'));
    await run(again);
    expect((await result(again)).lines).toEqual(['2 medicare_number: error.medicareExists']);
  });

  it('refuses a file that is not a list, and a provider whose trial is over [IMPORT-04] [ERR-38] [GAP-108]', async () => {
    const refused = (list: string | Buffer) => fieldsOf(check(place.as, place.providerId, list));
    expect(await refused('name,mail\nAnn,ann@example.org')).toEqual(['file: error.import.header']);
    expect(await refused(`${head}\n`)).toEqual(['file: error.import.empty']);
    expect(await refused('')).toEqual(['file: error.import.empty']);
    expect(await refused(`${head}\n${','.repeat(10_000_000)}`)).toEqual(['file: error.import.empty']);
    expect(await refused(','.repeat(10_000_000))).toEqual(['file: error.import.header']);
    expect(await refused(Buffer.from('PK\u0003\u0004 a workbook'))).toEqual(['file: error.csvType']);
    expect(await refused(','.repeat(10 * 1024 * 1024 + 1))).toEqual(['file: error.import.tooLarge']);
    expect(await refused(listOf(...Array.from({ length: 100_001 }, () => 'a')))).toEqual([
      'file: error.import.tooMany',
    ]);
    const { id } = await check(place.as, place.providerId, listOf(fitting(1)));
    await test.services.db
      .updateTable('providers')
      .set({ trial_expiry_date: '2020-01-01' })
      .where('id', '=', place.providerId)
      .execute();
    expect(await fieldsOf(startCustomerImport.call(place.as, { id }))).toEqual(['form: customers.trialOver']);
    expect(await refused(listOf(fitting(1)))).toEqual(['form: customers.trialOver']);
  });

  it('is started once, and its file can be used for one import only [API-56]', async () => {
    const file = await send(place.as, place.providerId, listOf(fitting(1)));
    const insert = () => insertCustomerImport.call(place.as, { file, provider_id: place.providerId });
    const { id } = await insert();
    await startCustomerImport.call(place.as, { id });
    await startCustomerImport.call(place.as, { id });
    expect(await fieldsOf(insert())).toEqual(['file: error.import.running']);
    await run(id);
    expect(await fieldsOf(insert())).toEqual(['file: error.import.changed']);
    expect(await eventsOf(test.services)).toMatchObject({ 'customer-import.started': 1 });
  });
});
