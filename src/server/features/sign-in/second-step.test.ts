import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person } from '../../../../testing/people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers, textsTo } from '../../../../testing/second-step.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { TextMessageError } from '../../ports/text-messages/port.ts';
import { steppingIn, wrongFor } from '../second-step/second-step.fixture.ts';

const [phone, otherPhone] = phoneNumbers;

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

  describe('at sign-in', () => {
    it('is required after a correct password, with masked numbers, and before it there is no session [MFA-01, API-34]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone, otherPhone], app: true });
      const { status, body, headers } = await firstStep(who);
      expect([status, body]).toEqual([
        200,
        {
          ok: true,
          phones: [
            { id: phoneIds[0], masked: '*** *** 006' },
            { id: phoneIds[1], masked: '*** *** 156' },
          ],
          app: true,
          recovery: true,
          session: expect.stringMatching(/^[\w-]{43}$/),
        },
      ]);
      expect(headers.getSetCookie()).toEqual([]);
      expect((await firstStep(who, { password: 'Wrong-horse-7' })).body).toEqual({
        ok: false,
        error: 'unauthenticated',
        fields: [],
      });
      expect(await textsTo(app.services, phone)).toEqual([]);
    });

    it('is not required when it was never turned on [MFA-01]', async () => {
      const who = await person(app.services);
      expect((await firstStep(who)).body).toMatchObject({ ok: true, user: { id: who.userId } });
      expect((await firstStep(who, { phone: crypto.randomUUID() })).body).toMatchObject({
        ok: true,
        user: {},
      });
    });

    it('sends a code of six digits to the chosen number, and signs in the person who enters it [MFA-02, API-34, API-35, D-12, GAP-12]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone, otherPhone] });
      const sent = await firstStep(who, { phone: phoneIds[1] });
      expect(sent.body).toMatchObject({ ok: true, sentTo: '*** *** 156', session: expect.any(String) });
      expect(sent.headers.getSetCookie()).toEqual([]);
      expect(await textsTo(app.services, phone)).toEqual([]);
      const code = await codeSentTo(app.services, otherPhone);
      expect(await textsTo(app.services, otherPhone)).toEqual([
        `Wattle code: ${code}. It works for 5 minutes. We never ask you for it.\n\n@localhost #${code}`,
      ]);
      const client = new TestClient(app.url);
      const entered = await show(
        who,
        sent.body.session,
        ` ${code.slice(0, 3)} ${code.slice(3)} `,
        'sms',
        client,
      );
      expect(entered).toMatchObject({ status: 200, body: { ok: true, user: { id: who.userId } } });
      expect((await client.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(who.userId);
      const session = await app.services.db
        .selectFrom('sessions')
        .select('second_step_at')
        .where('user_id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(session.second_step_at).toEqual(app.services.clock());
    });

    it('uses the language of the person [LANG-01]', async () => {
      const who = await person(app.services, { language: 'zh' });
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone] });
      await firstStep(who, { phone: phoneIds[0] });
      expect((await textsTo(app.services, phone))[0]).toMatch(/^Wattle 验证码/);
    });

    it('sends no code to a number that is not chosen, unknown or unconfirmed [MFA-02]', async () => {
      const [who, other] = [await person(app.services), await person(app.services)];
      await enrol(app.services, who.userId, { phones: [phone] });
      const { phoneIds } = await enrol(app.services, other.userId, { phones: [otherPhone] });
      for (const id of [phoneIds[0], crypto.randomUUID(), 'x', "' or true --", phone]) {
        await app.services.db.deleteFrom('attempts').execute();
        const { status, body } = await firstStep(who, { phone: id });
        expect([status, body.error, body.fields]).toEqual([
          400,
          'invalid',
          [{ field: 'phone', message: 'field.mfaPhone.required' }],
        ]);
      }
      expect(await textsTo(app.services, phone)).toEqual([]);
      expect(await textsTo(app.services, otherPhone)).toEqual([]);
    });

    it('shows at the field that no code was entered, or one with other characters [MFA-03]', async () => {
      const who = await person(app.services);
      await enrol(app.services, who.userId, { app: true });
      const { session } = (await firstStep(who)).body;
      for (const [code, message] of [
        ['', 'field.code.required'],
        ['12a456', 'field.code.digits'],
      ] as const) {
        const { status, body } = await show(who, session, code, 'app');
        expect([status, body.fields]).toEqual([400, [{ field: 'code', message }]]);
      }
    });

    it('answers a wrong code with 401 and the remaining attempts, and after five with none [ERR-16, GAP-12]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone] });
      const { session } = (await firstStep(who, { phone: phoneIds[0] })).body;
      const code = await codeSentTo(app.services, phone);
      const answers = [];
      for (let tries = 0; tries < 5; tries += 1) {
        const { status, body, headers } = await show(who, session, wrongFor(code));
        expect(headers.getSetCookie()).toEqual([]);
        answers.push([status, body.error, body.fields[0].message, body.fields[0].params?.count]);
      }
      expect(answers).toEqual([
        [401, 'unauthenticated', 'error.mfa.triesLeft', 4],
        [401, 'unauthenticated', 'error.mfa.triesLeft', 3],
        [401, 'unauthenticated', 'error.mfa.triesLeft', 2],
        [401, 'unauthenticated', 'error.mfa.triesLeft', 1],
        [401, 'unauthenticated', 'error.mfa.noTries', undefined],
      ]);
      await app.services.db.deleteFrom('attempts').execute();
      const late = await show(who, session, code);
      expect([late.status, late.body.fields[0].message]).toEqual([401, 'error.mfa.noTries']);
    });

    it('sends another code after thirty seconds, and then the first one is invalid [GAP-12]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone] });
      const first = (await firstStep(who, { phone: phoneIds[0] })).body;
      const firstCode = await codeSentTo(app.services, phone);
      app.advance(29_000);
      const early = await firstStep(who, { phone: phoneIds[0] });
      expect([early.status, early.body]).toMatchObject([
        429,
        { error: 'rate-limited', details: { retryAfter: 1 } },
      ]);
      app.advance(1_000);
      const second = (await firstStep(who, { phone: phoneIds[0] })).body;
      expect(await textsTo(app.services, phone)).toHaveLength(2);
      const answer = await show(who, first.session, firstCode);
      expect([answer.status, answer.body.fields[0].message]).toEqual([401, 'error.mfa.sessionGone']);
      const code = await codeSentTo(app.services, phone);
      expect((await show(who, second.session, code)).status).toBe(200);
    });

    it('accepts a code for five minutes, and not a second longer [GAP-12]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone] });
      const { session } = (await firstStep(who, { phone: phoneIds[0] })).body;
      const code = await codeSentTo(app.services, phone);
      app.advance(5 * 60_000);
      const late = await show(who, session, code);
      expect([late.status, late.body.fields]).toEqual([
        401,
        [{ field: 'code', message: 'error.mfa.expired' }],
      ]);
      const again = (await firstStep(who, { phone: phoneIds[0] })).body;
      const next = await codeSentTo(app.services, phone);
      app.advance(5 * 60_000 - 1_000);
      expect((await show(who, again.session, next)).status).toBe(200);
    });

    it('accepts the code of an app, from one step before to one after [D-12] [security 14]', async () => {
      const who = await person(app.services);
      const { secret } = await enrol(app.services, who.userId, { app: true });
      const at = (steps: number) => new Date(app.services.clock().getTime() + steps * 30_000);
      for (const steps of [-2, 2]) {
        const { session } = (await firstStep(who)).body;
        const { status, body } = await show(who, session, await appCode(secret, at(steps)), 'app');
        expect([steps, status, body.fields[0].message]).toEqual([steps, 401, 'error.mfaVerify']);
      }
      for (const steps of [-1, 0, 1]) {
        const { session } = (await firstStep(who)).body;
        expect((await show(who, session, await appCode(secret, at(steps)), 'app')).status).toBe(200);
      }
    });

    it('accepts each recovery code once, and confirms it by mail, so that a person without texts can still sign in [D-12] [security 14]', async () => {
      const who = await person(app.services);
      const { recoveryCodes } = await enrol(app.services, who.userId, { phones: [phone] });
      const [code = ''] = recoveryCodes;
      const { session } = (await firstStep(who)).body;
      const entered = await show(who, session, code.toLowerCase().replaceAll('-', ' '), 'recovery');
      expect(entered.body).toMatchObject({ ok: true, user: { id: who.userId } });
      expect((await mailed(who, 'A recovery code was used')).plain).toContain('9 are left');
      const again = await show(who, (await firstStep(who)).body.session, code, 'recovery');
      expect([again.status, again.body.fields[0].message]).toEqual([401, 'field.recovery.invalid']);
    });

    it('reports that the text message was not sent, and other factors still work [D-12]', async () => {
      const who = await person(app.services);
      const { phoneIds, recoveryCodes } = await enrol(app.services, who.userId, { phones: [phone] });
      const { session } = (await firstStep(who)).body;
      const send = vi
        .spyOn(app.services.textMessages, 'send')
        .mockRejectedValueOnce(new TextMessageError('The text message gateway did not answer.'));
      const failed = await firstStep(who, { phone: phoneIds[0] });
      send.mockRestore();
      expect([failed.status, failed.body]).toEqual([
        503,
        { ok: false, error: 'unavailable', fields: [{ field: 'phone', message: 'error.mfa.sendFailed' }] },
      ]);
      expect((await show(who, session, recoveryCodes[3] ?? '', 'recovery')).status).toBe(200);
    });

    it('can be requested again eight seconds after a text that was refused, with the same limit in fifteen minutes [R-56] [GAP-12]', async () => {
      const who = await person(app.services);
      const { phoneIds } = await enrol(app.services, who.userId, { phones: [phone] });
      const send = vi
        .spyOn(app.services.textMessages, 'send')
        .mockRejectedValue(new TextMessageError('The text message gateway refused a message (422).'));
      const ask = () => firstStep(who, { phone: phoneIds[0] });
      expect((await ask()).status).toBe(503);
      app.advance(7_000);
      expect((await ask()).body).toMatchObject({ error: 'rate-limited', details: { retryAfter: 1 } });
      for (let count = 2; count <= 6; count += 1) {
        app.advance(8_000);
        expect([count, (await ask()).status]).toEqual([count, 503]);
      }
      app.advance(8_000);
      const { status, body } = await ask();
      expect([status, body.details.retryAfter > 600]).toEqual([429, true]);
      expect(send).toHaveBeenCalledTimes(6);
      send.mockRestore();
    });
  });
});
