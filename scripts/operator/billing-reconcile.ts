// npm run billing:reconcile [-- --mend] [-- --since 2026-01-01]: compares the books with the payment company's and names what
// differs. With --mend our rows are made to say what the payment company says; nothing is charged. Exit code 1 if anything differs still.
import { parseArgs } from 'node:util';
import { reconcile } from '../../src/server/features/billing/books/reconcile.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe.ts';
import { watchedPayments } from '../../src/server/ports/payments/watched.ts';
import { operatorContext } from './operator-call.ts';
import { administerWith } from './administration.ts';

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

await administerWith({}, async (services) => {
  const { stripe } = services.config.payments;
  if (!stripe) {
    console.error('No keys of the payment company are set: there are no books to compare.');
    process.exitCode = 1;
    return;
  }
  const context = operatorContext(
    services,
    watchedPayments(stripeProvider({ ...stripe, clock: services.clock })),
  );
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
  if (left > 0) process.exitCode = 1;
});
