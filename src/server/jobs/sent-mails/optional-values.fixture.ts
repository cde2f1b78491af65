import type { Services } from '../../pipeline/context.ts';

/** Removes every value of a mail that the database does not require, and deletes the staff who acted. */
export async function removeOptionalValues({ db }: Services): Promise<void> {
  await db.updateTable('users').set({ first_name: null, last_name: null }).execute();
  await db.updateTable('providers').set({ phone_number: null }).execute();
  await db.updateTable('staff_visits').set({ staff_id: null }).execute();
  await db.updateTable('contact_suggestions').set({ suggested_by: null }).execute();
  await db.updateTable('plan_handings').set({ staff_id: null }).execute();
  await db.updateTable('customer_imports').set({ imported_by: null }).execute();
  await db.updateTable('transactions').set({ card_brand: null, card_last4: null }).execute();
  await db.updateTable('provider_charge_refusals').set({ card_brand: null, card_last4: null }).execute();
  await db.deleteFrom('payment_cards').execute();
}
