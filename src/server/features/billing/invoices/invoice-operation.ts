import * as z from 'zod/mini';
import { fullName } from '../../../../domain/names.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operatorNames } from '../../../config/operator-names.ts';
import { invoiceDocument, type InvoiceDocument } from '../../../documents/invoice-document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { account } from '../../../pipeline/subjects.ts';
import { findPayment } from './payment-row.ts';

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/**
 * Returns the invoice of a payment as a printable document, with its file name (GAP-56). It is in the language of the payment, or
 * in the requested one. Refuses with `not-found` while it has no number.
 */
export const getInvoiceDocument = operation({
  name: 'getInvoiceDocument',
  kind: 'read',
  input: z.strictObject({
    id: z.string().check(z.uuid()),
    language: z.optional(z.nullable(z.enum(['en', 'zh']))),
  }),
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
  async run({ input, tx, services }): Promise<{ document: InvoiceDocument; fileName: string }> {
    const { config } = services;
    const payment = await findPayment(tx, config.payments.priceIds, input.id);
    if (!payment?.userId || payment.invoiceNumber === null) throw new AppError('not-found');
    const payer = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', payment.userId)
      .executeTakeFirstOrThrow();
    const language = input.language ?? payment.language;
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
  },
});
