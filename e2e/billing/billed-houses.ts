import { randomUUID } from 'node:crypto';
import { invoiceAtCompany } from '../../src/server/features/provider-billing/company/invoice-at-company.ts';
import { billProviders } from '../../src/server/features/provider-billing/nightly.ts';
import { melbourneDate } from '../../src/domain/fields.ts';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

let made = 0;

/** Makes a provider with a payment plan for 12 beds since today, and its first invoice. */
export async function billedHouse(
  app: TestApp,
  changePlan: (planId: string) => Promise<void> = async () => {},
) {
  made += 1;
  const { services } = app;
  const name = `Saltbush House ${process.pid} ${made}`;
  const { id: subscription_id } = await services.db
    .insertInto('subscriptions')
    .values({ name: 'Aged care, each bed', fee: 4_900, customer_type_id: 4, duration: 'annually-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await changePlan(subscription_id);
  const house = await provider(services, name);
  await services.db
    .updateTable('providers')
    .set({
      subscription_id,
      subscription_start_date: melbourneDate(Date.now()),
      no_of_beds: 12,
      email: 'office@test.example',
    })
    .where('id', '=', house)
    .execute();
  await billProviders(services, () => {});
  const { invoice_number } = await services.db
    .selectFrom('transactions')
    .select('invoice_number')
    .where('provider_id', '=', house)
    .executeTakeFirstOrThrow();
  return { house, name, number: invoice_number ?? '' };
}

/** Makes a provider with an invoice of the payment company, which is paid on the company's page. */
export async function houseBilledThere(app: TestApp, language: Language) {
  const { services } = app;
  const { db } = services;
  const { house, name } = await billedHouse(app, async (plan) => {
    const stripe_price_id = await services.payments!.createPrice(
      { planId: plan, name: 'Aged care, each bed', fee: 4_900, recurrence: null, duration: 'annually-1' },
      randomUUID(),
    );
    await db
      .updateTable('subscriptions')
      .set({ stripe: true, stripe_price_id })
      .where('id', '=', plan)
      .execute();
  });
  await db.updateTable('transactions').set({ language }).where('provider_id', '=', house).execute();
  await invoiceAtCompany(services, () => {});
  const { invoice_number } = await db
    .selectFrom('transactions')
    .select('invoice_number')
    .where('provider_id', '=', house)
    .executeTakeFirstOrThrow();
  return { house, name, number: invoice_number! };
}
