import { gstWithin } from '../../../domain/billing/gst.ts';
import type { CardBrand } from '../../../domain/billing/cards/card.ts';
import { dollars } from '../../../domain/billing/money.ts';
import type { PaymentPlanId } from '../../../domain/billing/payment-plan.ts';
import { longDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language, PlainTextKey, TextKey, TextParams } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** A card as shown in mails. */
export type MailCard = { brand: CardBrand; last4: string };

/** Next event after a payment: another payment, the end of the payment plan, or none. */
export type AfterPayment =
  | { kind: 'next'; amount: number; on: IsoDate }
  | { kind: 'ends'; on: IsoDate }
  | { kind: 'nothing' };

/** The paid item. Amounts are Australian cents; `amount` is the sum after the discount. */
export type PaidReceipt = {
  transactionId: string;
  invoiceNumber: string;
  /** Null for a person's own price (PAY-10). */
  plan: PaymentPlanId | null;
  amount: number;
  discount: number;
  /** Whether the seller is registered for GST (D-34). */
  withGst: boolean;
  paidOn: IsoDate;
  card: MailCard | null;
  after: AfterPayment;
};

const billingPage = (config: Config) => `${config.publicUrl}/account-and-billing`;

const planLabels = {
  care: 'checkout.plan.care.label',
  lifetime: 'checkout.plan.lifetime.label',
} as const satisfies Record<PaymentPlanId, PlainTextKey>;

/** Returns the name of a payment plan; the name of a person's own price for null. */
export const planLabelKey = (plan: PaymentPlanId | null): PlainTextKey =>
  plan === null ? 'invoice.line.ownPrice' : planLabels[plan];

const cardParams = (card: MailCard | null, language: Language): TextParams =>
  card ? { cardBrand: translators[language](`billing.brand.${card.brand}`), last4: card.last4 } : {};

const afterLines = {
  next: 'mail.receipt.lineNext',
  ends: 'mail.receipt.lineEnds',
  nothing: 'mail.receipt.lineNoNext',
} as const satisfies Record<AfterPayment['kind'], TextKey>;

/** Builds the receipt: the amount, the item, and the date of the next payment. The button opens the invoice itself. */
export function receiptMail(config: Config, receipt: PaidReceipt): MailTemplate {
  const { amount, discount, withGst, card, after } = receipt;
  const lines: TextKey[] = ['mail.receipt.lineNumber', 'mail.receipt.linePlan', 'mail.receipt.lineAmount'];
  if (discount > 0) lines.push('mail.receipt.lineDiscount');
  if (withGst) lines.push('mail.receipt.lineGst');
  lines.push('mail.receipt.lineTotal', afterLines[after.kind]);
  const mail = mailOf(amount === 0 ? 'receiptFree' : card ? 'receipt' : 'receiptNoCard', {
    url: `${config.publicUrl}/api/invoices/${receipt.transactionId}`,
    params: (language) => ({
      invoiceNumber: receipt.invoiceNumber,
      amount: dollars(amount),
      subtotal: dollars(amount + discount),
      discount: dollars(discount),
      gst: dollars(gstWithin(amount)),
      date: longDate(receipt.paidOn, language),
      planLabel: translators[language](planLabelKey(receipt.plan)),
      ...cardParams(card, language),
      ...(after.kind === 'next' && { nextAmount: dollars(after.amount) }),
      ...(after.kind !== 'nothing' && { nextDate: longDate(after.on, language) }),
    }),
  });
  return { ...mail, lines };
}

/** Builds the notice of a coming renewal: amount, date in Melbourne, and card. */
export const renewalSoonMail = (
  config: Config,
  { amount, on, card }: { amount: number; on: IsoDate; card: MailCard | null },
): MailTemplate =>
  mailOf(card ? 'renewalSoon' : 'renewalSoonNoCard', {
    url: billingPage(config),
    params: (language) => ({
      date: longDate(on, language),
      amount: dollars(amount),
      ...cardParams(card, language),
    }),
  });

/** A renewal that was not paid. `retryOn` is null if the payment company stopped retrying; nothing ends before `graceUntil`. */
export type FailedRenewal = {
  amount: number;
  failedOn: IsoDate;
  dueOn: IsoDate;
  retryOn: IsoDate | null;
  graceUntil: IsoDate;
};

export function paymentFailedMail(config: Config, failed: FailedRenewal): MailTemplate {
  const { amount, retryOn } = failed;
  return mailOf(retryOn === null ? 'paymentFailedLast' : 'paymentFailed', {
    url: billingPage(config),
    params: (language) => ({
      amount: dollars(amount),
      date: longDate(failed.failedOn, language),
      dueDate: longDate(failed.dueOn, language),
      retryDate: longDate(retryOn ?? failed.failedOn, language),
      graceDate: longDate(failed.graceUntil, language),
    }),
  });
}

/** Builds the notice that the saved card expires before the next payment. */
export const cardExpiringMail = (
  config: Config,
  { last4, month, year, nextOn }: { last4: string; month: number; year: number; nextOn: IsoDate },
): MailTemplate =>
  mailOf('cardExpiring', {
    url: billingPage(config),
    params: (language) => ({
      last4,
      month: language === 'en' ? String(month).padStart(2, '0') : month,
      year: String(year),
      nextDate: longDate(nextOn, language),
    }),
  });

/** Builds the notice of a refund of `amount` cents. */
export const refundMail = (
  config: Config,
  { amount, last4 }: { amount: number; last4: string | null },
): MailTemplate =>
  mailOf(last4 === null ? 'refundNoCard' : 'refund', {
    url: billingPage(config),
    params: () => ({ amount: dollars(amount), ...(last4 !== null && { last4 }) }),
  });

/**
 * Builds the notice that the payment plan has ended: at the end of the paid period, or because a renewal was not paid in time.
 */
export const subscriptionEndedMail = (config: Config, endedOn: IsoDate): MailTemplate =>
  mailOf('subscriptionEnded', {
    url: `${config.publicUrl}/my-acp`,
    params: (language) => ({ date: longDate(endedOn, language) }),
  });

/** Returns the mails about payment: with a card, without one, and with nothing to pay. */
export function paymentSamples(config: Config): MailTemplate[] {
  const card = { brand: 'visa', last4: '4242' } as const;
  const renewal = { amount: 4_900, on: '2027-11-21' };
  const receipt: PaidReceipt = {
    transactionId: 'example',
    invoiceNumber: 'WAT-2026-0042',
    plan: 'care',
    amount: 4_900,
    discount: 0,
    withGst: false,
    paidOn: '2026-11-21',
    card,
    after: { kind: 'next', ...renewal },
  };
  const failed: FailedRenewal = {
    amount: 4_900,
    failedOn: '2026-11-21',
    dueOn: '2026-11-21',
    retryOn: '2026-11-24',
    graceUntil: '2026-11-28',
  };
  return [
    receiptMail(config, receipt),
    receiptMail(config, { ...receipt, card: null }),
    receiptMail(config, { ...receipt, amount: 0, discount: 4_900, card: null }),
    renewalSoonMail(config, { ...renewal, card }),
    renewalSoonMail(config, { ...renewal, card: null }),
    paymentFailedMail(config, failed),
    paymentFailedMail(config, { ...failed, retryOn: null }),
    cardExpiringMail(config, { last4: '4242', month: 9, year: 2027, nextOn: renewal.on }),
    refundMail(config, { amount: 4_900, last4: card.last4 }),
    refundMail(config, { amount: 4_900, last4: null }),
    subscriptionEndedMail(config, renewal.on),
  ];
}
