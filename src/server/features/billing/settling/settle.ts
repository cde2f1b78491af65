import {
  invoiceAfter,
  planAfter,
  type PlanFacts,
  type PlanState,
} from '../../../../domain/billing/lifecycle.ts';
import { dollars } from '../../../../domain/billing/money.ts';
import type {
  InvoiceFacts,
  SubscriptionFacts,
} from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Event } from '../../../../domain/events.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { databaseTime } from '../../../db/clock.ts';
import { inTransaction, type Finish } from '../../../db/transactions/transaction.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { recording } from '../../../pipeline/audit/audit.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { WatchedPayments } from '../../../ports/payments/port.ts';
import { findPlan, keepPlan } from './plan-row.ts';
import { settleTerm } from './settle-term.ts';
import { findPlanRow, type PlanRow } from '../plans.ts';
import {
  bookInvoice,
  findAttemptBehind,
  findBooked,
  lockPerson,
  notePaid,
  promotionOf,
  removeBooked,
  type Settling,
} from './settle-store.ts';

/**
 * Result of settling: our rows `changed`, were `unchanged`, or there is `no-person` here for the facts. `gone`: the payment
 * company does not have the object. `unknown-price`: there is no row of that price.
 */
export type Settled = 'changed' | 'unchanged' | 'no-person' | 'gone' | 'unknown-price';

/** Data of one object at the payment company, read after `readAt` by the database's clock. */
type Reading = {
  readAt: Date;
  customerId: string;
  priceId: string | null;
  attemptId: string | null;
  subscription: SubscriptionFacts | null;
  invoice: InvoiceFacts | null;
};

/** How often facts are read again when newer ones were saved meanwhile. */
const turns = 3;

/** @throws Error without a payment company */
function companyOf({ payments }: Services): WatchedPayments {
  if (payments === null) throw new Error('There is no payment company to ask');
  return payments;
}

async function readSubscription(services: Services, id: string): Promise<Reading | null> {
  const payments = companyOf(services);
  const readAt = await databaseTime(services.db);
  const subscription = await payments.findSubscription(id);
  if (subscription === null) return null;
  const { latestInvoiceId, customerId, priceId, attemptId } = subscription;
  const invoice = latestInvoiceId === null ? null : await payments.findInvoice(latestInvoiceId);
  return { readAt, customerId, priceId, attemptId, subscription, invoice };
}

async function readInvoice(services: Services, id: string): Promise<Reading | null> {
  const payments = companyOf(services);
  const readAt = await databaseTime(services.db);
  const invoice = await payments.findInvoice(id);
  if (invoice === null) return null;
  const { customerId, priceId, attemptId, subscriptionId } = invoice;
  const found = subscriptionId === null ? null : await payments.findSubscription(subscriptionId);
  // An older invoice does not show the state of the subscription.
  const subscription = found?.latestInvoiceId === id ? found : null;
  return {
    readAt,
    customerId,
    priceId: found?.priceId ?? priceId,
    attemptId: attemptId ?? found?.attemptId ?? null,
    subscription,
    invoice,
  };
}

/**
 * Reads a subscription again with its latest invoice, and updates our rows. Never inside a transaction.
 * @throws PaymentProviderError
 */
export const settleSubscription = (services: Services, subscriptionId: string): Promise<Settled> =>
  settle(services, () => readSubscription(services, subscriptionId));

/**
 * Reads an invoice again, with its subscription if it has one, and updates our rows. Never inside a transaction.
 * @throws PaymentProviderError
 */
export const settleInvoice = (services: Services, invoiceId: string): Promise<Settled> =>
  settle(services, () => readInvoice(services, invoiceId));

async function settle(services: Services, read: () => Promise<Reading | null>): Promise<Settled> {
  for (let turn = 1; turn <= turns; turn += 1) {
    const reading = await read();
    if (reading === null) return 'gone';
    const { invoice } = reading;
    if (invoice?.term) return settleTerm(services, invoice, invoice.term);
    const settled = await inTransaction(services.db, (tx) => write(tx, services, reading));
    if (settled === 'changed') services.eventsWaiting();
    if (settled !== 'stale') return settled;
  }
  throw new Error('Facts of a payment were overtaken again and again');
}

function factsOf(reading: Reading, plan: PlanRow, attempt: Parameters<typeof promotionOf>[0] | undefined) {
  const { readAt, subscription, invoice } = reading;
  const shared = { plan, readAt, promotion: attempt ? promotionOf(attempt) : null };
  if (subscription) return { ...shared, kind: 'yearly', subscription, invoice } satisfies PlanFacts;
  if (invoice?.reason === 'once') return { ...shared, kind: 'once', invoice } satisfies PlanFacts;
  return null;
}

