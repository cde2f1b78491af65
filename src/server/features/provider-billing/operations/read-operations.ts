import * as z from 'zod/mini';
import { translators } from '../../../../domain/i18n/translators.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operatorNames } from '../../../config/operator-names.ts';
import { invoiceDocument, type InvoiceDocument } from '../../../documents/invoice-document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findInvoice } from '../invoice-row.ts';
import { findProviderBilling } from './billing-store.ts';
import { findPayingProvider, providerOfInvoice } from './subject.ts';

const id = z.string().check(z.uuid());
/** Loads what a provider pays: plan, count, fee, next invoice, trial, and what is owed (GAP-103). */
export const getProviderBilling = operation({
  name: 'getProviderBilling',
  kind: 'read',
  input: z.strictObject({ id }),
  access: {
    action: 'provider.readBilling',
    subject: (input, loading) => findPayingProvider(input.id, loading),
  },
  run: ({ subject, tx, now }) => findProviderBilling(tx, subject.providerId, melbourneDate(now)),
});

/** Returns the invoice of a provider as a printable document, with its file name (D-48). @throws AppError `not-found` */
export const getProviderInvoiceDocument = operation({
  name: 'getProviderInvoiceDocument',
  kind: 'read',
  input: z.strictObject({ id, language: z.optional(z.nullable(z.enum(['en', 'zh']))) }),
  access: { action: 'provider.readBilling', subject: providerOfInvoice },
  async run({ input, tx, services }): Promise<{ document: InvoiceDocument; fileName: string }> {
    const invoice = await findInvoice(tx, input.id);
    // An invoice of the payment company is its paper.
    if (invoice?.hostedUrl !== null) throw new AppError('not-found');
    const { company, help, payments } = services.config;
    const language = input.language ?? invoice.language;
    const t = translators[language];
    const { companyName: name, companyAddress: address } = operatorNames(company, language);
    const { invoiceNumber, start, end, ...facts } = invoice;
    const howToPay =
      company.bankDetails === undefined
        ? t('invoice.askToPay', { helpPhone: help.phone, helpEmail: help.email })
        : t('invoice.transfer', { bankDetails: company.bankDetails, invoiceNumber });
    const { amount, refunded, status, invoicedOn, dueOn, paidOn, refundedOn, provider } = facts;
    const document = invoiceDocument({
      ...{ amount, refunded, status, invoicedOn, dueOn, paidOn, refundedOn, language, t, help },
      number: invoiceNumber,
      seller: { name, abn: company.abn, address },
      withGst: payments.tax.gstRegistered,
      payer: { name: provider, email: '' },
      period: end === null ? null : { start, end },
      counted: invoice,
      howToPay: [howToPay],
      ...{ plan: null, discount: 0, promotionCode: null, card: null },
    });
    return { document, fileName: t('invoice.fileName', { invoiceNumber }) };
  },
});
