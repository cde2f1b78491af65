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

export type TestCard = { number: string; brand: string; fingerprint: string; behaviour: Behaviour };

const declined: CardError = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const insufficient: CardError = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

const expired: CardError = { code: 'expired_card', message: 'Your card has expired.' };
const wrongCvc: CardError = { code: 'incorrect_cvc', message: "Your card's security code is incorrect." };

export const needsAuthentication: CardError = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const failedAuthentication: CardError = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Stripe's published numbers, https://docs.stripe.com/testing */
export const testCards: readonly TestCard[] = [
  ...(
    [
      ['4242424242424242', 'visa'],
      ['4000056655665556', 'visa'],
      ['5555555555554444', 'mastercard'],
      ['2223003122003222', 'mastercard'],
      ['378282246310005', 'amex'],
      ['371449635398431', 'amex'],
      ['3566002020360505', 'jcb'],
      ['6200000000000005', 'unionpay'],
      ['6011111111111117', 'discover'],
      ['3056930009020004', 'diners'],
    ] as const
  ).map(([number, brand]) => ({ number, brand, behaviour: { kind: 'pays' } as const })),
  { number: '4000000000000002', brand: 'visa', behaviour: { kind: 'refused', error: declined } as const },
  { number: '4000000000009995', brand: 'visa', behaviour: { kind: 'refused', error: insufficient } as const },
  { number: '4000000000000069', brand: 'visa', behaviour: { kind: 'refused', error: expired } as const },
  { number: '4000000000000127', brand: 'visa', behaviour: { kind: 'refused', error: wrongCvc } as const },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: { kind: 'fails-on-charge', error: declined } as const,
  },
  { number: '4000002500003155', brand: 'visa', behaviour: { kind: 'asks', always: false } as const },
  { number: '4000000000003220', brand: 'visa', behaviour: { kind: 'asks', always: false } as const },
  { number: '4000002760003184', brand: 'visa', behaviour: { kind: 'asks', always: true } as const },
].map((card) => ({ ...card, fingerprint: `standin${card.number.slice(0, 8)}${card.number.slice(-4)}` }));

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const byFingerprint = new Map(testCards.map((card) => [card.fingerprint, card]));

export const testCardOf = (number: string): TestCard | undefined => byNumber.get(number);

export const behaviourOf = (fingerprint: string | null | undefined): Behaviour =>
  byFingerprint.get(fingerprint ?? '')?.behaviour ?? { kind: 'refused', error: declined };

/** Stripe's names of ready-made cards, such as `pm_card_visa`, for programs without a browser. */
export const readyCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_discover: '6011111111111117',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequired: '4000002760003184',
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
