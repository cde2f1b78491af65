import { useCallback, useRef, type Ref } from 'react';
import type { CardEntryField } from '../../../../domain/billing/card-entry.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { saying } from '../../../forms/form-errors.ts';

/** Methods of a card form for the button beside it. */
export type CardHandle = {
  /** Checks what was typed. When something is wrong, shows it at its field, which takes focus, and returns false. */
  check: () => boolean;
  /**
   * Sends the card to the payment company and gives its name there (PAY-22). The same card has the same name until it is spent.
   * @throws ApiError when there is something to mend, which the form says at its fields
   */
  make: () => Promise<string>;
  /** The card was refused: the next try is a new one. */
  spent: () => void;
};

/** In place of a form that is not there yet. */
export const cardToCome: CardHandle = {
  check: () => true,
  make: () => Promise.reject(saying('billing.cardForm.loading')),
  spent: () => {},
};

export type CardFieldsProps = {
  publishableKey: string;
  ref: Ref<CardHandle>;
};

/** What is wrong with the fields of a card form. */
export type CardProblems = Partial<Record<CardEntryField, PlainTextKey>>;

/** The words for what the payment company says of a card (ERR-23); undefined for what is not about a field. */
export function problemsOfCode(code: string | undefined): CardProblems | undefined {
  switch (code) {
    case 'incomplete_number':
      return { number: 'error.payment.cardNumber' };
    case 'invalid_number':
    case 'incorrect_number':
      return { number: 'checkout.card.error.numberWrong' };
    case 'incomplete_expiry':
    case 'invalid_expiry_month':
    case 'invalid_expiry_year':
      return { expiry: 'error.payment.cardExpiry' };
    case 'invalid_expiry_year_past':
    case 'invalid_expiry_month_past':
    case 'expired_card':
      return { expiry: 'checkout.card.error.expired' };
    case 'incomplete_cvc':
    case 'invalid_cvc':
      return { cvc: 'error.payment.cardCvc' };
    case 'incorrect_cvc':
      return { cvc: 'error.payment.cvcWrong' };
    default:
      return undefined;
  }
}

/** Keeps the name of a card that was made until the card is another one or was refused, so that a lost answer makes none twice. */
export function useMadeCard(create: () => Promise<string>) {
  const made = useRef<string>(undefined);
  const latest = useRef(create);
  latest.current = create;
  const make = useCallback(async () => (made.current ??= await latest.current()), []);
  const forget = useCallback(() => {
    made.current = undefined;
  }, []);
  return { make, forget };
}
