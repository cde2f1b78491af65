import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { securityHeaders } from './headers.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_CARE: 'price_1',
  STRIPE_PRICE_LIFETIME: 'price_2',
};

/** Returns the directives of the policy sent with pages. */
function policyOf(env: Record<string, string>): Record<string, string> {
  const config = readConfig({ APP_ENV: 'test', WATTLE_KEYS: `t:${'A'.repeat(43)}=`, ...env });
  const policy = securityHeaders(config)['content-security-policy'] ?? '';
  return Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0], each]));
}

describe('the content security policy', () => {
  it('allows only the product itself if payment by Stripe is off [PAY-18, PAY-23]', () => {
    for (const env of [{}, { ...keys, PAYMENT_DISABLED: 'true' }]) {
      expect(Object.values(policyOf(env)).join('; ')).not.toMatch(/https?:/);
    }
  });

  it("allows only the payment company's script if its keys are set [PAY-22, PAY-23]", () => {
    const { 'script-src': scripts, 'connect-src': calls, 'frame-src': frames, ...rest } = policyOf(keys);
    expect(scripts).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
    expect(calls).toBe("connect-src 'self' https://api.stripe.com");
    expect(frames).toBe('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
    expect(Object.values(rest).join('; ')).not.toMatch(/https?:|unsafe/);
  });
});
