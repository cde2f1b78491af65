import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../src/server/pipeline/audit/audit-verify.ts';
import { TestClient } from '../client.ts';
import { keepCompiled } from '../processes/compiled.ts';
import { password, person } from '../people.ts';
import { enrol } from '../second-step.ts';
import { startProduct, trialVariables, type Product } from './product.ts';

type Run = { code: number; printed: string; said: string };

const why = ['--reason', 'Request 1042, called back on the known number'];
const patience = { timeout: 30_000, interval: 100 };

describe('the commands for a locked-out person', () => {
  let product: Product;
  let variables: Record<string, string>;
  let adminId: string;

  beforeAll(async () => {
    variables = trialVariables();
    product = await startProduct(variables);
    adminId = (await person(product.services, { role: 'admin' })).userId;
  });
  beforeEach(() => product.services.db.deleteFrom('attempts').execute());
  afterAll(() => product.close());

  /** Runs a command as an operator does, with the server's environment and nothing else. */
  const run = (script: string, ...words: string[]): Promise<Run> =>
    new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        ...keepCompiled,
        DATABASE_URL: product.databaseUrl,
        ...variables,
      };
      const file = join(import.meta.dirname, '../../scripts/operator', script);
      execFile(process.execPath, [file, ...words], { env }, (error, printed, said) =>
        resolve({ code: Number(error?.code ?? 0), printed, said }),
      );
    });

  const mailsTo = async (address: string) =>
    (
      await product.services.db
        .selectFrom('mail_outbox')
        .select(['subject', 'plain'])
        .where('to_address', '=', address)
        .orderBy('created_at')
        .execute()
    ).map(({ subject, plain }) => `${subject}\n${plain}`);
  const mailTo = (address: string, words: string) =>
    vi.waitFor(async () => {
      const found = (await mailsTo(address)).find((mail) => mail.includes(words));
      expect(found).toBeDefined();
      return found!;
    }, patience);
  const notified = (template: string, userId: string) =>
    vi.waitFor(async () => {
      const rows = await product.services.db
        .selectFrom('notifications')
        .select('receiver_id')
        .where('template', '=', template)
        .where('user_id', '=', userId)
        .execute();
      expect(rows.map((row) => row.receiver_id).toSorted()).toEqual([userId, adminId].toSorted());
    }, patience);
  const trailOf = (userId: string, action: string) =>
    product.services.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('chain', '=', userId)
      .where('action', '=', action)
      .execute();
  const tokenIn = (mail: string) => /token=([\w-]{64})/.exec(mail)?.[1];
  const isSignedIn = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser !== null;

  it('second-step:reset allows sign-in by password alone, ends sessions, removes trusted devices, notifies everyone concerned and records the reason [R-51]', async () => {
    const who = await person(product.services);
    const client = new TestClient(product.url);
    await client.signIn(who.email, password);
    await enrol(product.services, who.userId, { phones: ['+61491570006'], app: true });
    const { code, printed } = await run('second-step-reset.ts', who.email.toUpperCase(), ...why);
    expect([code, printed]).toEqual([0, expect.stringContaining('is off')]);

    expect(await isSignedIn(client)).toBe(false);
    for (const table of ['second_factors', 'recovery_codes', 'known_devices', 'sessions'] as const)
      expect(
        await product.services.db.selectFrom(table).selectAll().where('user_id', '=', who.userId).execute(),
      ).toEqual([]);
    await client.signIn(who.email, password);
    expect(await isSignedIn(client)).toBe(true);
    expect(await trailOf(who.userId, 'resetSecondStep')).toEqual([
      { actor_kind: 'system', details: { reason: why[1] } },
    ]);
    await mailTo(who.email, 'turned off your second step');
    await notified('SECOND_STEP_RESET', who.userId);
    expect((await verifyAudit(product.services.db, product.services.secrets)).faults).toEqual([]);
  });

  it('email:change gives an account the new address only when its link is opened [R-51]', async () => {
    const who = await person(product.services);
    const next = `next.${who.email}`;
    const client = new TestClient(product.url);
    await client.signIn(who.email, password);
    await client.post('/api/initiateForgotPassword', { email: who.email });
    const oldReset = tokenIn(await mailTo(who.email, 'token='));
    expect((await run('email-change.ts', who.email, next, ...why)).code).toBe(0);
    expect(await isSignedIn(client)).toBe(false);
    expect(
      (await client.post('/api/auth/reset-password', { token: oldReset, password: 'Ferry-Lantern-7' })).body
        .ok,
    ).toBe(false);
    await client.signIn(who.email, password);

    const token = tokenIn(await mailTo(next, 'token='));
    expect((await client.post('/api/auth/verify-email', { token })).body).toMatchObject({ ok: true });
    expect(await isSignedIn(client)).toBe(false);
    const again = await client.post('/api/auth/email-password', {
      email: who.email,
      password,
      type: 'login',
    });
    expect(again.body).toMatchObject({ ok: false, error: 'unauthenticated' });
    await client.signIn(next, password);
    expect(await isSignedIn(client)).toBe(true);
    await mailTo(who.email, 'the last email to the old address');
    await notified('EMAIL_CHANGED', who.userId);
    expect(await trailOf(who.userId, 'changeEmail')).toEqual([
      { actor_kind: 'system', details: { reason: why[1] } },
    ]);
    expect(JSON.stringify(await trailOf(who.userId, 'verifyEmail'))).not.toContain(next);
  });

  it('email:change gives no address that another account took in the meantime [R-51]', async () => {
    const who = await person(product.services);
    const next = `taken.${who.email}`;
    expect((await run('email-change.ts', who.email, next, ...why)).code).toBe(0);
    const token = tokenIn(await mailTo(next, 'token='));
    await person(product.services, { email: next });
    const client = new TestClient(product.url);
    expect((await client.post('/api/auth/verify-email', { token })).body).toMatchObject({ ok: false });
    await client.signIn(who.email, password);
  });

  it.each([
    ['without a reason', 'second-step-reset.ts', (email: string) => [email], 'Usage'],
    [
      'with a short reason',
      'second-step-reset.ts',
      (email: string) => [email, '--reason', 'ok'],
      'The reason',
    ],
    [
      'with a reason that names the person',
      'second-step-reset.ts',
      (email: string) => [email, '--reason', 'Margaret called us twice'],
      'The reason',
    ],
    ['for an unknown address', 'second-step-reset.ts', () => ['none@home.example', ...why], 'No account'],
    [
      'where the second step is off',
      'second-step-reset.ts',
      (email: string) => [email, ...why],
      'is off already',
    ],
    ['without a new address', 'email-change.ts', (email: string) => [email, ...why], 'Usage'],
    ['for no address', 'email-change.ts', (email: string) => [email, 'nonsense', ...why], 'not a valid'],
    [
      'for one that an account has',
      'email-change.ts',
      (email: string) => [email, email, ...why],
      'Another account',
    ],
  ])(
    '%s: %s explains in a sentence what is wrong and changes nothing [R-51]',
    async (_, script, words, sentence) => {
      const who = await person(product.services, { firstName: 'Margaret' });
      const stored = () =>
        product.services.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
      const before = await stored();
      const { code, printed, said } = await run(script, ...words(who.email));
      expect([code, printed]).toEqual([1, '']);
      expect(said).toContain(sentence);
      expect(said).not.toMatch(/\n\s+at /);
      expect(await stored()).toEqual(before);
    },
  );
});
