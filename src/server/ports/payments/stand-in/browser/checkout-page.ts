import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html } from '../../../../pages/html.ts';
import { beginSession, completeSession } from '../company/checkout.ts';
import { invoicePayment } from '../company/invoices.ts';
import { decide } from '../company/paying.ts';
import { ApiError } from '../http/api-error.ts';
import type { Calls } from '../http/call.ts';
import { text, type Params } from '../http/form.ts';
import type { Work } from '../store/work.ts';
import { cardForm, languageOf, money, pageOf, payWithTyped, sendPage, type Problem } from './layout.ts';

type Session = Stripe.Checkout.Session;

/** Handles a form sent from the page: a card, or the person's decision at the bank. Returns what was wrong. */
async function submit(work: Work, session: Session, form: Params): Promise<Problem | null> {
  const begun = await beginSession(work, session);
  const payment = await invoicePayment(work, begun.invoice);
  const decision = text(form, 'decision');
  if (payment?.intent.status === 'requires_action') {
    if (decision === undefined) return null;
    const { error } = await decide(work, payment, decision === 'complete');
    if (error) return 'standIn.refused';
  } else if (payment) {
    const problem = await payWithTyped(work, payment, form, 'on-session');
    if (problem) return problem;
  }
  await completeSession(work, begun);
  return null;
}

/** The state of a page after its form was handled. */
async function stateOf(work: Work, id: string, form: Params | null) {
  const found = await work.find('checkout.session', id);
  const problem = form && found?.status === 'open' ? await submit(work, found, form) : null;
  const session = await work.find('checkout.session', id);
  const payment = session && (await invoicePayment(work, session.invoice));
  return { session, problem, isAtBank: payment?.intent.status === 'requires_action' };
}

/** Sends the page of a session, for a GET or a submitted form, or redirects back to the product after payment. */
export async function answerSession(calls: Calls, id: string, form: Params | null, reply: FastifyReply) {
  const { session, problem, isAtBank } = await calls
    .change((work) => stateOf(work, id, form))
    .catch((error: unknown) => {
      // The promotion has expired meanwhile, or the page was submitted twice.
      if (error instanceof ApiError) return { session: null, problem: null, isAtBank: false };
      throw error;
    });
  if (session?.status === 'complete') return reply.redirect(session.success_url ?? '/', 303);
  const language = languageOf(session?.locale);
  const t = translators[language];
  if (session?.status !== 'open') {
    const main = html`<p>${t('standIn.gone')}</p><p><a href="/">Wattle</a></p>`;
    return sendPage(reply.code(404), pageOf(language, main));
  }
  const cents = session.amount_total ?? 0;
  const amount = money(cents);
  const asked = isAtBank
    ? html`<p>${t('standIn.bank', { amount })}</p>
        <form method="post">
          <button name="decision" value="complete">${t('standIn.approve')}</button>
          <button class="second" name="decision" value="fail">${t('standIn.reject')}</button>
        </form>`
    : cardForm(language, cents, problem);
  const items = session.line_items?.data ?? [];
  const main = html`<p class="test">${t('standIn.test')}</p>
    <ul>
      ${items.map((item) => html`<li>${item.description}: ${money(item.amount_subtotal)}</li>`)}
    </ul>
    <p>${t('standIn.total', { amount })}</p>
    ${asked} ${session.cancel_url && html`<p><a href="${session.cancel_url}">${t('standIn.back')}</a></p>`}`;
  return sendPage(reply, pageOf(language, main));
}
