import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { careFacilityNameList } from '../../../domain/lists/definitions/care-facilities.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { operation } from '../../pipeline/operation.ts';
import { findCustomer, nothing } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());

/** Returns the care facilities by name, for attaching a customer. */
export const getCustomerProviderNames = operation({
  name: 'getCustomerProviderNames',
  kind: 'read',
  input: listInput(careFacilityNameList),
  access: { action: 'facilities.choose', subject: nothing },
  run: ({ input, actor, tx }) =>
    store.findFacilityNames(tx, scopeOf(actor), queryOf(careFacilityNameList, input)),
});

/**
 * Attaches a customer to a care facility, or with null to none (API-52). The plan, the card and the emergency page name it if the
 * customer has no provider (GAP-52).
 * @throws AppError `invalid` at `customer_provider_id` for an unknown facility; `conflict` with `details.facility` if the
 * customer is no longer attached to `seen`
 */
export const attachCustomerProvider = operation({
  name: 'attachCustomerProvider',
  kind: 'write',
  input: z.strictObject({
    user_id: id,
    customer_provider_id: z.optional(z.nullable(id)),
    seen: z.optional(z.nullable(id)),
  }),
  access: { action: 'customer.change', subject: (input, loading) => findCustomer(input.user_id, loading) },
  async run({ input, subject, tx, now, auditDetails }) {
    const next = input.customer_provider_id ?? null;
    const before = await store.facilityOf(tx, subject.ownerId);
    if (input.seen !== undefined && input.seen !== (before?.id ?? null))
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.facility.attachedMeanwhile' }],
        details: { facility: before },
      });
    const facility = next === null ? null : await store.holdFacility(tx, next);
    if (next !== null && !facility)
      refuseInvalid([{ field: 'customer_provider_id', message: 'error.facility.gone' }]);
    await store.attach(tx, subject.ownerId, next, now);
    auditDetails({ facility_id: next, was: before?.id ?? null });
    return { id: subject.ownerId, facility_id: next, facility: facility?.name ?? null };
  },
});
