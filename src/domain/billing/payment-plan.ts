/** Known payment plans (PAY-08). Any other price is a customer's own (PAY-10). */
export const paymentPlanIds = ['care', 'lifetime'] as const;

export type PaymentPlanId = (typeof paymentPlanIds)[number];

/**
 * A plan that a person can pay for (PAY-04, PAY-05). Fees are Australian cents; `yearlyFee` is null for a plan that does not
 * renew. A price id is the payment company's id of the price; null if there is no such fee.
 */
export type PaymentPlan = {
  id: PaymentPlanId;
  initialFee: number;
  yearlyFee: number | null;
  initialPriceId: string | null;
  yearlyPriceId: string | null;
};

/** The payment company's ids of our prices. */
export type PriceIds = { careYearly: string; lifetime: string };

/** The two payment plans with the fees from the source (PAY-06, PAY-07). */
export const paymentPlans = (prices: PriceIds): readonly PaymentPlan[] => [
  { id: 'care', initialFee: 0, yearlyFee: 4_900, initialPriceId: null, yearlyPriceId: prices.careYearly },
  {
    id: 'lifetime',
    initialFee: 29_900,
    yearlyFee: null,
    initialPriceId: prices.lifetime,
    yearlyPriceId: null,
  },
];
