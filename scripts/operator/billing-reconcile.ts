// npm run billing:reconcile [-- --mend] [-- --since 2026-01-01]: compares the books with the payment company's and names
// differences. With --mend, our rows get the payment company's values; nothing is charged. Exit code 1 if a difference remains.
import { parseArgs } from 'node:util';
import { reconcile } from '../../src/server/features/billing/books/reconcile.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../src/server/ports/payments/watched.ts';
import { operatorContext } from './calls/operator-call.ts';
import { administerWith, type OperatorServices } from './calls/administration.ts';

const { values, positionals } = parseArgs({
  options: { mend: { type: 'boolean' }, since: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});
const monthMs = 31 * 24 * 60 * 60_000;
const since =
  typeof values.since === 'string' ? new Date(`${values.since}T00:00:00Z`) : new Date(Date.now() - monthMs);
if (
  positionals.length > 0 ||
  Number.isNaN(since.getTime()) ||
  Object.keys(values).some((name) => name !== 'mend' && name !== 'since')
) {
  console.error('Usage: npm run billing:reconcile [-- --mend --since 2026-01-01]');
  process.exit(1);
}

/** The payment company with the configured keys, or outside production the stand-in on the same database; null without either. */
async function companyOf({ config, db, clock }: OperatorServices) {
  const { stripe, disabled } = config.payments;
  if (stripe) return { provider: stripeProvider({ ...stripe, clock }), close: async () => {} };
  if (disabled || config.environment === 'prod') return null;
  const { startStandIn } = await import('../../src/server/ports/payments/stand-in/stand-in.ts');
  // Webhooks are handled by the server.
  const standIn = await startStandIn({ db, clock, log: console.error, deliver: async () => 503 });
  const { secretKey, publishableKey, host, port, close } = standIn;
  const keys = { secretKey, publishableKey, webhookSecrets: [] };
  return { provider: stripeProvider({ ...keys, clock, standIn: { host, port } }), close };
}

await administerWith({}, async (services) => {
  const company = await companyOf(services);
  if (!company) {
    console.error('No keys of the payment company are set: there are no books to compare.');
    return 1;
  }
  try {
    const context = operatorContext(services, watchedPayments(company.provider));
    const { compared, mended, drifts } = await reconcile(context.services, {
      since,
      mend: values.mend === true,
      onDrift: ({ kind, objectId, here, there }, isMended) =>
        console.log(
          `${kind}  ${objectId}  here: ${here ?? 'none'}  there: ${there ?? 'none'}${isMended ? '  mended' : ''}`,
        ),
    });
    const left = [...drifts.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${compared} compared, ${left} differ, ${mended} mended.`);
    return left > 0 ? 1 : 0;
  } finally {
    await company.close();
  }
});
