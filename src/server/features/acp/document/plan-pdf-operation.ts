import * as z from 'zod/mini';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { planOf } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { findPlanOfContact } from '../../sharing/api.ts';
import { findPlanDocument } from './plan-document.ts';

/** Loads the plan of a person; for a trusted contact only if it is shared with them at this moment. */
export const planFor = (
  userId: string,
  loading: Loading,
): Subjects['plan'] | Promise<Subjects['plan'] | null> =>
  loading.actor.kind === 'contact' ? findPlanOfContact(loading.actor, loading) : planOf(userId);

/**
 * Returns the signed plan as a document to print, with its file name (GAP-49). With card and PIN, and for a trusted contact, it
 * is always the version in force (D-41).
 * @throws AppError `not-found` while nothing is signed
 */
export const getPlanDocument = operation({
  name: 'getPlanDocument',
  kind: 'read',
  input: z.strictObject({
    user_id: z.string().check(z.uuid()),
    version: z.optional(z.nullable(z.int().check(z.gte(1)))),
    language: z.optional(z.nullable(z.enum(['en', 'zh']))),
    for_health_record: z.optional(z.boolean()),
  }),
  access: { action: 'plan.readPdf', subject: (input, loading) => planFor(input.user_id, loading) },
  async run({ input, actor, tx, services, now }) {
    const { user_id: userId, language = null, for_health_record: forHealthRecord = false } = input;
    const version = actor.kind === 'person' ? (input.version ?? null) : null;
    const found = await findPlanDocument(tx, services, now, { userId, version, language, forHealthRecord });
    if (!found) throw new AppError('not-found');
    return found;
  },
});
