import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/access/actors.ts';
import { askSecondStep } from '../../src/server/features/second-step/api.ts';
import { issueToken, linkOf } from '../../src/server/features/sign-in/api.ts';
import { TestClient } from '../client.ts';
import { tokenIn } from '../links.ts';
import { person, provider, type TestPerson, type TestPersonSpec } from '../people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers } from '../second-step.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { productionVariables, startProductProcess, type ProductProcess } from './product.ts';

const minute = 60_000;
const hour = 60 * minute;
const [phone, otherPhone] = phoneNumbers;
const newPassword = 'Tram-Kettle-42';

describe('codes of the second step', () => {
  let app: TestApp;
  let shift = 0;
  const jump = (ms: number) => {
    shift += ms;
    app.advance(ms);
  };

  beforeAll(async () => {
    app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  });
  beforeEach(async () => {
    jump(-shift);
    app.freeze();
    await app.services.db.deleteFrom('attempts').execute();
    await app.services.db.deleteFrom('mail_outbox').execute();
  });
  afterAll(() => app.close());

  const address = { 'x-forwarded-for': '203.0.113.7' };
  const firstStep = async ({ email, password }: TestPerson, phoneId?: string) => {
    const sent = { email, password, type: 'login', ...(phoneId && { phone: phoneId }) };
    const { body } = await new TestClient(app.url).post('/api/auth/email-password', sent, address);
    return body.session as string;
  };
  const show = async (
    { email }: Pick<TestPerson, 'email'>,
    session: string,
    code: string,
    method = 'sms',
    from = address,
  ) => {
    const sent = { email, session, code, method };
    const { status, body, headers } = await new TestClient(app.url).post('/api/auth/cognito_2fa', sent, from);
    const said = body.ok ? 'in' : (body.fields[0]?.message ?? body.error);
    expect(headers.getSetCookie().length).toBe(said === 'in' ? 1 : 0);
    return { status, said, retryAfter: body.retryAfter as number | undefined };
  };
  const forget = () => app.services.db.deleteFrom('attempts').execute();
  const enrolled = async (more: Parameters<typeof enrol>[2], spec: TestPersonSpec = {}) => {
    const who = await person(app.services, spec);
    return { who, ...(await enrol(app.services, who.userId, more)) };
  };
  const sentCode = async (who: TestPerson, phoneId: string | undefined, number: string) => {
    await forget();
    const session = await firstStep(who, phoneId);
    return { session, code: await codeSentTo(app.services, number) };
  };
  const now = () => app.services.clock();
  const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

  it('work once, whatever kind they are [security 14, security 16]', async () => {
    const { who, phoneIds, secret, recoveryCodes } = await enrolled({ phones: [phone], app: true });
    const sent = await sentCode(who, phoneIds[0], phone);
    expect((await show(who, sent.session, sent.code)).said).toBe('in');
    expect(await show(who, sent.session, sent.code)).toMatchObject({ status: 401, said: 'error.mfa.used' });
    const other = await firstStep(who);
    expect((await show(who, other, sent.code)).status).toBe(401);

    const shown = await appCode(secret, now());
    const session = await firstStep(who);
    expect((await show(who, session, shown, 'app')).said).toBe('in');
    expect((await show(who, session, shown, 'app')).said).toBe('error.mfa.sessionGone');
    expect((await show(who, await firstStep(who), shown, 'app')).said).toBe('error.mfa.used');
    const before = await appCode(secret, new Date(now().getTime() - 30_000));
    expect((await show(who, await firstStep(who), before, 'app')).said).toBe('error.mfa.used');

    const [kept = ''] = recoveryCodes;
    expect((await show(who, await firstStep(who), kept, 'recovery')).said).toBe('in');
    expect((await show(who, await firstStep(who), kept, 'recovery')).said).toBe('field.recovery.invalid');
  });

  it('work once when they are typed ten times at the same moment [security 14]', async () => {
    const { who, phoneIds, secret, recoveryCodes } = await enrolled({ phones: [phone], app: true });
    const sent = await sentCode(who, phoneIds[0], phone);
    const shown = await appCode(secret, now());
    type Way = (session: string) => [session: string, code: string, method: string];
    const ways: Way[] = [
      () => [sent.session, sent.code, 'sms'],
      (session) => [session, shown, 'app'],
      (session) => [session, recoveryCodes[1] ?? '', 'recovery'],
    ];
    for (const way of ways) {
      const sessions = await Promise.all(Array.from({ length: 10 }, () => firstStep(who)));
      await forget();
      // From ten networks, so that only the code itself can refuse.
      const answers = await Promise.all(
        sessions.map(async (session, index) => {
          const from = { 'x-forwarded-for': `203.0.113.${index + 10}` };
          return show(who, ...way(session), from);
        }),
      );
      expect(answers.filter(({ said }) => said === 'in')).toHaveLength(1);
    }
  });

  it('are worth nothing for another account, with either handle and either address [security 14, security 16]', async () => {
    const mine = await enrolled({ phones: [phone], app: true });
    const theirs = await enrolled({ phones: [otherPhone], app: true });
    const own = await sentCode(mine.who, mine.phoneIds[0], phone);
    const their = await sentCode(theirs.who, theirs.phoneIds[0], otherPhone);
    const tries: [TestPerson, string, string, string][] = [
      [theirs.who, their.session, own.code, 'sms'],
      [theirs.who, own.session, own.code, 'sms'],
      [mine.who, their.session, their.code, 'sms'],
      [mine.who, their.session, own.code, 'sms'],
      [theirs.who, their.session, await appCode(mine.secret, now()), 'app'],
      [theirs.who, their.session, mine.recoveryCodes[0] ?? '', 'recovery'],
      [mine.who, their.session, mine.recoveryCodes[0] ?? '', 'recovery'],
      [mine.who, '', own.code, 'sms'],
      [mine.who, 'x'.repeat(43), own.code, 'sms'],
    ];
    if (own.code === their.code) return;
    for (const [who, session, code, method] of tries) {
      await forget();
      expect((await show(who, session, code, method)).status).toBe(401);
    }
    await forget();
    expect((await show(mine.who, own.session, own.code)).said).toBe('in');
  });

  it('are worth nothing for another purpose [security 14, security 16]', async () => {
    const { who, phoneIds, recoveryCodes } = await enrolled({ phones: [phone] });
    const client = new TestClient(app.url);
    const entry = {
      email: who.email,
      session: await firstStep(who),
      code: recoveryCodes[0],
      method: 'recovery',
    };
    expect((await client.post('/api/auth/cognito_2fa', entry)).body.ok).toBe(true);
    const { data } = await client.graphql(
      `mutation { addSecondStepPhone(phone: "0491 570 156", password: "${who.password}") { session } }`,
    );
    const checking = {
      session: data.addSecondStepPhone.session,
      code: await codeSentTo(app.services, otherPhone),
    };
    expect((await show(who, checking.session, checking.code)).said).toBe('error.mfa.sessionGone');
    const entering = await sentCode(who, phoneIds[0], phone);
    const confirm = ({ session, code }: typeof checking) =>
      client.graphql(`mutation { confirmSecondStepPhone(session: "${session}", code: "${code}") { on } }`);
    expect((await confirm(entering)).errors?.[0].extensions.fields[0].message).toBe('error.mfa.sessionGone');
    const visiting = await app.services.db
      .transaction()
      .execute((tx) =>
        askSecondStep(
          { tx, now: now(), services: app.services },
          { userId: who.userId, phone: phoneIds[0] ?? '', purpose: 'login-as-customer' },
        ),
      );
    const visitCode = /#(\d{6})$/.exec(visiting.message?.text ?? '')?.[1] ?? '';
    expect((await show(who, visiting.asked.session, visitCode)).said).toBe('error.mfa.sessionGone');
    await forget();
    expect((await confirm(checking)).data.confirmSecondStepPhone.on).toBe(true);
    expect((await show(who, entering.session, entering.code)).said).toBe('in');
  });

  it('wait a quarter of an hour for the person, and no longer [security 16]', async () => {
    const { who, recoveryCodes } = await enrolled({ app: true });
    const [early, late] = [await firstStep(who), await firstStep(who)];
    jump(15 * minute - 1_000);
    expect((await show(who, early, recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
    jump(1_000);
    expect((await show(who, late, recoveryCodes[1] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
  });

  it('stand five wrong tries, also when forty come at once from forty networks [security 13, GAP-12]', async () => {
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

  it('are slowed for a person over every handle and network; the right one clears that, and no door stays shut [security 13]', async () => {
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

  it('are counted for a network whether the handle is known or not [security 13]', async () => {
    const statuses = [];
    for (let tries = 0; tries < 51; tries += 1)
      statuses.push((await show({ email: 'nobody@example.org' }, 'x'.repeat(43), '123456')).status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 401), 429]);
  });

  it('are counted one by one when GraphQL aliases send five in one call [security 13]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(`mutation { startSecondStepApp(password: "${who.password}") { uri } }`);
    const aliases = Array.from({ length: 5 }, (_, n) => `a${n}: confirmSecondStepApp(code: "000000") { on }`);
    const codes: string[] = [];
    for (let calls = 0; calls < 6; calls += 1) {
      const { errors } = await client.graphql(`mutation { ${aliases.join(' ')} }`);
      codes.push(errors?.at(-1).extensions.code);
    }
    expect(codes.at(-1)).toBe('rate-limited');
    const counted = await app.services.db
      .selectFrom('attempts')
      .select('at')
      .where('scope', '=', 'second-step:account')
      .execute();
    expect(counted).toHaveLength(5);
  });

  const signedIn = async (spec: TestPersonSpec = {}) => {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  };

  it('cost nobody a flood of text messages: six in a quarter of an hour, whatever the network [security 13]', async () => {
    const { who, phoneIds } = await enrolled({ phones: [phone] });
    const send = async (network: number) => {
      const sent = { email: who.email, password: who.password, type: 'login', phone: phoneIds[0] };
      const from = { 'x-forwarded-for': `192.0.2.${network}` };
      return (await new TestClient(app.url).post('/api/auth/email-password', sent, from)).status;
    };
    const statuses = [];
    for (let sent = 1; sent <= 7; sent += 1) {
      statuses.push(await send(sent));
      jump(31_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    // A wrong password sends nothing, and takes nothing from what may be sent.
    await forget();
    const wrong = { email: who.email, password: 'Wrong-horse-7', type: 'login', phone: phoneIds[0] };
    await new TestClient(app.url).post('/api/auth/email-password', wrong);
    expect(await send(9)).toBe(200);
  });

  it('are asked for after a reset as before, and a first step with the old password ends with it [security 15]', async () => {
    const { who, phoneIds, recoveryCodes } = await enrolled({ phones: [phone] });
    const { session, code } = await sentCode(who, phoneIds[0], phone);
    const waiting = await firstStep(who);
    const id = await issueToken(app.services.db, now(), 'reset-password', who.userId);
    const token = tokenIn(linkOf(app.services, 'reset-password', id));
    const client = new TestClient(app.url);
    const reset = await client.post('/api/auth/reset-password', { token, password: newPassword });
    expect([reset.status, reset.body, reset.headers.getSetCookie()]).toEqual([200, { ok: true }, []]);
    expect((await show(who, session, code)).said).toBe('error.mfa.sessionGone');
    expect((await show(who, waiting, recoveryCodes[0] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
    const fresh = await firstStep({ ...who, password: newPassword });
    expect(fresh).toMatch(/^[\w-]{43}$/);
    expect((await show(who, fresh, recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
  });

  it('are asked for after the password was changed, and what waited with the old one is over [security 15]', async () => {
    const { who, client } = await signedIn();
    const { recoveryCodes } = await enrol(app.services, who.userId, { app: true });
    const waiting = await firstStep(who);
    const changed = await client.graphql(
      `mutation { changePassword(current: "${who.password}", password: "${newPassword}") }`,
    );
    expect(changed.errors).toBeUndefined();
    expect((await show(who, waiting, recoveryCodes[0] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
    expect(await firstStep({ ...who, password: newPassword })).toMatch(/^[\w-]{43}$/);
  });

  it.each(['suspended', 'archived'] as const)(
    'let nobody in who was %s between the two steps [security 6, security 14]',
    async (status) => {
      const { who, recoveryCodes } = await enrolled({ app: true });
      const session = await firstStep(who);
      await app.services.db.updateTable('users').set({ status }).where('id', '=', who.userId).execute();
      expect((await show(who, session, recoveryCodes[0] ?? '', 'recovery')).said).toBe(
        'error.mfa.sessionGone',
      );
    },
  );

  it('stand nowhere in the database in clear, nor do numbers and secrets [security 36]', async () => {
    const { who, phoneIds, secret, recoveryCodes } = await enrolled({ phones: [phone], app: true });
    const { session, code } = await sentCode(who, phoneIds[0], phone);
    await show(who, session, wrongFor(code));
    await show(who, await firstStep(who), recoveryCodes[0] ?? '', 'recovery');
    await app.services.db.deleteFrom('mail_outbox').execute();
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(app.services.db);
    const plain = recoveryCodes.flatMap((kept) => [kept, kept.replaceAll('-', '')]);
    for (const { name } of tables) {
      const { rows } = await sql<{
        all: string;
      }>`select coalesce(string_agg(t::text, ' '), '') as all from ${sql.raw(name)} t`.execute(
        app.services.db,
      );
      for (const hidden of [phone, phone.slice(3), secret, session, ...plain]) {
        const hex = Buffer.from(hidden).toString('hex');
        expect([name, rows[0]?.all.includes(hidden), rows[0]?.all.includes(hex)]).toEqual([
          name,
          false,
          false,
        ]);
      }
    }
  });

  describe('when the clock jumps by an hour', () => {
    it('back: a code that is under way works once, another can be sent at once, and no used one works again [fault 19]', async () => {
      const { who, phoneIds, secret } = await enrolled({ phones: [phone], app: true });
      const spent = await appCode(secret, now());
      expect((await show(who, await firstStep(who), spent, 'app')).said).toBe('in');
      const first = await sentCode(who, phoneIds[0], phone);
      const session = await firstStep(who);
      jump(-hour);
      expect((await show(who, first.session, first.code)).said).toBe('in');
      expect((await show(who, first.session, first.code)).status).toBe(401);
      const next = await firstStep(who, phoneIds[0]);
      expect((await show(who, next, await codeSentTo(app.services, phone))).said).toBe('in');
      // The clock gets to that step once more, and the code stays used.
      jump(hour);
      expect((await show(who, session, spent, 'app')).said).toBe('error.mfa.used');
      jump(30_000);
      expect((await show(who, session, await appCode(secret, now()), 'app')).said).toBe('in');
    });

    it('back: whoever mistyped codes waits no longer than the longest wait [fault 19, security 13]', async () => {
      const { who, recoveryCodes } = await enrolled({ app: true });
      const session = await firstStep(who);
      for (let tries = 0; tries < 6; tries += 1) await show(who, session, '000000', 'app');
      jump(-hour);
      jump(2_000);
      expect((await show(who, await firstStep(who), recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
    });

    it('forward: a code is too old, another one is sent at once, and an app goes on [fault 19]', async () => {
      const { who, phoneIds, secret } = await enrolled({ phones: [phone], app: true });
      const { session, code } = await sentCode(who, phoneIds[0], phone);
      jump(hour);
      expect((await show(who, session, code)).status).toBe(401);
      const next = await firstStep(who, phoneIds[0]);
      expect((await show(who, next, await codeSentTo(app.services, phone))).said).toBe('in');
      expect((await show(who, await firstStep(who), await appCode(secret, now()), 'app')).said).toBe('in');
    });
  });
});

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
    '(%s) can do nothing but set up a second step until they have one, and cannot turn it off [D-12] [security 14]',
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
