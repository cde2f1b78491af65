import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import { AppError } from '../../../domain/errors.ts';
import { careFacilityForm } from '../../../domain/inputs/organisation/care-facility.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { careFacilityList, facilityCustomerList } from '../../../domain/lists/definitions/care-facilities.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());
const reading = { action: 'facilities.read', subject: nothing } as const;
const changing = { action: 'facilities.change', subject: nothing } as const;

/** Returns a facility. @throws AppError `not-found` */
async function needed(tx: Tx, facilityId: string, options: { lock?: true } = {}) {
  const facility = await store.findFacility(tx, facilityId, options);
  if (!facility) throw new AppError('not-found');
  return facility;
}

/**
 * Returns the care facilities, ten a page, newest first, by words of their name, service, state, postcode and suburb (API-53).
 */
export const getCustomerProviders = operation({
  name: 'getCustomerProviders',
  kind: 'read',
  input: listInput(careFacilityList),
  access: reading,
  run: ({ input, actor, tx }) => store.findFacilities(tx, scopeOf(actor), queryOf(careFacilityList, input)),
});

/** Returns a care facility by its id (API-53). @throws AppError `not-found` */
export const getCustomerProvider = operation({
  name: 'getCustomerProvider',
  kind: 'read',
  input: z.strictObject({ id }),
  access: reading,
  run: ({ input, tx }) => needed(tx, input.id),
});

/** Returns the customers attached to a facility, who must be detached before it can be deleted. */
export const getFacilityCustomers = operation({
  name: 'getFacilityCustomers',
  kind: 'read',
  input: listInput(facilityCustomerList, { id }),
  access: reading,
  run: ({ input, actor, tx }) =>
    store.findFacilityCustomers(tx, scopeOf(actor), input.id, queryOf(facilityCustomerList, input)),
});

/** Adds a care facility (API-52). @throws AppError `invalid` at the fields */
export const addCustomerProvider = operation({
  name: 'addCustomerProvider',
  kind: 'write',
  input: formInput(careFacilityForm, { idempotency_key: idempotencyKey }),
  access: changing,
  async run({ input, tx, now, auditDetails }) {
    const { idempotency_key: _, ...words } = input;
    const facilityId = await store.insertFacility(tx, words, now);
    auditDetails({ facility_id: facilityId });
    return needed(tx, facilityId);
  },
});

/**
 * Changes a care facility (API-52). A save based on an older state changes nothing.
 * @throws AppError `invalid` at the fields; `conflict` with `details.version` and `details.saved`; `not-found`
 */
export const updateCustomerProvider = operation({
  name: 'updateCustomerProvider',
  kind: 'write',
  input: formInput(careFacilityForm, { id, version: z.int() }),
  access: changing,
  async run({ input, tx, auditDetails }) {
    const { id: facilityId, version, ...words } = input;
    const before = await needed(tx, facilityId, { lock: true });
    if (before.version !== version)
      throw new AppError('conflict', {
        details: { version: before.version, saved: store.wordsOf(before) },
      });
    await store.saveFacility(tx, facilityId, words);
    auditDetails({ facility_id: facilityId });
    return needed(tx, facilityId);
  },
});

/**
 * Deletes a care facility without attached customers (API-52).
 * @throws AppError `conflict` while customers are attached, with their number in `details.customers`; `not-found`
 */
export const deleteCustomerProvider = operation({
  name: 'deleteCustomerProvider',
  kind: 'write',
  input: z.strictObject({ id }),
  access: changing,
  async run({ input, tx, auditDetails }) {
    // Locked first, counted afterwards: a customer who is being attached waits, or is counted.
    await needed(tx, input.id, { lock: true });
    const { customers } = await needed(tx, input.id);
    if (customers > 0)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.facility.inUse' }],
        details: { customers },
      });
    await store.removeFacility(tx, input.id);
    auditDetails({ facility_id: input.id });
    return { id: input.id };
  },
});
