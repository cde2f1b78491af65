import { dollars } from '../../../domain/billing/money.ts';
import type { FeeUnit } from '../../../domain/billing/providers/provider-fee.ts';
import { longDate, type IsoDate } from '../../../domain/fields.ts';
import type { DeclineReason } from '../../../domain/billing/payment-company/provider-facts.ts';
import type { Language, TextKey, TextParams } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';
import type { MailCard } from './payment-mails.ts';

/** An invoice of a provider as mails show it. `amount` in Australian cents; `end` is null for a plan without a term. */
export type InvoiceMail = {
  transactionId: string;
  /** Page of the payment company; null for an invoice of our own. */
  hostedUrl: string | null;
  invoiceNumber: string;
  provider: string;
  planName: string;
  amount: number;
  unit: FeeUnit | null;
  quantity: number;
  start: IsoDate;
  end: IsoDate | null;
  dueOn: IsoDate;
};

const money = (cents: number) => dollars(cents, { exact: true });

const invoiceUrl = ({ publicUrl }: Config, { transactionId, hostedUrl }: InvoiceMail) =>
  hostedUrl === null
    ? `${publicUrl}/api/provider-invoices/${transactionId}`
    : new URL(hostedUrl, publicUrl).href;
const billingPage = (config: Config) => `${config.publicUrl}/provider/billing`;

/** Returns the sentence about what an invoice is for. */
function sentenceOf({ unit, end }: InvoiceMail): TextKey {
  if (unit === null) return end === null ? 'mail.providerInvoice.p1FlatOnce' : 'mail.providerInvoice.p1Flat';
  return end === null ? 'mail.providerInvoice.p1Once' : 'mail.providerInvoice.p1';
}

/** Returns what an invoice is for, with amount and due date. */
function paramsOf(invoice: InvoiceMail, language: Language): TextParams {
  const { invoiceNumber, provider, planName, amount, unit, quantity, start, end, dueOn } = invoice;
  return {
    ...{ invoiceNumber, provider, amount: money(amount) },
    planLabel: planName.trim() || translators[language]('mail.providerInvoice.planUnnamed'),
    counted: unit === null ? '' : translators[language](`mail.providerInvoice.${unit}`, { count: quantity }),
    startDate: longDate(start, language),
    endDate: end === null ? '' : longDate(end, language),
    dueDate: longDate(dueOn, language),
  };
}

/** Builds the mail with a new invoice of a provider. */
export function providerInvoiceMail(config: Config, invoice: InvoiceMail): MailTemplate {
  const mail = mailOf('providerInvoice', {
    url: invoiceUrl(config, invoice),
    params: (language) => paramsOf(invoice, language),
  });
  const before = [sentenceOf(invoice)];
  if (invoice.hostedUrl === null || !mail.button) return { ...mail, before };
  // The page of the payment company is no file.
  return { ...mail, before, button: { ...mail.button, label: 'mail.providerOverdue.button' } };
}

/** Builds the mail that an invoice of a provider is overdue. */
export const providerOverdueMail = (config: Config, invoice: InvoiceMail): MailTemplate => {
  const { invoiceNumber, amount, dueOn } = invoice;
  return mailOf('providerOverdue', {
    url: invoiceUrl(config, invoice),
    params: (language) => ({ invoiceNumber, amount: money(amount), dueDate: longDate(dueOn, language) }),
  });
};

/** A refused charge as mails show it. `retryOn` is null if the payment company does not charge the card again by itself. */
export type RefusalMail = {
  reason: DeclineReason;
  refusedOn: IsoDate;
  retryOn: IsoDate | null;
  card: MailCard | null;
};

const reasons = {
  declined: 'mail.chargeRefused.declined',
  insufficient: 'mail.chargeRefused.insufficient',
  expired: 'mail.chargeRefused.expired',
  cvc: 'mail.chargeRefused.cvc',
  'bank-check-failed': 'mail.chargeRefused.bankCheckFailed',
  limit: 'mail.chargeRefused.limit',
  'not-allowed': 'mail.chargeRefused.notAllowed',
  'try-later': 'mail.chargeRefused.tryLater',
} as const satisfies Record<DeclineReason, TextKey>;

/** Returns the sentence about what is left to pay. */
function toPayOf({ unit, end }: InvoiceMail): TextKey {
  if (unit === null) return end === null ? 'mail.chargeRefused.p1FlatOnce' : 'mail.chargeRefused.p1Flat';
  return end === null ? 'mail.chargeRefused.p1Once' : 'mail.chargeRefused.p1';
}

/** Builds the mail that the bank refused to charge the card for an invoice of a provider. */
export function chargeRefusedMail(config: Config, invoice: InvoiceMail, refusal: RefusalMail): MailTemplate {
  const { reason, refusedOn, retryOn, card } = refusal;
  const cardIn = (language: Language) =>
    card === null
      ? translators[language]('mail.chargeRefused.cardUnknown')
      : translators[language]('mail.chargeRefused.card', {
          cardBrand: translators[language](`billing.brand.${card.brand}`),
          last4: card.last4,
        });
  const mail = mailOf(retryOn === null ? 'chargeRefusedLast' : 'chargeRefused', {
    url: billingPage(config),
    params: (language) => ({
      ...paramsOf(invoice, language),
      ...{ card: cardIn(language), reason: translators[language](reasons[reason]) },
      date: longDate(refusedOn, language),
      retryDate: retryOn === null ? '' : longDate(retryOn, language),
    }),
  });
  return { ...mail, before: [toPayOf(invoice), ...mail.before.slice(1)] };
}

const helpParams = ({ help }: Config) => ({ helpPhone: help.phone, helpEmail: help.email });

/** Builds the mail that the trial of a provider ends in some days. */
export const trialEndingMail = (config: Config, { on, days }: { on: IsoDate; days: number }): MailTemplate =>
  mailOf('trialEnding', {
    url: billingPage(config),
    params: (language) => ({ ...helpParams(config), count: days, date: longDate(on, language) }),
  });

/** Builds the mail that the trial of a provider has ended. */
export const trialEndedMail = (config: Config): MailTemplate =>
  mailOf('trialEnded', { url: billingPage(config), params: () => helpParams(config) });

/** Returns the mails about what providers pay. */
export function providerSamples(config: Config): MailTemplate[] {
  const invoice: InvoiceMail = {
    transactionId: 'example',
    hostedUrl: null,
    ...{ invoiceNumber: 'WAT-2026-0042', provider: 'Banksia House', planName: 'Beds, one year' },
    ...{ amount: 58_800, unit: 'beds', quantity: 12 },
    ...{ start: '2026-11-21', end: '2027-11-20', dueOn: '2026-12-05' },
  };
  return [
    providerInvoiceMail(config, invoice),
    providerOverdueMail(config, invoice),
    ...[null, '2026-11-24'].map((retryOn) =>
      chargeRefusedMail(config, invoice, {
        ...{ reason: 'insufficient', refusedOn: '2026-11-21', retryOn },
        card: { brand: 'visa', last4: '4242' },
      }),
    ),
    trialEndingMail(config, { on: '2026-12-05', days: 14 }),
    trialEndedMail(config),
  ];
}
