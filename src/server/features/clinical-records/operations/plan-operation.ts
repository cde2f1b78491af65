import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findPlanFhir } from '../../acp/api.ts';
import { recordSystemReading } from '../record-reading.ts';
import { findResident } from '../resident.ts';
import { beginning, findSignedVersions } from '../store.ts';

/** The forms in which a clinical system reads a signed version. */
export const planForms = ['Bundle', 'Composition', 'Binary'] as const;

export type PlanForm = (typeof planForms)[number];

/**
 * Returns a signed version of a resident's plan, without its PDF: the content of `plan.fhir.json`, without the Medicare number, which
 * staff do not see either. A reading of the plan, recorded each time.
 * @throws AppError `not-found` for an unknown version, and while nothing is signed
 */
export const readClinicalPlan = operation({
  name: 'readClinicalPlan',
  kind: 'write',
  input: z.strictObject({
    patient_id: z.uuid(),
    version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
    as: z.enum(planForms),
  }),
  access: {
    action: 'clinicalRecords.read',
    subject: (input, loading) => findResident(input.patient_id, loading, { type: input.as, permission: 'r' }),
  },
  async run(work) {
    const { input, actor, tx, services, now, auditDetails } = work;
    const { patient_id: userId, version } = input;
    const any = { status: null, changed: { from: null, before: null }, count: 1, after: beginning };
    const [signed] = await findSignedVersions(tx, scopeOf(actor), { ...any, only: { userId, version } });
    const plan = signed && (await findPlanFhir(tx, services, now, { userId, version, withMedicare: false }));
    if (!plan) throw new AppError('not-found');
    auditDetails({ plan_version: version, as: input.as });
    await recordSystemReading(work);
    return { signed, plan };
  },
});
