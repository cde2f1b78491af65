import { randomUUID } from 'node:crypto';
import { fullAnswers, person, provider } from '../../../../testing/people.ts';
import { connectProvider } from '../../../../testing/connections.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { insertLinkRow } from '../../features/health-links/link-row.fixture.ts';
import { insertHelpMessage } from '../../features/help/store.ts';
import { issueToken } from '../../features/sign-in/api.ts';
import { companyInMemory, subscribed } from '../../features/billing/company/company.fixture.ts';
import { sealReceiver } from '../../features/privacy/api.ts';
import { sealReceiver as sealContact } from '../../features/sharing/api.ts';
import { findDueForChange } from '../../features/privacy/deletion/deletion-store.ts';
import type { Services } from '../../pipeline/context.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { removeOptionalValues } from './optional-values.fixture.ts';
import { findTask, handlers, handlersOf } from '../events/handlers.ts';

const invitation = randomUUID();
const refusedCharge = 'ch_refused';
const trialEnds = '2099-01-01';

/** How every handler is run: in which language, and whether values that may be missing are missing. */
type Run = { language: Language; isBare: boolean };

/** Makes a member of staff, and a customer with a payment plan, a card, an accepted contact and a pending one. */
async function makePeople(services: Services) {
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
async function makeRecords(services: Services, { staff, margaret }: People, language: Language) {
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
async function sealOwner(services: Services, { margaret }: People) {
  await services.db
    .updateTable('users')
    .set({ delete_on: '2099-01-01' })
    .where('id', '=', margaret.userId)
    .execute();
  return sealReceiver(services, (await findDueForChange(services.db, margaret.userId))!);
}

/** Makes a provider with a trial, an overdue invoice, an imported list, a move of the customer, and staff of an organisation's sign-in. */
async function makeHouse(services: Services, { staff, margaret }: People, moveId: string) {
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
async function makeHanding({ db }: Services, { staff, margaret, accepted }: People): Promise<string> {
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

async function makeEverything(services: Services, { language, isBare }: Run) {
  const people = await makePeople(services);
  const everyone = services.db.updateTable('users');
  await everyone.set({ language }).execute();
  // Before the receivers of mails to deleted people are sealed.
  if (isBare) await everyone.set({ first_name: null, last_name: null }).execute();
  const receiver = await sealOwner(services, people);
  const records = await makeRecords(services, people, language);
  const atHouse = await makeHouse(services, people, records.visit);
  const contact = sealContact(services, people.accepted.id, people.accepted);
  const handing = await makeHanding(services, people);
  const readerLink = randomUUID();
  const opening = await insertLinkRow(services, {
    ...{ id: readerLink, userId: people.margaret.userId, reader: 'Dr Pham' },
    said: isBare ? '' : 'Brookside Clinic',
  });
  await everyone.set({ language }).execute();
  const made = {
    ...people,
    ...records,
    ...atHouse,
    receiver,
    contact,
    handing,
    readerLink,
    opening,
    language,
  };
  if (isBare) await removeOptionalValues(services);
  return made;
}

type Made = Awaited<ReturnType<typeof makeEverything>>;

/** Facts of an event without the optional ones, and with staff whose account was deleted. */
function withoutOptionalFacts(facts: ReturnType<typeof factsOf>) {
  const { version: _, source: __, ...required } = facts;
  return { ...required, staff_id: randomUUID(), actor_id: randomUUID(), inviter_id: randomUUID() };
}

/** Returns the payment plan of an event: with a failed renewal, ended, or continuing. */
const standingOf = (event: string) =>
  ['payment.failed', 'payment-plan.tries-over'].includes(event)
    ? ({ state: 'past_due', overdue_since: new Date(), overdue_amount: 4_900 } as const)
    : ({ state: event === 'payment-plan.ended' ? 'ended' : 'active', overdue_since: null } as const);

/** Returns the account of an event: suspended, archived, or invited with the mailed invitation. */
function accountOf(event: string) {
  if (['customer.invited', 'customer.imported', 'staff.invited'].includes(event))
    return { status: 'invited', invitation_id: invitation, invite_date: new Date() } as const;
  if (['customer.suspended', 'staff.suspended'].includes(event)) return { status: 'suspended' } as const;
  return { status: event === 'customer.archived' ? 'archived' : 'active' } as const;
}

/** Brings the customer's account and payment plan into the state in which an event occurs. */
async function prepare({ db }: Services, event: string, { margaret, house }: Made): Promise<void> {
  const isRemoved = event === 'customer.removed';
  // The mail about a deletion is sent only while the deletion is due, and the mail that the account is kept only while it is kept. An
  // account about to be deleted shares nothing.
  const isLeaving = ['account.deletion-requested', 'account.deletion-soon'].includes(event) || isRemoved;
  const isAtHouse = event === 'staff.invited' || isRemoved || event === 'customer.moved';
  await db
    .updateTable('users')
    .set({
      ...{ delete_on: isLeaving ? '2099-01-01' : null, provider_id: isAtHouse ? house : null },
      ...{ removal_requested_at: isRemoved ? new Date() : null, ...accountOf(event) },
    })
    .where('id', '=', margaret.userId)
    .execute();
  await db.updateTable('payment_plans').set(standingOf(event)).execute();
  const since = event === 'plan.review-due' ? new Date('2024-07-01T12:00:00+10:00') : new Date();
  await db.updateTable('customer_list').set({ plan_since: since }).execute();
}

/** Returns the person of an event. */
function userOf(event: string, { staff, external, margaret }: Made): string {
  if (event === 'digest.due') return staff.userId;
  return event === 'account.organisation-link-wanted' ? external.userId : margaret.userId;
}

/** Returns the facts of an event about a contact: one who was asked, or one who has accepted. */
const contactFacts = (event: string, { pending, accepted, contact }: Made) => ({
  contact_id: (['contact.requested', 'contact.reminder-due', 'contact.expired'].includes(event)
    ? pending
    : accepted
  ).id,
  contact,
});

/** Returns the facts of an event. Each event reads some of them. */
function factsOf(event: string, made: Made) {
  const { staff, margaret, house, receiver, contact } = made;
  const isOfProvider = event.startsWith('provider-');
  return {
    ...{ user_id: userOf(event, made), at: new Date().toISOString(), device: 'Chrome on Windows' },
    ...{ staff_id: staff.userId, actor_id: staff.userId, visit_id: made.visit },
    ...{ suggestion_id: made.suggestion.id, import_id: made.list.id },
    ...{ handing_id: made.handing, conversation_id: randomUUID() },
    ...{ move_id: made.visit, from_id: null, to_id: house },
    ...{ invitation_id: invitation, inviter_id: staff.userId },
    kind: event === 'staff.invited' ? 'staff' : 'invited',
    provider_id: isOfProvider ? house : null,
    ...{ days: 7, factor_id: made.factor, frequency: 'monthly', from: '2026-10-01', to: '2026-11-01' },
    ...{ plan_version: 1, version_at: new Date().toISOString(), version: 1, source: 'card' },
    ...{ export_id: margaret.userId, file_id: randomUUID() },
    transaction_id: isOfProvider ? made.invoice.id : made.transaction.id,
    ...{ amount: 4_900, next_try_at: null, on: isOfProvider ? trialEnds : made.renewsOn },
    ...contactFacts(event, made),
    receiver: event === 'contact.ended' ? contact : receiver,
    ...{ token_id: made.token, message_id: made.message.id, subscription_id: randomUUID() },
    ...{ template: 'welcome', language: made.language, subject: 'Hello', body: 'Hello.\n\n{button}' },
    charge_id: refusedCharge,
    ...{ sync_id: randomUUID(), beat: new Date().toISOString(), failures: 0 },
    link_id: event.startsWith('health-link.') ? made.readerLink : randomUUID(),
    opening_id: made.opening,
    ...{ integration_id: randomUUID(), resident_id: 'R-1', document_id: randomUUID() },
    ...{ notice_id: randomUUID(), change: 'keyAdded' },
  };
}

/**
 * Runs every handler of every event once, about one customer, in the state in which the event occurs. Returns the mails, and the events
 * whose mail handler sent none.
 */
export async function runEveryHandler(
  services: Services,
  { language = 'en', isBare = false }: Partial<Run> = {},
) {
  const made = await makeEverything(services, { language, isBare });
  const sent: Mail[] = [];
  const silent: string[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
  let job = 0;
  for (const event of Object.keys(handlers))
    for (const { handler } of handlersOf(event)) {
      job += 1;
      await prepare(services, event, made);
      const before = sent.length;
      const task = findTask(event, handler)!;
      const context = { services, mailer, log: () => {}, jobId: `job-${job}`, at: new Date() };
      const facts = factsOf(event, made);
      await task.run(isBare ? withoutOptionalFacts(facts) : facts, context);
      if (task.queue === 'mails' && sent.length === before) silent.push(event);
    }
  return { sent, silent, staff: made.staff, margaret: made.margaret };
}
