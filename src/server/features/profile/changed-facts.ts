import { medicarePlace } from '../../db/sealing/account-secrets.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Work } from '../../pipeline/work.ts';

/** The facts of an account that its owner and staff in it can change. */
type Facts = {
  first_name: string | null;
  last_name: string | null;
  dob: string | null;
  gender: string | null;
  postcode: string | null;
  language: string;
  date_format: string;
};

const factsOf = (tx: Tx, id: string): Promise<Facts> =>
  tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'dob', 'gender', 'postcode', 'language', 'date_format'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Records which of the facts to be written differ from the stored ones. Must be called before the change. */
export async function noteChangedFacts(
  { tx, changedFields }: Pick<Work<unknown>, 'tx' | 'changedFields'>,
  id: string,
  change: { [Key in keyof Facts]?: Facts[Key] | undefined },
): Promise<void> {
  const before = await factsOf(tx, id);
  const keys = Object.keys(change) as (keyof Facts)[];
  changedFields(
    keys.filter((key) => change[key] !== undefined && (change[key] ?? '') !== (before[key] ?? '')),
  );
}

/** Does the same for the Medicare number; an empty one removes it. */
export async function noteChangedMedicare(
  { tx, services: { keyring }, changedFields }: Pick<Work<unknown>, 'tx' | 'services' | 'changedFields'>,
  id: string,
  number: string,
): Promise<void> {
  const { medicare_sealed: sealed } = await tx
    .selectFrom('users')
    .select('medicare_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if ((sealed ? keyring.open(medicarePlace(id), sealed) : '') !== number) changedFields(['medicare_number']);
}
