import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person, type TestPersonSpec } from '../../../../testing/people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers, textsTo } from '../../../../testing/second-step.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { steppingIn, wrongFor } from './second-step.fixture.ts';

const [phone, otherPhone] = phoneNumbers;
const typed = '0491 570 006';

describe('the second step', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    app.freeze();
    await app.services.db.deleteFrom('attempts').execute();
    await app.services.db.deleteFrom('mail_outbox').execute();
  });
  afterAll(() => app.close());

  const { firstStep, show, mailed } = steppingIn(() => app);
  const signedIn = async (spec: TestPersonSpec = {}) => {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  };
  const state = async (client: TestClient) =>
    (await client.graphql('{ secondStep { on required phones { masked confirmed } app recovery_left } }'))
      .data.secondStep;
  const call = async (client: TestClient, name: string, args: Record<string, string>, fields = '') => {
    const list = Object.entries(args)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join(', ');
    const { data, errors } = await client.graphql(`mutation { ${name}(${list}) ${fields} }`);
    return { data: data?.[name], error: errors?.[0]?.extensions };
  };
  const problem = (code: string, field: string, message: string, params?: object) => ({
    code,
    fields: [{ field, message, ...(params && { params }) }],
  });

  describe('in the settings', () => {
    it('turns on with the first number: recovery codes once, other devices signed out, a new cookie, a mail [D-12] [security 17, security 19]', async () => {
      const { who, client } = await signedIn();
      const elsewhere = new TestClient(app.url);
      await elsewhere.signIn(who.email, who.password);
      expect(await state(client)).toEqual({
        on: false,
        required: false,
        phones: [],
        app: false,
        recovery_left: 0,
      });
      const added = await call(
        client,
        'addSecondStepPhone',
        { phone: typed, password: who.password },
        '{ session }',
      );
      const { session } = added.data;
      expect(await state(client)).toMatchObject({
        on: false,
        phones: [{ masked: '*** *** 006', confirmed: false }],
      });
      const code = await codeSentTo(app.services, phone);
      expect((await textsTo(app.services, phone))[0]).toContain(`Wattle code to check this number: ${code}.`);
      const before = client.cookieHeader();
      const { data } = await call(
        client,
        'confirmSecondStepPhone',
        { session, code },
        '{ on recovery_codes }',
      );
      expect(data.on).toBe(true);
      expect(new Set(data.recovery_codes).size).toBe(10);
      expect(await state(client)).toEqual({
        on: true,
        required: false,
        phones: [{ masked: '*** *** 006', confirmed: true }],
        app: false,
        recovery_left: 10,
      });
      expect(client.cookieHeader()).not.toBe(before);
      expect((await elsewhere.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
      await mailed(who, 'The second step is on');
      expect((await firstStep(who)).body).toMatchObject({ phones: [{ masked: '*** *** 006' }] });
    });

    it('adds a second number with a mail that names its last digits, and creates no new codes [security 19]', async () => {
      const { who, client } = await signedIn();
      await enrol(app.services, who.userId, { app: true });
      const added = await call(
        client,
        'addSecondStepPhone',
        { phone: typed, password: who.password },
        '{ session }',
      );
      const code = await codeSentTo(app.services, phone);
      const confirmed = await call(
        client,
        'confirmSecondStepPhone',
        { session: added.data.session, code },
        '{ on recovery_codes }',
      );
      expect(confirmed.data).toEqual({ on: true, recovery_codes: [] });
      expect((await mailed(who, 'Your mobile number was changed')).plain).toContain('ends in 006');
    });

    it.each([
      ['addSecondStepPhone', { phone: typed }, '{ id }'],
      ['removeSecondStepPhone', { id: '00000000-0000-4000-8000-000000000000' }, '{ on }'],
      ['startSecondStepApp', {}, '{ uri }'],
      ['removeSecondStepApp', {}, '{ on }'],
      ['newRecoveryCodes', {}, ''],
      ['turnOffSecondStep', {}, '{ on }'],
    ] as const)(
      '%s requires the correct password, and slows down guessing [security 13, security 14]',
      async (name, args, fields) => {
        const { who, client } = await signedIn();
        await enrol(app.services, who.userId, { phones: [otherPhone], app: true });
        const none = await call(client, name, { ...args, password: '' }, fields);
        expect(none.error).toMatchObject(problem('invalid', 'password', 'field.password.required'));
        for (let tries = 0; tries < 5; tries += 1) {
          const { data, error } = await call(client, name, { ...args, password: 'Wrong-horse-7' }, fields);
          expect(data ?? null).toBeNull();
          expect(error).toMatchObject(problem('invalid', 'password', 'field.password.currentWrong'));
        }
        const slowed = await call(client, name, { ...args, password: who.password }, fields);
        expect(slowed.error).toMatchObject({ code: 'rate-limited', details: { retryAfter: 1 } });
        expect(await state(client)).toMatchObject({ on: true, app: true, recovery_left: 10 });
        expect(await textsTo(app.services, phone)).toEqual([]);
      },
    );

    it('refuses a number that is invalid, is known, or is one too many, and sends nothing [GAP-12]', async () => {
      const { who, client } = await signedIn();
      await enrol(app.services, who.userId, { phones: [phone] });
      const add = async (number: string) => {
        await app.services.db.deleteFrom('attempts').execute();
        return (await call(client, 'addSecondStepPhone', { phone: number, password: who.password }, '{ id }'))
          .error;
      };
      expect(await add('03 9123 4567')).toMatchObject(problem('invalid', 'phone', 'field.mfaPhone.format'));
      expect(await add(typed)).toMatchObject(problem('invalid', 'phone', 'field.mfaPhone.known'));
      await enrol(app.services, who.userId, {
        phones: ['+61491570158', '+61491570159', '+61491570110', '+61491570313'],
      });
      expect(await add('0491 570 156')).toMatchObject(
        problem('invalid', 'phone', 'field.mfaPhone.tooMany', { max: 5 }),
      );
      const sent = await app.services.db
        .selectFrom('mail_outbox')
        .select('id')
        .where('to_address', 'like', '+%')
        .execute();
      expect(sent).toEqual([]);
    });

    it('accepts an app after a correct code, and replaces the previous one [D-12]', async () => {
      const { who, client } = await signedIn();
      const start = async () =>
        (await call(client, 'startSecondStepApp', { password: who.password }, '{ secret uri }')).data;
      const confirm = (code: string) =>
        call(client, 'confirmSecondStepApp', { code }, '{ on recovery_codes }');
      expect((await confirm('123456')).error).toMatchObject(
        problem('invalid', 'code', 'error.mfa.sessionGone'),
      );
      const { secret, uri } = await start();
      const scanned = new URL(uri);
      expect(scanned.protocol).toBe('otpauth:');
      expect(decodeURIComponent(scanned.pathname)).toBe(`/Wattle:${who.email}`);
      expect(scanned.searchParams.get('secret')).toBe(secret);
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const right = await appCode(secret, app.services.clock());
      expect((await confirm(wrongFor(right))).error).toMatchObject(
        problem('invalid', 'code', 'error.mfaVerify'),
      );
      expect(await state(client)).toMatchObject({ on: false, app: false });
      expect((await confirm(right)).data.recovery_codes).toHaveLength(10);
      expect(await state(client)).toMatchObject({ on: true, app: true });

      const next = await start();
      const used = await firstStep(who);
      app.advance(30_000);
      const old = await appCode(secret, app.services.clock());
      expect((await show(who, used.body.session, old, 'app')).status).toBe(200);
      const { data } = await confirm(await appCode(next.secret, app.services.clock()));
      expect(data).toEqual({ on: true, recovery_codes: [] });
      await mailed(who, 'Your authenticator app was changed');
      app.advance(60_000);
      const stale = await appCode(secret, app.services.clock());
      expect((await show(who, (await firstStep(who)).body.session, stale, 'app')).status).toBe(401);
    });

    it('removes a number, and with the last one the second step; both are confirmed by mail [security 19]', async () => {
      const { who, client } = await signedIn();
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone], app: true });
      const [id = ''] = phoneIds;
      const removed = await call(
        client,
        'removeSecondStepPhone',
        { id, password: who.password },
        '{ on phones { id } }',
      );
      expect(removed.data).toEqual({ on: true, phones: [] });
      await mailed(who, 'A way to get codes was removed');
      const again = await call(client, 'removeSecondStepPhone', { id, password: who.password }, '{ on }');
      expect(again.error).toMatchObject({ code: 'not-found' });
      const last = await call(
        client,
        'removeSecondStepApp',
        { password: who.password },
        '{ on app recovery_left }',
      );
      expect(last.data).toEqual({ on: false, app: false, recovery_left: 0 });
      await mailed(who, 'The second step is off');
      expect((await firstStep(who)).body).toMatchObject({ ok: true, user: { id: who.userId } });
    });

    it('replaces the recovery codes by new ones, confirms it by mail, and makes none while the second step is off [D-12] [security 19]', async () => {
      const { who, client } = await signedIn();
      const none = await call(client, 'newRecoveryCodes', { password: who.password });
      expect(none.error).toMatchObject({ code: 'conflict' });
      const { recoveryCodes } = await enrol(app.services, who.userId, { phones: [phone] });
      const { data } = await call(client, 'newRecoveryCodes', { password: who.password });
      expect(new Set([...data, ...recoveryCodes]).size).toBe(20);
      await mailed(who, 'New recovery codes were made');
      const { session } = (await firstStep(who)).body;
      expect((await show(who, session, recoveryCodes[0] ?? '', 'recovery')).status).toBe(401);
      expect((await show(who, session, data[0], 'recovery')).status).toBe(200);
    });

    it('turns off, deletes all data of the second step, and confirms it by mail [security 19]', async () => {
      const { who, client } = await signedIn();
      await enrol(app.services, who.userId, { phones: [phone], app: true });
      const off = await call(
        client,
        'turnOffSecondStep',
        { password: who.password },
        '{ on phones { id } app recovery_left }',
      );
      expect(off.data).toEqual({ on: false, phones: [], app: false, recovery_left: 0 });
      await mailed(who, 'The second step is off');
      const left = await app.services.db
        .selectFrom('second_factors')
        .select('id')
        .where('user_id', '=', who.userId)
        .execute();
      expect(left).toEqual([]);
    });
  });
});
