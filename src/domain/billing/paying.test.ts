import fc from 'fast-check';
import { expect, it } from 'vitest';
import { customer } from '../menu/menu.fixture.ts';
import { menuOf } from '../menu/menu.ts';
import { isPaying, payerOf, type PaidAccount } from './paying.ts';

const account = fc.record({
  provider_id: fc.option(fc.uuid(), { nil: null }),
  subscription_id: fc.option(fc.uuid(), { nil: null }),
});

it('treats a customer as paying if no provider is linked and a subscription exists, and only then [TRANS-05]', () => {
  expect(isPaying({ provider_id: null, subscription_id: 'plan' })).toBe(true);
  expect(isPaying({ provider_id: null, subscription_id: null })).toBe(false);
  expect(isPaying({ provider_id: 'house', subscription_id: 'plan' })).toBe(false);
  expect(isPaying({ provider_id: 'house', subscription_id: null })).toBe(false);
});

it('has exactly one payer for each account, and a linked provider comes first [TRANS-05, CON-25]', () => {
  fc.assert(
    fc.property(account, (of) => {
      const payer = payerOf(of);
      expect(payer === 'provider').toBe(of.provider_id !== null);
      expect(payer === 'customer').toBe(isPaying(of));
      expect(payer === 'none').toBe(of.provider_id === null && of.subscription_id === null);
    }),
  );
});

it('offers account and billing to customers without a provider, and trusted contacts to those with a payer [TRANS-05, BILL-02]', () => {
  const offered = (of: PaidAccount) =>
    menuOf({ ...customer, ...of })
      .map(({ id }) => id)
      .filter((id) => ['trustedContacts', 'accountBilling'].includes(id));
  expect(offered({ provider_id: null, subscription_id: 'plan' })).toEqual([
    'trustedContacts',
    'accountBilling',
  ]);
  expect(offered({ provider_id: 'house', subscription_id: 'plan' })).toEqual(['trustedContacts']);
  expect(offered({ provider_id: 'house', subscription_id: null })).toEqual(['trustedContacts']);
  expect(offered({ provider_id: null, subscription_id: null })).toEqual(['accountBilling']);
});
