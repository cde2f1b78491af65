import { randomBytes } from 'node:crypto';
import { newKeys } from '../../../../../testing/new-keys.ts';
import { readConfig } from '../../../config.ts';
import { connectDatabase } from '../../../db/connection/connect.ts';
import { createSecrets } from '../../../db/sealing/secrets.ts';
import type { Services } from '../../../pipeline/context.ts';
import { stripeProvider } from '../../../ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../../ports/payments/watched.ts';
import { billProviders } from '../nightly.ts';
import { invoiceAtCompany } from './invoice-at-company.ts';

// Runs the nightly bills of 1 March 2026 in a process of its own, for a test that kills it.
type Company = { host: string; port: number; secretKey: string; publishableKey: string };
const url = process.env['DATABASE_URL'] ?? '';
const { host, port, ...keys } = JSON.parse(process.env['COMPANY'] ?? '{}') as Company;
const { db } = connectDatabase({ url });
const clock = () => new Date('2026-03-01T04:00:00+11:00');
const services = {
  db,
  clock,
  config: readConfig({
    APP_ENV: 'test',
    WATTLE_KEYS: newKeys(),
    DATABASE_URL: url,
    PUBLIC_URL: 'https://wattle.example',
  }),
  secrets: createSecrets(randomBytes(32)),
  payments: watchedPayments(stripeProvider({ ...keys, webhookSecrets: [], clock, standIn: { host, port } })),
  eventsWaiting: () => {},
} as unknown as Services;
await billProviders(services, console.error);
await invoiceAtCompany(services, console.error);
