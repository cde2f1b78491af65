import type { Tables } from '../tables/tables.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** Why a column is not in a person's copy of their data. */
type LeftOut =
  /** It gives access to something. */
  | 'secret'
  /** The copy contains it in another form, such as a provider's name for its id. */
  | 'shown'
  /** Ids, states and times for internal use. */
  | 'internal'
  /** No feature writes it yet. The first one that does moves it to `exported`. */
  | 'unused';

/** The personal data in a table. */
export type PersonalTable<Table extends keyof Tables> = {
  /** The column with the person that a row belongs to. */
  owner: Column<Table>;
  /**
   * Treatment of a row when its person is deleted: it is deleted, it loses the person's id, it expires within days, or it is
   * kept for the trail.
   */
  onDeletion: 'delete' | 'anonymise' | 'expire' | 'keep';
  /** Columns in the copy. */
  exported?: readonly Column<Table>[];
  /** Columns not in the copy. */
  leftOut: Partial<Record<LeftOut, readonly Column<Table>[]>>;
  /** Columns without personal data. */
  impersonal?: readonly Column<Table>[];
};

type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

/** Splits a text of names separated by spaces. */
export const words = <Text extends string>(...lines: Text[]) =>
  lines.flatMap((line) => line.split(' ')) as Words<Text>[];
