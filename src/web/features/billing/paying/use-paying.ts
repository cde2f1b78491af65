import { useMemo, useRef } from 'react';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import type { ApiError } from '../../../api/errors.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { problemOf, saying } from '../../../forms/form-errors.ts';
import { useAction } from '../../../forms/use-action.ts';
import type { CardHandle } from '../card/card-handle.ts';
import type { Bank } from '../card/use-bank.tsx';
import { confirmPayment, type PaymentStep } from './paying-api.ts';

/** Milliseconds after which the pay button is itself again (PAY-12). */
const payResetMs = 10_000;

/** The card to pay with: one that is kept, one that is being typed, or none where there is nothing to take. */
export type CardSource = { saved: string } | { typed: CardHandle } | null;

/** Why a payment is not done, as the server may say it (ERR-24). */
const reasons = [
  'error.payment.declined',
  'error.payment.insufficient',
  'error.payment.expiredCard',
  'error.payment.cvcWrong',
  'error.payment.bankCheckFailed',
  'error.payment.providerDown',
  'error.payment.unknownResult',
  'error.payment.alreadyPaid',
  'error.payment.cardBrand',
  'error.payment.cardSaveFailed',
] as const satisfies readonly TextKey[];

/** The words for a step that did not end in a payment. */
export function reasonOf({ status, message }: PaymentStep): TextKey {
  if (status === 'processing') return 'error.payment.unknownResult';
  if (status === 'needs_action') return 'error.payment.bankCheckFailed';
  return reasons.find((reason) => reason === message) ?? 'error.payment.declined';
}

/** What is said of a call that was refused or had no answer: whether money moved is known or it is not. */
export const payWording = {
  texts: {
    unavailable: ({ fields, unanswered }: ApiError) =>
      fields.length > 0
        ? fields
        : [problemOf(unanswered ? 'error.payment.unknownResult' : 'error.payment.providerDown')],
  },
} as const;

/** Leads through the bank where it asks, and throws the reason where it is not paid. */
export async function toTheEnd(step: PaymentStep, bank: Bank): Promise<void> {
  let now = step;
  if (now.status === 'needs_action' && now.client_secret !== null) {
    await bank.ask(now.client_secret);
    now = await confirmPayment();
  }
  if (now.status !== 'paid') throw saying(reasonOf(now));
}

/**
 * Paying: the state of its button, and what is said when it was not done (PAY-11, ERR-10, ERR-11). What is sent again before the outcome
 * is known has the same key, so that it is done once; after a refusal the next try is a new one.
 */
export function usePaying(
  pay: (paymentMethodId: string | null, key: string) => Promise<PaymentStep>,
  { bank, order, onPaid }: { bank: Bank; order: unknown; onPaid: () => void },
) {
  const keyOf = useMemo(() => requestKeys(), []);
  const turn = useRef(0);
  return useAction(
    async (card: CardSource) => {
      const id = card === null ? null : 'saved' in card ? card.saved : await card.typed.make();
      const step = await pay(id, keyOf({ turn: turn.current, order, id }));
      turn.current += 1;
      // The payment company takes a card that it refused, or whose bank did, only when it is sent again.
      if (step.status !== 'paid' && card !== null && 'typed' in card) card.typed.spent();
      await toTheEnd(step, bank);
    },
    { ...payWording, resetMs: payResetMs, onDone: onPaid },
  );
}
