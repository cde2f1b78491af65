import { decisionsFor } from '../../../../../domain/customers/import/same-person.ts';
import type { RowProblem } from '../../../../../domain/customers/import/row.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { conflictsOf, type Comparison, type Conflict, type Same } from '../checking/conflicts.ts';
import { insertCustomers, type Inviting, type MadeCustomer, type SealedCustomer } from './invite-rows.ts';
import type { OpenLine } from '../checking/lines-store.ts';
import type { BadRow } from '../problems.ts';
import type { ImportRow } from '../reading/rows.ts';
import { updateCustomers, type Update } from './update-rows.ts';

/** Result of the lines of a batch. */
export type Applied = { made: MadeCustomer[]; updated: string[]; kept: number; bad: BadRow[] };

/** Returns the problem that the report shows for a line without a decision. */
export const undecided = ({ kind }: Same): RowProblem => ({
  field: kind === 'name' ? 'line' : kind,
  message: `import.same.${kind}.undecided`,
});

/**
 * Returns the problem that the report shows for a house that accepted customers when the list was checked, but does not any more.
 */
const closedHouse = ({ cells }: ImportRow): RowProblem => ({
  field: 'house',
  message: 'error.import.houseUnknown',
  params: { house: cells.house },
});

type Line = { row: ImportRow; customer: SealedCustomer };

/** Action for a line: add the customer, update or keep the existing one, or report a problem. */
type Course = 'add' | { update: Same } | 'keep' | { problem: RowProblem };

/** Returns the action for a line by its decision. A decision about another person than the one found now is ignored. */
function courseOf(found: Conflict | null, open: OpenLine | undefined): Course {
  if (found === null) return 'add';
  if (found.same === null) return { problem: found.problem };
  const { same } = found;
  const decision = open?.person_id === same.personId ? open.decision : null;
  if (decision === null || !decisionsFor(same.kind).includes(decision)) return { problem: undecided(same) };
  if (decision === 'skip') return 'keep';
  return decision === 'update' ? { update: same } : 'add';
}

/** Pairs the rows with their sealed customers, and separates the rows that cannot be used. */
function usableLines(
  rows: readonly ImportRow[],
  sealed: readonly SealedCustomer[],
  { houses }: Inviting,
): { good: Line[]; bad: BadRow[] } {
  const bad: BadRow[] = rows.filter(({ customer }) => !customer);
  // The sealed customers are in the order of the good rows.
  const good = rows
    .filter(({ customer }) => customer)
    .map((row, at): Line => ({ row, customer: sealed[at]! }))
    .filter(({ row }) => {
      const isOpen = row.house === null || houses.has(row.house);
      if (!isOpen) bad.push({ ...row, problems: [closedHouse(row)] });
      return isOpen;
    });
  return { good, bad };
}

/** Lines by their action, with the number of lines whose customer is kept. */
type ByCourse = { adding: Line[]; updating: (Line & { update: Update })[]; kept: number; bad: BadRow[] };

function byCourse(
  lines: readonly Line[],
  conflicts: readonly (Conflict | null)[],
  decisions: ReadonlyMap<number, OpenLine>,
): ByCourse {
  const sorted: ByCourse = { adding: [], updating: [], kept: 0, bad: [] };
  for (const [at, line] of lines.entries()) {
    const found = conflicts[at] ?? null;
    const course = courseOf(found, decisions.get(line.row.line));
    if (course === 'keep') sorted.kept += 1;
    else if (course === 'add')
      sorted.adding.push({ ...line, customer: withoutTakenId(line.customer, found) });
    else if ('problem' in course) sorted.bad.push({ ...line.row, problems: [course.problem] });
    else
      sorted.updating.push({
        ...line,
        update: { personId: course.update.personId, customer: line.customer.customer },
      });
  }
  return sorted;
}

/** Adds the customers of some lines, updates existing ones, and leaves out lines that cannot be used or have no decision. */
export async function applyRows(
  tx: Tx,
  services: Services,
  inviting: Inviting & Pick<Comparison, 'scope'>,
  {
    rows,
    sealed,
    decisions,
  }: {
    rows: readonly ImportRow[];
    sealed: readonly SealedCustomer[];
    decisions: ReadonlyMap<number, OpenLine>;
  },
): Promise<Applied> {
  const { good, bad: unusable } = usableLines(rows, sealed, inviting);
  const customers = good.map(({ customer }) => customer);
  const conflicts = await conflictsOf(tx, services, inviting, customers);
  const { adding, updating, kept, bad: refused } = byCourse(good, conflicts, decisions);
  const made = await insertCustomers(
    tx,
    inviting,
    adding.map(({ customer, row }) => ({ ...customer, line: row.line })),
  );
  const worked = await updateCustomers(
    tx,
    services,
    updating.map(({ update }) => update),
    inviting.now,
  );
  const withTakenId = updating
    .filter((_, at) => !worked[at])
    .map(({ row }): BadRow => ({
      ...row,
      problems: [{ field: 'customer_id', message: 'error.customer.idTaken' }],
    }));
  // Another call created these accounts between the query and the statement.
  const existing = adding
    .filter((_, at) => !made[at])
    .map(({ row }): BadRow => ({
      ...row,
      problems: [{ field: 'email', message: 'error.userExists' }],
    }));
  return {
    made: made.filter((account) => account !== null),
    updated: updating.filter((_, at) => worked[at]).map(({ update }) => update.personId),
    kept,
    bad: [...unusable, ...refused, ...withTakenId, ...existing],
  };
}

/** If another customer has the customer ID of the line, the new one is added without it. */
function withoutTakenId(customer: SealedCustomer, found: Conflict | null): SealedCustomer {
  if (found?.same?.kind !== 'customer_id') return customer;
  return { ...customer, customer: { ...customer.customer, customer_id: null } };
}
