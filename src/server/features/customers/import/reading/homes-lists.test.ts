import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { delimiters } from '../../../../../domain/customers/import/columns.ts';
import { check, house, resultOf, send, system } from '../import.fixture.ts';
import { insertCustomerImport, startCustomerImport } from '../operations.ts';
import { rowsOf } from './rows.ts';
import { runImport } from '../running/run-import.ts';

/** A list as Excel saves it as "CSV": Windows-1252, semicolons, its own column titles, blank lines, a total at the end. */
const excelList = Buffer.from(
  [
    'Surname;Given Name;DOB;Sex;Room;Medicare No.;NOK email',
    "O'Brien;Zo\u00EB;14/05/43;F;12A;2123 45670 1;k.campbell@example.com",
    ';;;;;;',
    'Hargreaves;Dorothy;02/11/39;F;;;',
    '"Pettit";Raymond;31/02/40;M;4',
    '',
    'Total residents: 3;;;;;;',
    '',
  ].join('\r\n'),
  'latin1',
);

/** The same as "CSV UTF-8", and tab-separated. */
const unicodeList = `\uFEFF${excelList.toString('latin1')}`;
const tabList = unicodeList.replaceAll(';', '\t');

describe('a list from a home', () => {
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
  const run = async (id: string) => {
    await startCustomerImport.call(place.as, { id });
    await runImport(system(test.services), id);
    return resultOf(place.as, id);
  };
  const people = () =>
    test.services.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'dob', 'gender', 'status'])
      .where('permission_role_id', '=', 5)
      .orderBy('last_name')
      .execute();

  it.each([
    ['the CSV of Excel', excelList, 'windows-1252'],
    ['CSV UTF-8', Buffer.from(unicodeList), 'utf-8'],
    ['tabs in UTF-16', Buffer.from(tabList, 'utf16le'), 'utf-16le'],
  ])('becomes customers without an address: %s [S-10] [D-56]', async (_, list, encoding) => {
    const checked = await check(place.as, place.providerId, list);
    expect(checked).toMatchObject({ total: 3, fresh: 2, addressless: 2, faulty: 1 });
    expect(checked.found).toMatchObject({
      ...{ encoding, century: 19, short_year: '14/05/43', accent: "Zo\u00EB O'Brien" },
      columns: ['last_name', 'first_name', 'birth_date', 'gender', 'room', 'medicare_number', null],
    });
    expect(await run(checked.id)).toMatchObject({
      ...{ done: 2, failed: 1 },
      lines: ['5 birth_date: field.birthDate.notReal'],
    });
    expect(await people()).toEqual([
      {
        first_name: 'Dorothy',
        last_name: 'Hargreaves',
        dob: '1939-11-02',
        gender: 'Female',
        status: 'active',
      },
      { first_name: 'Zo\u00EB', last_name: "O'Brien", dob: '1943-05-14', gender: 'Female', status: 'active' },
    ]);
  });

  it('is read with the columns that its house matched, also the next list, but not the list of another house [S-10]', async () => {
    const list = (name: string) => `A;B;C;D\nLee;${name};x;7\nRay;${name};y;8\n`;
    const file = await send(place.as, place.providerId, list('Ann'));
    const insert = (form?: object) =>
      insertCustomerImport.call(place.as, { file, provider_id: place.providerId, form });
    const unmatched = await insert();
    expect(unmatched).toMatchObject({
      state: 'arrived',
      fresh: null,
      found: { heads: ['A', 'B', 'C', 'D'] },
    });
    const matched = await insert({ columns: ['last_name', 'first_name', '', 'customer_id'], century: 19 });
    expect(matched).toMatchObject({ state: 'checked', fresh: 2 });
    expect(await run(matched.id)).toMatchObject({ done: 2, failed: 0 });
    const next = await check(place.as, place.providerId, list('Bo'));
    expect(next).toMatchObject({ state: 'checked', doubtful: 2 });
    const other = await check(place.as, place.providerId, list('Bo').replace('A;B', 'E;F'));
    expect(other).toMatchObject({ state: 'arrived' });
    const elsewhere = await house(test.services);
    expect(await check(elsewhere.as, elsewhere.providerId, list('Bo'))).toMatchObject({ state: 'arrived' });
  });

  it('is read with the century that staff choose [S-10]', async () => {
    const file = await send(place.as, place.providerId, excelList);
    const columns = ['last_name', 'first_name', 'birth_date', '', '', '', ''];
    const checked = await insertCustomerImport.call(place.as, {
      file,
      provider_id: place.providerId,
      form: { columns, century: 20 } as never,
    });
    expect(checked).toMatchObject({ fresh: 0, faulty: 3, found: { century: 20 } });
  });

  it('is read correctly with any delimiter, with quoted line breaks and in any chunks [S-10]', async () => {
    const name = fc.stringMatching(/^[A-Za-zë][A-Za-zë'-]{1,11}$/);
    const room = fc.stringMatching(/^[ -~]{0,10}\n?[ -~]{0,10}$/);
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...delimiters),
        fc.uniqueArray(fc.tuple(name, name, room), {
          minLength: 1,
          maxLength: 8,
          selector: ([last]) => last,
        }),
        fc.integer({ min: 1, max: 700 }),
        async (delimiter, residents, size) => {
          const lines = residents.map((cells) => cells.map(quoted).join(delimiter));
          const bytes = Buffer.from([['Surname', 'Given name', 'Room'].join(delimiter), ...lines].join('\n'));
          const pieces = (async function* () {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          })();
          const read: string[] = [];
          for await (const rows of rowsOf(pieces, '2026-11-23'))
            read.push(...rows.map(({ cells }) => `${cells.last_name} ${cells.first_name}`));
          expect(read).toEqual(residents.map(([last, first]) => `${last} ${first}`));
        },
      ),
      { numRuns: 40 },
    );
  });
});
