import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { birthDateText, genderOf, hasShortYear } from './cells.ts';
import { importColumns } from './columns.ts';
import { guessColumns, isTotalsLine, placesBy } from './matching.ts';

describe('the columns of a list', () => {
  it('are guessed by the names that homes use, without the addresses of other people [S-10, N-09]', () => {
    const heads = ['Surname', 'Given Name', 'DOB', 'Sex', 'Room', 'Medicare No.', 'NOK email', 'Resident ID'];
    expect(guessColumns(heads, [])).toEqual([
      ...['last_name', 'first_name', 'birth_date', 'gender', 'room', 'medicare_number', null, 'customer_id'],
    ]);
    expect(guessColumns(['姓', '名', '出生日期', '性别'], [])).toEqual([
      ...['last_name', 'first_name', 'birth_date', 'gender'],
    ]);
    for (const head of ['Room', 'BED', 'Room/Bed', 'Room number', 'Room No.', '房间', '床位'])
      expect([head, ...guessColumns([head], [])]).toEqual([head, 'room']);
  });

  it('are guessed by their content if the name says nothing, and none is used twice', () => {
    const samples = [
      ['14/05/43', 'F', '2123 45670 1', 'O’Brien', '1'],
      ['2/11/1939', 'm', '', 'Nguyễn', '2'],
      ['', 'F', '2123456702', 'Lee', '3'],
    ];
    expect(guessColumns(['A', 'B', 'C', 'Surname', 'Last name'], samples)).toEqual([
      ...['birth_date', 'gender', 'medicare_number', 'last_name', null],
    ]);
  });

  it('include the house by the names that homes use, or by houses in the cells [S-10]', () => {
    const isHouse = (cell: string) => cell.startsWith('Lorikeet');
    const place = (head: string, cells: string[]) =>
      guessColumns(
        ['Surname', head],
        cells.map((cell) => ['Lee', cell]),
        isHouse,
      )[1];
    for (const head of ['House', 'Facility', 'HOME', 'Provider', 'Site', '\u9662\u820D'])
      expect([head, place(head, ['Nowhere'])]).toEqual([head, 'house']);
    expect(place('Unit', ['Lorikeet Lodge', '', 'Lorikeet Lge'])).toBe('house');
    expect(place('Unit', ['Lorikeet Lodge', 'North', 'South'])).toBeNull();
    expect(place('Home', ['03 9555 0101', '03 9555 0102'])).toBeNull();
  });

  it('are those of the template in any order [S-10]', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...importColumns], { minLength: 7 }), (heads) => {
        expect(guessColumns(heads, [])).toEqual(heads);
        expect(placesBy(heads)).toMatchObject({ first_name: heads.indexOf('first_name') });
      }),
    );
    expect(placesBy(['first_name', null, 'email'])).toBeNull();
    expect(placesBy(['last_name', 'first_name'])).toMatchObject({ last_name: 0, first_name: 1, email: -1 });
  });
});

describe('a cell of a list', () => {
  it.each([
    ['14/05/43', 19, '14/05/1943'],
    ['14/05/43', 20, '14/05/2043'],
    ['14/05/43', null, '14/05/43'],
    ['14-May-43', 19, '14/05/1943'],
    ['4 March 1939', null, '04/03/1939'],
    ['14-Mai-43', 19, '14-Mai-43'],
    ['1943-05-14', 20, '14/05/1943'],
  ] as const)('is read as a birth date: %s with the century %s as %s [S-10]', (cell, century, date) => {
    expect(birthDateText(cell, century)).toBe(date);
  });

  it('has a year of two or four digits, and a gender by its letter', () => {
    expect(['14/05/43', '14-May-43', '14/05/1943', 'x'].map(hasShortYear)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(['f', 'M', 'female', '女', 'x', ''].map(genderOf)).toEqual([
      ...['Female', 'Male', 'Female', 'Female', null, null],
    ]);
  });
});

it('a line of totals has no name of a person; a resident called Total has one [S-10]', () => {
  const unnamed = { first_name: '', last_name: '' };
  expect(isTotalsLine(unnamed, ['', 'Total residents: 25'])).toBe(true);
  expect(isTotalsLine({ first_name: '', last_name: 'Total' }, ['Total', '', '25'])).toBe(true);
  expect(isTotalsLine(unnamed, ['', 'Room 4'])).toBe(false);
  expect(isTotalsLine({ first_name: 'Ann', last_name: 'Total' }, ['Ann', 'Total'])).toBe(false);
});
