import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { check, contextOf, head, house, resultOf, system } from '../import.fixture.ts';
import { startCustomerImport } from '../operations.ts';
import { runImport } from '../running/run-import.ts';

describe('a column that names the house', () => {
  let test: TestServices;
  let place: Awaited<ReturnType<typeof house>>;
  let lodge: string;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    const { db } = test.services;
    await db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    place = await house(test.services);
    lodge = await provider(test.services, 'Lorikeet Lodge', place.providerId);
  });

  const archive = (id: string) =>
    test.services.db.updateTable('providers').set({ archived: true }).where('id', '=', id).execute();
  const list = (column: string, ...lines: string[]) =>
    [`Surname,Given name,DOB,Resident ID,${column}`, ...lines, ''].join('\n');
  const run = async (id: string) => {
    await startCustomerImport.call(place.as, { id });
    await runImport(system(test.services), id);
    return resultOf(place.as, id);
  };
  const places = async () => {
    const rows = await test.services.db
      .selectFrom('users')
      .innerJoin('providers', 'providers.id', 'users.provider_id')
      .select(['last_name', 'providers.id as house', 'trial_end_date'])
      .where('permission_role_id', '=', 5)
      .orderBy('last_name')
      .execute();
    return rows.map((row) => [row.last_name, row.house]);
  };
  const problemsOf = ({ preview }: Awaited<ReturnType<typeof check>>) =>
    preview.map(({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`).join());

  it('sends each resident to their house, with totals by house, and remembers that the list was matched this way [S-10]', async () => {
    const checked = await check(
      place.as,
      place.providerId,
      list(
        'Facility',
        'Lee,Ann,14/05/1943,R-1,lorikeet LODGE',
        'Ray,Bo,14/05/1943,R-1,Banksia House',
        'Roe,Cy,14/05/1943,R-2,LorikeetLodge',
        'Poe,Di,14/05/1943,R-3,',
        'Moe,Flo,14/05/1943,R-2,Lorikeet Lodge',
      ),
    );
    expect(checked.found.columns.at(-1)).toBe('house');
    expect(checked).toMatchObject({ fresh: 4, faulty: 1 });
    expect(problemsOf(checked).at(-1)).toBe('customer_id: import.result.reasonTwiceId');
    expect(checked.houses).toEqual([
      { name: 'Banksia House', fresh: 2 },
      { name: 'Lorikeet Lodge', fresh: 2 },
    ]);
    expect(await run(checked.id)).toMatchObject({ done: 4, failed: 1 });
    expect(await places()).toEqual([
      ['Lee', lodge],
      ['Poe', place.providerId],
      ['Ray', place.providerId],
      ['Roe', lodge],
    ]);
  });

  it('compares the IDs of residents only within their own house [S-10]', async () => {
    await person(test.services, { providerId: lodge });
    await test.services.db
      .updateTable('users')
      .set({ customer_id: 'R-9' })
      .where('provider_id', '=', lodge)
      .where('permission_role_id', '=', 5)
      .execute();
    const checked = await check(
      place.as,
      place.providerId,
      list('House', 'Lee,Ann,14/05/1943,R-9,Lorikeet Lodge', 'Ray,Bo,14/05/1943,R-9,Banksia House'),
    );
    expect(checked).toMatchObject({ fresh: 1, doubtful: 1 });
  });

  it('has to be mended when a house is unknown, archived, or one of several [S-10]', async () => {
    await provider(test.services, 'Twin', place.providerId);
    await provider(test.services, 'Twin', lodge);
    await archive(await provider(test.services, 'Old Mill', lodge));
    const checked = await check(
      place.as,
      place.providerId,
      list('Home', 'Lee,Ann,14/05/1943,,Nowhere', 'Ray,Bo,14/05/1943,,twin', 'Roe,Cy,31/02/1943,,Old Mill'),
    );
    expect(checked).toMatchObject({ fresh: 0, faulty: 3, houses: [] });
    expect(problemsOf(checked)).toEqual([
      'house: error.import.houseUnknown',
      'house: error.import.houseSeveral',
      'birth_date: field.birthDate.notReal,house: error.import.houseArchived',
    ]);
    expect(checked.preview[0]?.problems[0]?.params).toEqual({ house: 'Nowhere' });
    expect((await run(checked.id)).lines[0]).toBe('2 house: error.import.houseUnknown');
  });

  it('never reveals that a house outside of the tree exists, not even to the platform [S-10] [security 4]', async () => {
    const elsewhere = await house(test.services);
    await test.services.db
      .updateTable('providers')
      .set({ name: 'Grevillea Lodge' })
      .where('id', '=', elsewhere.providerId)
      .execute();
    await archive(await provider(test.services, 'Grevillea Mill', elsewhere.providerId));
    const admin = await person(test.services, { role: 'sysadmin' });
    const lines = ['Grevillea Lodge', 'Grevillea Mill', 'No Such House'].map(
      (name, at) => `L${'abc'[at]}e,Ann,14/05/1943,,${name}`,
    );
    for (const as of [place.as, contextOf(test.services, admin.actor)])
      expect(problemsOf(await check(as, place.providerId, list('House', ...lines)))).toEqual(
        Array.from({ length: 3 }, () => 'house: error.import.houseUnknown'),
      );
    // The lodge is below the provider of the list, which it cannot see.
    const below = await person(test.services, { role: 'provideradmin', providerId: lodge });
    const above = await check(
      contextOf(test.services, below.actor),
      lodge,
      list('House', 'Lee,Ann,14/05/1943,,Banksia House'),
    );
    expect(problemsOf(above)).toEqual(['house: error.import.houseUnknown']);
  });

  it('adds no customer to a house that was archived or has left the tree after the check [S-10]', async () => {
    const mill = await provider(test.services, 'Mill', place.providerId);
    const checked = await check(
      place.as,
      place.providerId,
      list('House', 'Lee,Ann,14/05/1943,,Lorikeet Lodge', 'Ray,Bo,14/05/1943,,Mill', 'Roe,Cy,14/05/1943,,'),
    );
    expect(checked).toMatchObject({ fresh: 3 });
    await archive(lodge);
    await test.services.db
      .updateTable('providers')
      .set({ path: [mill] })
      .where('id', '=', mill)
      .execute();
    expect(await run(checked.id)).toMatchObject({
      done: 1,
      lines: ['2 house: error.import.houseArchived', '3 house: error.import.houseUnknown'],
    });
    expect(await places()).toEqual([['Roe', place.providerId]]);
  });

  it('cannot be processed by an older server that would not read it [S-10]', async () => {
    const checked = await check(
      place.as,
      place.providerId,
      list('House', 'Lee,Ann,14/05/1943,,Lorikeet Lodge'),
    );
    const { db } = test.services;
    const older = (id: string) =>
      db.updateTable('customer_imports').set({ reached: 1 }).where('id', '=', id).execute();
    await expect(older(checked.id)).rejects.toThrow('customer_imports_reached_again');
    const plain = await check(place.as, place.providerId, `${head}\nAnn,Lee,,14/05/1943,,,\n`);
    await older(plain.id);
  });
});
