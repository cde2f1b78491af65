import { gstWithin } from '../../domain/billing/gst.ts';
import type { CardBrand } from '../../domain/billing/cards/card.ts';
import { dollars } from '../../domain/billing/money.ts';
import type { PaymentPlanId } from '../../domain/billing/payment-plan.ts';
import { longDate, type IsoDate } from '../../domain/fields.ts';
import type { Language, PlainTextKey, TextKey, TextParams } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import { translators, type MailTemplate } from './mail.ts';

/** A card as shown in mails. */
export type MailCard = { brand: CardBrand; last4: string };

/** What follows a payment: another payment, the end of the payment plan, or nothing. */
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
  const words =
    amount === 0
      ? ({
          subject: 'mail.receipt.subjectFree',
          heading: 'mail.receipt.headingFree',
          before: ['mail.receipt.p1Free'],
        } as const)
      : card
        ? ({
            subject: 'mail.receipt.subject',
            heading: 'mail.receipt.heading',
            before: ['mail.receipt.p1'],
          } as const)
        : ({
            subject: 'mail.receipt.subjectNoCard',
            heading: 'mail.receipt.heading',
            before: ['mail.receipt.p1NoCard'],
          } as const);
  const lines: TextKey[] = ['mail.receipt.linePlan', 'mail.receipt.lineAmount'];
  if (discount > 0) lines.push('mail.receipt.lineDiscount');
  if (withGst) lines.push('mail.receipt.lineGst');
  lines.push('mail.receipt.lineTotal', afterLines[after.kind]);
  return {
    ...words,
    preheader: 'mail.receipt.preheader',
    lines,
    button: {
      label: 'mail.receipt.button',
      url: `${config.publicUrl}/api/invoices/${receipt.transactionId}`,
    },
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
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice of a coming renewal: amount, date in Melbourne, and card. */
export function renewalSoonMail(
  config: Config,
  { amount, on, card }: { amount: number; on: IsoDate; card: MailCard | null },
): MailTemplate {
  const words = card
    ? ({
        subject: 'mail.renewalSoon.subject',
        preheader: 'mail.renewalSoon.preheader',
        before: ['mail.renewalSoon.p1', 'mail.renewalSoon.p2'],
      } as const)
    : ({
        subject: 'mail.renewalSoon.subjectNoCard',
        preheader: 'mail.renewalSoon.preheaderNoCard',
        before: ['mail.renewalSoon.p1NoCard', 'mail.renewalSoon.p2'],
      } as const);
  return {
    ...words,
    heading: 'mail.renewalSoon.heading',
    button: { label: 'mail.renewalSoon.button', url: billingPage(config) },
    params: (language) => ({
      date: longDate(on, language),
      amount: dollars(amount),
      ...cardParams(card, language),
    }),
    why: 'mail.part.whyAccount',
  };
}

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
  const form = retryOn === null ? 'paymentFailedLast' : 'paymentFailed';
  return {
    subject: retryOn === null ? 'mail.paymentFailedLast.subject' : 'mail.paymentFailed.subject',
    preheader: `mail.${form}.preheader`,
    heading: `mail.${form}.heading`,
    before: [`mail.${form}.p1`, `mail.${form}.p3`],
    button: { label: `mail.${form}.button`, url: billingPage(config) },
    after: [`mail.${form}.p2`],
    params: (language) => ({
      amount: dollars(amount),
      date: longDate(failed.failedOn, language),
      dueDate: longDate(failed.dueOn, language),
      retryDate: longDate(retryOn ?? failed.failedOn, language),
      graceDate: longDate(failed.graceUntil, language),
    }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice that the saved card expires before the next payment. */
export function cardExpiringMail(
  config: Config,
  { last4, month, year, nextOn }: { last4: string; month: number; year: number; nextOn: IsoDate },
): MailTemplate {
  return {
    subject: 'mail.cardExpiring.subject',
    preheader: 'mail.cardExpiring.preheader',
    heading: 'mail.cardExpiring.heading',
    before: ['mail.cardExpiring.p1'],
    button: { label: 'mail.cardExpiring.button', url: billingPage(config) },
    params: (language) => ({
      last4,
      month: language === 'en' ? String(month).padStart(2, '0') : month,
      year: String(year),
      nextDate: longDate(nextOn, language),
    }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice of a refund of `amount` cents. */
export function refundMail(
  config: Config,
  { amount, last4 }: { amount: number; last4: string | null },
): MailTemplate {
  return {
    subject: last4 === null ? 'mail.refund.subjectNoCard' : 'mail.refund.subject',
    preheader: 'mail.refund.preheader',
    heading: 'mail.refund.heading',
    before: [last4 === null ? 'mail.refund.p1NoCard' : 'mail.refund.p1'],
    button: { label: 'mail.refund.button', url: billingPage(config) },
    params: () => ({ amount: dollars(amount), ...(last4 !== null && { last4 }) }),
    why: 'mail.part.whyAccount',
  };
}

/**
 * Builds the notice that the payment plan has ended: at the end of the paid period, or because a renewal was not paid in time.
 */
export function subscriptionEndedMail(config: Config, endedOn: IsoDate): MailTemplate {
  return {
    subject: 'mail.subscriptionEnded.subject',
    preheader: 'mail.subscriptionEnded.preheader',
    heading: 'mail.subscriptionEnded.heading',
    before: ['mail.subscriptionEnded.p1'],
    button: { label: 'mail.subscriptionEnded.button', url: `${config.publicUrl}/my-acp` },
    params: (language) => ({ date: longDate(endedOn, language) }),
    why: 'mail.part.whyAccount',
  };
}
