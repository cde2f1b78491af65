import { dollars } from '../../domain/billing/money.ts';
import type { FeeUnit } from '../../domain/billing/providers/provider-fee.ts';
import { longDate, type IsoDate } from '../../domain/fields.ts';
import type { TextKey } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import { translators, type MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

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

/** Builds the mail with a new invoice of a provider. */
export function providerInvoiceMail(config: Config, invoice: InvoiceMail): MailTemplate {
  const { invoiceNumber, provider, planName, amount, unit, quantity, start, end, dueOn } = invoice;
  const mail = mailOf('providerInvoice', {
    url: invoiceUrl(config, invoice),
    params: (language) => ({
      ...{ invoiceNumber, provider, planLabel: planName, amount: money(amount) },
      counted:
        unit === null ? '' : translators[language](`mail.providerInvoice.${unit}`, { count: quantity }),
      startDate: longDate(start, language),
      endDate: end === null ? '' : longDate(end, language),
      dueDate: longDate(dueOn, language),
    }),
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
    trialEndingMail(config, { on: '2026-12-05', days: 14 }),
    trialEndedMail(config),
  ];
}
