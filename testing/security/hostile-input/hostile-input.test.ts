import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../client.ts';
import { person, type TestPerson } from '../../people.ts';
import { startProduct, trialVariables, type Product } from '../product.ts';
import { letGuessesAge } from '../../start-app.ts';

describe('a hostile request', () => {
  let product: Product;
  let who: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    who = await person(product.services);
    client = product.client();
    await client.signIn(who.email, who.password);
  });
  afterAll(() => product.close());

  it.each(['__proto__', 'constructor'])(
    'with %s in its body is refused everywhere, and no object of ours changes [security 28]',
    async (key) => {
      const poison = key === '__proto__' ? '{"polluted":true}' : '{"prototype":{"polluted":true}}';
      const routes = [
        'email-password',
        'email-password-file',
        'sign-out',
        'verify-email',
        'resend-verification',
        'reset-password',
        'signup-token',
        'staff-invitation',
        'accept-staff-invitation',
      ];
      for (const path of [
        ...routes.map((route) => `/api/auth/${route}`),
        '/api/initiateForgotPassword',
        '/api/graphql',
      ]) {
        const body = `{"type":"login","email":"${who.email}","query":"{ currentUser { id } }","${key}":${poison}}`;
        const response = await product
          .client()
          .fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        expect([path, await response.text()]).toEqual([path, expect.stringContaining('"invalid"')]);
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it.each([
    ['a zero byte', 'key-\u0000-key-key'],
    ['half of a surrogate pair', 'key-\uD800-key-key'],
    ['a line break', 'key-\r\n-key-key'],
    ['letters that look alike', 'kеу-key-key'],
    ['a hundred and one signs', 'k'.repeat(101)],
    ['seven signs', 'key-key'],
  ])(
    'with %s in the idempotency key is refused as invalid input, not as a server error [security 28]',
    async (_, key) => {
      const save = `mutation($id: ID!, $key: String) { updateAnswers(id: $id, answers: {}, status: draft, version: 0, idempotency_key: $key) { returning { version } } }`;
      const renew = `mutation($key: String) { renewEmergencyCard(idempotency_key: $key) { pin } }`;
      for (const [query, variables] of [
        [save, { id: who.acpId, key }],
        [renew, { key }],
      ] as const) {
        const { errors } = await client.graphql(query, variables);
        expect(errors?.[0].extensions).toMatchObject({
          code: 'invalid',
          fields: [{ field: 'idempotency_key' }],
        });
      }
    },
  );

  it.each([
    '\u0000',
    'a\u0000b@example.org',
    '\uD800@example.org',
    'a@example.org\r\nBcc: thief@evil.example',
    '"a b"@example.org',
    'a@example.org,thief@evil.example',
    '<thief@evil.example>',
    'a@[127.0.0.1]',
  ])(
    'with %j as an address is refused at the field, so that no mail goes to another address [security 28]',
    async (email) => {
      for (const [path, body] of [
        ['/api/auth/email-password', { email, password: 'Tram-Kettle-42', type: 'login' }],
        ['/api/initiateForgotPassword', { email }],
        ['/api/auth/resend-verification', { email }],
      ] as const) {
        const answer = await product.client().post(path, body);
        expect([path, answer.status, answer.body.fields]).toEqual([
          path,
          400,
          [expect.objectContaining({ field: 'email' })],
        ]);
      }
    },
  );

  it.each([
    [{ password: { $gt: '' } }],
    [{ password: ['Tram-Kettle-42'] }],
    [{ email: ['a@example.org', 'b@example.org'] }],
    [{ email: { toString: 'x' } }],
    [{ type: ['login'] }],
    [{ type: { login: true } }],
    [{ email: 5, password: true }],
  ])('with a list or an object for a text is refused: %j [security 28]', async (more) => {
    const { status, body } = await product
      .client()
      .post('/api/auth/email-password', { email: who.email, password: who.password, type: 'login', ...more });
    expect([status, body.error]).toEqual([400, 'invalid']);
  });

  it.each(['null', '[]', '"text"', '5', 'true', '', '{', '\uFEFF{}', '{"email":1e999}'])(
    'whose body is %s gets a response, not a server error [security 28]',
    async (body) => {
      for (const path of [
        '/api/auth/email-password',
        '/api/auth/verify-email',
        '/api/auth/signup-token',
        '/api/initiateForgotPassword',
      ]) {
        const response = await product
          .client()
          .fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        expect([path, response.status]).toEqual([path, 400]);
      }
    },
  );

  it('cannot forge its origin: forged proxy headers do not help a guesser [security 13, security 28]', async () => {
    const statuses = [];
    for (let guess = 0; guess < 22; guess += 1) {
      const headers = {
        'x-forwarded-for': `203.0.113.${guess}`,
        'x-real-ip': `203.0.113.${guess}`,
        forwarded: `for=203.0.113.${guess}`,
        'cf-connecting-ip': `203.0.113.${guess}`,
      };
      statuses.push(
        (await product.client().post('/api/auth/verify-email', { token: 'x'.repeat(64) }, headers)).status,
      );
    }
    expect(statuses.slice(0, 10).every((status) => status === 400 || status === 429)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    product.advance(3_600_000);
    await letGuessesAge(product.services.db, 3_600_000);
  });

  it('and with another host name gets links to the public address only [security 28]', async () => {
    const sent = await new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(product.url);
      const call = request(
        {
          hostname,
          port,
          path: '/api/initiateForgotPassword',
          method: 'POST',
          headers: {
            host: 'evil.example',
            origin: product.origin,
            'x-forwarded-host': 'evil.example',
            'content-type': 'application/json',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      call.on('error', reject).end(JSON.stringify({ email: who.email }));
    });
    expect(sent).toBe(200);
    const mails = () =>
      product.services.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', who.email).execute();
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBeGreaterThan(0);
    for (const { html: markup, plain } of await mails()) {
      expect(markup + plain).not.toContain('evil.example');
      expect(plain).toContain(`${product.origin}/reset-password#token=`);
    }
  });

  it.each([
    ['a session of a megabyte', { cookie: `wattle=${'x'.repeat(15_000)}` }],
    ['a session that is no token', { cookie: 'wattle=%00%ff; wattle=; =; ;;; __proto__=1; wattle' }],
    ['a cookie of a card that is none', { cookie: 'wattle-plan=99999999999999999999.AAAA' }],
    ['a language of many words', { 'accept-language': 'zh,'.repeat(4_000) }],
    ['a browser with a long name', { 'user-agent': 'x'.repeat(12_000) }],
    ['a browser with signs of a query', { 'user-agent': "'); drop table sessions; --" }],
  ])('with %s is answered like any other [security 28]', async (_, headers) => {
    const response = await product.client().fetch('/api/graphql', {
      method: 'POST',
      body: '{"query":"{ currentUser { id } }"}',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.status).toBe(200);
    expect(JSON.parse(await response.text())).toEqual({ data: { currentUser: null } });
    const page = await product.client().fetch(`/acp-login/${who.shareId}`, { headers });
    expect(page.status).toBe(200);
    const signIn = await product
      .client()
      .post('/api/auth/email-password', { email: who.email, password: who.password, type: 'login' }, headers);
    expect([200, 429]).toContain(signIn.status);
  });
});
