import { sql } from 'kysely';
import * as z from 'zod/mini';
import { listColumns } from '../../../../../domain/customers/import/columns.ts';
import { genders } from '../../../../../domain/inputs/account-fields.ts';
import type { Events } from '../../../../../domain/events.ts';
import type { Actor } from '../../../../../domain/access/actors.ts';
import { can } from '../../../../../domain/access/access.ts';
import { scopeOf, type Scope } from '../../../../../domain/access/scope.ts';
import { invitationsWaitMs } from '../../../../../domain/customers/import/same-person.ts';
import type { ImportRow } from '../reading/rows.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { nothing } from '../../../../pipeline/subjects.ts';
import { melbourneDate, type IsoDate } from '../../../../../domain/fields.ts';
import { findTrial } from '../../actions/trial.ts';
import { findStaffActor } from '../../../sessions/api.ts';
import { applyRows } from './apply-rows.ts';
import { recordAdded, sealCustomers, type Inviting, type MadeCustomer } from './invite-rows.ts';
import { findDecisions } from '../checking/lines-store.ts';
import { sealBadRow, type BadRow } from '../problems.ts';
import { findAddingProvider } from '../store.ts';

const id = z.string().check(z.uuid());

const customer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  birth_date: z.nullable(z.string()),
  gender: z.nullable(z.enum(genders)),
  medicare_number: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  room: z.nullable(z.string()),
});

