import { useMemo, useRef } from 'react';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import type { ApiError } from '../../../api/errors.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { problemOf, saying } from '../../../forms/errors/form-errors.ts';
import { useAction } from '../../../forms/use-action.ts';
import type { CardHandle } from '../card/card-handle.ts';
import type { Bank } from '../card/use-bank.tsx';
import { confirmPayment, type PaymentStep } from './paying-api.ts';

/** Time after which the pay button returns to its initial state, in milliseconds (PAY-12). */
const payResetMs = 10_000;

/** The card to pay with: a saved one, a typed one, or none if there is nothing to pay. */
export type CardSource = { saved: string } | { typed: CardHandle } | null;

/** Reasons of the server for an unfinished payment (ERR-24). */
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

/** How the outcome of a payment is read again if the first response does not contain it. */
type Reading = {
  /** Reads the outcome after the bank's page. */
  confirm: () => Promise<PaymentStep>;
  /** Message while it is not known whether money moved. */
  unknown: 'error.payment.unknownResult' | 'providerBilling.pay.unknown';
};

/** The open payment of the signed-in customer. */
const ownPayment: Reading = { confirm: confirmPayment, unknown: 'error.payment.unknownResult' };

/** Returns the message for a step that did not end in a payment. */
export function reasonOf(
  { status, message }: PaymentStep,
  { unknown }: Pick<Reading, 'unknown'> = ownPayment,
): TextKey {
  if (status === 'processing') return unknown;
  if (status === 'needs_action') return 'error.payment.bankCheckFailed';
  return reasons.find((reason) => reason === message) ?? 'error.payment.declined';
}

/** Returns the messages for a call that was refused or had no response: it may be unknown whether money moved. */
export const payWording = ({ unknown }: Pick<Reading, 'unknown'> = ownPayment) => ({
  texts: {
    unavailable: ({ fields, unanswered }: ApiError) =>
      fields.length > 0 ? fields : [problemOf(unanswered ? unknown : 'error.payment.providerDown')],
  },
});

/** Leads the person through the bank's page if the bank requires it, and throws the reason if the payment failed. */
export async function toTheEnd(step: PaymentStep, bank: Bank, reading: Reading = ownPayment): Promise<void> {
  let now = step;
  if (now.status === 'needs_action' && now.client_secret !== null) {
    await bank.ask(now.client_secret);
    now = await reading.confirm();
  }
  if (now.status !== 'paid') throw saying(reasonOf(now, reading));
}

/**
 * Payment: the state of its button, and the messages after a failure (PAY-11, ERR-10, ERR-11). A retry before the outcome is
 * known has the same idempotency key, so that the payment is made once; after a refusal the next try has a new key.
 */
export function usePaying(
  pay: (paymentMethodId: string | null, key: string) => Promise<PaymentStep>,
  { bank, order, reading, onPaid }: { bank: Bank; order: unknown; reading?: Reading; onPaid: () => void },
) {
  const keyOf = useMemo(() => requestKeys(), []);
  const turn = useRef(0);
  return useAction(
    async (card: CardSource) => {
      const id = card === null ? null : 'saved' in card ? card.saved : await card.typed.make();
      const step = await pay(id, keyOf({ turn: turn.current, order, id }));
      turn.current += 1;
      // The payment company accepts a card that it or its bank refused only if the card is sent again.
      if (step.status !== 'paid' && card !== null && 'typed' in card) card.typed.spent();
      await toTheEnd(step, bank, reading);
    },
    { ...payWording(reading), resetMs: payResetMs, onDone: onPaid },
  );
}
