import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { tokenIn } from '../../../../testing/links.ts';
import { person, provider, type TestPerson } from '../../../../testing/people.ts';
import { productionVariables, trialVariables } from '../../../../testing/security/product.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { createSignupToken } from '../sign-up/invitations.ts';

describe('staff', () => {
  let app: TestApp;
  let banksia: string;
  let nurse: TestPerson;
  let admin: TestPerson;
  let elsewhere: TestPerson;

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services);
    nurse = await person(app.services, { role: 'providerview', providerId: banksia });
    elsewhere = await person(app.services, {
      role: 'provideradmin',
      providerId: await provider(app.services, 'Acacia Lodge'),
    });
    admin = await person(app.services, { role: 'admin' });
  });
  afterAll(() => app.close());

  const noticesOf = async ({ userId }: TestPerson) =>
    app.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata', 'user_id'])
      .where('receiver_id', '=', userId)
      .execute();

  it('are notified that a customer of their provider signed up once the address is checked, and no other staff are [NOTIF-12, GAP-72, D-39]', async () => {
    const { services } = app;
    const email = 'new.customer@test.example';
    const payload = createSignupToken(services.secrets, services.clock(), 'signup-payload', {
      provider_id: banksia,
    });
    const { body } = await new TestClient(app.url).post('/api/auth/email-password', {
      email,
      password: 'Correct-horse-7',
      accountOwner: 'self',
      type: 'signup',
      payload,
      redirect: false,
      medicareNumber: '',
      birthDate: '14/05/1943',
      gender: 'Female',
      EUSARead: true,
      privacyPolicyRead: true,
      notOwnerConfirmation: false,
      language: 'en',
    });
    expect(body).toMatchObject({ ok: false, error: 'verification-required' });
    const { id } = await services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // Not notified before the address is checked (D-39).
    await expect
      .poll(
        () => services.db.selectFrom('mail_outbox').select('id').where('to_address', '=', email).execute(),
        {
          timeout: 10_000,
        },
      )
      .toHaveLength(1);
    expect(await noticesOf(admin)).toEqual([]);
    const mail = await services.db
      .selectFrom('mail_outbox')
      .select('plain')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    const token = tokenIn(/http\S+/.exec(mail.plain)?.[0] ?? '');
    await new TestClient(app.url).post('/api/auth/verify-email', { token, password: 'Correct-horse-7' });
    for (let tries = 0; tries < 200 && (await noticesOf(admin)).length === 0; tries += 1)
      await new Promise((resolve_) => setTimeout(resolve_, 50));
    const signup = { template: 'ACP_SIGNUP', metadata: {}, user_id: id };
    expect(await noticesOf(admin)).toEqual([signup]);
    expect(await noticesOf(nurse)).toEqual([signup]);
    expect(await noticesOf(elsewhere)).toEqual([]);
  });

  it("get a test notification by the developers' command, never in production [NOTIF-12, GAP-72, security 40]", async () => {
    const run = (variables: Record<string, string>) =>
      spawnSync(process.execPath, [resolve('scripts/test-notification.ts'), nurse.email], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: app.databaseUrl, ...variables },
      });
    const before = (await noticesOf(nurse)).length;
    const { status, stdout, stderr } = run(trialVariables());
    expect([status, stdout.trim(), stderr]).toEqual([0, '1 of 1 sent.', '']);
    expect((await noticesOf(nurse)).map(({ template }) => template)).toContain('TEST');
    expect((await noticesOf(nurse)).length).toBe(before + 1);
    const production = run(productionVariables());
    expect([production.status, production.stderr.trim()]).toEqual([
      1,
      'Test notifications are never sent in production.',
    ]);
    expect((await noticesOf(nurse)).length).toBe(before + 1);
  });
});
