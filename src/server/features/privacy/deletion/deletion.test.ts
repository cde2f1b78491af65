import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, password, person, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { daysAfter, melbourneDate } from '../../../../domain/fields.ts';
import { cleanUp } from '../../../jobs/nightly/cleanup.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { carryOutRequests } from '../nightly.ts';

const askWith = (typed: string) =>
  `mutation ($confirm: String!) { requestDeletion(confirm: $confirm, password: "${typed}") { id delete_on } }`;
const ask = askWith(password);
const keep = 'mutation { keepAccount { id delete_on } }';
const day = 24 * 60 * 60_000;

describe('deleting an account', () => {
  let app: TestApp;
  let lines: string[];
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const sendRequest = async () =>
      (await client.graphql(ask, { confirm: 'DELETE' })).data.requestDeletion.delete_on;
    return { ...who, client, sendRequest };
  }

  /** The time of the nightly run on a Melbourne date. */
  const nightlyRun = (date: string) => {
    const at = new Date(`${date}T16:30:00Z`);
    // 3:30 a.m. in Melbourne is 4:30 or 5:30 p.m. of the day before in UTC.
    const now = new Date(at.getTime() - day);
    expect(melbourneDate(now)).toBe(date);
    return carryOutRequests({ ...app.services, clock: () => now }, (line) => void lines.push(line));
  };

  const subjectsTo = async (email: string) =>
    (
      await app.services.db
        .selectFrom('mail_outbox')
        .select('subject')
        .where('to_address', '=', email)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);

  const mailed = (email: string, count: number) =>
    vi.waitFor(async () => expect(await subjectsTo(email)).toHaveLength(count), {
      timeout: 15_000,
      interval: 50,
    });

  const isThere = async (userId: string) =>
    (await app.services.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length === 1;

  it('requires the confirmation word, sets the date thirty days ahead in Melbourne, and is mailed with the way to reverse it [D-19]', async () => {
    const who = await signedIn({ firstName: 'Margaret' });
    for (const confirm of ['', 'delete', 'DELETE!', 'yes'])
      expect((await who.client.graphql(ask, { confirm })).errors?.[0].extensions).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'confirm', message: 'settings.privacy.delete.type' }],
      });
    const date = await who.sendRequest();
    expect(date).toBe(daysAfter(melbourneDate(app.services.clock()), 30));
    expect((await who.client.graphql('{ currentUser { delete_on } }')).data.currentUser.delete_on).toBe(date);
    await mailed(who.email, 1);
    const [mail] = await app.services.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', who.email)
      .execute();
    expect(mail!.subject).toContain('Your account will be deleted on');
    expect(mail!.html).toContain('/settings/privacy');
  });

  it('requires the password too, and sets no date without both [D-19, security 13]', async () => {
    const who = await signedIn();
    const refusal = async (typed: string, confirm = 'DELETE') =>
      (await who.client.graphql(askWith(typed), { confirm })).errors?.[0].extensions;
    const wrong = { field: 'password', message: 'field.password.currentWrong' };
    expect(await refusal('Wrong-horse-7')).toMatchObject({ code: 'invalid', fields: [wrong] });
    // Both are reported at once, and no password is checked while the word is missing.
    expect((await refusal('', 'delete')).fields.map(({ field }: { field: string }) => field)).toEqual([
      'confirm',
      'password',
    ]);
    for (let time = 0; time < 10; time += 1)
      expect((await refusal('Wrong-horse-7', 'no')).fields).toMatchObject([{ field: 'confirm' }]);
    for (let time = 1; time < 5; time += 1) await refusal('Wrong-horse-7');
    expect(await refusal('Wrong-horse-7')).toMatchObject({ code: 'rate-limited' });
    expect((await who.client.graphql('{ currentUser { delete_on } }')).data.currentUser.delete_on).toBeNull();
  });

  it('keeps the first date and is mailed once when it is requested twice [D-19, fault 5]', async () => {
    const who = await signedIn();
    const dates = await Promise.all(Array.from({ length: 5 }, () => who.sendRequest()));
    expect(new Set(dates).size).toBe(1);
    await mailed(who.email, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await subjectsTo(who.email)).toHaveLength(1);
  });

  it('can be taken back at any time before, also twice, and that is mailed once [D-19] [R-61]', async () => {
    const who = await signedIn();
    // Without a request there is nothing to withdraw, and no mail.
    await who.client.graphql(keep);
    const date = await who.sendRequest();
    await mailed(who.email, 1);
    for (let time = 0; time < 2; time += 1)
      expect((await who.client.graphql(keep)).data.keepAccount.delete_on).toBeNull();
    await mailed(who.email, 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await subjectsTo(who.email)).toEqual([
      expect.stringContaining('Your account will be deleted on'),
      'Your account stays',
    ]);
    await nightlyRun(date);
    expect(await isThere(who.userId)).toBe(true);
  });

  it('sends one reminder, three days before [D-19]', async () => {
    const who = await signedIn();
    const date = await who.sendRequest();
    await mailed(who.email, 1);
    await nightlyRun(daysAfter(date, -4));
    await nightlyRun(daysAfter(date, -3));
    await nightlyRun(daysAfter(date, -3));
    await nightlyRun(daysAfter(date, -2));
    await mailed(who.email, 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await subjectsTo(who.email)).toEqual([
      expect.stringContaining('will be deleted on'),
      'Your account will be deleted in 3 days',
    ]);
    expect(await isThere(who.userId)).toBe(true);
  });

  it('happens on its day and not a day before: no data of the person is left, the card is dead, every session has ended [D-19, security 39]', async () => {
    const who = await signedIn({
      firstName: 'Margaret',
      lastName: 'Windermere',
      medicareNumber: '2123456701',
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        { name: 'Daniel', email: 'daniel@test.example', phone: '0491 570 006', relationship: 'Son' },
      ],
    });
    const other = await signedIn();
    await who.client.graphql(
      'mutation ($key: String) { renewEmergencyCard(idempotency_key: $key) { pin } }',
      {
        key: crypto.randomUUID(),
      },
    );
    const { data } = await who.client.graphql('{ getEmergencyCard { pin share_id } }');
    await who.client.graphql(`mutation { requestDataExport(password: "${password}") { id } }`);
    const date = await who.sendRequest();
    // The plan, the card, the copy and the request: thirty days are between these mails and the nightly run, so none is in
    // transit then.
    await mailed(who.email, 4);
    await nightlyRun(daysAfter(date, -1));
    await mailed(who.email, 5);
    expect(await isThere(who.userId)).toBe(true);
    await nightlyRun(date);
    expect(lines).toEqual([]);
    expect(await isThere(who.userId)).toBe(false);
    expect((await who.client.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
    const login = { email: who.email, password: who.password, type: 'login' };
    expect((await new TestClient(app.url).post('/api/auth/email-password', login)).status).toBe(401);
    const { pin, share_id } = data.getEmergencyCard;
    const card = await new TestClient(app.url).fetch(`/acp-login/${share_id}`, {
      method: 'POST',
      body: `pin=${pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(card.status).toBe(403);
    expect(await isThere(other.userId)).toBe(true);
    await mailed(who.email, 1);
    expect(await subjectsTo(who.email)).toEqual(['Your account is deleted']);
    expect(await leftOf(who)).toEqual([]);
    await cleanUp({ ...app.services, clock: () => new Date(Date.now() + 61 * 60_000) });
    const { rows } = await app.application.pool.query('select 1 from card_changes where user_id = $1', [
      who.userId,
    ]);
    expect(rows).toEqual([]);
    expect((await verifyAudit(app.services.db, app.services.secrets)).faults).toEqual([]);
  });

  /**
   * Returns every table with a row that still names the person, except the mail that notifies them, the trail's ids, and for an hour
   * the id of the card that a replica must not open any more.
   */
  async function leftOf({
    userId,
    email,
    pin,
  }: {
    userId: string;
    email: string;
    pin: string;
  }): Promise<string[]> {
    const { pool } = app.application;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      for (const { row } of rows) {
        const names = ['Windermere', 'daniel@test.example', email].some((word) => row.includes(word));
        const mayHaveId =
          ['public.audit_log', 'public.audit_heads', 'public.card_changes'].includes(name) ||
          name.startsWith('jobs.');
        if (names && name !== 'public.mail_outbox') found.push(`${name}: a name`);
        if (row.includes(userId) && !mayHaveId) found.push(`${name}: the id`);
        if (row.includes(pin) && name === 'public.audit_log') found.push(`${name}: the PIN`);
      }
    }
    return found;
  }

  it('is mailed in the language of the person, with their name in the greeting [D-19]', async () => {
    const who = await signedIn({ firstName: '小明', lastName: '王', language: 'zh' });
    const date = await who.sendRequest();
    await mailed(who.email, 1);
    await nightlyRun(date);
    await vi.waitFor(async () => expect(await subjectsTo(who.email)).toEqual(['您的账户已删除']), {
      timeout: 15_000,
    });
    const [mail] = await app.services.db
      .selectFrom('mail_outbox')
      .select('plain')
      .where('to_address', '=', who.email)
      .execute();
    expect(mail!.plain).toContain('小明');
  });

  it('runs once with two servers in the same nightly run, and a failing deletion blocks no other [D-19, fault 5]', async () => {
    const [ann, ben] = [await signedIn(), await signedIn()];
    const date = await ann.sendRequest();
    await ben.sendRequest();
    await mailed(ann.email, 1);
    await mailed(ben.email, 1);
    await app.application.pool.query(`create function no_delete() returns trigger language plpgsql as $$
      begin raise exception 'held'; end $$`);
    await app.application.pool.query(
      `create trigger no_delete before delete on users for each row when (old.id = '${ann.userId}') execute function no_delete()`,
    );
    await Promise.all([nightlyRun(date), nightlyRun(date)]);
    expect([await isThere(ann.userId), await isThere(ben.userId)]).toEqual([true, false]);
    expect(lines.join(' ')).toContain('could not be deleted');
    expect(lines.join(' ')).not.toContain(ann.email);
    await mailed(ben.email, 1);
    await app.application.pool.query('drop trigger no_delete on users');
    await nightlyRun(daysAfter(date, 1));
    expect(await isThere(ann.userId)).toBe(false);
    const rows = await app.services.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('chain', '=', ben.userId)
      .where('action', '=', 'deleteAccount')
      .execute();
    expect(rows).toEqual([{ actor_kind: 'system', details: { delete_on: date } }]);
  });

  it("can be requested only by the account's owner: not by staff, a visitor, or staff in the account [security 2, security 8]", async () => {
    const [ann, admin] = [await signedIn(), await signedIn({ role: 'admin' })];
    const code = async (client: TestClient, call: string) =>
      (await client.graphql(call, call === ask ? { confirm: 'DELETE' } : {})).errors?.[0].extensions.code;
    for (const call of [ask, keep]) {
      expect(await code(new TestClient(app.url), call)).toBe('unauthenticated');
      expect(await code(admin.client, call)).toBe('not-found');
    }
    await app.services.db
      .updateTable('sessions')
      .set({ acting_staff_id: admin.userId })
      .where('user_id', '=', ann.userId)
      .execute();
    for (const call of [ask, keep]) expect(await code(ann.client, call)).toBe('forbidden');
    expect((await ann.client.graphql('mutation { deleteAccount(user_id: "x") }')).errors).toHaveLength(1);
  });
});
