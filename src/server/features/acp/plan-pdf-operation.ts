import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { planOf } from '../../pipeline/subjects.ts';
import { findPlanDocument } from './plan-document.ts';

/**
 * The signed plan as a document for paper, with its file name (GAP-49). Refuses with `not-found` while nothing is signed. With card
 * and PIN it is the version in force, whatever is asked for (D-41).
 */
export const getPlanDocument = operation({
  name: 'getPlanDocument',
  kind: 'read',
  input: z.strictObject({
    user_id: z.string().check(z.uuid()),
    version: z.optional(z.nullable(z.int().check(z.gte(1)))),
    language: z.optional(z.nullable(z.enum(['en', 'zh']))),
  }),
  access: { action: 'plan.readPdf', subject: (input) => planOf(input.user_id) },
  async run({ input, actor, tx, services, now }) {
    const { user_id: userId, language = null } = input;
    const version = actor.kind === 'emergency' ? null : (input.version ?? null);
    const found = await findPlanDocument(tx, services, now, { userId, version, language });
    if (!found) throw new AppError('not-found');
    return found;
  },
});
