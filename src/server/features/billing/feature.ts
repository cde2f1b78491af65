import { mail, payment } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { endCustomer, endReplaced, settleEvents, updateAddress } from './company/jobs.ts';
import './graphql.ts';
import './staff-lists/booked-graphql.ts';
import * as invoices from './invoices/invoice-operation.ts';
import { registerInvoiceRoutes } from './invoices/invoice-rest.ts';
import * as jobs from './jobs.ts';
import { compareBooks, lookAfterPaymentPlans } from './nightly.ts';
import * as cards from './operations/card-operations.ts';
import * as checkout from './operations/checkout-operation.ts';
import * as paying from './operations/pay-operations.ts';
import * as reading from './operations/read-operations.ts';
import * as stopping from './operations/stop-operations.ts';
import * as booked from './staff-lists/booked-operations.ts';
import { registerBookedPaymentRoutes } from './staff-lists/booked-rest.ts';
import { registerPaymentWebhook } from './webhook/webhook.ts';

export const feature = {
  name: 'billing',
  operations: [reading, cards, checkout, paying, stopping, invoices, booked],
  routes(app) {
    registerInvoiceRoutes(app);
    registerBookedPaymentRoutes(app);
  },
  publicRoutes: registerPaymentWebhook,
  handlers: {
    'account.email-changed': { payments: payment(updateAddress) },
    'customer.email-moved': { payments: payment(updateAddress) },
    // Each event needs up to three calls to the payment company, and a job has two minutes.
    'payment.notified': {
      settle: { ...payment(settleEvents), together: { field: 'event_ids', atMost: 20 } },
    },
    'payment.received': { mail: mail(jobs.sendReceipt) },
    'payment.failed': { mail: mail(jobs.sendFailed) },
    'payment.refunded': { mail: mail(jobs.sendRefund) },
    'payment.card-expiring': { mail: mail(jobs.sendCardExpiring) },
    'payment.customer-leaving': { end: payment(endCustomer) },
    'payment-plan.renewal-soon': { mail: mail(jobs.sendRenewalSoon) },
    'payment-plan.tries-over': { mail: mail(jobs.sendTriesOver) },
    'payment-plan.ended': { mail: mail(jobs.sendPlanEnded) },
    'payment-plan.replaced': { end: payment(endReplaced) },
  },
  nightly: [
    {
      name: 'payment-plans',
      failed: 'The tasks of payment plans could not be finished, which is tried again',
      run: lookAfterPaymentPlans,
    },
    {
      name: 'payment-books',
      failed: 'The books of payment could not be compared, which is tried again',
      run: compareBooks,
    },
  ],
} as const satisfies Feature;
