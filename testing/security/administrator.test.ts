import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/server/pipeline/audit/audit-verify.ts';
import { consentVersions } from '../../src/server/pipeline/consents/consent-versions.ts';
import type { TestClient } from '../client.ts';
import { keepCompiled } from '../processes/compiled.ts';
import { tokenIn } from '../links.ts';
import { person } from '../people.ts';
import { appCode } from '../second-step.ts';
import { productionVariables, startProduct, type Product } from './product.ts';

type Run = { code: number; printed: string; said: string };

const newPassword = 'Ferry-Lantern-7';

describe('the command that creates the first administrator', () => {
  let product: Product;
  let variables: Record<string, string>;

  beforeAll(async () => {
    variables = productionVariables();
    product = await startProduct(variables);
  });
  afterAll(() => product.close());

  /** Runs the command as an operator does: with production's environment and nothing else. */
  const run = (...words: string[]): Promise<Run> =>
    new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        ...keepCompiled,
        DATABASE_URL: product.databaseUrl,
        ...variables,
      };
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../../scripts/operator/admin-new.ts'), ...words],
        { env },
        (error, printed, said) => resolve({ code: Number(error?.code ?? 0), printed, said }),
      );
    });

  const stored = (email: string) =>
    product.services.db.selectFrom('users').selectAll().where('email', '=', email).execute();
  const choose = (client: TestClient, link: string, password = newPassword) =>
    client.post('/api/auth/reset-password', { token: tokenIn(link), password });
  const signIn = (client: TestClient, email: string, password = newPassword) =>
    client.post('/api/auth/email-password', { email, password, type: 'login' });

  it('creates one without a password and prints a link that works once; the person must set up a second step first [D-12, security 14, security 16]', async () => {
    const { code, printed, said } = await run(' Ruth.Okafor@Home.example ');
    const email = 'ruth.okafor@home.example';
    expect(code).toBe(0);
    const link = printed.trim();
    expect(link).toMatch(/^https:\/\/wattle\.example\/reset-password#token=[\w-]{64}$/);
    expect(said).toContain(email);
    const [made] = await stored(email);
    expect(made).toMatchObject({ permission_role_id: 7, password_hash: null, email_verified_at: null });
    const client = product.client();
    for (const guess of ['', 'null', newPassword])
      expect((await signIn(client, email, guess)).body.ok).toBe(false);

    expect((await choose(client, link, 'short')).body).toMatchObject({ ok: false, error: 'invalid' });
    expect((await choose(client, link)).body).toEqual({ ok: true });
    expect((await choose(client, link)).body.ok).toBe(false);
    expect((await signIn(client, email)).body.ok).toBe(true);

    const overview = () => client.graphql('{ staffOverview { customers } }');
    const due = async () => (await overview()).errors?.[0].extensions;
    expect(await due()).toMatchObject({ code: 'forbidden', details: { due: 'second-step' } });
    const app = await client.graphql(
      'mutation ($password: String!) { startSecondStepApp(password: $password) { secret } }',
      { password: newPassword },
    );
    const shown = await appCode(app.data.startSecondStepApp.secret, product.services.clock());
    const confirm = 'mutation ($code: String!) { confirmSecondStepApp(code: $code) { on } }';
    expect((await client.graphql(confirm, { code: shown })).errors).toBeUndefined();
    expect(await due()).toMatchObject({ code: 'forbidden', details: { due: 'consent' } });
    for (const document of ['eusa', 'privacy'] as const)
      await client.graphql(
        'mutation ($document: String!, $version: String!) { agreeToConsent(document: $document, version: $version) { id } }',
        { document, version: consentVersions(product.services.config)[document] },
      );
    expect((await overview()).errors).toBeUndefined();

    const { db, secrets } = product.services;
    const trail = await db
      .selectFrom('audit_log')
      .select(['actor_kind', 'action'])
      .where('chain', '=', made!.id)
      .orderBy('seq')
      .execute();
    expect(trail[0]).toEqual({ actor_kind: 'system', action: 'makeAdministrator' });
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
  });

  it('prints a link that expires after an hour, and mails another one [security 16]', async () => {
    const { printed } = await run('late@home.example');
    product.advance(61 * 60_000);
    const client = product.client();
    expect((await choose(client, printed.trim())).body.ok).toBe(false);
    const { body } = await client.post('/api/initiateForgotPassword', { email: 'late@home.example' });
    expect(body).toEqual({ ok: true });
    const links = await product.services.db
      .selectFrom('one_time_tokens')
      .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
      .select('one_time_tokens.id')
      .where('users.email', '=', 'late@home.example')
      .where('used_at', 'is', null)
      .execute();
    expect(links).toHaveLength(1);
    product.advance(-61 * 60_000);
  });

  it('refuses an address in use or used before, and does not change its account [security 7]', async () => {
    const customer = await person(product.services, { firstName: 'Margaret' });
    const { db } = product.services;
    const before = await stored(customer.email);
    const { code, printed, said } = await run(customer.email.toUpperCase());
    expect([code, printed]).toEqual([1, '']);
    expect(said).toContain('This address belongs to an account already');
    expect(await stored(customer.email)).toEqual(before);
    await db
      .updateTable('users')
      .set({ legacy_email: 'earlier@home.example' })
      .where('id', '=', customer.userId)
      .execute();
    expect((await run('earlier@home.example')).code).toBe(1);
    expect(await stored('earlier@home.example')).toEqual([]);
  });

  it('creates only one when it runs twice at the same moment [fault 5]', async () => {
    const runs = await Promise.all([run('twice@home.example'), run('twice@home.example')]);
    expect(runs.map(({ code }) => code).reduce((sum, code) => sum + code)).toBe(1);
    expect(await stored('twice@home.example')).toHaveLength(1);
  });

  it.each([[[]], [['no-address']], [['']], [['a@home.example', 'b@home.example']]])(
    'explains in a sentence what is wrong with %j, and creates no account',
    async (words) => {
      const count = async () => (await product.services.db.selectFrom('users').select('id').execute()).length;
      const before = await count();
      const { code, printed, said } = await run(...words);
      expect([code, printed]).toEqual([1, '']);
      expect(said).toMatch(/^(Usage: npm run admin:new|That is not an e-mail address)/);
      expect(said).not.toMatch(/\n\s+at /);
      expect(await count()).toBe(before);
    },
  );
});
