import pg from 'pg';
import type { Context } from '../../../src/server/pipeline/context.ts';
import type { Operation } from '../../../src/server/pipeline/operation.ts';
import { getAuditReport } from '../../../src/server/features/reports/audit/operations.ts';
import { getCompanyReport } from '../../../src/server/features/reports/company/operations.ts';
import { getCompletionsReport } from '../../../src/server/features/reports/completions/operations.ts';
import { getCustomersReport } from '../../../src/server/features/reports/customers/operations.ts';
import { getSubscriptionsReport } from '../../../src/server/features/reports/subscriptions/operations.ts';
import { reports } from './reports.ts';

/** A statement with its values, as a client sends it to the database. */
export type Statement = { text: string; values: unknown[] };

const operations: Readonly<Record<keyof typeof reports, Operation<unknown>>> = {
  company: getCompanyReport,
  completions: getCompletionsReport,
  customers: getCustomersReport,
  subscriptions: getSubscriptionsReport,
  audit: getAuditReport,
};

/** The reports that are compared with their bare SQL. */
export const compared = Object.keys(operations) as (keyof typeof reports)[];

/** Returns the statements that a report sends to the database. */
export const statementsOf = (
  report: keyof typeof reports,
  context: Context,
  input: unknown,
): Promise<Statement[]> => sentBy(() => operations[report].call(context, input));

/** Runs a function, and returns the statements that it sends to the database, without those of transactions. */
async function sentBy(run: () => Promise<unknown>): Promise<Statement[]> {
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const send = prototype.query as (...given: unknown[]) => unknown;
  const sent: Statement[] = [];
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const { text, values } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text: string; values?: unknown });
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return send.apply(this, given);
  } as typeof prototype.query;
  try {
    await run();
  } finally {
    Object.defineProperty(prototype, 'query', original);
  }
  return sent;
}

/** Sends statements one after the other, as a client without the product does. Returns the duration in milliseconds. */
export async function sendBare(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const begin = performance.now();
  for (const { text, values } of statements) await client.query(text, values);
  return performance.now() - begin;
}
