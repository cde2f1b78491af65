import type { CardError } from '../http/api-error.ts';

/** Behaviour of a test card. */
export type Behaviour =
  | { kind: 'pays' }
  /** Always refused: when it is saved and when it is charged. */
  | { kind: 'refused'; error: CardError }
  /** Accepted when it is saved, refused when it is charged. */
  | { kind: 'fails-on-charge'; error: CardError }
  /** The bank asks for confirmation: with `always` also if the person is absent, otherwise until the card is set up. */
  | { kind: 'asks'; always: boolean };

export type TestCard = {
  number: string;
  brand: string;
  /** Stripe's name of a ready-made card, for programs without a browser. */
  ready: string;
  behaviour: Behaviour;
  fingerprint: string;
};

const declined: CardError = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

export const needsAuthentication: CardError = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const failedAuthentication: CardError = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method.',
};

const pays: Behaviour = { kind: 'pays' };
const refuses = (code: string, decline_code?: string): Behaviour => ({
  kind: 'refused',
  error: { code, message: 'Your card was refused.', ...(decline_code && { decline_code }) },
});

/** Stripe's published numbers, https://docs.stripe.com/testing */
const testCards: readonly TestCard[] = (
  [
    ['4242424242424242', 'visa', 'visa', pays],
    ['4000056655665556', 'visa', 'visa_debit', pays],
    ['5555555555554444', 'mastercard', 'mastercard', pays],
    ['2223003122003222', 'mastercard', '', pays],
    ['378282246310005', 'amex', 'amex', pays],
    ['371449635398431', 'amex', '', pays],
    ['3566002020360505', 'jcb', 'jcb', pays],
    ['6200000000000005', 'unionpay', 'unionpay', pays],
    ['6011111111111117', 'discover', 'discover', pays],
    ['3056930009020004', 'diners', 'diners', pays],
    ['4000000000000002', 'visa', 'chargeDeclined', { kind: 'refused', error: declined }],
    [
      '4000000000009995',
      'visa',
      'chargeDeclinedInsufficientFunds',
      refuses('card_declined', 'insufficient_funds'),
    ],
    ['4000000000000069', 'visa', 'chargeDeclinedExpiredCard', refuses('expired_card')],
    ['4000000000000127', 'visa', 'chargeDeclinedIncorrectCvc', refuses('incorrect_cvc')],
    ['4000000000000341', 'visa', 'chargeCustomerFail', { kind: 'fails-on-charge', error: declined }],
    ['4000002500003155', 'visa', 'authenticationRequiredOnSetup', { kind: 'asks', always: false }],
    ['4000000000003220', 'visa', 'threeDSecure2Required', { kind: 'asks', always: false }],
    ['4000002760003184', 'visa', 'authenticationRequired', { kind: 'asks', always: true }],
  ] as const
).map(([number, brand, ready, behaviour]) => ({
  ...{ number, brand, behaviour, ready: `pm_card_${ready}` },
  fingerprint: `standin${number.slice(0, 8)}${number.slice(-4)}`,
}));

/** Finds a test card by its number or by the name of the ready-made card. */
export const testCardOf = (name: string): TestCard | undefined =>
  testCards.find(({ number, ready }) => name === number || name === ready);

export const behaviourOf = (fingerprint: string | null | undefined): Behaviour =>
  testCards.find((card) => card.fingerprint === fingerprint)?.behaviour ?? {
    kind: 'refused',
    error: declined,
  };

/** Whether the check digit of a card number is correct (ISO/IEC 7812-1, Luhn). */
export function hasRightCheckDigit(number: string): boolean {
  const digits = [...number].toReversed().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
