import { randomUUID } from 'node:crypto';
import { fullAnswers, person, provider } from '../../../../testing/people.ts';
import { connectProvider } from '../../../../testing/connections.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { insertHelpMessage } from '../../features/help/store.ts';
import { issueToken } from '../../features/sign-in/api.ts';
import { companyInMemory, subscribed } from '../../features/billing/company/company.fixture.ts';
import { sealReceiver } from '../../features/privacy/api.ts';
import { findDueForChange } from '../../features/privacy/deletion/deletion-store.ts';
import type { Services } from '../../pipeline/context.ts';
import { place } from '../../db/sealing/sealed-columns.ts';

export const refusedCharge = 'ch_refused';
export const trialEnds = '2099-01-01';

/** Makes a member of staff, and a customer with a payment plan, a card, an accepted contact and a pending one. */
export async function makePeople(services: Services) {
  const staff = await person(services, { role: 'admin' });
  const company = companyInMemory();
  const contact = { phone: '0491 570 006', substitutedDecisionMaker: true };
  const margaret = await subscribed({ ...services, payments: company.payments }, company, {
    dob: '14/05/1943',
    medicareNumber: '2123456701',
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [
      { ...contact, name: 'Daniel', email: 'daniel@test.example', relationship: 'Son', accepted: true },
      {
        ...{ ...contact, name: 'Ruth', email: 'ruth@test.example', relationship: 'Friend' },
        phone: '0491 570 110',
      },
    ],
  });
  const { periodEnd } = company.subscriptions.get(margaret.subscriptionId)!;
  const card = { payment_method_id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 1 } as const;
  await services.db
    .insertInto('payment_cards')
    .values({ user_id: margaret.userId, ...card, exp_year: periodEnd.getUTCFullYear() })
    .execute();
  const contacts = await services.db
    .selectFrom('trusted_contacts')
    .select(['id', 'name', 'email', 'status'])
    .where('user_id', '=', margaret.userId)
    .execute();
  const contactIn = (status: 'accepted' | 'pending') => contacts.find((one) => one.status === status)!;
  return {
    ...{ staff, margaret, renewsOn: melbourneDate(periodEnd) },
    ...{ accepted: contactIn('accepted'), pending: contactIn('pending') },
  };
}

type People = Awaited<ReturnType<typeof makePeople>>;

/** Makes the mailed links, the visit of staff, the second factor and the other rows to which events of the customer refer. */
export async function makeRecords(services: Services, { staff, margaret }: People, language: Language) {
  const { db, keyring } = services;
  const { userId } = margaret;
  for (const purpose of ['verify-email', 'reset-password'] as const)
    await issueToken(db, new Date(), purpose, userId);
  const stranger = await person(services);
  const token = await issueToken(db, new Date(), 'verify-email', stranger.userId, 'new@test.example');
  await db
    .insertInto('data_exports')
    .values({ id: userId, user_id: userId, status: 'ready', expires_at: new Date() })
    .execute();
  const message = await insertHelpMessage(db, services, {
    message: { name: 'Ann', email: 'ann@test.example', topic: 'plan', message: 'How do I print it?' },
    ...{ userId, language, now: new Date() },
  });
  const suggestion = await db
    .insertInto('contact_suggestions')
    .values({
      ...{ user_id: userId, suggested_by: staff.userId, name: 'Iris', email: 'iris@test.example' },
      ...{ phone: '0491 570 156', relationship: 'Sister' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [visit, factor] = [randomUUID(), randomUUID()];
  await db
    .insertInto('staff_visits')
    .values({
      ...{ id: visit, staff_id: staff.userId, customer_id: userId },
      reason_sealed: keyring.seal(place('staff_visits', 'reason_sealed', visit), 'Help'),
      ...{ started_at: new Date(Date.now() - 60_000), ends_at: new Date(), ended_at: new Date() },
    })
    .execute();
  await db
    .insertInto('second_factors')
    .values({
      ...{ id: factor, user_id: userId, kind: 'sms', confirmed_at: new Date() },
      value_sealed: keyring.seal(place('second_factors', 'value_sealed', factor), '+61491570156'),
    })
    .execute();
  const transaction = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { token, message, suggestion, visit, factor, transaction };
}

/** Seals the receiver of mails to the customer after the deletion of the account. */
export async function sealOwner(services: Services, { margaret }: People) {
  await services.db
    .updateTable('users')
    .set({ delete_on: '2099-01-01' })
    .where('id', '=', margaret.userId)
    .execute();
  return sealReceiver(services, (await findDueForChange(services.db, margaret.userId))!);
}

/** Makes a provider with a trial, an overdue invoice, an imported list, a move of the customer, and staff of an organisation's sign-in. */
export async function makeHouse(services: Services, { staff, margaret }: People, moveId: string) {
  const { db } = services;
  const house = await provider(services);
  await person(services, { role: 'provideradmin', providerId: house });
  await connectProvider(services, house);
  const external = await person(services, { role: 'providerview', providerId: house });
  await db
    .updateTable('users')
    .set({ login_provider: 'external' })
    .where('id', '=', external.userId)
    .execute();
  await db.updateTable('providers').set({ trial_expiry_date: trialEnds }).where('id', '=', house).execute();
  const invoice = await db
    .insertInto('transactions')
    .values({
      ...{ provider_id: house, amount: 4_900, status: 'overdue', invoice_number: 'WAT-2026-9001' },
      ...{ invoice_date: '2026-11-01', due_date: '2026-11-15' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('provider_charge_refusals')
    .values({
      ...{ charge_id: refusedCharge, transaction_id: invoice.id, reason: 'insufficient' },
      ...{ refused_at: new Date(), card_brand: 'visa', card_last4: '0341' },
    })
    .execute();
  const list = await db
    .insertInto('customer_imports')
    .values({
      ...{ name: 'list.csv', path: 'p', storage_key: 'k', imported_by: staff.userId, provider_id: house },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('customer_moves')
    .values({ id: moveId, user_id: margaret.userId, to_provider_id: house, moved_at: new Date() })
    .execute();
  return { house, external, invoice, list };
}

/** Hands the customer's plan to an ambulance, and lets the accepted contact ask for the mail about it. Returns the id. */
export async function makeHanding({ db }: Services, { staff, margaret, accepted }: People): Promise<string> {
  const now = new Date();
  await db
    .updateTable('trusted_contacts')
    .set({ hospital_news: true })
    .where('id', '=', accepted.id)
    .execute();
  const stay = await db
    .insertInto('hospital_stays')
    .values({ user_id: margaret.userId, began_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const handing = await db
    .insertInto('plan_handings')
    .values({
      ...{ user_id: margaret.userId, stay_id: stay.id, staff_id: staff.userId, receiver: 'ambulance' },
      ...{ handed_at: now, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return handing.id;
}
