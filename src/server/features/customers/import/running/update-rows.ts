import { changesOf } from '../../../../../domain/customers/import/update.ts';
import type { ImportedCustomer } from '../../../../../domain/customers/import/row.ts';
import { customerRole } from '../../../../db/customer-role.ts';
import { medicareColumns } from '../../../../db/sealing/held-medicare.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';

/** An existing customer, and the line that updates them. */
export type Update = { personId: string; customer: ImportedCustomer };

/**
 * Updates customers by their lines. Returns for each whether it worked: false when another customer of the provider has the
 * customer ID of the line, or the customer is gone.
 */
export async function updateCustomers(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  updates: readonly Update[],
  now: Date,
): Promise<boolean[]> {
  const done: boolean[] = [];
  // Few lines of a list are updates, so each can use its own statements. In a fixed order, so that two imports do not deadlock.
  const inOrder = updates
    .map((update, at) => ({ ...update, at }))
    .toSorted((one, next) => (one.personId < next.personId ? -1 : 1));
  for (const { personId, customer, at } of inOrder)
    done[at] = await updateCustomer(tx, keyring, { personId, customer }, now);
  return done;
}

async function updateCustomer(
  tx: Tx,
  keyring: Services['keyring'],
  { personId, customer }: Update,
  now: Date,
): Promise<boolean> {
  const there = await tx
    .selectFrom('users')
    .select([
      'first_name',
      'last_name',
      'customer_id',
      'room',
      'dob as birth_date',
      'gender',
      'medicare_sealed',
      'email_verified_at',
      'provider_id',
    ])
    .where('id', '=', personId)
    .where('permission_role_id', '=', customerRole)
    .forUpdate()
    .executeTakeFirst();
  if (!there) return false;
  const { medicare_number, birth_date, ...changes } = changesOf(customer, {
    ...there,
    isAccepted: there.email_verified_at !== null,
    hasMedicare: there.medicare_sealed !== null,
  });
  if (changes.customer_id && (await isIdTaken(tx, there.provider_id, changes.customer_id))) return false;
  const set = {
    ...changes,
    ...(birth_date !== undefined && { dob: birth_date }),
    ...(medicare_number && medicareColumns(keyring, personId, medicare_number)),
  };
  if (Object.keys(set).length > 0)
    await tx
      .updateTable('users')
      .set({ ...set, updated_at: now })
      .where('id', '=', personId)
      .execute();
  return true;
}

async function isIdTaken(tx: Tx, providerId: string | null, customerId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return other !== undefined;
}
