import { dollars } from '../../domain/billing/money.ts';
import type { FeeUnit } from '../../domain/billing/provider-fee.ts';
import { longDate, type IsoDate } from '../../domain/fields.ts';
import type { TextKey } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import { translators, type MailTemplate } from './mail.ts';

/** An invoice of a provider as mails show it. `amount` in Australian cents; `end` is null for a plan without a term. */
export type InvoiceMail = {
  transactionId: string;
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

const invoiceUrl = (config: Config, id: string) => `${config.publicUrl}/api/provider-invoices/${id}`;
const billingPage = (config: Config) => `${config.publicUrl}/provider/billing`;

/** Returns the sentence about what an invoice is for. */
function sentenceOf({ unit, end }: InvoiceMail): TextKey {
  if (unit === null) return end === null ? 'mail.providerInvoice.p1FlatOnce' : 'mail.providerInvoice.p1Flat';
  return end === null ? 'mail.providerInvoice.p1Once' : 'mail.providerInvoice.p1';
}

/** Builds the mail with a new invoice of a provider. */
export function providerInvoiceMail(config: Config, invoice: InvoiceMail): MailTemplate {
  const { invoiceNumber, provider, planName, amount, unit, quantity, start, end, dueOn } = invoice;
  return {
    subject: 'mail.providerInvoice.subject',
    preheader: 'mail.providerInvoice.preheader',
    heading: 'mail.providerInvoice.heading',
    before: [sentenceOf(invoice)],
    button: { label: 'mail.providerInvoice.button', url: invoiceUrl(config, invoice.transactionId) },
    params: (language) => ({
      ...{ invoiceNumber, provider, planLabel: planName, amount: money(amount) },
      counted:
        unit === null ? '' : translators[language](`mail.providerInvoice.${unit}`, { count: quantity }),
      startDate: longDate(start, language),
      endDate: end === null ? '' : longDate(end, language),
      dueDate: longDate(dueOn, language),
    }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the mail that an invoice of a provider is overdue. */
export function providerOverdueMail(
  config: Config,
  { transactionId, invoiceNumber, amount, dueOn }: InvoiceMail,
): MailTemplate {
  return {
    subject: 'mail.providerOverdue.subject',
    preheader: 'mail.providerOverdue.preheader',
    heading: 'mail.providerOverdue.heading',
    before: ['mail.providerOverdue.p1', 'mail.providerOverdue.p2'],
    button: { label: 'mail.providerOverdue.button', url: invoiceUrl(config, transactionId) },
    params: (language) => ({ invoiceNumber, amount: money(amount), dueDate: longDate(dueOn, language) }),
    why: 'mail.part.whyAccount',
  };
}

const helpParams = ({ help }: Config) => ({ helpPhone: help.phone, helpEmail: help.email });

/** Builds the mail that the trial of a provider ends in some days. */
export function trialEndingMail(config: Config, { on, days }: { on: IsoDate; days: number }): MailTemplate {
  return {
    subject: 'mail.trialEnding.subject',
    preheader: 'mail.trialEnding.preheader',
    heading: 'mail.trialEnding.heading',
    before: ['mail.trialEnding.p1', 'mail.trialEnding.p2'],
    button: { label: 'mail.trialEnding.button', url: billingPage(config) },
    params: (language) => ({ ...helpParams(config), count: days, date: longDate(on, language) }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the mail that the trial of a provider has ended. */
export function trialEndedMail(config: Config): MailTemplate {
  return {
    subject: 'mail.trialEnded.subject',
    preheader: 'mail.trialEnded.preheader',
    heading: 'mail.trialEnded.heading',
    before: ['mail.trialEnded.p1', 'mail.trialEnded.p2'],
    button: { label: 'mail.trialEnded.button', url: billingPage(config) },
    params: () => helpParams(config),
    why: 'mail.part.whyAccount',
  };
}
