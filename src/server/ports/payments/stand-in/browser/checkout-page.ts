import type { FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { html, type Html } from '../../../../pages/html.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { beginSession, completeSession, paymentOfSession } from '../billing/checkout-session.ts';
import { confirmPayment, decide } from '../billing/paying.ts';
import { ApiError } from '../http/api-error.ts';
import { CardRefused, type Calls } from '../http/call.ts';
import { paramsOf, text, type Params } from '../http/form.ts';
import { createCard } from '../routes/cards.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { pageHeaders, pageOf } from './layout.ts';

/** The next view of the page. */
type View =
  | { kind: 'form'; problem: 'standIn.refused' | 'standIn.wrong' | null }
  | { kind: 'bank' }
  | { kind: 'done' }
  | { kind: 'gone' };

type Shown = { session: Stripe.Checkout.Session | null; view: View };

export const money = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;

/** Returns the view of an open or ended session. */
function viewOf(session: Stripe.Checkout.Session): View {
  if (session.status === 'complete') return { kind: 'done' };
  return session.status === 'open' ? { kind: 'form', problem: null } : { kind: 'gone' };
}

export async function showSession(work: Work, id: string): Promise<Shown> {
  const session = await work.find('checkout.session', id);
  if (!session) return { session, view: { kind: 'gone' } };
  if (session.status === 'open' && session.invoice) {
    const { intent } = await paymentOfSession(work, session);
    if (intent?.status === 'requires_action') return { session, view: { kind: 'bank' } };
  }
  return { session, view: viewOf(session) };
}

/** Returns the card that was typed into a page's form; null if it is not one. */
export async function typedCard(work: Work, form: Params): Promise<Stripe.PaymentMethod | null> {
  const typed = { number: '', exp_month: '', exp_year: '', cvc: '', ...form };
  const params = paramsOf({ type: 'card', card: typed });
  const card = text(form, 'number') ? await createCard({ work, path: {}, params }) : null;
  return card instanceof CardRefused ? null : card;
}

async function takeCard(work: Work, session: Stripe.Checkout.Session, form: Params): Promise<View> {
  const begun = await beginSession(work, session);
  const { intent } = await paymentOfSession(work, begun);
  if (intent) {
    const card = await typedCard(work, form);
    if (!card) return { kind: 'form', problem: 'standIn.wrong' };
    const tried = await confirmPayment(work, intent, card, 'on-session');
    if (tried.error) return { kind: 'form', problem: 'standIn.refused' };
    if (tried.intent.status === 'requires_action') return { kind: 'bank' };
    await makeDefault(work, begun, card.id);
  }
  return viewOf(await completeSession(work, begun));
}

async function takeDecision(work: Work, session: Stripe.Checkout.Session, approved: boolean): Promise<View> {
  const { intent } = await paymentOfSession(work, session);
  if (!intent) return viewOf(session);
  const card = idOf(intent.payment_method);
  const tried = await decide(work, intent, approved);
  if (tried.error) return { kind: 'form', problem: 'standIn.refused' };
  if (card) await makeDefault(work, session, card);
  return viewOf(await completeSession(work, session));
}

/** Makes the card the customer's default, so that it pays the renewals of a subscription that was paid here. */
async function makeDefault(work: Work, session: Stripe.Checkout.Session, cardId: string): Promise<void> {
  const customer = await work.get('customer', session.customer);
  const settings = { ...customer.invoice_settings, default_payment_method: cardId };
  work.put({ ...customer, invoice_settings: settings });
}

/** Handles a form sent from the page: a card, or the person's decision at the bank. */
export async function submitSession(work: Work, id: string, form: Params): Promise<Shown> {
  const { session, view } = await showSession(work, id);
  if (!session || session.status !== 'open') return { session, view };
  const decision = text(form, 'decision');
  if (view.kind === 'bank')
    return { session, view: decision ? await takeDecision(work, session, decision === 'complete') : view };
  return { session, view: await takeCard(work, session, form) };
}

/** The fields for a card. */
export function fieldsOf(language: Language): Html {
  const t = translators[language];
  return html`<label
      >${t('standIn.number')}<input name="number" inputmode="numeric" autocomplete="cc-number" required
    /></label>
    <label
      >${t('standIn.month')}<input name="exp_month" inputmode="numeric" autocomplete="cc-exp-month" required
    /></label>
    <label
      >${t('standIn.year')}<input name="exp_year" inputmode="numeric" autocomplete="cc-exp-year" required
    /></label>
    <label
      >${t('standIn.cvc')}<input name="cvc" inputmode="numeric" autocomplete="cc-csc" required
    /></label>`;
}

/** Sends the page, or redirects back to the product after payment. */
export async function sendSession(reply: FastifyReply, { session, view }: Shown): Promise<FastifyReply> {
  if (session && view.kind === 'done') return reply.redirect(session.success_url ?? '/', 303);
  const language: Language = session?.locale === 'zh' ? 'zh' : 'en';
  const t = translators[language];
  reply.headers(pageHeaders);
  if (!session || view.kind === 'gone')
    return reply
      .code(404)
      .send(
        pageOf(language, t('standIn.title'), html`<p>${t('standIn.gone')}</p><p><a href="/">Wattle</a></p>`),
      );
  const amount = money(session.amount_total);
  const back = session.cancel_url && html`<p><a href="${session.cancel_url}">${t('standIn.back')}</a></p>`;
  const isFree = session.amount_total === 0;
  const asked =
    view.kind === 'bank'
      ? html`<p>${t('standIn.bank', { amount })}</p>
          <form method="post">
            <button name="decision" value="complete">${t('standIn.approve')}</button>
            <button class="second" name="decision" value="fail">${t('standIn.reject')}</button>
          </form>`
      : html`${view.kind === 'form' && view.problem && html`<p class="wrong" role="alert">${t(view.problem)}</p>`}
          <form method="post">
            ${!isFree && fieldsOf(language)}
            <button>${isFree ? t('standIn.free') : t('standIn.pay', { amount })}</button>
          </form>`;
  const main = html`<p class="test">${t('standIn.test')}</p>
    <ul>
      ${(session.line_items?.data ?? []).map((item) => html`<li>${item.description}: ${money(item.amount_subtotal)}</li>`)}
    </ul>
    <p>${t('standIn.total', { amount })}</p>
    ${asked} ${back}`;
  return reply.send(pageOf(language, t('standIn.title'), main));
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