/** A line in the format of the list reader. */
const importRow = z.object({
  line: z.int(),
  cells: z.record(z.enum(listColumns), z.string()),
  more: z.array(z.string()),
  customer: z.nullable(customer),
  house: z.nullable(z.string()),
  problems: z.array(
    z.object({
      field: z.enum([...listColumns, 'line']),
      message: z.string(),
      params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
}) as unknown as z.ZodMiniType<ImportRow>;

/**
 * Loads how customers are added for the importer now; null when the importer is no longer allowed to add them: suspended, without
 * the right, the provider archived, its trial over.
 */
async function findInviting(
  tx: Tx,
  services: Services,
  {
    imported_by,
    provider_id,
    started_at,
  }: { imported_by: string | null; provider_id: string | null; started_at: Date | null },
  rows: readonly ImportRow[],
): Promise<(Inviting & { scope: Scope }) | null> {
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
  const houses = await findOpenHouses(tx, actor, rows, now);
  const scope = scopeOf(actor);
  return {
    providerId: provider_id,
    staffId: imported_by,
    language,
    trialEnds,
    houses,
    now,
    began: started_at ?? now,
    scope,
  };
}

/** Loads the houses of some lines to which the importer can add customers now, with the end of a customer's trial there. */
async function findOpenHouses(
  tx: Tx,
  actor: Actor,
  rows: readonly ImportRow[],
  now: Date,
): Promise<Inviting['houses']> {
  const open = new Map<string, IsoDate | null>();
  // In a fixed order, so that two imports do not deadlock.
  for (const houseId of [...new Set(rows.flatMap(({ house }) => house ?? []))].toSorted()) {
    const house = await findAddingProvider(houseId, { tx, lock: true });
    if (!house || can(actor, 'customers.add', house) !== 'allow') continue;
    const trial = await findTrial(tx, houseId, melbourneDate(now));
    if (trial.state !== 'over') open.set(houseId, trial.state === 'running' ? trial.customerEnds : null);
  }
  return open;
}

const lockRunning = (tx: Tx, importId: string) =>
  tx
    .selectFrom('customer_imports')
    .selectAll()
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();

/** Result of a batch: `behind` when another process was faster or the import is over. */
export type BatchOutcome = 'done' | 'behind' | 'stopped';

/**
 * Imports some lines. The accounts, their invitations, the unusable lines and the position of the import commit together, so that
 * a process that dies repeats no line and leaves none out.
 */
export const importCustomerRows = operation({
  name: 'importCustomerRows',
  kind: 'write',
  input: z.strictObject({ id, reached: z.number(), rows: z.array(importRow) }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: {
    async run({ input, services }) {
      const good = input.rows.flatMap(({ customer: read, house }) => (read ? { customer: read, house } : []));
      return sealCustomers(services, good);
    },
  },
  async run({ input, prepared, tx, now, services, emit, auditDetails }): Promise<BatchOutcome> {
    const { rows, reached } = input;
    const row = await lockRunning(tx, input.id);
    if (row?.reached !== reached) return 'behind';
    auditDetails({ import_id: row.id });
    const inviting = await findInviting(tx, services, row, rows);
    if (!inviting) {
      emit('customer-import.finished', { user_id: row.imported_by ?? '', import_id: row.id });
      const due = await endImport(tx, row, 'stopped', now);
      if (due) emit('customer-import.invitations-due', due);
      return 'stopped';
    }
    const [first, last] = [rows.at(0)?.line ?? 0, rows.at(-1)?.line ?? row.line];
    const decisions = await findDecisions(tx, row.id, { from: first, to: last });
    const { made, updated, kept, bad } = await applyRows(tx, services, inviting, {
      rows,
      sealed: prepared,
      decisions,
    });
    await recordAdded(tx, { ...inviting, importId: row.id }, made);
    await insertProblems(tx, services, row.id, bad, now);
    await tx
      .updateTable('customer_imports')
      .set({
        reached: reached + rows.length,
        ...(row.reached_again !== null && { reached_again: reached + rows.length }),
        line: last,
        done: row.done + made.length,
        failed: row.failed + bad.length,
        updated: row.updated + updated.length,
        kept: row.kept + kept,
      })
      .where('id', '=', row.id)
      .execute();
    if (!row.send_now) await insertAdditions(tx, row.id, made);
    else
      for (const { user_id, invitation_id } of made)
        if (invitation_id !== null) emit('customer.imported', { user_id, invitation_id });
    auditDetails({
      ...{ added: made.length, failed: bad.length, kept },
      ...(updated.length > 0 && { updated: updated.join(' ') }),
    });
    return 'done';
  },
});

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

/** Stores which customers an import added, as long as it can be taken back. */
async function insertAdditions(tx: Tx, importId: string, made: readonly MadeCustomer[]): Promise<void> {
  if (made.length === 0) return;
  await sql`
    insert into customer_import_additions (user_id, import_id)
    select id, ${importId}::uuid from unnest(${made.map(({ user_id }) => user_id)}::uuid[]) as id`.execute(
    tx,
  );
}

/** Ends an import. Returns when its waiting invitations are due; null if none wait. */
async function endImport(
  tx: Tx,
  { id: importId, send_now, done }: { id: string; send_now: boolean; done: number },
  state: 'done' | 'stopped',
  now: Date,
): Promise<Events['customer-import.invitations-due'] | null> {
  const due = !send_now && done > 0 ? new Date(now.getTime() + invitationsWaitMs) : null;
  await tx
    .updateTable('customer_imports')
    .set({
      state,
      finished_at: now,
      ...(due && { invitations: 'waiting', invitations_due_at: due }),
    })
    .where('id', '=', importId)
    .execute();
  return due && { import_id: importId, not_before: due.toISOString() };
}

/** Ends an import, once: when all its lines were processed, or as `stopped` when its file is gone. */
export const finishCustomerImport = operation({
  name: 'finishCustomerImport',
  kind: 'write',
  input: z.strictObject({ id, state: z.enum(['done', 'stopped']) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const row = await lockRunning(tx, input.id);
    if (!row) return false;
    emit('customer-import.finished', { user_id: row.imported_by ?? '', import_id: row.id });
    const due = await endImport(tx, row, input.state, now);
    if (due) emit('customer-import.invitations-due', due);
    auditDetails({ import_id: row.id, done: row.done, failed: row.failed });
    return true;
  },
});
