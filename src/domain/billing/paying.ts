/** The facts of an account that decide who pays for it. */
export type PaidAccount = { provider_id: string | null; subscription_id: string | null };

/** Who pays for a customer's account: the linked provider, the customer, or none. A linked provider comes first (CON-25). */
export function payerOf({ provider_id, subscription_id }: PaidAccount): 'provider' | 'customer' | 'none' {
  if (provider_id !== null) return 'provider';
  return subscription_id === null ? 'none' : 'customer';
}

/** Whether a customer is treated as paying: no provider is linked, and a subscription exists (TRANS-05). */
export const isPaying = (account: PaidAccount): boolean => payerOf(account) === 'customer';
