import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type Stripe from 'stripe';

const money = (cents: number): string => `AUD ${(cents / 100).toFixed(2)}`;

/** Returns an invoice of the stand-in as a PDF of one page, instead of Stripe's. The product makes its own invoices. */
export async function invoicePdf(invoice: Stripe.Invoice): Promise<Uint8Array> {
  const lines = [
    `Invoice ${invoice.number ?? invoice.id}`,
    'Payment stand-in. Test mode: no money moved.',
    `Date: ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    `Status: ${invoice.status}`,
    '',
    ...invoice.lines.data.map(({ description, amount }) => `${description ?? ''}   ${money(amount)}`),
    `Subtotal   ${money(invoice.subtotal)}`,
    ...(invoice.total_discount_amounts ?? []).map(({ amount }) => `Discount   -${money(amount)}`),
    `Total   ${money(invoice.total)}`,
    `Paid   ${money(invoice.amount_paid)}`,
    '',
    ...(invoice.footer ?? '').split('\n'),
  ];
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  // The standard font has only the letters of Western Europe.
  const printable = lines.join('\n').replaceAll(/[^\n\u0020-\u00ff]/g, '?');
  pdf.addPage([595, 842]).drawText(printable, { x: 60, y: 780, size: 12, lineHeight: 18, font });
  return pdf.save();
}
