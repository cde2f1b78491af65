import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../client.ts';
import { demoPassword, demoPeople } from '../../src/server/demo/demo-people.ts';
import { fullAnswers, person, type TestPerson } from '../people.ts';
import { productionVariables, startProductProcess, type ProductProcess } from './product.ts';

const requestId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const jsonHeaders = { 'content-type': 'application/json' };

describe('the running production server', () => {
  let product: ProductProcess;
  let who: TestPerson;
  let client: TestClient;
  let admin: pg.Client;

  beforeAll(async () => {
    product = await startProductProcess(productionVariables());
    who = await person(product.services, { plan: { status: 'complete', answers: fullAnswers() } });
    client = product.client();
    await client.signIn(who.email, who.password);
    admin = new pg.Client({ connectionString: product.databaseUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await product.close();
  });

  it('has no demo people, prints no password and keeps no mails for viewing [security 40]', async () => {
    for (const { email } of demoPeople) {
      const { status } = await product
        .client()
        .post('/api/auth/email-password', { email, password: demoPassword, type: 'login' });
      expect([401, 429]).toContain(status);
    }
    const { rows } = await admin.query('select count(*)::int as people from users where email like $1', [
      '%demo.example',
    ]);
    expect(rows[0].people).toBe(0);
    expect(product.printed()).not.toContain(demoPassword);
    for (const path of [
      '/dev/outbox',
      '/dev/outbox.json',
      '/dev',
      '/graphiql',
      '/api/graphiql',
      '/metrics',
      '/.env',
      '/.git/config',
      '/package.json',
    ]) {
      const response = await client.fetch(path);
      const text = await response.text();
      expect([path, /outbox|graphiql|WATTLE_KEYS|"dependencies"|\[core\]/i.test(text)]).toEqual([
        path,
        false,
      ]);
    }
  });

  const secrets = [
    'zqanswermarker',
    'Zebra-Marker-77',
    'zqnotemarker',
    'zqtokenmarker',
    'zqmail@example.org',
    'zqphonemarker',
  ];
  const saveCall = () => ({
    query: `mutation($id: ID!, $answers: JSON!) { updateAnswers(id: $id, answers: $answers, status: complete, version: 2, confirmed: ["explanations", "cannotHear_note"]) { returning { version } } }`,
    variables: { id: who.acpId, answers: { explanations: secrets[0], cannotHear_note: secrets[2] } },
  });

  /** Everything that a failing request must not reveal: implementation details and the data that was sent. */
  const inner =
    /\n?\s+at |node_modules|\/src\/|postgres|relation |column |constraint|syntax error|select |insert |update |pg_|kysely|Error:|\.ts\b|stack/i;

  async function failing(): Promise<{ name: string; status: number; text: string }[]> {
    const calls: Record<string, () => Promise<Response>> = {
      save: () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: JSON.stringify(saveCall()),
          headers: jsonHeaders,
        }),
      read: () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: JSON.stringify({ query: '{ getEmergencyCard { pin } }' }),
          headers: jsonHeaders,
        }),
      'sign in': () =>
        product.client().fetch('/api/auth/email-password', {
          method: 'POST',
          body: JSON.stringify({
            email: secrets[4],
            password: secrets[1],
            type: 'login',
            phone: secrets[5],
          }),
          headers: jsonHeaders,
        }),
      verify: () =>
        product.client().fetch('/api/auth/verify-email', {
          method: 'POST',
          body: JSON.stringify({ token: secrets[3] }),
          headers: jsonHeaders,
        }),
      'half a call': () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: `{"query":"${secrets[0]}`,
          headers: jsonHeaders,
        }),
      'not a call': () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: JSON.stringify({ query: `{ ${secrets[0]}(` }),
          headers: jsonHeaders,
        }),
      'wrong variables': () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: JSON.stringify({ ...saveCall(), variables: { id: who.acpId, answers: null, x: secrets[0] } }),
          headers: jsonHeaders,
        }),
      pdf: () => client.fetch(`/api/acp/plan.pdf?token=${secrets[3]}`),
      page: () => client.fetch(`/verify-email?token=${secrets[3]}`),
      'no such file': () => client.fetch(`/assets/none.js?token=${secrets[3]}`),
      card: () =>
        client.fetch(`/acp-login/${who.shareId}?token=${secrets[3]}`, {
          method: 'POST',
          body: `pin=${who.pin}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
    };
    const found = [];
    for (const [name, call] of Object.entries(calls)) {
      const response = await call();
      found.push({ name, status: response.status, text: await response.text() });
    }
    return found;
  }

  async function expectSilence(answers: Awaited<ReturnType<typeof failing>>): Promise<void> {
    for (const { name, text } of answers.filter(({ text }) => text.startsWith('{')))
      expect([name, inner.exec(text)?.[0]]).toEqual([name, undefined]);
    const log = product.printed();
    const session = client.cookieHeader().split('=')[1]!;
    for (const secret of [...secrets, who.shareId, who.email, session, who.password, 'Doyle']) {
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
    }
    // Six digits occur in some time or id by chance.
    expect(new RegExp(`(?<![\\w.])${who.pin}(?!\\w)`).exec(log)).toBeNull();
  }

  it('returns only an error code to callers of a failing request, and logs neither body, token, PIN, answer nor address [security 40, R-18]', async () => {
    // The database fails with an error that quotes the sent data, as a defect of our own could.
    await admin.query(
      `create function break() returns trigger language plpgsql as $$ begin raise exception 'broken by % %', new, current_query() using errcode = 'P0001', detail = new::text; end $$`,
    );
    const broken = ['acps', 'attempts', 'sessions', 'audit_log', 'emergency_attempts', 'one_time_tokens'];
    for (const table of broken)
      await admin.query(
        `create trigger broken before insert or update on ${table} for each row execute function break()`,
      );
    const answers = await failing();
    for (const table of broken) await admin.query(`drop trigger broken on ${table}`);
    const byName = Object.fromEntries(answers.map(({ name, status, text }) => [name, [status, text]]));
    expect(JSON.parse(byName['save']![1] as string).errors).toEqual([
      {
        message: 'general_error',
        path: ['updateAnswers'],
        extensions: { code: 'general_error', requestId: expect.stringMatching(requestId) },
      },
    ]);
    const refused = { ok: false, error: 'general_error', fields: [] };
    expect(byName['sign in']![0]).toBe(500);
    expect(JSON.parse(byName['sign in']![1] as string)).toEqual({
      ...refused,
      requestId: expect.stringMatching(requestId),
    });
    // With the reference that the caller gets, the operator finds the error in the log.
    for (const [, text] of [byName['save']!, byName['sign in']!]) {
      const [given] = requestId.exec(text as string)!;
      const found = product
        .printed()
        .split('\n')
        .filter((line) => line.includes(given) && line.includes('"code":"P0001"'));
      expect(found).toHaveLength(1);
    }
    expect(byName['card']![0]).toBe(503);
    await expectSilence(answers);
    expect(product.printed()).toMatch(/"msg":"(operation|request) failed"/);
    expect(product.printed()).toContain('"code":"P0001"');
  });

  it('does the same when a sealed value was changed in the database, and shows no other part of the value [security 36, security 40]', async () => {
    const { rows } = await admin.query('select answers_sealed from acps where id = $1', [who.acpId]);
    await admin.query(
      `update acps set answers_sealed = set_byte(answers_sealed, 40, (get_byte(answers_sealed, 40) + 1) % 256) where id = $1`,
      [who.acpId],
    );
    const answers = await failing();
    await admin.query('update acps set answers_sealed = $2 where id = $1', [
      who.acpId,
      rows[0].answers_sealed,
    ]);
    const byName = Object.fromEntries(answers.map(({ name, text }) => [name, text]));
    const named = { requestId: expect.stringMatching(requestId) };
    expect(JSON.parse(byName['save']!).errors[0].extensions).toEqual({ code: 'general_error', ...named });
    expect(JSON.parse(byName['pdf']!)).toEqual({ ok: false, error: 'general_error', fields: [], ...named });
    await expectSilence(answers);
  });

  it('and when tables are missing: their names are not revealed [security 40]', async () => {
    for (const table of ['acps', 'attempts', 'emergency_attempts'])
      await admin.query(`alter table ${table} rename to ${table}_gone`);
    const answers = await failing();
    for (const table of ['acps', 'attempts', 'emergency_attempts'])
      await admin.query(`alter table ${table}_gone rename to ${table}`);
    await expectSilence(answers);
    expect(answers.filter(({ text }) => /_gone|acps|attempts/.test(text))).toEqual([]);
  });

  it('logs a line for the operator when access is refused, with ids and no sent data, and limits the number of such lines [security 1, security 40]', async () => {
    type Line = Record<string, unknown>;
    const lines = () =>
      product
        .printed()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line);
    const byName = () => lines().filter(({ msg }) => msg === 'access refused');
    const other = await person(product.services, { firstName: 'Zqnamemarker' });
    const ask = (user: TestClient) =>
      user.graphql('query ($id: ID!) { getUserById(id: $id) { id } }', { id: other.userId });
    expect((await ask(client)).errors?.[0].extensions.code).toBe('not-found');
    expect((await ask(product.client())).errors?.[0].extensions.code).toBe('unauthenticated');
    await expect.poll(() => byName().length).toBe(2);
    const refused = { level: 40, operation: 'getUserById', due: null, acting_staff_id: null };
    expect(byName()).toMatchObject([
      { ...refused, decision: 'not-found', actor: 'person', user_id: who.userId },
      { ...refused, decision: 'unauthenticated', actor: 'visitor', user_id: null },
    ]);
    // The same request id as in the request's lines, so that its address and time can be found.
    for (const { reqId } of byName())
      expect(lines().some((line) => line['reqId'] === reqId && 'req' in line)).toBe(true);
    for (let count = 0; count < 100; count += 1) await ask(client);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(byName().filter(({ user_id }) => user_id === who.userId)).toHaveLength(10);
    for (const secret of [other.email, other.userId, 'Zqnamemarker'])
      expect([secret, JSON.stringify(byName()).includes(secret)]).toEqual([secret, false]);
    await expectSilence([]);
  });

  it('works again as soon as the error is fixed, without a restart [security 40]', async () => {
    const { data, errors } = await client.graphql(saveCall().query, { ...saveCall().variables });
    expect(errors).toBeUndefined();
    expect(data.updateAnswers.returning[0].version).toBe(3);
    await expectSilence([]);
  });
});
