import * as z from 'zod/mini';
import { ownScopeOf } from '../../../../domain/access/scope.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { staffVisitList } from '../../../../domain/lists/definitions/staff-visits.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { findOpenings, openingId } from './access-log-store.ts';
import { findStaffVisits } from './staff-visits-store.ts';

const offset = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(100_000))));
const limit = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(50))));

const pageSize = 10;

/** Returns the openings of the plan by people other than the owner, newest first, from the trail (D-17): a page after the opening `before`. */
export const planOpenings = operation({
  name: 'planOpenings',
  kind: 'read',
  input: z.strictObject({ offset, limit, before: z.nullish(openingId) }),
  access: { action: 'account.readOpenings', subject: ownAccount },
  run: ({ input, subject, tx }) =>
    findOpenings(tx, subject.ownerId, {
      ...{ offset: input.offset ?? 0, limit: input.limit ?? pageSize },
      before: input.before,
    }),
});

/** Returns the visits of staff in the account: who, when and why, and which fields they changed. */
export const staffVisits = operation({
  name: 'staffVisits',
  kind: 'read',
  input: listInput(staffVisitList),
  access: { action: 'account.readVisits', subject: ownAccount },
  run: ({ input, actor, tx, services }) =>
    findStaffVisits(tx, services, ownScopeOf(actor), queryOf(staffVisitList, input)),
});
