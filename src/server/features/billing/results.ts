import type {
  DeclineReason,
  PaymentOutcome,
} from '../../../domain/billing/payment-company/provider-facts.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';

export const paymentStatuses = ['paid', 'needs_action', 'processing', 'declined'] as const;

/** Result of a call to pay, or to save a card. `message` is the reason for a refusal, or says that the outcome is not known. */
export type PaymentResult = {
  status: (typeof paymentStatuses)[number];
  /** For the bank's confirmation page. */
  client_secret: string | null;
  message: TextKey | null;
};

/** Texts that are shown to a person when a card is refused. */
export const declineTexts = {
  declined: 'error.payment.declined',
  insufficient: 'error.payment.insufficient',
  expired: 'error.payment.expiredCard',
  cvc: 'error.payment.cvcWrong',
  'bank-check-failed': 'error.payment.bankCheckFailed',
  limit: 'error.payment.cardLimit',
  'not-allowed': 'error.payment.cardNotAllowed',
  'try-later': 'error.payment.bankAway',
} as const satisfies Record<DeclineReason, TextKey>;

export const paid: PaymentResult = { status: 'paid', client_secret: null, message: null };

/** Money may have moved: the outcome is read later, and the person must not pay again. */
export const unknownOutcome: PaymentResult = {
  status: 'processing',
  client_secret: null,
  message: 'error.payment.unknownResult',
};

const needsAction = (client_secret: string): PaymentResult => ({
  status: 'needs_action',
  client_secret,
  message: null,
});

const declined = (message: TextKey): PaymentResult => ({
  status: 'declined',
  client_secret: null,
  message,
});

/** Returns an outcome of the payment company as a result. `notTried` is the reason if no card was tried. */
export function resultOf(outcome: PaymentOutcome, notTried: TextKey): PaymentResult {
  switch (outcome.kind) {
    case 'paid':
      return paid;
    case 'needs-action':
      return needsAction(outcome.clientSecret);
    case 'processing':
      return unknownOutcome;
    case 'declined':
      return declined(declineTexts[outcome.reason]);
    case 'not-tried':
      return declined(notTried);
  }
}
