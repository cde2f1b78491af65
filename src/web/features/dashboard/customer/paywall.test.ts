import { expect, it } from 'vitest';
import { asksForPlan } from './paywall.ts';

const none = { subscription_id: null, provider_id: null };
const on = { trustedContactsPaywall: true };

it('trusted contacts require a payment plan only with the flag, and only from a person with neither a plan nor a provider [DASH-15]', () => {
  expect(asksForPlan(none, on)).toBe(true);
  expect(asksForPlan(none, {})).toBe(false);
  expect(asksForPlan({ ...none, subscription_id: 's' }, on)).toBe(false);
  expect(asksForPlan({ ...none, provider_id: 'p' }, on)).toBe(false);
});
