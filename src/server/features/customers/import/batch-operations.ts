import * as z from 'zod/mini';
import { importColumns } from '../../../../domain/customers/import/columns.ts';
import { genders } from '../../../../domain/inputs/account-fields.ts';
import { can } from '../../../../domain/access/access.ts';
import type { ImportRow } from './reading/rows.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { findTrial } from '../actions/trial.ts';
import { findStaffActor } from '../../sessions/api.ts';
import { conflictsOf } from './conflicts.ts';
import {
  insertInvited,
  recordInvited,
  sealCustomers,
  type Inviting,
  type SealedCustomer,
} from './invite-rows.ts';
import { sealBadRow, type BadRow } from './problems.ts';
import { findAddingProvider } from './store.ts';

const id = z.string().check(z.uuid());

const customer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  birth_date: z.nullable(z.string()),
  gender: z.nullable(z.enum(genders)),
  medicare_number: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
});

/** A line as the reading of the list gives it. */
const importRow = z.object({
  line: z.int(),
  cells: z.record(z.enum(importColumns), z.string()),
  more: z.array(z.string()),
  customer: z.nullable(customer),
  problems: z.array(
    z.object({
      field: z.enum([...importColumns, 'line']),
      message: z.string(),
      params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
}) as unknown as z.ZodMiniType<ImportRow>;

/**
 * How customers are added for who imports, at this moment; null when they may not any longer: suspended, without the right, the provider
 * archived, its trial over.
 */
async function findInviting(
  tx: Tx,
  services: Services,
  { imported_by, provider_id }: { imported_by: string | null; provider_id: string | null },
): Promise<Inviting | null> {
  if (imported_by === null || provider_id === null) return null;
  const now = services.clock();
  const actor = await findStaffActor(tx, services.config, imported_by);
  const provider = await findAddingProvider(provider_id, { tx, lock: true });
  if (!actor || !provider || can(actor, 'customers.add', provider) !== 'allow') return null;
  const trial = await findTrial(tx, provider_id, melbourneDate(now));
  if (trial.state === 'over') return null;
  const { language } = await tx
    .selectFrom('users')
    .select('language')
    .where('id', '=', imported_by)
    .executeTakeFirstOrThrow();
  const trialEnds = trial.state === 'running' ? trial.customerEnds : null;
  return { providerId: provider_id, staffId: imported_by, language, trialEnds, now };
}

const lockRunning = (tx: Tx, importId: string) =>
  tx
    .selectFrom('customer_imports')
    .selectAll()
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();

/** What came of a batch: `behind` where another process was faster or the import is over. */
export type BatchOutcome = 'done' | 'behind' | 'stopped';

/**
 * Works on some lines of an import. The accounts, their invitations, the lines that could not be used and how far the import is commit
 * together, so that a process that dies repeats no line and leaves none out.
 */
export const importCustomerRows = operation({
  name: 'importCustomerRows',
  kind: 'write',
  input: z.strictObject({ id, reached: z.number(), rows: z.array(importRow) }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: {
    async run({ input, services }) {
      const good = input.rows.flatMap((row) => row.customer ?? []);
      return sealCustomers(services, good);
    },
  },
  async run({ input, prepared, tx, now, services, emit, auditDetails }): Promise<BatchOutcome> {
    const { rows, reached } = input;
    const row = await lockRunning(tx, input.id);
    if (row?.reached !== reached) return 'behind';
    auditDetails({ import_id: row.id });
    const inviting = await findInviting(tx, services, row);
    if (!inviting) {
      await endImport(tx, row.id, 'stopped', now);
      emit('customer-import.finished', { user_id: row.imported_by ?? '', import_id: row.id });
      return 'stopped';
    }
    const { invited, bad } = await inviteGood(tx, services, inviting, { rows, sealed: prepared });
    await recordInvited(
      tx,
      inviting,
      invited.map(({ user_id }) => user_id),
    );
    await insertProblems(tx, services, row.id, bad, now);
    await tx
      .updateTable('customer_imports')
      .set({
        reached: reached + rows.length,
        line: rows.at(-1)?.line ?? row.line,
        done: row.done + invited.length,
        failed: row.failed + bad.length,
      })
      .where('id', '=', row.id)
      .execute();
    for (const facts of invited) emit('customer.imported', facts);
    auditDetails({ invited: invited.length, failed: bad.length });
    return 'done';
  },
});

async function inviteGood(
  tx: Tx,
  services: Services,
  inviting: Inviting,
  { rows, sealed }: { rows: readonly ImportRow[]; sealed: readonly SealedCustomer[] },
) {
  const bad: BadRow[] = rows.filter(({ customer }) => !customer);
  // The sealed ones are those of the good rows, in their order.
  const good = rows.filter(({ customer }) => customer).map((row, at) => ({ row, customer: sealed[at]! }));
  const conflicts = await conflictsOf(
    tx,
    services,
    inviting.providerId,
    sealed.map(({ customer }) => customer),
  );
  const free = good.filter(({ row }, index) => {
    const conflict = conflicts[index];
    if (conflict) bad.push({ ...row, problems: [conflict] });
    return !conflict;
  });
  const made = await insertInvited(
    tx,
    inviting,
    free.map(({ customer }) => customer),
  );
  const invited = made.flatMap((account, index) => {
    // Someone else made the account between the question and the statement.
    if (!account)
      bad.push({ ...free[index]!.row, problems: [{ field: 'email', message: 'error.userExists' }] });
    return account ?? [];
  });
  return { invited, bad };
}

async function insertProblems(
  tx: Tx,
  services: Services,
  importId: string,
  bad: readonly BadRow[],
  now: Date,
): Promise<void> {
  if (bad.length === 0) return;
  await tx
    .insertInto('customer_import_problems')
    .values(
      bad.map(({ line, cells, more, problems }) => ({
        import_id: importId,
        line,
        row_sealed: sealBadRow(services, importId, { line, cells, more, problems }),
        created_at: now,
      })),
    )
    .execute();
}

const endImport = (tx: Tx, importId: string, state: 'done' | 'stopped', now: Date) =>
  tx.updateTable('customer_imports').set({ state, finished_at: now }).where('id', '=', importId).execute();

/** Ends an import, once: when all its lines were worked on, or `stopped` when its file is gone. */
export const finishCustomerImport = operation({
  name: 'finishCustomerImport',
  kind: 'write',
  input: z.strictObject({ id, state: z.enum(['done', 'stopped']) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const row = await lockRunning(tx, input.id);
    if (!row) return false;
    await endImport(tx, row.id, input.state, now);
    emit('customer-import.finished', { user_id: row.imported_by ?? '', import_id: row.id });
    auditDetails({ import_id: row.id, done: row.done, failed: row.failed });
    return true;
  },
});
