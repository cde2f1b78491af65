import { importColumns } from '../../src/domain/customers/import/columns.ts';
import { medicareProblem } from '../../src/domain/fields.ts';

const firstNames = ['Margaret', 'Giuseppe', 'Nguyen', 'Siobhan', '秀英', 'Robert'];
const lastNames = ['Papadopoulos', 'Smith', "O'Connor", 'Van-der-Berg', '欧阳', 'Kelly'];
const genders = ['Female', 'Male', 'other', ''];

/** Returns a valid Medicare number, unique for each number. */
function medicareOf(number: number): string {
  const card = `2${String((number * 97) % 10_000_000).padStart(7, '0')}`;
  const check = [...Array(10).keys()].find((digit) => medicareProblem(`${card}${digit}1`) === undefined);
  return `${card}${check}1`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** Returns the line of a valid customer: four of five with a Medicare number. */
function lineOf(number: number, email: string): string {
  const born = `${two(1 + (number % 28))}/${two(1 + (number % 12))}/${1930 + (number % 40)}`;
  const first = firstNames[number % firstNames.length];
  // The name is unique: two lines with the same name and birth date are invalid.
  const own = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const last = `${lastNames[(number >> 3) % lastNames.length]} ${own}`;
  const medicare = number % 5 === 0 ? '' : medicareOf(number);
  return [first, last, email, born, genders[number % genders.length], medicare, `C-${number}`].join(',');
}

const wrong = [
  (number: number) => `Bo,Ray,no-address-${number},,,,`,
  (number: number) => `Bo,Ray,bo.ray.${number}@list.example,31/02/1950,,,`,
  (number: number) => `Bo,Ray,bo.ray.${number}@list.example,14/05/1943,,2123456711,`,
  (number: number) => `Bo,Ray,bo.ray.${number}@list.example,one,too,many,cells,here`,
];

/** A list of customers, and the number of its valid lines. */
export type List = { csv: string; lines: number; good: number };

/**
 * Makes a list of this length: one line in a hundred breaks a rule, one in two hundred repeats an earlier address, and one in
 * two hundred has an address that exists in the product.
 */
export function listOf(lines: number, known: readonly string[]): List {
  const rows = [importColumns.join(',')];
  let good = 0;
  for (let number = 0; number < lines; number += 1) {
    const kind = number % 200;
    if (kind === 60 || kind === 160) rows.push(wrong[(number >> 2) % wrong.length]!(number));
    else if (kind === 110) rows.push(lineOf(number, `list.${number - 10}@list.example`));
    else if (kind === 180) rows.push(lineOf(number, known[Math.floor(number / 200) % known.length]!));
    else {
      rows.push(lineOf(number, `list.${number}@list.example`));
      good += 1;
    }
  }
  return { csv: rows.join('\r\n'), lines, good };
}
