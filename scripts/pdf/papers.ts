import { translators } from '../../src/domain/i18n/translators.ts';
import { languages, type Language } from '../../src/domain/i18n/texts.ts';
import {
  invoiceDocument,
  type InvoiceFacts,
  type PaperDocument,
} from '../../src/server/documents/invoice-document.ts';
import { footerParts, pageMarks } from '../../src/server/documents/page-marks.ts';
import type { ReportDocument } from '../../src/server/documents/report-document.ts';

const invoiceFacts = (language: Language, changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  ...{ language, t: translators[language], withGst: true, number: 'WAT-2026-0042', plan: 'care' },
  seller: { name: 'Wattle Care Pty Ltd', abn: '12 345 678 901', address: '1 Collins Street, Melbourne' },
  help: { phone: '1800 123 456', email: 'help@wattle.example' },
  payer: { name: 'Margaret Citizen 陈', email: 'margaret@test.example' },
  ...{ status: 'paid', amount: 4_900, discount: 500, refunded: 0, promotionCode: 'SPRING' },
  ...{ invoicedOn: '2026-11-21', dueOn: null, paidOn: '2026-11-21', refundedOn: null },
  period: { start: '2026-11-21', end: '2027-11-21' },
  card: { brand: 'visa', last4: '4242' },
  ...changes,
});

const inEach = (name: string, documentIn: (language: Language) => PaperDocument) =>
  Object.fromEntries(languages.map((language) => [`${name}-${language}`, documentIn(language)]));

/** Returns invoices in each language: paid, refunded, and of a provider. */
export const invoices = (): Record<string, PaperDocument> => ({
  ...inEach('invoice', (language) => invoiceDocument(invoiceFacts(language))),
  ...inEach('invoice-refunded', (language) =>
    invoiceDocument(
      invoiceFacts(language, { status: 'refunded', refunded: 4_900, refundedOn: '2026-11-25' }),
    ),
  ),
  ...inEach('invoice-of-provider', (language) =>
    invoiceDocument(
      invoiceFacts(language, {
        ...{ plan: null, status: 'pending', paidOn: null, dueOn: '2026-12-21', card: null, discount: 0 },
        counted: { planName: 'Beds', unit: 'beds', quantity: 120, unitPrice: 1_500 },
        howToPay: ['BSB 000-000', 'Account 12345678'],
      }),
    ),
  ),
});

const report = (language: Language): ReportDocument => ({
  language,
  title: translators[language]('reports.company.title'),
  letterhead: ['Wattle Care Pty Ltd', 'ABN 12 345 678 901', '1 Collins Street, Melbourne'],
  facts: [
    { label: 'Provider', value: 'Banksia House 金合欢' },
    { label: 'Period', value: '1 July 2026 to 30 June 2027' },
  ],
  sentence: '88 of 120 customers have a signed plan.',
  tables: [
    {
      title: 'Months',
      head: ['Month', 'Signed', 'Changed'],
      rows: Array.from({ length: 60 }, (_, row) => [`${row + 1}`, '12', '陈 3']),
      numbersFrom: 1,
    },
    {
      title: 'Facts',
      head: ['Name', 'Text'],
      rows: [['One', 'A sentence.']],
      numbersFrom: 2,
      narrowFirst: true,
    },
  ],
  notes: ['Numbers under five are not shown.'],
  footer: footerParts(translators[language]('invoice.page', pageMarks)),
});

/** Returns a report of several pages in each language. All reports and the evidence pack have this form. */
export const reports = (): Record<string, PaperDocument> => inEach('report', report);
