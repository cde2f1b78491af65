/** Facts about a resident that are compared. `cards` are hashes of the Medicare card, one for each key that may be in use. */
export type ComparedResident = {
  firstName: string;
  lastName: string;
  /** ISO date; null if the system does not know it. */
  birthDate: string | null;
  cards: readonly string[];
};

/** Facts about a customer that are compared. `card` is the stored hash of the Medicare card. */
export type ComparedCustomer = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  birthDate: string | null;
  card: string | null;
};

/**
 * Result of a comparison: one customer who may be the resident, several, customers whose birth date differs or is not known, or
 * none. `userId` is the customer if there is exactly one.
 */
export type Match =
  | { match: 'suggested'; userId: string }
  | { match: 'several'; userId: null }
  | { match: 'differs'; userId: string | null }
  | { match: 'none'; userId: null };

/** Returns a name without case, accents, blanks, hyphens, apostrophes and full stops, so that two spellings of it are equal. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s.'’‘ʼ`\-‐‑–·•]/gu, '');

type Named = { firstName: string | null; lastName: string | null };

/** Returns the folded full name, or null if a part is missing: a family name alone is no match. */
function nameKey({ firstName, lastName }: Named): string | null {
  const [first, last] = [foldName(firstName ?? ''), foldName(lastName ?? '')];
  return first === '' || last === '' ? null : `${first} ${last}`;
}

/** Customers of a provider, indexed by the data that residents are compared with. */
export type CustomerIndex = {
  byName: ReadonlyMap<string, readonly ComparedCustomer[]>;
  byCard: ReadonlyMap<string, readonly ComparedCustomer[]>;
};

function add<Value>(map: Map<string, Value[]>, key: string | null, value: Value): void {
  if (key === null) return;
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** Returns an index of customers, so that each resident is compared with few of them. */
export function indexCustomers(customers: Iterable<ComparedCustomer>): CustomerIndex {
  const byName = new Map<string, ComparedCustomer[]>();
  const byCard = new Map<string, ComparedCustomer[]>();
  for (const customer of customers) {
    add(byName, nameKey(customer), customer);
    add(byCard, customer.card, customer);
  }
  return { byName, byCard };
}

/**
 * Compares a resident with customers by name, birth date and Medicare card. A match is only suggested with the same birth date, and
 * never links anything: staff compare and confirm (INTEG-05). Two people of a family can share one card, so the card alone says
 * nothing.
 */
export function matchResident(resident: ComparedResident, { byName, byCard }: CustomerIndex): Match {
  const key = nameKey(resident);
  const named = key === null ? [] : (byName.get(key) ?? []);
  const carded = resident.cards.flatMap((card) => byCard.get(card) ?? []);
  const { birthDate } = resident;
  const isSameDay = (customer: ComparedCustomer) => birthDate !== null && customer.birthDate === birthDate;
  const fitting = new Set([...named, ...carded].filter(isSameDay).map(({ id }) => id));
  const [first] = fitting;
  if (first !== undefined)
    return fitting.size === 1 ? { match: 'suggested', userId: first } : { match: 'several', userId: null };
  const [namesake, ...others] = named;
  if (!namesake) return { match: 'none', userId: null };
  return { match: 'differs', userId: others.length === 0 ? namesake.id : null };
}
