import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html } from '../../../../pages/html.ts';
import { invoicePayment } from '../company/invoices.ts';
import type { Calls } from '../http/call.ts';
import type { Params } from '../http/form.ts';
import type { Work } from '../store/work.ts';
import { cardForm, languageOf, money, pageOf, payWithTyped, sendPage } from './layout.ts';

/** Returns an invoice after the payment that was sent. This page has no bank: a card that needs one is refused. */
async function stateOf(work: Work, id: string, form: Params | null) {
  const payment = await invoicePayment(work, id);
  const isPaying = form !== null && payment?.invoice.status === 'open';
  const problem = isPaying ? await payWithTyped(work, payment, form, 'off-session') : null;
  const invoice = await work.find('invoice', id);
  return { invoice, problem, customer: await work.find('customer', invoice?.customer) };
}

/** Sends the page of an invoice, which takes its payment, for a GET or a submitted form. */
export async function answerInvoice(calls: Calls, id: string, form: Params | null, reply: FastifyReply) {
  const { invoice, problem, customer } = await calls.change((work) => stateOf(work, id, form));
  const language = languageOf(customer?.preferred_locales?.[0]);
  const t = translators[language];
  if (!invoice || invoice.status === 'draft')
    return sendPage(reply.code(404), pageOf(language, html`<p>${t('standIn.gone')}</p>`));
  const state =
    invoice.status === 'open'
      ? cardForm(language, invoice.amount_remaining, problem)
      : html`<p role="status">${t(invoice.status === 'paid' ? 'standIn.paid' : 'standIn.gone')}</p>`;
  const main = html`<p class="test">${t('standIn.test')}</p>
    <p>${invoice.number}</p>
    <ul>
      ${invoice.lines.data.map((line) => html`<li>${line.description}: ${money(line.amount)}</li>`)}
    </ul>
    <p>${invoice.footer}</p>
    <p><a href="${invoice.invoice_pdf}">PDF</a></p>
    ${state}`;
  return sendPage(reply, pageOf(language, main));
}

/** Returns an invoice of the stand-in as a PDF of one page, instead of Stripe's. The product makes its own invoices. */
async function pdfOf(invoice: Stripe.Invoice): Promise<Buffer> {
  const lines = [
    `Invoice ${invoice.number ?? invoice.id}`,
    'Payment stand-in. Test mode: no money moved.',
    `Date: ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    `Status: ${invoice.status}`,
    ...invoice.lines.data.map(({ description, amount }) => `${description ?? ''}   ${money(amount)}`),
    `Total   ${money(invoice.total)}`,
    `Paid   ${money(invoice.amount_paid)}`,
    invoice.footer ?? '',
  ];
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  // The standard font has only the letters of Western Europe.
  const printable = lines.join('\n').replaceAll(/[^\n\u0020-\u00ff]/g, '?');
  pdf.addPage([595, 842]).drawText(printable, { x: 60, y: 780, size: 12, lineHeight: 18, font });
  return Buffer.from(await pdf.save());
}

/** Sends the PDF of an invoice. */
export async function answerPdf(calls: Calls, id: string, _: unknown, reply: FastifyReply) {
  const invoice = await calls.change((work) => work.find('invoice', id));
  if (!invoice || invoice.status === 'draft') return reply.code(404).send({ ok: false, error: 'not-found' });
  const headers = { 'content-type': 'application/pdf', 'cache-control': 'no-store' };
  return reply.headers(headers).send(await pdfOf(invoice));
}
