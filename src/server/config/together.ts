import type { Environment, Variables } from './variables.ts';

/** A problem with one variable. `words` continue after its name and repeat no value. */
export type Problem = { readonly name: string; readonly words: string };

const stripeVariables = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_CARE',
  'STRIPE_PRICE_LIFETIME',
];

/** Addresses that must use https in production. */
const httpsVariables = ['PUBLIC_URL', 'SMS_URL', 'S3_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

const isPlainElsewhere = (address: string) =>
  URL.canParse(address) &&
  new URL(address).protocol === 'http:' &&
  !['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** Returns problems of variables that are each valid but do not fit together. `given` must not contain empty values. */
export function problemsTogether(environment: Environment, given: Variables): Problem[] {
  const problems: Problem[] = [];
  if (environment === 'prod')
    for (const name of httpsVariables)
      if (isPlainElsewhere(given[name] ?? '')) problems.push({ name, words: 'must begin with https://' });

  const [keyId, secret] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  for (const [name, other] of [
    [keyId, secret],
    [secret, keyId],
    [keyId, 'S3_BUCKET'],
    ['DATABASE_REPLICA_URL', 'DATABASE_URL'],
    ['DATABASE_REPLICA_URL', 'SERVER_PROCESSES'],
  ] as const)
    if (given[name] !== undefined && given[other] === undefined)
      problems.push({ name, words: `must come with ${other}` });

  const missing = stripeVariables.filter((name) => given[name] === undefined);
  if (missing.length > 0 && missing.length < stripeVariables.length)
    for (const name of missing)
      problems.push({ name, words: 'is not set: the five variables STRIPE_... come together' });

  if (given['METRICS_PORT'] !== undefined && given['METRICS_PORT'] !== '0') {
    const port = given['PORT'] ?? '3000';
    if (Number(given['METRICS_PORT']) === Number(port))
      problems.push({ name: 'METRICS_PORT', words: 'must be another port than PORT' });
  }
  return problems;
}
