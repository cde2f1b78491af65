import { randomUUID } from 'node:crypto';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { HandReceiver } from '../../../../domain/customers/hospital/hand-receivers.ts';
import {
  hospitalState,
  samePressMs,
  type HospitalState,
} from '../../../../domain/customers/hospital/hospital.ts';
import type { DocumentType } from '../../../../domain/files/categories.ts';
import { fullName } from '../../../../domain/names.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/** A recorded handing over of a plan. `by` is the staff member, null if their account is deleted. */
export type Handing = {
  id: string;
  receiver: HandReceiver;
  /** The receiver in the words of staff; null unless `receiver` is other. */
  receiver_other: string | null;
  handed_at: Date;
  by: string | null;
};

/** True if the record is archived because another one of the person is kept: its plan is not in force. */
export async function isDuplicate(tx: Tx, userId: string): Promise<boolean> {
  const record = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isDuplicateRecord('users.id'));
  return (await record.executeTakeFirst()) !== undefined;
}

type Keys = Pick<Services, 'keyring'>;

const receiverPlace = (id: string) => place('plan_handings', 'receiver_sealed', id);

/** Returns the id of the handing over to the same receiver within the last minute; null if there is none. */
export async function findSamePress(
  tx: Tx,
  userId: string,
  { receiver, now }: { receiver: HandReceiver; now: Date },
): Promise<string | null> {
  const row = await tx
    .selectFrom('plan_handings')
    .select('id')
    .where('user_id', '=', userId)
    .where('receiver', '=', receiver)
    .where('created_at', '>', new Date(now.getTime() - samePressMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Begins a stay in hospital, or returns the one that has not ended. `isNew` is true if it begins now. The caller has the customer's
 * row locked.
 */
export async function beginStay(
  tx: Tx,
  userId: string,
  beganAt: Date,
): Promise<{ id: string; isNew: boolean }> {
  const open = await tx
    .selectFrom('hospital_stays')
    .select(['id', 'began_at'])
    .where('user_id', '=', userId)
    .where('back_at', 'is', null)
    .executeTakeFirst();
  if (open) {
    if (beganAt < open.began_at)
      await tx.updateTable('hospital_stays').set({ began_at: beganAt }).where('id', '=', open.id).execute();
    return { id: open.id, isNew: false };
  }
  const { id } = await tx
    .insertInto('hospital_stays')
    .values({ user_id: userId, began_at: beganAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Records to whom a plan was handed. Returns the id of the record. */
export async function insertHanding(
  tx: Tx,
  { keyring }: Keys,
  handing: {
    user_id: string;
    stay_id: string;
    staff_id: string;
    receiver: HandReceiver;
    other: string;
    handed_at: Date;
    created_at: Date;
  },
): Promise<string> {
  const { other, ...values } = handing;
  const id = randomUUID();
  const receiver_sealed = other === '' ? null : keyring.seal(receiverPlace(id), other);
  await tx
    .insertInto('plan_handings')
    .values({ ...values, id, receiver_sealed })
    .execute();
  return id;
}

/** Loads the newest handing over of a customer's plan; null if there is none. */
export async function findLastHanding(tx: Tx, { keyring }: Keys, userId: string): Promise<Handing | null> {
  const row = await tx
    .selectFrom('plan_handings')
    .leftJoin('users as staff', 'staff.id', 'plan_handings.staff_id')
    .select(['plan_handings.id', 'receiver', 'receiver_sealed', 'handed_at'])
    .select(['staff.first_name', 'staff.last_name'])
    .where('user_id', '=', userId)
    .orderBy('plan_handings.created_at', 'desc')
    .orderBy('plan_handings.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, receiver, receiver_sealed, handed_at } = row;
  const receiver_other = receiver_sealed && keyring.open(receiverPlace(id), receiver_sealed);
  return { id, receiver, receiver_other, handed_at, by: fullName(row) || null };
}

/** Returns what staff see of a customer's last stay in hospital; null if nothing is to be done. */
export async function findHospitalState(tx: Tx, userId: string): Promise<HospitalState | null> {
  const row = await tx
    .selectFrom('hospital_stays')
    .leftJoin('customer_list', 'customer_list.user_id', 'hospital_stays.user_id')
    .select(['began_at', 'back_at', 'looked_at', 'plan_since', 'plan'])
    .where('hospital_stays.user_id', '=', userId)
    .orderBy('back_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const stay = { beganAt: row.began_at, backAt: row.back_at, lookedAt: row.looked_at };
  return hospitalState(stay, row.plan === 'complete' ? row.plan_since : null);
}

/** Ends the stay of a customer. Returns false if the customer is not in hospital. */
export async function endStay(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('hospital_stays')
    .set({ back_at: now })
    .where('user_id', '=', userId)
    .where('back_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Stores that staff reviewed the plan after the ended stays. Returns false if no review was due. */
export async function noteLook(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const noted = await tx
    .updateTable('hospital_stays')
    .set({ looked_at: now })
    .where('user_id', '=', userId)
    .where('back_at', 'is not', null)
    .where('looked_at', 'is', null)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Maximum number of papers in one PDF. */
export const papersAtMost = 10;

/** Additional documents that a hospital needs: who may decide, and what the person values. */
const neededTypes = [
  'POWER_OF_ATTORNEY_OR_GUARDIANSHIP_DOCUMENT',
  'APPOINTMENT_OF_MEDICAL_TREATMENT_DECISION_MAKER_OR_MEDICAL_POWER_OF_ATTORNEY',
  'VALUES_AND_PREFERENCES_DOCUMENT',
  'GOALS_OF_CARE',
] as const satisfies readonly DocumentType[];

/** Returns the ids of the papers in force: directives in the order of the emergency sheet, then documents that a hospital needs. */
export async function findPapersInForce(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('user_id', '=', userId)
    .where((either) =>
      either.or([either('category', '=', 'ACP'), either('document_type', 'in', neededTypes)]),
    )
    .where('is_active', '=', true)
    .where('is_uploaded', '=', true)
    .where('is_questionnaire', '=', false)
    .orderBy('category')
    .orderBy('is_eol', 'desc')
    .orderBy('activated_timestamp', 'desc')
    .orderBy('id')
    .limit(papersAtMost + 1)
    .execute();
  return rows.map(({ id }) => id);
}
