import { describe, expect, it } from 'vitest';
import { TestClient } from '../../client.ts';
import { appCode, phoneNumbers, wrongFor } from '../../second-step.ts';
import { signInSteps } from './second-step-sign-in.ts';

const [phone] = phoneNumbers;

describe('guessed codes of the second step', () => {
  const steps = signInSteps();
  const { jump, firstStep, show, forget, enrolled, sentCode, now, signedIn } = steps;

  it('are limited to five wrong tries, also when forty arrive at once from forty networks [security 13, GAP-12]', async () => {
    const { who, phoneIds } = await enrolled({ phones: [phone] });
    const { session, code } = await sentCode(who, phoneIds[0], phone);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        show(who, session, wrongFor(code), 'sms', { 'x-forwarded-for': `198.51.100.${index + 1}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
    await forget();
    expect(await show(who, session, code)).toMatchObject({ status: 401, said: 'error.mfa.noTries' });
  });

  it('are slowed for a person across all handles and networks; the right code resets that, and no account is locked permanently [security 13]', async () => {
    const { who, secret } = await enrolled({ app: true });
    let network = 0;
    const guess = async (code: string) => {
      network += 1;
      return show(who, await firstStep(who), code, 'app', { 'x-forwarded-for': `192.0.2.${network}` });
    };
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(wrongFor(await appCode(secret, now())))).status).toBe(401);
    for (let tries = 0; tries < 12; tries += 1) {
      const refused = await guess(await appCode(secret, now()));
      expect(refused.status).toBe(429);
      waits.push(refused.retryAfter);
      jump((refused.retryAfter ?? 0) * 1_000);
      expect((await guess(wrongFor(await appCode(secret, now())))).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    jump(900_000);
    expect((await guess(await appCode(secret, now()))).said).toBe('in');
    jump(30_000);
    expect((await guess(await appCode(secret, now()))).said).toBe('in');
  });

  it('are counted for a network whether or not the handle is known [security 13]', async () => {
    const statuses = [];
    for (let tries = 0; tries < 51; tries += 1)
      statuses.push((await show({ email: 'unknown@example.org' }, 'x'.repeat(43), '123456')).status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 401), 429]);
  });

  it('are counted individually when GraphQL aliases send five in one call [security 13]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(`mutation { startSecondStepApp(password: "${who.password}") { uri } }`);
    const aliases = Array.from({ length: 5 }, (_, n) => `a${n}: confirmSecondStepApp(code: "000000") { on }`);
    const codes: string[] = [];
    for (let calls = 0; calls < 6; calls += 1) {
      const { errors } = await client.graphql(`mutation { ${aliases.join(' ')} }`);
      codes.push(errors?.at(-1).extensions.code);
    }
    expect(codes.at(-1)).toBe('rate-limited');
    const counted = await steps.app.services.db
      .selectFrom('attempts')
      .select('at')
      .where('scope', '=', 'second-step:account')
      .execute();
    expect(counted).toHaveLength(5);
  });

  it('cause at most six text messages in a quarter of an hour, whatever the network [security 13]', async () => {
    const { who, phoneIds } = await enrolled({ phones: [phone] });
    const send = async (network: number) => {
      const sent = { email: who.email, password: who.password, type: 'login', phone: phoneIds[0] };
      const from = { 'x-forwarded-for': `192.0.2.${network}` };
      return (await new TestClient(steps.app.url).post('/api/auth/email-password', sent, from)).status;
    };
    const statuses = [];
    for (let sent = 1; sent <= 7; sent += 1) {
      statuses.push(await send(sent));
      jump(31_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    // A wrong password sends no message and does not reduce the remaining number.
    await forget();
    const wrong = { email: who.email, password: 'Wrong-horse-7', type: 'login', phone: phoneIds[0] };
    await new TestClient(steps.app.url).post('/api/auth/email-password', wrong);
    expect(await send(9)).toBe(200);
  });
});
