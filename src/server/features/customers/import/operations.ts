import * as z from 'zod/mini';
import { importMaxRows, previewRows, type ImportState } from '../../../../domain/customers/import/columns.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { AppError } from '../../../../domain/errors.ts';
import { idempotencyKey } from '../../../pipeline/idempotency.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { refusalOf } from '../../files/api.ts';
import { conflictsOf } from './conflicts.ts';
import { readList, type ListFile } from './list-file.ts';
import { openBadRow, type BadRow } from './problems.ts';
import { refusedFile, rowsOf, type ImportRow } from './reading/rows.ts';
import * as store from './store.ts';
import { refusedList, refuseTrialOver } from './upload-operations.ts';

const id = z.string().check(z.uuid());

/** A line as it was read before the import: nothing wrong with it, or what is. */
export type PreviewRow = Pick<ImportRow, 'line' | 'cells' | 'problems'>;

/** An import with the first lines as they will be read. */
export type CheckedImport = store.CustomerImport & { preview: PreviewRow[] };

/** Reads a list once, without changing anything. @throws AppError `invalid` at `file`, `unavailable` */
async function checkList(
  services: Services,
  file: ListFile,
  { providerId, now }: { providerId: string; now: Date },
): Promise<{ total: number; preview: PreviewRow[] }> {
  let total = 0;
  const first: ImportRow[] = [];
  try {
    for await (const rows of rowsOf(readList(services, file), melbourneDate(now))) {
      total += rows.length;
      if (total > importMaxRows)
        throw new AppError('invalid', {
          fields: [{ field: 'file', message: 'error.import.tooMany', params: { max: importMaxRows } }],
        });
      if (first.length < previewRows) first.push(...rows.slice(0, previewRows - first.length));
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (total === 0) throw refusedFile('error.import.empty');
  return { total, preview: await withConflicts(services, providerId, first) };
}

/** Lines that fit by themselves, with what the database has against them. */
async function withConflicts(
  services: Services,
  providerId: string,
  rows: ImportRow[],
): Promise<PreviewRow[]> {
  const customers = rows.flatMap(({ customer }) => customer ?? []);
  const conflicts = await conflictsOf(services.db, services, providerId, customers);
  let at = 0;
  return rows.map(({ line, cells, customer, problems }) => {
    const conflict = customer && conflicts[at++];
    return { line, cells, problems: conflict ? [conflict] : problems };
  });
}

/** Steps that an import must still be before. */
function requireState({ row }: store.ImportSubject, ...states: ImportState[]): void {
  if (states.includes(row.state)) return;
  throw refusedList(row.state === 'running' ? 'error.import.running' : 'error.import.changed');
}

function fileOf({ row: { id: importId, storage_key, size, key_sealed } }: store.ImportSubject): ListFile {
  if (size === null || key_sealed === null) throw refusedList('error.import.gone');
  return { id: importId, storage_key, size, key_sealed };
}

/**
 * Makes an import of a list that was sent (API-56) and shows its first lines as they will be read. Nobody is invited yet.
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
    async run({ subject, services, now }) {
      requireState(subject, 'arrived', 'checked');
      return checkList(services, fileOf(subject), { providerId: subject.providerId, now });
    },
  },
  async run({ subject, prepared, tx, now, auditDetails }): Promise<CheckedImport> {
    requireState(subject, 'arrived', 'checked');
    await refuseTrialOver(tx, subject.providerId, now);
    const { total, preview } = prepared;
    await tx
      .updateTable('customer_imports')
      .set({ state: 'checked', total })
      .where('id', '=', subject.row.id)
      .execute();
    auditDetails({ import_id: subject.row.id, total });
    return { ...(await store.getImport(tx, subject.row.id)), preview };
  },
});

const importSubject = ({ id: importId }: { id: string }, { tx, lock }: Pick<Loading, 'tx' | 'lock'>) =>
  store.findImportSubject({ id: importId }, { tx, lock });

/** Starts an import that was checked. A second call finds it started. @throws AppError `invalid` when the trial is over */
export const startCustomerImport = operation({
  name: 'startCustomerImport',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'customers.add', subject: importSubject },
  async run({ subject, actor, tx, now, emit, auditDetails }) {
    if (subject.row.state === 'running') return subject.row;
    requireState(subject, 'checked');
    await refuseTrialOver(tx, subject.providerId, now);
    await tx
      .updateTable('customer_imports')
      // Who starts it is whose rights count, and who is told.
      .set({ state: 'running', started_at: now, imported_by: callerId(actor) })
      .where('id', '=', subject.row.id)
      .execute();
    emit('customer-import.started', { import_id: subject.row.id });
    auditDetails({ import_id: subject.row.id, total: subject.row.total });
    return store.getImport(tx, subject.row.id);
  },
});

/** Lines of the report that one page holds at most. */
const problemsAtMost = 100;

export type ImportWithProblems = store.CustomerImport & { problems: BadRow[] };

/** An import as far as it is, with some of the lines that could not be used. */
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

/** The earlier imports of a provider, the newest first. */
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

/** Lines of the report that one statement reads. */
const reportBatch = 500;

/** The lines that could not be used, batch by batch. What people told about themselves leaves with them, so that the trail keeps it. */
export const exportCustomerImportProblems = operation({
  name: 'exportCustomerImportProblems',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'customers.add', subject: importSubject },
  async run({ subject, services, auditDetails }): Promise<AsyncGenerator<BadRow[]>> {
    const importId = subject.row.id;
    auditDetails({ import_id: importId });
    return (async function* () {
      let after = 0;
      for (;;) {
        const sealed = await store.findProblems(services.db, importId, { after, limit: reportBatch });
        if (sealed.length > 0) yield sealed.map((row) => openBadRow(services, importId, row));
        if (sealed.length < reportBatch) return;
        after = sealed.at(-1)!.line;
      }
    })();
  },
});
