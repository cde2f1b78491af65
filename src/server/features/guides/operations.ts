import * as z from 'zod/mini';
import { guideStage, takesConfirmation, type Guide } from '../../../domain/guides.ts';
import { AppError } from '../../../domain/errors.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { operation } from '../../pipeline/operation.ts';
import { namedAccount } from '../../pipeline/subjects.ts';
import { getUser } from '../profile/api.ts';
import { findGuideForChange, keepConfirmDate } from './store.ts';

const input = z.strictObject({ user_id: z.optional(z.nullable(z.string().check(z.uuid()))) });

const activityOf = { record: 'healthRecordConfirmed', donor: 'donorConfirmed' } as const;

/**
 * Stores when the person confirmed a guide. An earlier confirmation keeps its date, so that two clicks or two tabs make one
 * confirmation.
 * @throws AppError `invalid` while the plan that the guide needs is not signed
 */
const confirming = (name: string, guide: Guide) =>
  operation({
    name,
    kind: 'write',
    input,
    access: {
      action: 'guides.confirm',
      subject: (named, loading) => namedAccount(named.user_id, loading),
    },
    async run({ subject: { ownerId: userId }, tx, now, auditDetails }) {
      const { confirmed, plan } = await findGuideForChange(tx, userId, guide);
      const stage = guideStage(guide, confirmed, plan);
      if (stage === 'draft')
        throw new AppError('invalid', { fields: [{ field: 'user_id', message: 'health.record.draft' }] });
      auditDetails({ changed: takesConfirmation(stage) });
      if (takesConfirmation(stage)) {
        await keepConfirmDate(tx, userId, guide, now, now);
        await recordActivity(tx, { template: activityOf[guide], userId, actorId: userId, at: now }, {});
      }
      return getUser(tx, userId);
    },
  });

/** Creates the operation that removes the date: the person has not completed the guide yet. */
const undoing = (name: string, guide: Guide) =>
  operation({
    name,
    kind: 'write',
    input,
    access: {
      action: 'guides.confirm',
      subject: (named, loading) => namedAccount(named.user_id, loading),
    },
    async run({ subject: { ownerId: userId }, tx, now }) {
      await keepConfirmDate(tx, userId, guide, null, now);
      return getUser(tx, userId);
    },
  });

/** Stores `health_record_confirm_date` (HEALTH-06, API-26). */
export const confirmHealthRecord = confirming('confirmHealthRecord', 'record');
/** Stores `donor_confirm_date` (HEALTH-07, API-26). */
export const confirmDonor = confirming('confirmDonor', 'donor');

export const undoHealthRecord = undoing('undoHealthRecord', 'record');
export const undoDonor = undoing('undoDonor', 'donor');
