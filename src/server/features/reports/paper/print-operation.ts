import * as z from 'zod/mini';
import { optionalReference } from '../../../../domain/lists/list-input.ts';
import { planEvents } from '../../../../domain/reports/audit-events.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findMade } from './made.ts';

/** The reports that can be printed. */
export const printedReports = [
  'company',
  'completions',
  'conversations',
  'customers',
  'subscriptions',
  'audit',
] as const;

const day = z.optional(z.nullable(z.iso.date()));

/**
 * Records in the audit trail that a report is printed, and returns who prints it. It opens nothing: the report itself is read by
 * its own operation, which decides who sees it.
 */
export const printReport = operation({
  name: 'printReport',
  kind: 'write',
  input: z.strictObject({
    report: z.enum(printedReports),
    provider_id: optionalReference(),
    period_from: day,
    period_to: day,
    user_id: optionalReference(),
    actor_id: optionalReference(),
    event: z.optional(z.nullable(z.enum(planEvents))),
  }),
  access: { action: 'overview.read', subject: nothing },
  async run({ input, actor, tx, now, auditDetails }) {
    const { report, provider_id, period_from, period_to, user_id, actor_id, event } = input;
    auditDetails({
      report,
      provider_id: provider_id ?? null,
      period_from: period_from ?? null,
      period_to: period_to ?? null,
      ...(report === 'audit' && {
        user_id: user_id ?? null,
        actor_id: actor_id ?? null,
        event: event ?? null,
      }),
    });
    return findMade(tx, actor, provider_id ?? null, now);
  },
});
