import type { ImportedCustomer } from './row.ts';

/** A customer in the database, as far as a list may change them. */
export type ThereCustomer = {
  /** Whether the person accepted the account, which is theirs from then on. */
  isAccepted: boolean;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  room: string | null;
  birth_date: string | null;
  gender: string | null;
  hasMedicare: boolean;
};

export type CustomerChanges = Partial<
  Pick<
    ImportedCustomer,
    'first_name' | 'last_name' | 'customer_id' | 'room' | 'birth_date' | 'gender' | 'medicare_number'
  >
>;

/**
 * Returns the changes of a line to an existing customer. The customer ID and the room are the provider's, so the list decides. Other values
 * apply until the person has accepted the account: the names, and values that were empty. The e-mail address never changes this
 * way.
 */
export function changesOf(line: ImportedCustomer, there: ThereCustomer): CustomerChanges {
  const changes: CustomerChanges = {};
  if (line.customer_id !== null && line.customer_id !== there.customer_id)
    changes.customer_id = line.customer_id;
  if (line.room !== null && line.room !== there.room) changes.room = line.room;
  if (there.isAccepted) return changes;
  for (const name of ['first_name', 'last_name'] as const)
    if (line[name] !== there[name]) changes[name] = line[name];
  if (there.gender === null && line.gender !== null) changes.gender = line.gender;
  // A Medicare number and a birth date together identify a person, so neither is changed without the other.
  if (there.hasMedicare) return changes;
  const birthDate = there.birth_date ?? line.birth_date;
  if (there.birth_date === null && line.birth_date !== null) changes.birth_date = line.birth_date;
  const isSameDate = line.birth_date === birthDate;
  if (line.medicare_number !== null && isSameDate) changes.medicare_number = line.medicare_number;
  return changes;
}
