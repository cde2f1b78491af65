import type Stripe from 'stripe';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { html, type Html } from '../../../../pages/html.ts';
import { createCard } from '../company/cards.ts';
import type { Payment } from '../company/invoices.ts';
import { confirmPayment, type Presence } from '../company/paying.ts';
import { ApiError } from '../http/api-error.ts';
import { text, type Params } from '../http/form.ts';
import type { Work } from '../store/work.ts';

/** Why a typed card did not pay. */
export type Problem = 'standIn.refused' | 'standIn.wrong';

export const money = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;

/** Pays with the card that was typed into a page's form. */
export async function payWithTyped(
  work: Work,
  payment: Payment,
  form: Params,
  presence: Presence,
): Promise<{ problem: Problem } | { intent: Stripe.PaymentIntent; card: Stripe.PaymentMethod }> {
  const card = text(form, 'number')
    ? createCard(work, { exp_month: '', exp_year: '', cvc: '', ...form })
    : null;
  if (card === null || card instanceof ApiError) return { problem: 'standIn.wrong' };
  const { intent, error } = await confirmPayment(work, payment, card, presence);
  return error ? { problem: 'standIn.refused' } : { intent, card };
}

const fields = [
  ['number', 'standIn.number', 'cc-number'],
  ['exp_month', 'standIn.month', 'cc-exp-month'],
  ['exp_year', 'standIn.year', 'cc-exp-year'],
  ['cvc', 'standIn.cvc', 'cc-csc'],
] as const;

/** Returns a form with the fields for a card, and what was wrong with the last one. */
export function cardForm(language: Language, cents: number, problem: Problem | null): Html {
  const t = translators[language];
  return html`${problem && html`<p class="wrong" role="alert">${t(problem)}</p>`}
    <form method="post">
      ${
        cents > 0 &&
        fields.map(
          ([name, label, autocomplete]) =>
            html`<label
              >${t(label)}<input name="${name}" inputmode="numeric" autocomplete="${autocomplete}" required
            /></label>`,
        )
      }
      <button>${cents > 0 ? t('standIn.pay', { amount: money(cents) }) : t('standIn.free')}</button>
    </form>`;
}
