import * as z from 'zod/mini';
import { fullName } from '../../../../domain/names.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { optionalReference } from '../../../../domain/lists/list-input.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId, nothing } from '../../../pipeline/subjects.ts';

/** The reports that can be printed. */
export const printedReports = ['company', 'completions', 'customers', 'subscriptions', 'audit'] as const;

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
  }),
  access: { action: 'overview.read', subject: nothing },
  async run({ input, actor, tx, now, auditDetails }) {
    const { report, provider_id, period_from, period_to } = input;
    auditDetails({
      report,
      provider_id: provider_id ?? null,
      period_from: period_from ?? null,
      period_to: period_to ?? null,
    });
    const person = await tx
      .selectFrom('users')
      .leftJoin('providers', 'providers.id', 'users.provider_id')
      .select(['users.first_name', 'users.last_name', 'users.email', 'providers.name as provider'])
      .where('users.id', '=', callerId(actor))
      .executeTakeFirstOrThrow();
    const asked = provider_id
      ? await tx
          .selectFrom('providers')
          .select('name')
          .where('id', '=', provider_id)
          .where(providerInScope(scopeOf(actor)))
          .executeTakeFirst()
      : undefined;
    return {
      made_by: fullName(person) || person.email,
      own_provider: person.provider,
      provider: asked?.name ?? null,
      made_at: now,
    };
  },
});
