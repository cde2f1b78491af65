import type Stripe from 'stripe';
import { decimal } from './catalogue.ts';

export const invoiceItemShape = (item: {
  id: string;
  at: number;
  customer: Stripe.Customer;
  invoiceId: string;
  price: Stripe.Price;
  quantity: number;
  description: string;
  period: { start: number; end: number };
  discounts: string[];
}): Stripe.InvoiceItem => ({
  id: item.id,
  object: 'invoiceitem',
  amount: (item.price.unit_amount ?? 0) * item.quantity,
  currency: item.price.currency,
  customer: item.customer.id,
  customer_account: null,
  date: item.at,
  description: item.description,
  discountable: true,
  discounts: item.discounts,
  invoice: item.invoiceId,
  livemode: false,
  metadata: {},
  net_amount: (item.price.unit_amount ?? 0) * item.quantity,
  parent: null,
  period: item.period,
  pricing: {
    price_details: {
      price: item.price.id,
      product: typeof item.price.product === 'string' ? item.price.product : item.price.product.id,
    },
    type: 'price_details',
    unit_amount_decimal: decimal(item.price.unit_amount ?? 0),
  },
  proration: false,
  quantity: item.quantity,
  quantity_decimal: decimal(item.quantity),
  tax_rates: [],
  test_clock: item.customer.test_clock ?? null,
});
