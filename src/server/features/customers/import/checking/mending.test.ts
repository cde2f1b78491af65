import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { check, contextOf, house, listOf, resultOf, send, system } from '../import.fixture.ts';
import { insertCustomerImport, startCustomerImport } from '../operations.ts';
import { runImport } from '../running/run-import.ts';
import { decideCustomerImportLines, getCustomerImportLines } from './line-operations.ts';
import { mendCustomerImportLine } from './mend-operations.ts';

describe('a line that is mended in place', () => {
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

  const faulty = listOf(
    'Ann,Lee,a@example.org,31/02/1943,Female,,A-1',
    'Bo,Ray,b@example.org,14/05/1943,,,B-1',
    'Cy,,nothing,14/05/1943,,,',
  );
  const mend = (id: string, line: number, cells: object, as = place.as) =>
    mendCustomerImportLine.call(as, { id, line, cells });
  const run = async (id: string) => {
    await startCustomerImport.call(place.as, { id });
    await runImport(system(test.services), id);
    return resultOf(place.as, id);
  };
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        const fields = error.fields.map(({ field, message }) => `${field}: ${message}`);
        return fields.length > 0 ? fields.join() : error.code;
      },
    );
  const toMend = async (id: string) => {
    const rows = await getCustomerImportLines.call(place.as, { id, show: 'mend' });
    return rows.map(({ line }) => line);
  };
  const mends = (id: string) =>
    test.services.db.selectFrom('customer_import_mends').selectAll().where('import_id', '=', id).execute();

  it('is checked without uploading the file again, and is imported with the corrections [S-10]', async () => {
    const { id } = await check(place.as, place.providerId, faulty);
    expect(await mend(id, 2, { birth_date: ' 28/02/1943 ' })).toMatchObject({
      ...{ fresh: 2, addressless: 0, faulty: 1 },
      open: [{ kind: 'mend', lines: 1 }],
    });
    expect(await toMend(id)).toEqual([4]);
    await mend(id, 4, { last_name: 'Roe', email: '' });
    expect(await run(id)).toMatchObject({ done: 3, failed: 0 });
    const people = await test.services.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'dob', 'customer_id'])
      .where('permission_role_id', '=', 5)
      .orderBy('first_name')
      .execute();
    expect(people).toEqual([
      { first_name: 'Ann', last_name: 'Lee', dob: '1943-02-28', customer_id: 'A-1' },
      { first_name: 'Bo', last_name: 'Ray', dob: '1943-05-14', customer_id: 'B-1' },
      { first_name: 'Cy', last_name: 'Roe', dob: '1943-05-14', customer_id: null },
    ]);
    // Personal data is deleted with the list.
    expect(await mends(id)).toEqual([]);
  });

  it('is stored sealed, and stays mended when the list is read in another way [S-10] [D-16]', async () => {
    const file = await send(
      place.as,
      place.providerId,
      'Surname;Given name;DOB\nLee;Ann;31/02/1943\nRay;Bo;1/2/1940\n',
    );
    const insert = (form?: object) =>
      insertCustomerImport.call(place.as, { file, provider_id: place.providerId, form });
    const { id } = await insert();
    await mend(id, 2, { birth_date: '27/02/1943' });
    const [kept] = await mends(id);
    expect(kept?.cells_sealed.toString('latin1')).not.toContain('27/02/1943');
    const again = await insert({ columns: ['first_name', 'last_name', 'birth_date'], century: 19 });
    expect(again).toMatchObject({ fresh: 2, faulty: 0 });
    expect(again.preview[0]?.cells).toMatchObject({ first_name: 'Lee', birth_date: '27/02/1943' });
  });

  it('is refused at each field that is still wrong, and then nothing is stored [S-10]', async () => {
    const { id } = await check(place.as, place.providerId, faulty);
    expect(await refusal(mend(id, 4, { last_name: '', email: 'still nothing' }))).toBe(
      'last_name: field.required,email: field.email.invalid',
    );
    expect(await mends(id)).toEqual([]);
    expect(await toMend(id)).toEqual([2, 4]);
    // In another house, which the caller cannot see.
    await person(test.services, { providerId: await provider(test.services), email: 'known@example.org' });
    expect(await refusal(mend(id, 4, { last_name: 'Roe', email: 'known@example.org' }))).toBe(
      'email: error.userExists',
    );
  });

  it('is refused when another line names the same person, before or after it [S-10]', async () => {
    const { id } = await check(place.as, place.providerId, faulty);
    expect(await refusal(mend(id, 2, { birth_date: '1/1/1940', email: 'b@example.org' }))).toBe(
      'email: import.result.reasonTwice',
    );
    expect(await refusal(mend(id, 4, { last_name: 'Roe', email: 'b@example.org' }))).toBe(
      'email: import.result.reasonTwice',
    );
  });

  it('resolves a line that had to be mended because of it [S-10]', async () => {
    await person(test.services, { providerId: await provider(test.services), email: 'known@example.org' });
    const { id } = await check(
      place.as,
      place.providerId,
      listOf('Ann,Lee,known@example.org,,,,A-1', 'Bo,Ray,,,,,A-1'),
    );
    expect(await toMend(id)).toEqual([2, 3]);
    expect(await mend(id, 2, { email: '', customer_id: 'A-2' })).toMatchObject({ fresh: 2, faulty: 0 });
    expect(await run(id)).toMatchObject({ done: 2 });
  });

  it('needs a decision when it names an existing customer, and keeps other decisions [S-10]', async () => {
    const there = async (last_name: string) => {
      const { userId } = await person(test.services, { providerId: place.providerId });
      await test.services.db
        .updateTable('users')
        .set({ first_name: 'Dorothy', last_name, dob: '1939-11-02' })
        .where('id', '=', userId)
        .execute();
    };
    await there('Pettit');
    await there('Hargreaves');
    const { id } = await check(
      place.as,
      place.providerId,
      listOf('Dorothy,Pettit,,02/11/1939,,,', 'Dorothy,Hargreaves,,31/11/1939,,,'),
    );
    await decideCustomerImportLines.call(place.as, { id, decision: 'skip', lines: [2] });
    expect(await mend(id, 3, { birth_date: '02/11/1939' })).toMatchObject({
      ...{ fresh: 0, doubtful: 2, faulty: 0 },
      open: [{ kind: 'name', lines: 2, undecided: 1 }],
    });
  });

  it('is mended as a whole when its columns do not fit [S-10]', async () => {
    const { id } = await check(place.as, place.providerId, listOf('Ann,Lee', 'Bo,Ray,,,,,'));
    expect(await refusal(mend(id, 2, { birth_date: '14/05/1943' }))).toBe(
      'line: import.result.reasonColumns',
    );
    const whole = { first_name: 'Ann', last_name: 'Lee', email: '', birth_date: '', gender: '' };
    await mend(id, 2, { ...whole, medicare_number: '', customer_id: 'A-1' });
    expect(await run(id)).toMatchObject({ done: 2, failed: 0 });
    expect(await refusal(mend(id, 2, { first_name: 'Ann' }))).toBe('file: error.import.changed');
  });

  it('counts for its house, and has no column that the list does not have [S-10]', async () => {
    const lodge = await provider(test.services, 'Lorikeet Lodge', place.providerId);
    const { id } = await check(
      place.as,
      place.providerId,
      'Surname,Given name,House\nLee,Ann,Lorikeet Lodge\nRay,Bo,Lorikeet\n',
    );
    expect(await refusal(mend(id, 3, { house: 'Lorikeet Lodge', email: 'bo@example.org' }))).toBe(
      'email: error.import.noColumn',
    );
    expect((await mend(id, 3, { house: 'lorikeet lodge' })).houses).toEqual([
      { name: 'Lorikeet Lodge', fresh: 2 },
    ]);
    await run(id);
    const { count } = await test.services.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('provider_id', '=', lodge)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  it('is checked against simultaneous corrections of another line [S-10]', async () => {
    const { id } = await check(place.as, place.providerId, listOf('Ann,Lee,x,,,,', 'Bo,Ray,y,,,,'));
    const results = await Promise.all([
      refusal(mend(id, 2, { email: 'same@example.org' })),
      refusal(mend(id, 3, { email: 'same@example.org' })),
    ]);
    expect(results.filter((each) => each === 'done')).toHaveLength(1);
    expect((await toMend(id)).length).toBe(1);
  });

  it('can be mended only by staff who can add customers there, and only while it has a problem [S-10] [security 4]', async () => {
    const { id } = await check(place.as, place.providerId, faulty);
    const stranger = await house(test.services);
    const viewer = await person(test.services, { role: 'providerview', providerId: place.providerId });
    expect(await refusal(mend(id, 2, { first_name: 'Eve' }, stranger.as))).toBe('not-found');
    expect(await refusal(mend(id, 2, { first_name: 'Eve' }, contextOf(test.services, viewer.actor)))).toBe(
      'forbidden',
    );
    for (const line of [1, 3, 99])
      expect(await refusal(mend(id, line, { first_name: 'Eve' }))).toBe('conflict');
  });
});
