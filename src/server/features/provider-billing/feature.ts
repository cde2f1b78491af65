import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './cards/card-graphql.ts';
import './cards/card-record-graphql.ts';
import * as records from './cards/card-record.ts';
import * as cards from './cards/card-operations.ts';
import * as paying from './cards/pay-operations.ts';
import './graphql.ts';
import * as invoicing from './invoicing/invoicing-operations.ts';
import { invoiceAtCompany } from './company/invoice-at-company.ts';
import { sendChargeRefused, sendInvoice, sendOverdue, sendTrialNotice } from './jobs.ts';
import { billProviders } from './nightly.ts';
import * as marking from './operations/mark-operations.ts';
import * as reading from './operations/read-operations.ts';
import { registerProviderInvoiceRoutes } from './rest.ts';

export const feature = {
  name: 'provider-billing',
  operations: [reading, marking, invoicing, cards, paying, records],
  routes: registerProviderInvoiceRoutes,
  handlers: {
    'provider-invoice.issued': { mail: mail(sendInvoice) },
    'provider-invoice.overdue': { mail: mail(sendOverdue) },
    'provider-invoice.charge-refused': { mail: mail(sendChargeRefused) },
    'provider-trial.notice': { mail: mail(sendTrialNotice) },
  },
  nightly: [
    {
      name: 'provider-billing',
      failed: 'The invoices of providers could not be finished, which is tried again',
      run: billProviders,
    },
    {
      // After the invoices of the same run, which wait to be made there.
      name: 'provider-billing',
      failed: 'The invoices of providers could not be made at the payment company, which is tried again',
      run: invoiceAtCompany,
    },
  ],
} as const satisfies Feature;
