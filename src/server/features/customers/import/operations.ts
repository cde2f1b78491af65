import * as z from 'zod/mini';
import { centuries } from '../../../../domain/customers/import/cells.ts';
import {
  importColumns,
  listColumns,
  type ImportColumn,
  type ImportState,
} from '../../../../domain/customers/import/columns.ts';
import { importEncodings } from '../../../../domain/customers/import/encodings.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { checkList, type FoundForm, type Reading, type ReadRow } from './checking/check-list.ts';
import { findForm, keepForm, storedForm } from './checking/forms-store.ts';
import { findHouses, findHouseTotals, type HouseTotal } from './checking/houses-store.ts';
import { findMends } from './checking/mends-store.ts';
import { countOpenLines, keepLines, type OpenKind } from './checking/lines-store.ts';
import type { ListFile } from './upload/list-file.ts';
import { openBadRow, type BadRow } from './problems.ts';
import * as store from './store.ts';
import { refusedList, refuseTrialOver } from './upload/upload-operations.ts';

const id = z.string().check(z.uuid());

/** An import with the first lines as they will be read, and the number of open lines of each kind. */
export type CheckedImport = store.CustomerImport & {
  preview: ReadRow[];
  open: OpenKind[];
  /** Totals by house; empty for a list without a column for the house. */
  houses: HouseTotal[];
  found: FoundForm;
};

/**
 * Settings by which staff have a list read: the columns in the order of the file, the century of short years, and the encoding if
 * the guess was wrong.
 */
const formInput = z.strictObject({
  columns: z
    .array(
      z.pipe(
        z.enum([...listColumns, '']),
        z.transform((column) => (column === '' ? null : column)),
      ),
    )
    .check(z.maxLength(200)),
  century: z.literal(centuries),
  encoding: z.pipe(
    z.optional(z.nullable(z.enum(importEncodings))),
    z.transform((encoding) => encoding ?? undefined),
  ),
});

/** Refuses an import that is not in one of these states. */
export function requireState({ row }: store.ImportSubject, ...states: ImportState[]): void {
  if (states.includes(row.state)) return;
  throw refusedList(row.state === 'running' ? 'error.import.running' : 'error.import.changed');
}

/** Returns the file of an import. @throws AppError `invalid` when it is gone */
export function fileOf({
  row: { id: importId, storage_key, size, key_sealed },
}: store.ImportSubject): ListFile {
  if (size === null || key_sealed === null) throw refusedList('error.import.gone');
  return { id: importId, storage_key, size, key_sealed };
}

/** Loads the settings for reading the lines of a list for its importer: scope, day, houses and mended cells. */
export async function readingOf(
  { providerId, row }: store.ImportSubject,
  actor: Actor,
  services: Services,
  now: Date,
): Promise<Reading> {
  return {
    comparison: { providerId, scope: scopeOf(actor) },
    today: melbourneDate(now),
    known: row.form ?? {},
    houses: await findHouses(services.db, providerId, actor),
    mended: await findMends(services.db, services, row.id),
  };
}

/**
 * Creates an import from an uploaded list (API-56): returns how many lines it would import in which way, and shows the first
 * lines. Sends no invitations yet.
 * @throws AppError `invalid` at `file` for a list that cannot be read; at `form` when the trial is over
 */
export const insertCustomerImport = operation({
  name: 'insertCustomerImport',
  kind: 'write',
  input: z.strictObject({
    file: z.strictObject({
      name: z.string().check(z.maxLength(1_000)),
      path: z.string().check(z.maxLength(200)),
      storage_key: z.string().check(z.maxLength(200)),
    }),
    provider_id: z.optional(z.nullable(id)),
    form: z.optional(z.nullable(formInput)),
    idempotency_key: idempotencyKey,
  }),
  access: {
    action: 'customers.add',
    async subject({ file, provider_id }, { tx, lock }) {
      const found = await store.findImportSubject({ storage_key: file.storage_key }, { tx, lock });
      const isFit =
        found?.row.storage_key.startsWith(`${file.path}/`) &&
        (!provider_id || provider_id === found.providerId);
      return isFit ? found : null;
    },
  },
  limit: async ({ actor }) => [{ counted: ['import:account', callerId(actor)], counts: 'always' }],
  prepare: {
    async run({ input, subject, actor, services, now }) {
      requireState(subject, 'arrived', 'checked');
      const known = input.form ?? (await findForm(services.db, subject.providerId)) ?? {};
      const reading = await readingOf(subject, actor, services, now);
      const checked = await checkList(services, fileOf(subject), { ...reading, known });
      return { ...checked, version: subject.row.mended };
    },
  },
  async run({ input, subject, prepared, tx, now, auditDetails }): Promise<CheckedImport> {
    requireState(subject, 'arrived', 'checked');
    await refuseTrialOver(tx, subject.providerId, now);
    const { totals, open, preview, houses, form } = prepared;
    if (totals === null)
      return { ...(await store.getImport(tx, subject.row.id)), preview, open: [], houses: [], found: form };
    // A line was mended meanwhile, which this reading does not include.
    if (subject.row.mended !== prepared.version) throw new AppError('conflict');
    await tx
      .updateTable('customer_imports')
      .set({
        state: 'checked',
        ...totals,
        form: storedForm(form),
        houses: houses && JSON.stringify(houses),
        ...(houses && { reached_again: 0 }),
      })
      .where('id', '=', subject.row.id)
      .execute();
    await keepLines(tx, subject.row.id, open);
    if (input.form && !form.is_template) await keepForm(tx, subject.providerId, form, now);
    auditDetails({ import_id: subject.row.id, ...totals });
    const kinds = await countOpenLines(tx, subject.row.id);
    return {
      ...(await store.getImport(tx, subject.row.id)),
      ...{ preview, open: kinds, houses: await findHouseTotals(tx, houses), found: form },
    };
  },
});

