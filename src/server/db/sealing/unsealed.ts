import { anyPlace, type Keyring } from './seal.ts';

type Unsealed<Row> = {
  [Name in keyof Row as Name extends `${infer Clear}_sealed` ? Clear : Name]: Name extends `${string}_sealed`
    ? string | Extract<Row[Name], null>
    : Row[Name];
};

/**
 * Returns a row with each sealed text decrypted, under the name of its column without `_sealed`; an empty column stays null. For
 * columns that contain a sealed text, in tables whose key is `id`.
 */
export function unsealed<Row extends object>(
  keyring: Keyring,
  table: string,
  id: string,
  row: Row,
): Unsealed<Row> {
  const open = ([name, value]: [string, unknown]): [string, unknown] =>
    name.endsWith('_sealed')
      ? [name.slice(0, -'_sealed'.length), value && keyring.open(anyPlace(table, name, id), value as Buffer)]
      : [name, value];
  return Object.fromEntries(Object.entries(row).map(open)) as Unsealed<Row>;
}
