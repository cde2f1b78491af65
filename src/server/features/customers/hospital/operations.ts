import * as z from 'zod/mini';
import type { HandReceiver } from '../../../../domain/customers/hospital/hand-receivers.ts';
import {
  handedAt,
  handOverForm,
  type HospitalState,
} from '../../../../domain/customers/hospital/hospital.ts';
import { AppError } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findCustomer } from '../../../pipeline/subjects.ts';
import { staffIdOf } from '../page/reading/record-reading.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());

/** A customer's stay in hospital as staff see it, with the last handover. */
export type HospitalView = { user_id: string; state: HospitalState | null; last: store.Handing | null };

/** A recorded handing over. `repeated` is true if a press within the last minute had recorded it. */
export type HandedOver = { id: string; user_id: string; receiver: HandReceiver; repeated: boolean };

/**
 * Records that staff hand the plan and the papers of a customer to an ambulance, a hospital, a doctor or someone else, and that the
 * customer is in hospital from then on (N-14). The PDF is made by `readHandover`. A second press within a minute is the same
 * handover. Contacts who asked for it get a mail when the stay begins.
 * @throws AppError `invalid` at the receiver and the time; `conflict` for a record that was archived as a duplicate
 */
export const handOver = operation({
  name: 'handOver',
  kind: 'write',
  input: formInput(handOverForm, { user_id: id }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.user_id, loading) },
  async run(work): Promise<HandedOver> {
    const { input, subject, tx, services, now, emit, auditDetails } = work;
    const { receiver, receiver_other: other, time } = input;
    const userId = subject.ownerId;
    const at = handedAt(time, now);
    if (at === null)
      throw new AppError('invalid', { fields: [{ field: 'time', message: 'hospital.error.time' }] });
    if (await store.isDuplicate(tx, userId))
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.customer.duplicate' }],
      });
    const same = await store.findSamePress(tx, userId, { receiver, now });
    if (same !== null) {
      auditDetails({ handing_id: same, receiver, repeated: true });
      return { id: same, user_id: userId, receiver, repeated: true };
    }
    const staffId = staffIdOf(work);
    const stay = await store.beginStay(tx, userId, at);
    const handingId = await store.insertHanding(tx, services, {
      ...{ user_id: userId, stay_id: stay.id, staff_id: staffId, receiver, other },
      ...{ handed_at: at, created_at: now },
    });
    auditDetails({ handing_id: handingId, receiver });
    if (stay.isNew)
      emit('customer.handed-over', { user_id: userId, staff_id: staffId, handing_id: handingId });
    return { id: handingId, user_id: userId, receiver, repeated: false };
  },
});

/**
 * Ends the stay of a customer in hospital. The plan is then due for review, until staff reviewed it or it is signed again.
 * @throws AppError `conflict` if the customer is not in hospital
 */
export const markBack = operation({
  name: 'markBack',
  kind: 'write',
  input: z.strictObject({ user_id: id }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.user_id, loading) },
  async run({ subject, tx, services, now }): Promise<HospitalView> {
    if (!(await store.endStay(tx, subject.ownerId, now))) throw new AppError('conflict');
    return viewOf(tx, services, subject.ownerId);
  },
});

/**
 * Stores that staff reviewed the plan after a stay in hospital.
 * @throws AppError `conflict` if no plan was due for review
 */
export const markLookedAgain = operation({
  name: 'markLookedAgain',
  kind: 'write',
  input: z.strictObject({ user_id: id }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.user_id, loading) },
  async run({ subject, tx, services, now }): Promise<HospitalView> {
    if (!(await store.noteLook(tx, subject.ownerId, now))) throw new AppError('conflict');
    return viewOf(tx, services, subject.ownerId);
  },
});

/** Loads what staff see of a customer's stay in hospital. */
export const getHospital = operation({
  name: 'customer.hospital',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ subject, tx, services }) => viewOf(tx, services, subject.ownerId),
});

type Reading = Parameters<typeof store.findLastHanding>;

async function viewOf(tx: Reading[0], services: Reading[1], userId: string): Promise<HospitalView> {
  const state = await store.findHospitalState(tx, userId);
  const last = state === null ? null : await store.findLastHanding(tx, services, userId);
  return { user_id: userId, state, last };
}
