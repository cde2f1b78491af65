import * as z from 'zod/mini';
import {
  decisionsFor,
  importDecisions,
  sameKinds,
  type ImportDecision,
} from '../../../../../domain/customers/import/same-person.ts';
import { refuseInvalid } from '../../../../../domain/errors.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { readLines, type ReadRow } from './check-list.ts';
import * as lines from './lines-store.ts';
import { fileOf, importSubject, readingOf, requireState } from '../operations.ts';
import * as store from '../store.ts';

const id = z.string().check(z.uuid());

/** Kinds of lines that can be shown for a checked list: new customers, lines to decide, lines to mend. */
export const linesShown = ['new', 'decide', 'mend'] as const;

/** A line of a checked list with the customer whom it may name, and the decision. */
export type ShownLine = ReadRow & { person?: lines.SamePerson | undefined; decision: ImportDecision | null };

/**
 * Loads the lines of a checked list, page by page. The file is read again for each page. @throws AppError `invalid` once the
 * import started
 */
export const getCustomerImportLines = operation({
  name: 'getCustomerImportLines',
  kind: 'read',
  input: z.strictObject({
    id,
    show: z.enum(linesShown),
    offset: z.optional(z.nullable(z.int().check(z.nonnegative()))),
    limit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(50)))),
  }),
  access: { action: 'customers.add', subject: importSubject },
  prepare: {
    async run({ input: { show, ...input }, subject, actor, services, now }): Promise<ShownLine[]> {
      requireState(subject, 'checked');
      const { db } = services;
      const importId = subject.row.id;
      const page = { offset: input.offset ?? 0, limit: input.limit ?? 20 };
      const file = fileOf(subject);
      const reading = await readingOf(subject, actor, services, now);
      if (show === 'new') {
        const open = await lines.findOpenNumbers(db, importId);
        const rows = await readLines(services, file, reading, {
          isWanted: (line) => !open.has(line),
          ...page,
        });
        return rows.map((row) => ({ ...row, decision: null }));
      }
      const open = new Map(
        (await lines.findOpenLines(db, importId, show, page)).map((line) => [line.line, line]),
      );
      const rows = await readLines(services, file, reading, {
        isWanted: (line) => open.has(line),
        offset: 0,
        limit: open.size,
      });
      const people = await lines.findSamePeople(
        db,
        rows.flatMap(({ same }) => same?.personId ?? []),
      );
      return rows.map((row) => ({
        ...row,
        person: row.same ? people.get(row.same.personId) : undefined,
        decision: open.get(row.line)?.decision ?? null,
      }));
    },
  },
  run: async ({ prepared }) => prepared,
});

/** Maximum number of lines in one decision. */
const decidedAtOnce = 500;

/**
 * Stores decisions for lines whose person may already be a customer, for single lines or for all of a kind; null removes a
 * decision. Lines without a decision are left out of the import and listed in its report.
 * @throws AppError `invalid` at `decision` when the kind does not allow it
 */
export const decideCustomerImportLines = operation({
  name: 'decideCustomerImportLines',
  kind: 'write',
  input: z.strictObject({
    id,
    decision: z.optional(z.nullable(z.enum(importDecisions))),
    lines: z.optional(z.nullable(z.array(z.int().check(z.positive())).check(z.maxLength(decidedAtOnce)))),
    kind: z.optional(z.nullable(z.enum(sameKinds))),
  }),
  access: { action: 'customers.add', subject: importSubject },
  async run({
    input: { decision = null, ...input },
    subject,
    tx,
    auditDetails,
  }): Promise<store.CustomerImport & { open: lines.OpenKind[] }> {
    requireState(subject, 'checked');
    const importId = subject.row.id;
    const chosen = input.kind ? [input.kind] : sameKinds;
    const kinds = chosen.filter((kind) => decision === null || decisionsFor(kind).includes(decision));
    const decided =
      kinds.length === 0
        ? 0
        : await lines.decideLines(tx, importId, { lines: input.lines ?? null, kinds }, decision);
    if (decided === 0) refuseInvalid([{ field: 'decision', message: 'error.import.decision' }]);
    auditDetails({ import_id: importId, decided, decision });
    return {
      ...(await store.getImport(tx, importId)),
      open: await lines.countOpenLines(tx, importId),
    };
  },
});