export const importSubject = ({ id: importId }: { id: string }, { tx, lock }: Pick<Loading, 'tx' | 'lock'>) =>
  store.findImportSubject({ id: importId }, { tx, lock });

/**
 * Starts a checked import. Its invitations are sent an hour after it, or one by one with it for `send_now`. A second call returns
 * the started import.
 * @throws AppError `invalid` when the trial is over
 */
export const startCustomerImport = operation({
  name: 'startCustomerImport',
  kind: 'write',
  input: z.strictObject({ id, send_now: z.optional(z.nullable(z.boolean())) }),
  access: { action: 'customers.add', subject: importSubject },
  async run({ input, subject, actor, tx, now, emit, auditDetails }) {
    if (subject.row.state === 'running') return subject.row;
    requireState(subject, 'checked');
    await refuseTrialOver(tx, subject.providerId, now);
    await tx
      .updateTable('customer_imports')
      // The import runs with the rights of the person who starts it, and notifies that person.
      .set({
        state: 'running',
        started_at: now,
        imported_by: callerId(actor),
        send_now: input.send_now === true,
      })
      .where('id', '=', subject.row.id)
      .execute();
    emit('customer-import.started', { import_id: subject.row.id });
    auditDetails({ import_id: subject.row.id, total: subject.row.total });
    return store.getImport(tx, subject.row.id);
  },
});

/** Maximum number of lines of the report on one page. */
const problemsAtMost = 100;

export type ImportWithProblems = store.CustomerImport & { problems: BadRow[] };

/** Loads the current state of an import, with some of the unusable lines. */
export const getCustomerImport = operation({
  name: 'getCustomerImport',
  kind: 'read',
  input: z.strictObject({
    id,
    offset: z.optional(z.nullable(z.int().check(z.nonnegative()))),
    limit: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(problemsAtMost)))),
  }),
  access: { action: 'customers.add', subject: importSubject },
  async run({ input, subject, tx, services }): Promise<ImportWithProblems> {
    const part = { offset: input.offset ?? 0, limit: input.limit ?? 20 };
    const sealed = await store.findProblems(tx, subject.row.id, part);
    return { ...subject.row, problems: sealed.map((row) => openBadRow(services, subject.row.id, row)) };
  },
});

/** Loads the earlier imports of a provider, newest first. */
export const getCustomerImports = operation({
  name: 'getCustomerImports',
  kind: 'read',
  input: z.strictObject({
    provider_id: z.optional(z.nullable(id)),
    offset: z.optional(z.nullable(z.int().check(z.nonnegative()))),
    limit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(50)))),
  }),
  access: {
    action: 'customers.add',
    subject({ provider_id }, { tx, actor }) {
      const wanted = provider_id ?? (actor.kind === 'person' ? actor.providerId : null);
      return wanted === null ? null : store.findAddingProvider(wanted, { tx, lock: false });
    },
  },
  run: ({ input, subject, tx }) =>
    store.findImports(tx, subject.providerId, { offset: input.offset ?? 0, limit: input.limit ?? 5 }),
});

/** Number of lines of the report that one statement reads. */
const reportBatch = 500;

/** The columns of a report, and its lines batch by batch. */
export type ProblemReport = { columns: readonly ImportColumn[]; batches: AsyncGenerator<BadRow[]> };

/**
 * Exports the unusable lines, batch by batch. Personal details leave the product with them, so the export is recorded in the
 * audit trail.
 */
export const exportCustomerImportProblems = operation({
  name: 'exportCustomerImportProblems',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'customers.add', subject: importSubject },
  async run({ subject, services, auditDetails }): Promise<ProblemReport> {
    const importId = subject.row.id;
    auditDetails({ import_id: importId });
    const own = subject.row.form?.columns ?? [];
    const columns = listColumns.filter(
      (column) => importColumns.some((required) => required === column) || own.includes(column),
    );
    const batches = (async function* () {
      let after = 0;
      for (;;) {
        const sealed = await store.findProblems(services.db, importId, { after, limit: reportBatch });
        if (sealed.length > 0) yield sealed.map((row) => openBadRow(services, importId, row));
        if (sealed.length < reportBatch) return;
        after = sealed.at(-1)!.line;
      }
    })();
    return { columns, batches };
  },
});
