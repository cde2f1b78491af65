import { useCallback, useRef, type Ref } from 'react';
import type { CardEntryField } from '../../../../domain/billing/cards/card-entry.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { saying } from '../../../forms/errors/form-errors.ts';

/** Methods of a card form for the button beside it. */
export type CardHandle = {
  /** Checks the typed data. On an error, shows it at its field, focuses the field, and returns false. */
  check: () => boolean;
  /**
   * Sends the card to the payment company and returns its id there (PAY-22). The same card keeps its id until `spent` is called.
   * @throws ApiError if there are errors, which the form shows at its fields
   */
  make: () => Promise<string>;
  /** Call it when the card was refused: the next try creates a new one. */
  spent: () => void;
};

/** Placeholder of a form that is not loaded yet. */
export const cardToCome: CardHandle = {
  check: () => true,
  make: () => Promise.reject(saying('billing.cardForm.loading')),
  spent: () => {},
};

export type CardFieldsProps = {
  publishableKey: string;
  ref: Ref<CardHandle>;
};

/** Errors of the fields of a card form. */
export type CardProblems = Partial<Record<CardEntryField, PlainTextKey>>;

/**
 * Returns the messages for an error code of the payment company about a card (ERR-23); undefined for errors that are not about a
 * field.
 */
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

/** Keeps the id of a created card until the card is changed or refused, so that a lost response does not create it twice. */
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
