import { byDatabaseClock } from '../../db/clock.ts';
import type { Services } from '../../pipeline/context.ts';
import { isAway } from '../../ports/payments/port.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { handleEvents } from './company/handle-events.ts';
import { takeDueAttempts } from './company/attempts-due.ts';
import { findForgottenEvents } from './company/events-store.ts';
import { endCustomerThere, findLeaving } from './company/leaving.ts';
import { makePaymentMailsDue } from './company/mails-due.ts';
import { reconcile } from './books/reconcile.ts';
import { findOverdue, lookAfterOverdue } from './company/overdue.ts';
import { settleAttempt } from './attempts/settle-attempt.ts';

/** Maximum number of payment attempts, and of lost events, that one run reads again. */
const atMost = 100;

/** Events whose job has not finished after this time are handled without it, in milliseconds. */
const forgottenAfter = 30 * 60_000;

/** Runs work for each item; a failing one does not stop the others, unless the payment company is unavailable. */
async function each<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
  failed: (error: unknown) => void,
) {
  for (const thing of things)
    try {
      await act(thing);
    } catch (error) {
      if (isAway(error)) throw error;
      failed(error);
    }
}

/**
 * Settles what is pending at the payment company: open payment attempts with unknown outcome, and events whose job was lost.
 * Charges nothing. Several processes can run it at once.
 * @throws PaymentProviderError `unavailable` while the payment company is unavailable
 */
export async function settleWaiting(called: Services, log: WriteLine): Promise<void> {
  if (called.payments === null) return;
  const services = await byDatabaseClock(called);
  const { db, clock } = services;
  await each(
    await takeDueAttempts(db, clock(), atMost),
    (id) => settleAttempt(services, id),
    (error) => log(`An intent to pay could not be read again (${codeOf(error)}).`, 'error'),
  );
  const before = new Date(clock().getTime() - forgottenAfter);
  const forgotten = await findForgottenEvents(db, before, atMost);
  await each(
    forgotten.length > 0 ? [forgotten] : [],
    (ids) => handleEvents(services, ids),
    (error) => log(`Events of the payment company could not be handled (${codeOf(error)}).`, 'error'),
  );
}

/**
 * Runs the scheduled tasks of payment plans: mails before renewals, unpaid renewals, and leaving customers. Uses the clock of
 * `services`, which must be reliable. Several processes can run it at once.
 * @throws PaymentProviderError `unavailable` while the payment company is unavailable
 */
export async function lookAfterPaymentPlans(services: Services, log: WriteLine): Promise<void> {
  const { db, clock, payments } = services;
  if (payments === null) return;
  if ((await makePaymentMailsDue(services)) > 0) services.eventsWaiting();
  let person: string | null = null;
  for (;;) {
    const overdue: string[] = await findOverdue(db, person);
    await each(
      overdue,
      (userId) => lookAfterOverdue(services, userId),
      (error) => log(`An unpaid renewal could not be handled (${codeOf(error)}).`, 'error'),
    );
    person = overdue.at(-1) ?? null;
    if (person === null) break;
  }
  const before = new Date(clock().getTime() - forgottenAfter);
  let customer = '';
  for (;;) {
    const leaving: string[] = await findLeaving(db, before, customer, atMost);
    await each(
      leaving,
      (customerId) => endCustomerThere(services, customerId),
      (error) =>
        log(
          `The subscriptions of a deleted account could not be cancelled at the payment company (${codeOf(error)}).`,
          'error',
        ),
    );
    const last = leaving.at(-1);
    if (last === undefined) return;
    customer = last;
  }
}

/** How far back the nightly comparison reads invoices, in milliseconds: this covers a nightly run that was missed. */
const comparedMs = 4 * 24 * 60 * 60_000;

/**
 * Compares the payment records with the payment company's, and logs the number of each kind of difference. Corrects nothing: the operator
 * decides that.
 * @throws PaymentProviderError `unavailable` while the payment company is unavailable
 */
export async function compareBooks(services: Services, log: WriteLine): Promise<void> {
  const { payments, clock } = services;
  if (payments === null) return;
  const since = new Date(clock().getTime() - comparedMs);
  const { drifts } = await reconcile(services, { since, mend: false });
  if (drifts.size === 0) return;
  const names = [...drifts].map(([kind, count]) => `${kind} ${count}`).join(', ');
  log(`The books differ from the payment company's: ${names}. See "npm run billing:reconcile".`, 'error');
}
