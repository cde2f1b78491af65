import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { askSecondStep } from '../../../src/server/features/second-step/api.ts';
import { issueToken, linkOf } from '../../../src/server/features/sign-in/api.ts';
import { TestClient } from '../../client.ts';
import { tokenIn } from '../../links.ts';
import type { TestPerson } from '../../people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers, wrongFor } from '../../second-step.ts';
import { signInSteps } from './second-step-sign-in.ts';

const minute = 60_000;
const hour = 60 * minute;
const [phone, otherPhone] = phoneNumbers;
const newPassword = 'Tram-Kettle-42';

describe('codes of the second step', () => {
  const steps = signInSteps();
  const { jump, firstStep, show, forget, enrolled, sentCode, now, signedIn } = steps;

  it('work once, whatever their kind [security 14, security 16]', async () => {
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

  it('work once when they are sent ten times at the same moment [security 14]', async () => {
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
      // From ten networks, so that only the code itself can be the reason for a refusal.
      const answers = await Promise.all(
        sessions.map(async (session, index) => {
          const from = { 'x-forwarded-for': `203.0.113.${index + 10}` };
          return show(who, ...way(session), from);
        }),
      );
      expect(answers.filter(({ said }) => said === 'in')).toHaveLength(1);
    }
  });

  it('are refused for another account, with either handle and either address [security 14, security 16]', async () => {
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

  it('are refused for another purpose [security 14, security 16]', async () => {
    const { who, phoneIds, recoveryCodes } = await enrolled({ phones: [phone] });
    const client = new TestClient(steps.app.url);
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
      code: await codeSentTo(steps.app.services, otherPhone),
    };
    expect((await show(who, checking.session, checking.code)).said).toBe('error.mfa.sessionGone');
    const entering = await sentCode(who, phoneIds[0], phone);
    const confirm = ({ session, code }: typeof checking) =>
      client.graphql(`mutation { confirmSecondStepPhone(session: "${session}", code: "${code}") { on } }`);
    expect((await confirm(entering)).errors?.[0].extensions.fields[0].message).toBe('error.mfa.sessionGone');
    const visiting = await steps.app.services.db
      .transaction()
      .execute((tx) =>
        askSecondStep(
          { tx, now: now(), services: steps.app.services },
          { userId: who.userId, phone: phoneIds[0] ?? '', purpose: 'login-as-customer' },
        ),
      );
    const visitCode = /#(\d{6})$/.exec(visiting.message?.text ?? '')?.[1] ?? '';
    expect((await show(who, visiting.asked.session, visitCode)).said).toBe('error.mfa.sessionGone');
    await forget();
    expect((await confirm(checking)).data.confirmSecondStepPhone.on).toBe(true);
    expect((await show(who, entering.session, entering.code)).said).toBe('in');
  });

  it('are delayed for the person for a quarter of an hour at most [security 16]', async () => {
    const { who, recoveryCodes } = await enrolled({ app: true });
    const [early, late] = [await firstStep(who), await firstStep(who)];
    jump(15 * minute - 1_000);
    expect((await show(who, early, recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
    jump(1_000);
    expect((await show(who, late, recoveryCodes[1] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
  });

  it('are required after a reset as before, and a first step with the old password becomes invalid with it [security 15]', async () => {
    const { who, phoneIds, recoveryCodes } = await enrolled({ phones: [phone] });
    const { session, code } = await sentCode(who, phoneIds[0], phone);
    const waiting = await firstStep(who);
    const id = await issueToken(steps.app.services.db, now(), 'reset-password', who.userId);
    const token = tokenIn(linkOf(steps.app.services, 'reset-password', id));
    const client = new TestClient(steps.app.url);
    const reset = await client.post('/api/auth/reset-password', { token, password: newPassword });
    expect([reset.status, reset.body, reset.headers.getSetCookie()]).toEqual([200, { ok: true }, []]);
    expect((await show(who, session, code)).said).toBe('error.mfa.sessionGone');
    expect((await show(who, waiting, recoveryCodes[0] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
    const fresh = await firstStep({ ...who, password: newPassword });
    expect(fresh).toMatch(/^[\w-]{43}$/);
    expect((await show(who, fresh, recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
  });

  it('are required after a password change, and a first step with the old password becomes invalid [security 15]', async () => {
    const { who, client } = await signedIn();
    const { recoveryCodes } = await enrol(steps.app.services, who.userId, { app: true });
    const waiting = await firstStep(who);
    const changed = await client.graphql(
      `mutation { changePassword(current: "${who.password}", password: "${newPassword}") }`,
    );
    expect(changed.errors).toBeUndefined();
    expect((await show(who, waiting, recoveryCodes[0] ?? '', 'recovery')).said).toBe('error.mfa.sessionGone');
    expect(await firstStep({ ...who, password: newPassword })).toMatch(/^[\w-]{43}$/);
  });

  it.each(['suspended', 'archived'] as const)(
    'are refused for an account that was %s between the two steps [security 6, security 14]',
    async (status) => {
      const { who, recoveryCodes } = await enrolled({ app: true });
      const session = await firstStep(who);
      await steps.app.services.db.updateTable('users').set({ status }).where('id', '=', who.userId).execute();
      expect((await show(who, session, recoveryCodes[0] ?? '', 'recovery')).said).toBe(
        'error.mfa.sessionGone',
      );
    },
  );

  it('are nowhere in the database in clear, nor are numbers and secrets [security 36]', async () => {
    const { who, phoneIds, secret, recoveryCodes } = await enrolled({ phones: [phone], app: true });
    const { session, code } = await sentCode(who, phoneIds[0], phone);
    await show(who, session, wrongFor(code));
    await show(who, await firstStep(who), recoveryCodes[0] ?? '', 'recovery');
    await steps.app.services.db.deleteFrom('mail_outbox').execute();
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(steps.app.services.db);
    const plain = recoveryCodes.flatMap((kept) => [kept, kept.replaceAll('-', '')]);
    for (const { name } of tables) {
      const { rows } = await sql<{
        all: string;
      }>`select coalesce(string_agg(t::text, ' '), '') as all from ${sql.raw(name)} t`.execute(
        steps.app.services.db,
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
    it('back: a pending code works once, another can be sent at once, and no used code works again [fault 19]', async () => {
      const { who, phoneIds, secret } = await enrolled({ phones: [phone], app: true });
      const spent = await appCode(secret, now());
      expect((await show(who, await firstStep(who), spent, 'app')).said).toBe('in');
      const first = await sentCode(who, phoneIds[0], phone);
      const session = await firstStep(who);
      jump(-hour);
      expect((await show(who, first.session, first.code)).said).toBe('in');
      expect((await show(who, first.session, first.code)).status).toBe(401);
      const next = await firstStep(who, phoneIds[0]);
      expect((await show(who, next, await codeSentTo(steps.app.services, phone))).said).toBe('in');
      // The clock reaches that time step again, and the code stays used.
      jump(hour);
      expect((await show(who, session, spent, 'app')).said).toBe('error.mfa.used');
      jump(30_000);
      expect((await show(who, session, await appCode(secret, now()), 'app')).said).toBe('in');
    });

    it('back: after wrong codes, the wait does not exceed the longest wait [fault 19, security 13]', async () => {
      const { who, recoveryCodes } = await enrolled({ app: true });
      const session = await firstStep(who);
      for (let tries = 0; tries < 6; tries += 1) await show(who, session, '000000', 'app');
      jump(-hour);
      jump(2_000);
      expect((await show(who, await firstStep(who), recoveryCodes[0] ?? '', 'recovery')).said).toBe('in');
    });

    it('forward: a code has expired, another one is sent at once, and an app still works [fault 19]', async () => {
      const { who, phoneIds, secret } = await enrolled({ phones: [phone], app: true });
      const { session, code } = await sentCode(who, phoneIds[0], phone);
      jump(hour);
      expect((await show(who, session, code)).status).toBe(401);
      const next = await firstStep(who, phoneIds[0]);
      expect((await show(who, next, await codeSentTo(steps.app.services, phone))).said).toBe('in');
      expect((await show(who, await firstStep(who), await appCode(secret, now()), 'app')).said).toBe('in');
    });
  });
});
