import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/domain/access/actors.ts';
import { person, provider } from '../../people.ts';
import { appCode, enrol } from '../../second-step.ts';
import { productionVariables, startProductProcess, type ProductProcess } from '../product.ts';

describe('staff in production', () => {
  let product: ProductProcess;
  beforeAll(async () => {
    product = await startProductProcess(productionVariables());
  });
  afterAll(() => product.close());

  const staff = async (role: Role) => {
    const providerId = role.startsWith('provider') ? await provider(product.services) : undefined;
    const who = await person(product.services, { role, ...(providerId && { providerId }) });
    const client = product.client();
    await client.signIn(who.email, who.password);
    return { who, client };
  };

  it.each(['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const)(
    '(%s) can only set up a second step until they have one, and cannot turn it off [D-12] [security 14]',
    async (role) => {
      const { who, client } = await staff(role);
      const own = async () =>
        (await client.graphql('{ currentUser { id second_step_due } secondStep { on required } }')).data;
      const notices = () => client.graphql('{ getNotifications(offset: 0, limit: 5) { rows { id } } }');
      expect(await own()).toEqual({
        currentUser: { id: who.userId, second_step_due: true },
        secondStep: { on: false, required: true },
      });
      const refusal = (await client.graphql('{ recentActivities(limit: 4) { id } }')).errors?.[0].extensions;
      expect(refusal.code).toBe('forbidden');
      expect(JSON.stringify((await notices()).data ?? null)).not.toContain('rows');

      const { data } = await client.graphql(
        `mutation { startSecondStepApp(password: "${who.password}") { secret } }`,
      );
      const code = await appCode(data.startSecondStepApp.secret, product.services.clock());
      const confirmed = await client.graphql(
        `mutation { confirmSecondStepApp(code: "${code}") { recovery_codes } }`,
      );
      expect(confirmed.data.confirmSecondStepApp.recovery_codes).toHaveLength(10);
      expect(await own()).toMatchObject({
        currentUser: { second_step_due: false },
        secondStep: { on: true },
      });
      expect((await client.graphql('{ recentActivities(limit: 4) { id } }')).errors).toBeUndefined();

      for (const name of ['turnOffSecondStep', 'removeSecondStepApp']) {
        const { errors } = await client.graphql(`mutation { ${name}(password: "${who.password}") { on } }`);
        expect([name, errors?.[0].extensions]).toMatchObject([
          name,
          { code: 'forbidden', fields: [{ message: 'settings.mfa.staffMust' }] },
        ]);
      }
      expect(await own()).toMatchObject({ secondStep: { on: true, required: true } });
    },
  );

  it('sign in with both steps, and customers need none [D-12]', async () => {
    const { who } = await staff('admin');
    const { recoveryCodes } = await enrol(product.services, who.userId, { app: true });
    const client = product.client();
    const first = await client.post('/api/auth/email-password', {
      email: who.email,
      password: who.password,
      type: 'login',
    });
    expect(first.body).toMatchObject({ ok: true, app: true, phones: [] });
    expect(first.headers.getSetCookie()).toEqual([]);
    const code = recoveryCodes[0];
    const { session } = first.body;
    const entered = await client.post('/api/auth/cognito_2fa', {
      email: who.email,
      session,
      code,
      method: 'recovery',
    });
    expect(entered.headers.getSetCookie()[0]).toMatch(/^__Host-wattle=/);

    const customer = await person(product.services);
    const own = product.client();
    await own.signIn(customer.email, customer.password);
    const { data } = await own.graphql('{ currentUser { second_step_due } secondStep { required } }');
    expect(data).toEqual({ currentUser: { second_step_due: false }, secondStep: { required: false } });
  });
});
