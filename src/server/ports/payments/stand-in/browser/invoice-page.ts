import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { html } from '../../../../pages/html.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { paymentOf } from '../billing/invoicing.ts';
import { confirmPayment } from '../billing/paying.ts';
import type { Calls } from '../http/call.ts';
import type { Params } from '../http/form.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { fieldsOf, money, typedCard } from './checkout-page.ts';
import { pageHeaders, pageOf } from './layout.ts';

type Problem = 'standIn.refused' | 'standIn.wrong' | null;

/** Pays an open invoice with a typed card. This page has no bank: a card that needs one is refused. */
async function payWith(work: Work, invoice: Stripe.Invoice, form: Params): Promise<Problem> {
  const waiting = await paymentOf(work, invoice);
  const card = await typedCard(work, form);
  if (!waiting || !card) return 'standIn.wrong';
  const { error } = await confirmPayment(work, waiting.intent, card, 'off-session');
  return error && 'standIn.refused';
}

/** Sends the page of an invoice, which takes its payment, for a GET or a submitted form. */
export async function answerInvoice(
  calls: Calls,
  id: string,
  form: Params | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = await calls.change(async (work) => {
    const found = await work.find('invoice', id);
    const problem = form && found?.status === 'open' ? await payWith(work, found, form) : null;
    const invoice = await work.find('invoice', id);
    const customer = invoice && (await work.find('customer', idOf(invoice.customer) ?? ''));
    return { invoice, problem, language: customer?.preferred_locales?.[0] };
  });
  const { invoice, problem } = shown;
  const language: Language = shown.language === 'zh' ? 'zh' : 'en';
  const t = translators[language];
  const isThere = invoice !== null && invoice.status !== 'draft';
  const amount = money(invoice?.amount_remaining ?? 0);
  const main = isThere
    ? html`<p class="test">${t('standIn.test')}</p>
        <p>${invoice.number}</p>
        <ul>
          ${invoice.lines.data.map((line) => html`<li>${line.description}: ${money(line.amount)}</li>`)}
        </ul>
        <p>${invoice.footer}</p>
        <p><a href="${invoice.invoice_pdf}">PDF</a></p>
        ${problem && html`<p class="wrong" role="alert">${t(problem)}</p>`}
        ${
          invoice.status === 'open'
            ? html`<form method="post">
                ${fieldsOf(language)}<button>${t('standIn.pay', { amount })}</button>
              </form>`
            : html`<p role="status">${t(invoice.status === 'paid' ? 'standIn.paid' : 'standIn.gone')}</p>`
        }`
    : html`<p>${t('standIn.gone')}</p>`;
  return reply
    .code(isThere ? 200 : 404)
    .headers(pageHeaders)
    .send(pageOf(language, t('standIn.title'), main));
}
