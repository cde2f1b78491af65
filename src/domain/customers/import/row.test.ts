import { describe, expect, it } from 'vitest';
import { placeholderEmail } from '../placeholder-email.ts';
import { importColumns, placesOf } from './columns.ts';
import { cellsByColumn, readCustomer, type RowCells } from './row.ts';

const today = '2026-11-23';
const good: RowCells = {
  first_name: 'Margaret',
  last_name: 'Doyle',
  email: 'Margaret@Doyle.example',
  birth_date: '04/05/1948',
  gender: 'female',
  medicare_number: '2123 45670 1',
  customer_id: 'R-17',
  room: ' 12B ',
  house: '',
};
const read = (more: Partial<RowCells>) => readCustomer({ ...good, ...more }, today);
const wrong = (more: Partial<RowCells>) =>
  read(more).problems.map(({ field, message }) => `${field}: ${message}`);

describe('the room of a line', () => {
  it('is optional, tidied, and refused at its column if it is too long [N-09]', () => {
    const roomOf = (room: string) => read({ room }).customer?.room;
    expect(['', '  12B ', 'Room\u00A0 3'].map(roomOf)).toEqual([null, '12B', 'Room 3']);
    expect(roomOf('x'.repeat(20))).toBe('x'.repeat(20));
    expect(wrong({ room: 'x'.repeat(40) })).toEqual(['room: error.customer.roomTooLong']);
  });
});

describe('the cells of a line', () => {
  const form = { delimiter: ',', width: 7, places: placesOf(importColumns)! } as const;
  const first = (cell: string) => cellsByColumn(form, [cell]).first_name;

  it('are found by their column, without surrounding blanks; missing cells of a short line are empty', () => {
    const turned = { ...form, places: placesOf(importColumns.toReversed())! };
    expect(cellsByColumn(turned, [' R-17 ', '2123456701'])).toEqual({
      first_name: '',
      last_name: '',
      email: '',
      birth_date: '',
      gender: '',
      medicare_number: '2123456701',
      customer_id: 'R-17',
      room: '',
      house: '',
    });
    expect(first('\u00A0Mary\u00A0Ann\u00A0')).toBe('Mary Ann');
  });

  it('lose the apostrophe that keeps a cell from being a formula, and no other', () => {
    for (const sign of '=+-@＝＋－＠') expect(first(`'${sign}1`)).toBe(`${sign}1`);
    expect(first("'  \u0001=1")).toBe('\u0001=1');
    for (const cell of ["'Mary", "O'=1", "''=1", "'a=1"]) expect(first(cell)).toBe(cell);
  });
});

describe('a customer of a list', () => {
  it('is read like a new customer, without the empty optional values [GAP-109]', () => {
    expect(read({})).toEqual({
      problems: [],
      customer: {
        first_name: 'Margaret',
        last_name: 'Doyle',
        email: 'margaret@doyle.example',
        birth_date: '1948-05-04',
        gender: 'Female',
        medicare_number: '2123456701',
        customer_id: 'R-17',
        room: '12B',
      },
    });
    const empty = { birth_date: '', gender: '', medicare_number: '', customer_id: '' };
    expect(read(empty).customer).toMatchObject({
      birth_date: null,
      gender: null,
      medicare_number: null,
      customer_id: null,
    });
  });

  it.each(['04/05/1948', '4/5/1948', '4.5.1948', '04-05-1948', '4-05-1948', '1948-05-04', '1948-5-4'])(
    'has the birth date that spreadsheets make of it: %s',
    (birth_date) => {
      expect(read({ birth_date }).customer).toMatchObject({ birth_date: '1948-05-04' });
    },
  );

  it.each([
    ['104/05/1948', 'format'],
    ['04/05/19481', 'format'],
    ['004/05/1948', 'format'],
    ['4/5/48', 'format'],
    ['11948-05-04', 'format'],
    ['1948-05-041', 'format'],
    ['1948-005-04', 'format'],
    ['May', 'format'],
    ['30/02/1948', 'notReal'],
    ['1948-13-04', 'notReal'],
    ['24/11/2026', 'future'],
    ['31/12/1914', 'tooEarly'],
  ])('has no birth date %s', (birth_date, problem) => {
    expect(wrong({ birth_date })).toEqual([`birth_date: field.birthDate.${problem}`]);
    expect(read({ birth_date }).customer).toBeNull();
  });

  it('is reported with every error, each at its column [GAP-109]', () => {
    expect(
      wrong({
        first_name: '',
        last_name: 'D3',
        email: 'no',
        birth_date: 'x',
        gender: 'unknown',
        medicare_number: '1',
        customer_id: 'x'.repeat(51),
      }),
    ).toEqual([
      'first_name: field.required',
      'last_name: field.nameCharacters',
      'email: field.email.invalid',
      'birth_date: field.birthDate.format',
      'gender: error.import.gender',
      'medicare_number: field.medicare.length',
      'customer_id: error.customer.idTooLong',
    ]);
  });

  it('may have no address [D-56]', () => {
    expect(read({ email: '' }).customer).toMatchObject({ last_name: 'Doyle', email: null });
  });

  it('has its gender in any case', () => {
    for (const [gender, kept] of [
      ['MALE', 'Male'],
      ['Other', 'Other'],
    ] as const)
      expect(read({ gender }).customer).toMatchObject({ gender: kept });
  });

  it('cannot have a placeholder address', () => {
    expect(wrong({ email: placeholderEmail('a-b') })).toEqual(['email: field.email.invalid']);
  });

  it('cannot have a number that a spreadsheet would run', () => {
    for (const sign of '=+-@＝＋－＠')
      expect(wrong({ customer_id: `${sign}1` })).toEqual(['customer_id: error.import.customerId']);
    expect(wrong({ customer_id: 'R=1' })).toEqual([]);
  });

  it('is not read from a file in another encoding', () => {
    expect(wrong({ customer_id: 'R\uFFFD' })[0]).toBe('line: error.import.encoding');
    expect(wrong({ first_name: 'Jos\uFFFD' })).toContain('line: error.import.encoding');
  });
});
