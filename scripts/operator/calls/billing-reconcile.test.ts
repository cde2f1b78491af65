import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { care, payingPerson } from '../../../testing/stand-ins/payments.ts';
import { keepCompiled } from '../../../testing/processes/compiled.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const key = `test:${randomBytes(32).toString('base64')}`;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { WATTLE_KEYS: key } });
});
afterAll(() => app.close());

/** Runs the command as an operator does, on the database of the server. */
const run = (words: string[] = [], variables: Record<string, string> = {}) =>
  new Promise<{ code: number; printed: string; said: string }>((done) => {
    const env = {
      PATH: process.env['PATH'],
      ...keepCompiled,
      APP_ENV: 'test',
      WATTLE_KEYS: key,
      DATABASE_URL: app.databaseUrl,
      PUBLIC_URL: app.url,
      ...variables,
    };
    const command = ['run', '--silent', 'billing:reconcile', '--', ...words];
    const cwd = resolve(import.meta.dirname, '../../..');
    execFile('npm', command, { env, cwd }, (error, printed, said) =>
      done({ code: Number(error?.code ?? 0), printed: printed.trim(), said }),
    );
  });

/** An hour ago: events of the last minutes count as still in progress. */
async function payAnHourAgo(): Promise<string> {
  const hour = 60 * 60_000;
  app.advance(-hour);
  const { userId } = await payingPerson(app.services, { ...care, paymentMethodId: 'pm_card_visa' });
  app.advance(hour);
  return userId;
}

const paymentsOf = (userId: string) =>
  app.services.db
    .selectFrom('transactions')
    .select(['amount', 'status'])
    .where('user_id', '=', userId)
    .execute();

it('names differences from the payment company’s books and ends with 1; corrects them with --mend, and then ends with 0 [fault 14, GAP-55]', async () => {
  const userId = await payAnHourAgo();
  const kept = await paymentsOf(userId);
  expect(await run()).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^\d+ compared, 0 differ, 0 mended\.$/),
  });
  await app.services.db.deleteFrom('transactions').where('user_id', '=', userId).execute();
  const found = await run();
  expect(found.code).toBe(1);
  expect(found.printed).toMatch(/^payment-not-here {2}in_\w+ {2}here: none {2}there: .+$/m);
  expect(found.printed).toMatch(/ compared, 1 differ, 0 mended\.$/);
  expect(await paymentsOf(userId)).toEqual([]);
  const mended = await run(['--mend']);
  expect(mended.code).toBe(0);
  expect(mended.printed).toMatch(/^payment-not-here .+ {2}mended$/m);
  expect(await paymentsOf(userId)).toEqual(kept);
  expect(await run()).toMatchObject({ code: 0 });
}, 120_000);

it('explains in a sentence that there is nothing to compare, or its arguments, and ends with 1', async () => {
  const off = await run([], { PAYMENT_DISABLED: 'true' });
  expect([off.code, off.printed]).toEqual([1, '']);
  expect(off.said).toContain('there are no books to compare');
  for (const words of [['--since', 'spring'], ['--charge'], ['all']])
    expect(await run(words)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Usage: npm run billing:reconcile/),
    });
}, 60_000);
