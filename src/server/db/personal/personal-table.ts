import type { Tables } from '../tables/tables.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** Why a column is not in the copy that a person can ask for. */
type LeftOut =
  /** Opens something. */
  | 'secret'
  /** The copy says the same in another form, such as a provider's name for its id. */
  | 'shown'
  /** Ids, states and times by which the product works. */
  | 'internal'
  /** No feature writes it yet. The first that does moves it to `exported`. */
  | 'unused';

/** What a table holds of people. */
export type PersonalTable<Table extends keyof Tables> = {
  /** The column that says whose row it is. */
  owner: Column<Table>;
  /**
   * What happens to a row when its person is deleted: it goes too, it loses the person's id, it expires within days by itself, or it
   * is kept for the trail.
   */
  onDeletion: 'delete' | 'anonymise' | 'expire' | 'keep';
  /** In the copy. */
  exported?: readonly Column<Table>[];
  /** Not in the copy. */
  leftOut: Partial<Record<LeftOut, readonly Column<Table>[]>>;
  /** Columns of the row that hold nothing of a person. */
  impersonal?: readonly Column<Table>[];
};

type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;

/** Names written with spaces between them. */
export const words = <Text extends string>(...lines: Text[]) =>
  lines.flatMap((line) => line.split(' ')) as Words<Text>[];
