import * as z from 'zod/mini';
import { doneBy } from '../../../../domain/access/done-by.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operation } from '../../../pipeline/operation.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { activePlan } from '../operations.ts';

/**
 * Records that the person says of the signed plan that it is still right (D-59). Nothing in the plan changes. A second press on the same
 * day records nothing.
 * @throws AppError `invalid` for a plan that was not signed; `conflict` if another version is in force than the person saw
 */
export const confirmStillRight = operation({
  name: 'confirmStillRight',
  kind: 'write',
  input: z.strictObject({
    id: z.string().check(z.uuid()),
    plan_version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
  }),
  access: { action: 'plan.sign', subject: activePlan },
  async run({ input, subject: acp, tx, actor, now, auditDetails }) {
    const { plan_version } = acp;
    if (acp.status !== 'complete') refuseInvalid([{ field: 'id', message: 'error.plan.notComplete' }]);
    if (plan_version !== input.plan_version) throw new AppError('conflict');
    const isKnown =
      acp.still_right_version === plan_version &&
      acp.still_right_at !== null &&
      melbourneDate(acp.still_right_at) === melbourneDate(now);
    auditDetails({ plan_version, ...(isKnown && { changed: false }) });
    if (isKnown) return acp;
    const said = { still_right_at: now, still_right_version: plan_version };
    await tx.updateTable('acps').set(said).where('id', '=', acp.id).execute();
    const activity = { template: 'planStillRight', userId: acp.user_id, ...doneBy(actor), at: now } as const;
    await recordActivity(tx, activity, {});
    return { ...acp, ...said };
  },
});
