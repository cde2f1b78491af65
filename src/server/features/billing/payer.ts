import type { PlanState } from '../../../domain/billing/lifecycle.ts';
import { payerOf } from '../../../domain/billing/paying.ts';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import type { Language, TextKey } from '../../../domain/i18n/texts.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { WatchedPayments } from '../../ports/payments/port.ts';
import { findPlanRow, offerOf, type Offer, type PlanRow } from './plans.ts';
import { findPlan } from './settling/plan-row.ts';

/** A person with the data for payments. */
export type Payer = {
  userId: string;
  email: string;
  language: Language;
  customerId: string | null;
  providerId: string | null;
  providerName: string | null;
  /** The payment plan that the account names. */
  subscriptionId: string | null;
  promotionId: string | null;
  nextBillingDate: string | null;
  trialEndDate: string | null;
};

/** Loads a person by id. @throws AppError `not-found` */
export async function findPayer(tx: Tx, userId: string): Promise<Payer> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id as userId',
      'users.email',
      'users.language',
      'users.stripe_customer_id as customerId',
      'users.provider_id as providerId',
      'providers.name as providerName',
      'users.subscription_id as subscriptionId',
      'users.stripe_promotion_id as promotionId',
      'users.next_billing_date as nextBillingDate',
      'users.trial_end_date as trialEndDate',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return row;
}

/** Creates a refusal with a message at a field. */
export const refusedAt = (field: string, message: TextKey): AppError =>
  new AppError('invalid', { fields: [{ field, message }] });

const said = (code: 'forbidden' | 'unavailable', message: TextKey): AppError => {
  const fields: FieldError[] = [{ field: 'payment', message }];
  return new AppError(code, { fields, details: { reason: 'payment' } });
};

/** Creates the error for a payment company that does not answer, when nothing was charged. */
export const providerDown = (): AppError => said('unavailable', 'error.payment.providerDown');

/**
 * Returns the payment company for calls that charge nothing, which also work when taking payments is turned off: reading the
 * outcome of a payment, and stopping a payment plan. @throws AppError `unavailable` when none is connected
 */
export function companyOf({ payments }: Pick<Services, 'payments'>): WatchedPayments {
  if (payments === null) throw providerDown();
  return payments;
}

/** Returns the payment company for charging. @throws AppError `forbidden` when payment is off (PAY-18) */
export function paymentsOf({ payments, config }: Pick<Services, 'payments' | 'config'>): WatchedPayments {
  if (payments === null || config.payments.disabled) throw said('forbidden', 'error.paymentDisabled');
  return payments;
}

/** Whether the person's provider pays (BILL-02, TRANS-05). */
export const isCovered = ({
  providerId,
  subscriptionId,
}: Pick<Payer, 'providerId' | 'subscriptionId'>): boolean =>
  payerOf({ provider_id: providerId, subscription_id: subscriptionId }) === 'provider';

/** Refuses a customer whose provider pays (BILL-02, CON-25). @throws AppError `forbidden` */
export function refuseCovered(payer: Pick<Payer, 'providerId' | 'subscriptionId'>): void {
  if (isCovered(payer)) throw said('forbidden', 'checkout.providerCovers.title');
}

/** Payment state of a person: the plan that they pay for, and a personal price that is not paid yet (PAY-10). */
export type Standing = { plan: PlanState | null; row: PlanRow | null; ownPrice: PlanRow | null };

/**
 * Returns the payment state of a person. A plan that only the account names, such as a plan that came with the account, counts as
 * paid if it is one of the known plans; any other price still has to be paid.
 */
export async function standingOf(
  tx: Tx,
  services: Pick<Services, 'config'>,
  payer: Pick<Payer, 'userId' | 'subscriptionId'>,
): Promise<Standing> {
  const plan = await findPlan(tx, payer.userId);
  const isLive = plan !== null && plan.state !== 'ended';
  const rowId = isLive ? plan.planId : (payer.subscriptionId ?? plan?.planId ?? null);
  const row = rowId === null ? null : await findPlanRow(tx, services, { id: rowId });
  if (isLive || payer.subscriptionId === null) return { plan, row, ownPrice: null };
  return { plan, row, ownPrice: row?.known === null && row.priceId !== null ? row : null };
}

/** True if this offer is already paid for. A yearly plan can be changed to a plan that is paid once. */
export function isPaid({ plan, row, ownPrice }: Standing, rowId: string, isYearly: boolean): boolean {
  if (ownPrice !== null || row === null) return false;
  if (plan?.state === 'ended' && plan.planId === row.id) return false;
  return row.id === rowId || isYearly || row.recurrence === 'never';
}

/**
 * Returns the offer for the price ids of a call: one of the two known plans, or only the person's own price if there is one.
 * Amounts never come from a caller. @throws AppError `invalid` at the field
 */
export async function offerOfCall(
  tx: Tx,
  services: Pick<Services, 'config'>,
  { ownPrice }: Pick<Standing, 'ownPrice'>,
  call: { initialPriceId?: string | null | undefined; yearlyPriceId?: string | null | undefined },
): Promise<Offer> {
  const initial = call.initialPriceId ?? null;
  const yearly = call.yearlyPriceId ?? null;
  const priceId = yearly ?? initial;
  if (priceId === null) throw refusedAt('initialPriceId', 'error.payment.planRequired');
  const row = await findPlanRow(tx, services, { priceId });
  const offered = row !== null && (ownPrice === null ? row.known !== null : row.id === ownPrice.id);
  const offer = offered ? offerOf(row) : null;
  if (offer?.initialPriceId !== initial || offer.yearlyPriceId !== yearly)
    throw refusedAt(yearly === null ? 'initialPriceId' : 'yearlyPriceId', 'error.payment.planUnknown');
  return offer;
}
