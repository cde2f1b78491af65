import { isCardOver } from '../../../domain/billing/cards/card.ts';
import { graceUntil } from '../../../domain/billing/lifecycle.ts';
import type { Events } from '../../../domain/events.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import {
  cardExpiringMail,
  paymentFailedMail,
  receiptMail,
  refundMail,
  renewalSoonMail,
  subscriptionEndedMail,
  type AfterPayment,
} from '../../mails/payments/payment-mails.ts';
import { findPerson, send, type Person } from '../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { noteTriesOver } from './company/overdue.ts';
import {
  findKeptCard,
  findPayment,
  findStanding,
  noteReceipt,
  type Payment,
} from './invoices/payment-row.ts';

type OfPayment = { user_id: string; transaction_id: string };

/** Loads the current state of an event's person and payment; null if either is gone. */
async function findPaid(
  context: JobContext,
  event: OfPayment,
): Promise<{ person: Person; payment: Payment } | null> {
  const { db, config } = context.services;
  const person = await findPerson(context, event);
  const payment = person && (await findPayment(db, config.payments.priceIds, event.transaction_id));
  return person && payment ? { person, payment } : null;
}

/** Returns what follows after a payment; `nothing` for a plan that is paid once. */
async function afterPayment(
  { services }: JobContext,
  { userId, recurrence }: Payment,
): Promise<AfterPayment> {
  const plan = userId && recurrence === 'year' ? await findStanding(services.db, userId) : null;
  if (!plan?.period_end || plan.state === 'ended') return { kind: 'nothing' };
  const on = melbourneDate(plan.period_end);
  if (plan.cancel_at_period_end || plan.next_amount === null) return { kind: 'ends', on };
  return { kind: 'next', amount: plan.next_amount, on };
}

/** Sends the receipt, once. */
export const sendReceipt: Handler<Events['payment.received']> = async (event, context) => {
  const found = await findPaid(context, event);
  if (!found || found.payment.receiptMailed || found.payment.paidOn === null) return;
  const { person, payment } = found;
  const { db, config, clock } = context.services;
  const mail = receiptMail(config, {
    transactionId: payment.id,
    invoiceNumber: payment.invoiceNumber ?? '',
    plan: payment.plan,
    amount: payment.amount,
    discount: payment.discount,
    withGst: config.payments.tax.gstRegistered,
    paidOn: payment.paidOn ?? payment.invoicedOn,
    card: payment.card,
    after: await afterPayment(context, payment),
  });
  await send(context, person, mail);
  await noteReceipt(db, payment.id, clock());
};

/** Sends a mail about an unpaid renewal; skipped if it was paid in the meantime. */
async function sendOverdue(
  context: JobContext,
  event: { user_id: string },
  { failedAt, nextTryAt }: { failedAt: Date; nextTryAt: Date | null },
): Promise<void> {
  const { db, config, clock } = context.services;
  const person = await findPerson(context, event);
  const plan = person && (await findStanding(db, person.id));
  if (!person || plan?.state !== 'past_due' || !plan.overdue_since || !plan.overdue_amount) return;
  const mail = paymentFailedMail(config, {
    amount: plan.overdue_amount,
    failedOn: melbourneDate(failedAt),
    dueOn: melbourneDate(plan.overdue_since),
    retryOn: nextTryAt && nextTryAt > clock() ? melbourneDate(nextTryAt) : null,
    graceUntil: melbourneDate(graceUntil(plan.overdue_since)),
  });
  if (mail.subject === 'mail.paymentFailedLast.subject') await noteTriesOver(db, person.id);
  await send(context, person, mail);
}

/** Sends the mail about a failed renewal. */
export const sendFailed: Handler<Events['payment.failed']> = (event, context) =>
  sendOverdue(context, event, {
    failedAt: new Date(event.at),
    nextTryAt: event.next_try_at === null ? null : new Date(event.next_try_at),
  });

/** Sends the mail that the payment company stopped retrying and the payment plan ends soon. */
export const sendTriesOver: Handler<Events['payment-plan.tries-over']> = (event, context) =>
  sendOverdue(context, event, { failedAt: context.at, nextTryAt: null });

export const sendRefund: Handler<Events['payment.refunded']> = async (event, context) => {
  const found = await findPaid(context, event);
  if (!found) return;
  const { person, payment } = found;
  const facts = { amount: event.amount, last4: payment.card?.last4 ?? null };
  await send(context, person, refundMail(context.services.config, facts));
};

/** Sends the mail that the payment plan has ended; skipped if the person has switched to another plan. */
export const sendPlanEnded: Handler<Events['payment-plan.ended']> = async (event, context) => {
  const { db, config } = context.services;
  const person = await findPerson(context, event);
  const plan = person && (await findStanding(db, person.id));
  if (!person || plan?.state !== 'ended') return;
  await send(
    context,
    person,
    subscriptionEndedMail(config, melbourneDate(plan.ended_at ?? new Date(event.at))),
  );
};

/** Loads the payment plan that renews on the date of an event; null if it was stopped, ended or renewed since. */
async function findRenewing(context: JobContext, { user_id, on }: Events['payment-plan.renewal-soon']) {
  const { db } = context.services;
  const person = await findPerson(context, { user_id });
  const plan = person && (await findStanding(db, user_id));
  if (!person || plan?.state !== 'active' || plan.cancel_at_period_end) return null;
  if (!plan.next_amount || !plan.period_end || melbourneDate(plan.period_end) !== on) return null;
  return { person, amount: plan.next_amount, card: await findKeptCard(db, user_id) };
}

export const sendRenewalSoon: Handler<Events['payment-plan.renewal-soon']> = async (event, context) => {
  const found = await findRenewing(context, event);
  if (!found) return;
  const { person, amount, card } = found;
  await send(context, person, renewalSoonMail(context.services.config, { amount, on: event.on, card }));
};

/** Sends the mail that the card expires before the renewal; skipped if the person has another card now. */
export const sendCardExpiring: Handler<Events['payment.card-expiring']> = async (event, context) => {
  const found = await findRenewing(context, event);
  if (!found?.card || !isCardOver(found.card, event.on)) return;
  const { last4, exp_month: month, exp_year: year } = found.card;
  const mail = cardExpiringMail(context.services.config, { last4, month, year, nextOn: event.on });
  await send(context, found.person, mail);
};
