import * as z from 'zod/mini';
import { listColumns, type ImportColumn } from '../../../../../domain/customers/import/columns.ts';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import { fileOf, importSubject, readingOf, requireState } from '../operations.ts';
import * as store from '../store.ts';
import type { MendedCells } from '../reading/rows.ts';
import { findHouseTotals, type HouseTotal } from './houses-store.ts';
import * as lines from './lines-store.ts';
import { mendLine } from './mend-line.ts';
import { keepMend } from './mends-store.ts';

/** Maximum number of lines of one list that can be mended in place; more have to be mended in the file. */
const mendedAtMost = 500;

const cell = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200))));

const givenCells = (cells: Partial<Record<ImportColumn, string | null | undefined>>): MendedCells =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => typeof value === 'string'));

/** An import after a line was mended, with the open lines and the totals of its houses. */
export type MendedImport = store.CustomerImport & { open: lines.OpenKind[]; houses: HouseTotal[] };

/**
 * Mends some cells of a line of a checked list. The line is checked again with the whole list; nothing is stored while it has a
 * problem.
 * @throws AppError `invalid` at the columns with a problem, or at `line`; `conflict` when the list was read again meanwhile
 */
export const mendCustomerImportLine = operation({
  name: 'mendCustomerImportLine',
  kind: 'write',
  input: z.strictObject({
    id: z.string().check(z.uuid()),
    line: z.int().check(z.positive()),
    cells: z.strictObject(
      Object.fromEntries(listColumns.map((column) => [column, cell])) as Record<
        (typeof listColumns)[number],
        typeof cell
      >,
    ),
  }),
  access: { action: 'customers.add', subject: importSubject },
  limit: async ({ actor }) => [{ counted: ['import-mend:account', callerId(actor)], counts: 'always' }],
  prepare: {
    async run({ input: { line, ...input }, subject, actor, services, now }) {
      const cells = givenCells(input.cells);
      requireState(subject, 'checked');
      const toMend = await lines.findNumbersToMend(services.db, subject.row.id);
      if (!toMend.has(line)) throw new AppError('conflict');
      const reading = await readingOf(subject, actor, services, now);
      if (reading.mended.size >= mendedAtMost && !reading.mended.has(line))
        refuseInvalid([{ field: 'line', message: 'error.import.mends', params: { max: mendedAtMost } }]);
      const mended = await mendLine(services, fileOf(subject), reading, { line, cells, toMend });
      return { ...mended, version: subject.row.mended };
    },
  },
  async run({ input, subject, prepared, tx, services, now, auditDetails }): Promise<MendedImport> {
    requireState(subject, 'checked');
    const { row } = subject;
    // Another line was mended meanwhile, and this line was not checked against it.
    if (row.mended !== prepared.version) throw new AppError('conflict');
    const { cells, freed } = prepared;
    const fresh = freed.filter(({ same }) => same === null);
    await keepMend(tx, services, { importId: row.id, line: input.line, cells }, now);
    await lines.replaceLines(tx, row.id, {
      without: fresh.map(({ line }) => line),
      lines: freed.flatMap(({ line, same }) =>
        same ? { line, kind: same.kind, person_id: same.personId } : [],
      ),
    });
    const houses = row.house_counts && { ...row.house_counts };
    if (houses)
      for (const { house } of fresh) {
        const id = house ?? subject.providerId;
        houses[id] = (houses[id] ?? 0) + 1;
      }
    await tx
      .updateTable('customer_imports')
      .set({
        fresh: (row.fresh ?? 0) + fresh.length,
        addressless: (row.addressless ?? 0) + fresh.filter(({ isAddressless }) => isAddressless).length,
        doubtful: (row.doubtful ?? 0) + freed.length - fresh.length,
        faulty: (row.faulty ?? 0) - freed.length,
        houses: houses && JSON.stringify(houses),
        mended: row.mended + 1,
        reached_again: row.reached,
      })
      .where('id', '=', row.id)
      .execute();
    auditDetails({
      import_id: row.id,
      line: input.line,
      columns: Object.keys(givenCells(input.cells)).join(' '),
    });
    return {
      ...(await store.getImport(tx, row.id)),
      open: await lines.countOpenLines(tx, row.id),
      houses: await findHouseTotals(tx, houses),
    };
  },
});
