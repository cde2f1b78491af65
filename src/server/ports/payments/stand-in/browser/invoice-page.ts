import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html } from '../../../../pages/html.ts';
import { intentOf } from '../company/invoices.ts';
import type { Calls } from '../http/call.ts';
import type { Params } from '../http/form.ts';
import type { Work } from '../store/work.ts';
import { cardForm, money, payWithTyped, type Problem } from './card-form.ts';
import { languageOf, pageHeaders, pageOf } from './layout.ts';

/** Pays an open invoice with a typed card. This page has no bank: a card that needs one is refused. */
async function payInvoice(work: Work, invoice: Stripe.Invoice, form: Params): Promise<Problem | null> {
  const intent = await intentOf(work, invoice);
  if (!intent) return 'standIn.wrong';
  const paid = await payWithTyped(work, { invoice, intent }, form, 'off-session');
  return 'problem' in paid ? paid.problem : null;
}

/** Sends the page of an invoice, which takes its payment, for a GET or a submitted form. */
export async function answerInvoice(
  calls: Calls,
  id: string,
  form: Params | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { invoice, problem, customer } = await calls.change(async (work) => {
    const found = await work.find('invoice', id);
    const problem = form && found?.status === 'open' ? await payInvoice(work, found, form) : null;
    const invoice = await work.find('invoice', id);
    return { invoice, problem, customer: await work.find('customer', invoice?.customer) };
  });
  const language = languageOf(customer?.preferred_locales?.[0]);
  const t = translators[language];
  reply.headers(pageHeaders);
  if (!invoice || invoice.status === 'draft')
    return reply.code(404).send(pageOf(language, html`<p>${t('standIn.gone')}</p>`));
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
  return reply.send(pageOf(language, main));
}
