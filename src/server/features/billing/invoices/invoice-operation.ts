import * as z from 'zod/mini';
import { fullName } from '../../../../domain/names.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operatorNames } from '../../../config/operator-names.ts';
import { invoiceDocument, type InvoiceDocument } from '../../../documents/invoice-document.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { account, nothing } from '../../../pipeline/subjects.ts';
import { findPayment } from './payment-row.ts';

const input = z.strictObject({
  id: z.string().check(z.uuid()),
  language: z.optional(z.nullable(z.enum(['en', 'zh']))),
});

/** Writes the invoice of a payment. @throws AppError `not-found` while it has no number */
async function documentOf(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { id, language: asked }: { id: string; language?: 'en' | 'zh' | null | undefined },
): Promise<{ document: InvoiceDocument; fileName: string }> {
  const payment = await findPayment(tx, config.payments.priceIds, id);
  if (!payment?.userId || payment.invoiceNumber === null) throw new AppError('not-found');
  const payer = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', payment.userId)
    .executeTakeFirstOrThrow();
  const language = asked ?? payment.language;
  const t = translators[language];
  const { companyName: name, companyAddress: address } = operatorNames(config.company, language);
  const { id: _, userId: __, invoiceNumber: number, ...facts } = payment;
  const document = invoiceDocument({
    ...facts,
    language,
    t,
    number,
    seller: { name, abn: config.company.abn, address },
    help: config.help,
    withGst: config.payments.tax.gstRegistered,
    payer: { name: fullName(payer), email: payer.email },
  });
  return { document, fileName: t('invoice.fileName', { invoiceNumber: number }) };
}

/**
 * Returns the invoice of a payment as a printable document, with its file name (GAP-56). It is in the language of the payment, or
 * in the requested one. Refuses with `not-found` while it has no number.
 */
export const getInvoiceDocument = operation({
  name: 'getInvoiceDocument',
  kind: 'read',
  input,
  access: {
    action: 'billing.read',
    async subject({ id }, { tx }) {
      const row = await tx
        .selectFrom('transactions')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.user_id ? account(row.user_id) : null;
    },
  },
  run: ({ input: asked, tx, services }) => documentOf(tx, services, asked),
});

/** Returns the invoice of a customer's payment for the platform's staff (GAP-103). */
export const getCustomerInvoiceDocument = operation({
  name: 'getCustomerInvoiceDocument',
  kind: 'read',
  input,
  access: { action: 'providers.bill', subject: nothing },
  run: ({ input: asked, tx, services }) => documentOf(tx, services, asked),
});
