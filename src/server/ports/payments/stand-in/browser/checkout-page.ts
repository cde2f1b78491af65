import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html } from '../../../../pages/html.ts';
import { setDefaultCard } from '../company/cards.ts';
import { beginSession, completeSession } from '../company/checkout.ts';
import { intentOf } from '../company/invoices.ts';
import { decide } from '../company/paying.ts';
import { ApiError } from '../http/api-error.ts';
import type { Calls } from '../http/call.ts';
import { text, type Params } from '../http/form.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { cardForm, money, payWithTyped, type Problem } from './card-form.ts';
import { languageOf, pageHeaders, pageOf } from './layout.ts';

type Session = Stripe.Checkout.Session;

/** The next view of the page. */
type View =
  | { kind: 'form'; problem: Problem | null }
  | { kind: 'bank' }
  | { kind: 'done' }
  | { kind: 'gone' };

type Shown = { session: Session | null; view: View };

/** Returns the view of an open or ended session. */
function viewOf({ status }: Session): View {
  if (status === 'open') return { kind: 'form', problem: null };
  return { kind: status === 'complete' ? 'done' : 'gone' };
}

/** Returns the invoice and the payment of a page; the payment is null if there is nothing to pay. */
async function paymentOfSession(work: Work, session: Session) {
  const invoice = await work.get('invoice', session.invoice);
  return { invoice, intent: await intentOf(work, invoice) };
}

async function showSession(work: Work, id: string): Promise<Shown> {
  const session = await work.find('checkout.session', id);
  if (!session) return { session, view: { kind: 'gone' } };
  if (session.status === 'open' && session.invoice) {
    const { intent } = await paymentOfSession(work, session);
    if (intent?.status === 'requires_action') return { session, view: { kind: 'bank' } };
  }
  return { session, view: viewOf(session) };
}

async function takeCard(work: Work, session: Session, form: Params): Promise<View> {
  const begun = await beginSession(work, session);
  const { invoice, intent } = await paymentOfSession(work, begun);
  if (!intent) return viewOf(await completeSession(work, begun));
  const paid = await payWithTyped(work, { invoice, intent }, form, 'on-session');
  if ('problem' in paid) return { kind: 'form', problem: paid.problem };
  if (paid.intent.status === 'requires_action') return { kind: 'bank' };
  return complete(work, begun, paid.card.id);
}

async function takeDecision(work: Work, session: Session, approved: boolean): Promise<View> {
  const { invoice, intent } = await paymentOfSession(work, session);
  if (!intent) return viewOf(session);
  const { error } = await decide(work, { invoice, intent }, approved);
  if (error) return { kind: 'form', problem: 'standIn.refused' };
  return complete(work, session, idOf(intent.payment_method));
}

/** Makes the card the customer's default, so that it pays the renewals of a subscription that was paid here. */
async function complete(work: Work, session: Session, card: string | null): Promise<View> {
  setDefaultCard(work, await work.get('customer', session.customer), card);
  return viewOf(await completeSession(work, session));
}

/** Handles a form sent from the page: a card, or the person's decision at the bank. */
async function submitSession(work: Work, id: string, form: Params): Promise<Shown> {
  const { session, view } = await showSession(work, id);
  if (!session || session.status !== 'open') return { session, view };
  const decision = text(form, 'decision');
  if (view.kind !== 'bank') return { session, view: await takeCard(work, session, form) };
  return { session, view: decision ? await takeDecision(work, session, decision === 'complete') : view };
}

/** Sends the page, or redirects back to the product after payment. */
async function sendSession(reply: FastifyReply, { session, view }: Shown): Promise<FastifyReply> {
  if (session && view.kind === 'done') return reply.redirect(session.success_url ?? '/', 303);
  const language = languageOf(session?.locale);
  const t = translators[language];
  reply.headers(pageHeaders);
  if (!session || view.kind === 'gone' || view.kind === 'done') {
    const main = html`<p>${t('standIn.gone')}</p><p><a href="/">Wattle</a></p>`;
    return reply.code(404).send(pageOf(language, main));
  }
  const cents = session.amount_total ?? 0;
  const amount = money(cents);
  const asked =
    view.kind === 'bank'
      ? html`<p>${t('standIn.bank', { amount })}</p>
          <form method="post">
            <button name="decision" value="complete">${t('standIn.approve')}</button>
            <button class="second" name="decision" value="fail">${t('standIn.reject')}</button>
          </form>`
      : cardForm(language, cents, view.problem);
  const items = session.line_items?.data ?? [];
  const main = html`<p class="test">${t('standIn.test')}</p>
    <ul>
      ${items.map((item) => html`<li>${item.description}: ${money(item.amount_subtotal)}</li>`)}
    </ul>
    <p>${t('standIn.total', { amount })}</p>
    ${asked} ${session.cancel_url && html`<p><a href="${session.cancel_url}">${t('standIn.back')}</a></p>`}`;
  return reply.send(pageOf(language, main));
}

/** Returns the page of a session, for a GET or a submitted form. */
export async function answerSession(
  calls: Calls,
  id: string,
  form: Params | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = await calls
    .change((work) => (form ? submitSession(work, id, form) : showSession(work, id)))
    .catch((error: unknown): Shown => {
      // The promotion has expired meanwhile, or the page was submitted twice.
      if (error instanceof ApiError) return { session: null, view: { kind: 'gone' } };
      throw error;
    });
  return sendSession(reply, shown);
}
