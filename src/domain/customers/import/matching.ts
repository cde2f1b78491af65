import { medicareProblem } from '../../fields.ts';
import { birthDateText, genderOf } from './cells.ts';
import { listColumns, placesIn, type ImportColumn, type ListForm } from './columns.ts';

/** Names of columns in the files of homes, without blanks and marks. E-mail addresses often belong to other people. */
const names: Readonly<Record<ImportColumn, readonly string[]>> = {
  first_name: ['firstname', 'givenname', 'givennames', 'given', 'first', 'forename', '名', '名字'],
  last_name: ['lastname', 'surname', 'familyname', 'family', 'last', '姓', '姓氏'],
  email: ['email', 'emailaddress', 'residentemail', 'customeremail', 'clientemail', '邮箱', '电子邮箱'],
  birth_date: ['birthdate', 'dateofbirth', 'dob', 'birthday', 'born', '出生日期'],
  gender: ['gender', 'sex', '性别'],
  medicare_number: ['medicarenumber', 'medicareno', 'medicare', 'medicarecard', 'medicarecardnumber'],
  customer_id: [
    ...['customerid', 'residentid', 'clientid', 'id', 'residentno', 'residentnumber', 'clientno'],
    ...['clientnumber', 'urn', 'urno', 'mrn', '客户编号', '编号'],
  ],
  room: [
    ...['room', 'bed', 'roombed', 'bedroom', 'roomnumber', 'roomno', 'bednumber', 'bedno', 'roomandbed'],
    ...['房间', '床位', '房间号', '床号', '房号', '房间床位'],
  ],
  house: [
    ...['house', 'housename', 'facility', 'facilityname', 'home', 'homename', 'carehome', 'provider'],
    ...['providername', 'site', 'sitename', 'residence', '院舍', '院舍名称', '机构', '服务机构', '养老院'],
  ],
};

const plain = (head: string) => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Columns that are recognised by their content if the name says nothing. */
const contents: readonly [ImportColumn, (cell: string) => boolean][] = [
  ['birth_date', (cell) => birthDateText(cell, 19) !== cell || /^\d{2}\/\d{2}\/\d{4}$/.test(cell)],
  ['medicare_number', (cell) => cell !== '' && medicareProblem(cell) === undefined],
  ['gender', (cell) => genderOf(cell) !== null],
];

/** Whether a cell names one of the houses to which customers of a list may be added. */
export type IsHouse = (cell: string) => boolean;

/**
 * Whether a column with an unknown name contains houses: at least half of its cells name one. A cell without a house is a line to
 * correct, while a column that is left out would move its residents to the house of the import.
 */
const holdsHouses = (cells: readonly string[], isHouse: IsHouse) =>
  cells.filter(isHouse).length * 2 >= cells.length;

/** Columns called "Home" may contain telephone numbers. */
const hasLetters = (cells: readonly string[]) =>
  cells.length === 0 || cells.some((cell) => /\p{L}/u.test(cell));

/**
 * Returns the customer field of each column of a list, by the column's name or by its content in the first lines; null for a
 * column that is left out. Each field is used once: the first match wins.
 */
export function guessColumns(
  heads: readonly string[],
  samples: readonly (readonly string[])[],
  isHouse: IsHouse = () => false,
): (ImportColumn | null)[] {
  const cellsAt = (at: number) =>
    samples.map((cells) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');
  const taken = new Set<ImportColumn>();
  const take = (column: ImportColumn | undefined) => {
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  };
  const guessed = heads.map((head, at) => {
    const named = listColumns.find((column) => column === head.trim() || names[column].includes(plain(head)));
    return named === 'house' && !hasLetters(cellsAt(at)) ? null : take(named);
  });
  return guessed.map((column, at) => {
    if (column !== null) return column;
    const cells = cellsAt(at);
    if (!taken.has('house') && cells.length > 0 && holdsHouses(cells, isHouse)) return take('house');
    if (cells.length < 2) return null;
    return take(contents.find(([known, fits]) => !taken.has(known) && cells.every(fits))?.[0]);
  });
}

/**
 * Returns the index of each customer field from the field of each column; null if no column has the first names or the last
 * names.
 */
export function placesBy(columns: readonly (ImportColumn | null)[]): ListForm['places'] | null {
  if (!columns.includes('first_name') || !columns.includes('last_name')) return null;
  return placesIn(columns);
}

/** Whether a line only totals the lines above, as at the end of reports of other systems: it has no name of a person. */
export function isTotalsLine(
  { first_name, last_name }: { first_name: string; last_name: string },
  cells: readonly string[],
): boolean {
  const sums = /^\s*((grand |sub-?)?totals?\b|count\b|合计|总计|共计)/i;
  if (sums.test(first_name) || sums.test(last_name)) return first_name === '' || last_name === '';
  return first_name === '' && last_name === '' && cells.some((cell) => sums.test(cell));
}
