import type Stripe from 'stripe';

const money = (cents: number): string => `AUD ${(cents / 100).toFixed(2)}`;
const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Replaces the characters that a PDF string cannot contain literally (ISO 32000-1, 7.3.4.2) with question marks. */
const printable = (line: string): string =>
  line
    .replaceAll('×', 'x')
    .replaceAll(/[^\u0020-\u007e]/g, '?')
    .replaceAll(/[\\()]/g, (sign) => `\\${sign}`);

/** Returns an invoice of the stand-in as a PDF of one page, instead of Stripe's. The product makes its own invoices. */
export function invoicePdf(invoice: Stripe.Invoice): Buffer {
  const lines = [
    `Invoice ${invoice.number ?? invoice.id}`,
    'Payment stand-in. Test mode: no money moved.',
    `Date: ${dateOf(invoice.created)}`,
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
  const text = lines.map((line) => `(${printable(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 18 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