async function write(tx: Tx, services: Services, reading: Reading): Promise<Finish<Settled | 'stale'>> {
  const unchanged = { output: 'unchanged', last: null } as const;
  const person = await lockPerson(tx, reading.customerId);
  if (!person) return { ...unchanged, output: 'no-person' };
  const { userId } = person;
  const now = services.clock();
  const { subscription, invoice } = reading;
  const attempt = await findAttemptBehind(tx, userId, {
    attemptId: reading.attemptId,
    subscriptionId: subscription?.id ?? invoice?.subscriptionId ?? null,
    invoiceId: invoice?.id ?? null,
  });
  const row =
    (reading.priceId && (await findPlanRow(tx, services, { priceId: reading.priceId }))) ||
    (attempt && (await findPlanRow(tx, services, { id: attempt.subscription_id })));
  if (!row) return { ...unchanged, output: 'unknown-price' };

  const events: Event[] = [];
  const facts = factsOf(reading, row, attempt);
  const before = await findPlan(tx, userId);
  const outcome = facts && planAfter(before, facts);
  if (outcome?.stale) return { ...unchanged, output: 'stale' };
  if (outcome?.endThere)
    events.push({
      type: 'payment-plan.replaced',
      payload: { user_id: userId, stripe_subscription_id: outcome.endThere },
    });

  const promotionCode = attempt?.promotion?.code ?? null;
  if (invoice) events.push(...(await book(tx, person, { invoice, planId: row.id, promotionCode, now })));
  if (invoice?.status === 'paid') await notePaid(tx, userId, invoice, attempt?.id ?? null, now);

  const plan = outcome?.plan ?? null;
  const planChanged = plan !== null && !isAlike(before, plan);
  if (plan !== null && plan !== before) {
    await keepPlan(tx, userId, plan, now);
    await followPlan(tx, person, plan, facts?.promotion?.id ?? null, now);
    events.push(...eventsOf(userId, before, plan, invoice));
  }
  if (!planChanged && events.length === 0) return unchanged;
  const details = { plan: plan?.state ?? null, invoice: invoice?.id ?? null };
  const entry = {
    chain: userId,
    at: now,
    actor: { kind: 'system' as const },
    action: 'settlePayment',
    subjectId: userId,
    details,
  };
  return { output: 'changed', last: recording(services.secrets, entry, { events }) };
}

/** Whether two states are equal, except for the time of reading. */
const isAlike = (one: PlanState | null, other: PlanState): boolean =>
  one !== null && JSON.stringify({ ...one, readAt: null }) === JSON.stringify({ ...other, readAt: null });

/** Saves an invoice in our books. Returns the resulting events. */
async function book(
  tx: Tx,
  person: Settling,
  about: { invoice: InvoiceFacts; planId: string; promotionCode: string | null; now: Date },
): Promise<Event[]> {
  const { invoice, promotionCode, now } = about;
  const { userId } = person;
  const before = await findBooked(tx, invoice.id);
  const after = invoiceAfter(before, invoice, now);
  if (after === null) {
    if (before !== null) await removeBooked(tx, before.id);
    return [];
  }
  if (before !== null && before.status === after.status && before.refunded === after.refunded) return [];
  const id = await bookInvoice(tx, before, after, {
    ...about,
    person,
    promotionCode: invoice.discount > 0 ? promotionCode : null,
  });
  const events: Event[] = [];
  const wasPaid = before?.status === 'paid' || before?.status === 'refunded';
  if (!wasPaid && (after.status === 'paid' || after.status === 'refunded')) {
    const amount = dollars(invoice.total);
    await recordActivity(tx, { template: 'payment', userId, actorId: null, at: now }, { amount });
    events.push({ type: 'payment.received', payload: { user_id: userId, transaction_id: id } });
  }
  const back = after.refunded - (before?.refunded ?? 0);
  if (back > 0)
    events.push({
      type: 'payment.refunded',
      payload: { user_id: userId, transaction_id: id, amount: back },
    });
  return events;
}

function eventsOf(
  userId: string,
  before: PlanState | null,
  after: PlanState,
  invoice: InvoiceFacts | null,
): Event[] {
  const events: Event[] = [];
  if (after.state === 'past_due' && before?.overdueSince?.getTime() !== after.overdueSince?.getTime())
    events.push({
      type: 'payment.failed',
      payload: {
        user_id: userId,
        amount: after.overdueAmount ?? 0,
        at: (after.overdueSince ?? after.readAt).toISOString(),
        next_try_at: invoice?.nextTryAt?.toISOString() ?? null,
      },
    });
  if (after.state === 'ended' && before?.state !== 'ended')
    events.push({
      type: 'payment-plan.ended',
      payload: { user_id: userId, at: (after.endedAt ?? after.readAt).toISOString() },
    });
  return events;
}

/** Updates the account to the person's payment plan (API-61). Suspended and archived accounts keep their status. */
async function followPlan(
  tx: Tx,
  person: Settling,
  plan: PlanState,
  promotionId: string | null,
  now: Date,
): Promise<void> {
  const ended = plan.state === 'ended';
  const renews = !ended && plan.periodEnd !== null && !plan.cancelAtPeriodEnd;
  await tx
    .updateTable('users')
    .set({
      subscription_id: ended ? null : plan.planId,
      next_billing_date: renews && plan.periodEnd ? melbourneDate(plan.periodEnd) : null,
      stripe_promotion_id: ended || plan.promotion === null ? null : promotionId,
      ...(person.status === 'invited' && !ended && { status: 'active' as const }),
      updated_at: now,
    })
    .where('id', '=', person.userId)
    .execute();
}
