import { describe, expect, it } from 'vitest';
import { declineReason } from './facts.ts';

describe('the reason for a refused card', () => {
  it.each([
    ['card_declined', 'insufficient_funds', 'insufficient'],
    ['expired_card', 'expired_card', 'expired'],
    ['invalid_expiry_year', undefined, 'expired'],
    ['incorrect_cvc', 'incorrect_cvc', 'cvc'],
    ['authentication_required', 'authentication_required', 'bank-check-failed'],
    ['payment_intent_authentication_failure', undefined, 'bank-check-failed'],
    ['card_declined', 'card_velocity_exceeded', 'limit'],
    ['card_declined', 'withdrawal_count_limit_exceeded', 'limit'],
    ['card_declined', 'card_not_supported', 'not-allowed'],
    ['card_declined', 'transaction_not_allowed', 'not-allowed'],
    ['processing_error', 'processing_error', 'try-later'],
    ['card_declined', 'issuer_not_available', 'try-later'],
    ['card_declined', 'generic_decline', 'declined'],
    ['card_declined', 'a_code_of_next_year', 'declined'],
    [undefined, undefined, 'declined'],
  ])('%s with %s is %s', (code, decline_code, reason) => {
    expect(
      declineReason({
        ...(code !== undefined && { code }),
        ...(decline_code !== undefined && { decline_code }),
      }),
    ).toBe(reason);
  });

  it.each(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card', 'merchant_blacklist', 'restricted_card'])(
    'does not show that a card is %s',
    (decline_code) => {
      expect(declineReason({ code: 'card_declined', decline_code })).toBe('declined');
    },
  );
});
