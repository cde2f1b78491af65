import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { planFor } from '../document/plan-pdf-operation.ts';
import { findPlanFhir } from './fhir-facts.ts';

/**
 * Returns the signed plan as a FHIR document, without its PDF. Recorded in the audit trail, because software of others keeps it.
 * For a trusted contact it is always the version in force (D-41). Only a person alone gets the Medicare number in it, as in the
 * rest of the product (security 37).
 * @throws AppError `not-found` while nothing is signed
 */
export const getPlanFhir = operation({
  name: 'getPlanFhir',
  kind: 'write',
  input: z.strictObject({
    user_id: z.string().check(z.uuid()),
    version: z.optional(z.nullable(z.int().check(z.gte(1)))),
  }),
  access: { action: 'plan.readFhir', subject: (input, loading) => planFor(input.user_id, loading) },
  async run({ input, actor, tx, services, now, auditDetails }) {
    const isPerson = actor.kind === 'person';
    const found = await findPlanFhir(tx, services, now, {
      userId: input.user_id,
      version: isPerson ? (input.version ?? null) : null,
      withMedicare: isPerson && actor.actingStaffId === null && !actor.together,
    });
    if (!found) throw new AppError('not-found');
    auditDetails({ plan_version: found.facts.version });
    return found;
  },
});
