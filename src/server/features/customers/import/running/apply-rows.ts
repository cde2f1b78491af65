import { decisionsFor } from '../../../../../domain/customers/import/same-person.ts';
import type { RowProblem } from '../../../../../domain/customers/import/row.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { conflictsOf, type Comparison, type Conflict, type Same } from '../checking/conflicts.ts';
import { insertCustomers, type Inviting, type MadeCustomer, type SealedCustomer } from './invite-rows.ts';
import type { OpenLine } from '../checking/lines-store.ts';
import type { BadRow } from '../problems.ts';
import type { ImportRow } from '../reading/rows.ts';
import { updateCustomers, type Update } from './update-rows.ts';

/** What became of the lines of a batch. */
export type Applied = { made: MadeCustomer[]; updated: string[]; kept: number; bad: BadRow[] };

/** What the report says of a line for which nothing was decided. */
export const undecided = ({ kind }: Same): RowProblem => ({
  field: kind === 'name' ? 'line' : kind,
  message: `import.same.${kind}.undecided`,
});

/** What the report says of a house to which customers could be added when the list was checked, and cannot any more. */
const closedHouse = ({ cells }: ImportRow): RowProblem => ({
  field: 'house',
  message: 'error.import.houseUnknown',
  params: { house: cells.house },
});

type Line = { row: ImportRow; customer: SealedCustomer };

/** What a line does: adds its customer, updates or keeps the one who is there, or needs mending. */
type Course = 'add' | { update: Same } | 'keep' | { problem: RowProblem };

/** What a line does by what was decided for it. A decision about another person than the one who is there now counts for nothing. */
function courseOf(found: Conflict | null, open: OpenLine | undefined): Course {
  if (found === null) return 'add';
  if (found.same === null) return { problem: found.problem };
  const { same } = found;
  const decision = open?.person_id === same.personId ? open.decision : null;
  if (decision === null || !decisionsFor(same.kind).includes(decision)) return { problem: undecided(same) };
  if (decision === 'skip') return 'keep';
  return decision === 'update' ? { update: same } : 'add';
}

/** Adds the customers of some lines, updates those who are there already, and leaves out what cannot be used or was not decided. */
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
  const bad: BadRow[] = rows.filter(({ customer }) => !customer);
  // The sealed ones are those of the good rows, in their order.
  const good = rows
    .filter(({ customer }) => customer)
    .map((row, at): Line => ({ row, customer: sealed[at]! }))
    .filter(({ row }) => {
      const isOpen = row.house === null || inviting.houses.has(row.house);
      if (!isOpen) bad.push({ ...row, problems: [closedHouse(row)] });
      return isOpen;
    });
  const conflicts = await conflictsOf(
    tx,
    services,
    inviting,
    good.map(({ customer }) => customer),
  );
  const adding: Line[] = [];
  const updating: (Line & { update: Update })[] = [];
  let kept = 0;
  for (const [at, line] of good.entries()) {
    const found = conflicts[at] ?? null;
    const course = courseOf(found, decisions.get(line.row.line));
    if (course === 'keep') kept += 1;
    else if (course === 'add') adding.push({ ...line, customer: withoutTakenId(line.customer, found) });
    else if ('problem' in course) bad.push({ ...line.row, problems: [course.problem] });
    else
      updating.push({
        ...line,
        update: { personId: course.update.personId, customer: line.customer.customer },
      });
  }
  const made = await insertCustomers(
    tx,
    inviting,
    adding.map(({ customer }) => customer),
  );
  const worked = await updateCustomers(
    tx,
    services,
    updating.map(({ update }) => update),
    inviting.now,
  );
  for (const [at, { row }] of updating.entries())
    if (!worked[at])
      bad.push({ ...row, problems: [{ field: 'customer_id', message: 'error.customer.idTaken' }] });
  return {
    made: made.flatMap((account, at) => {
      // Someone else made the account between the question and the statement.
      if (!account)
        bad.push({ ...adding[at]!.row, problems: [{ field: 'email', message: 'error.userExists' }] });
      return account ?? [];
    }),
    updated: updating.filter((_, at) => worked[at]).map(({ update }) => update.personId),
    kept,
    bad,
  };
}

/** Someone else than the customer who has the ID of the line is added without it. */
function withoutTakenId(customer: SealedCustomer, found: Conflict | null): SealedCustomer {
  if (found?.same?.kind !== 'customer_id') return customer;
  return { ...customer, customer: { ...customer.customer, customer_id: null } };
}
