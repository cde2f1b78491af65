import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badCharacter, isTooLong } from '../../src/domain/characters.ts';
import * as fields from '../../src/domain/fields.ts';
import { forgotForm } from '../../src/domain/inputs/forgot.ts';
import { readForm } from '../../src/domain/inputs/form.ts';
import { resetRequest } from '../../src/domain/inputs/reset.ts';
import { signinForm } from '../../src/domain/inputs/signin.ts';
import { signupFileRequest, signupRequest } from '../../src/domain/inputs/signup.ts';
import { noteKeys, stepIds, textAnswerKeys } from '../../src/domain/questionnaire/answers.ts';
import { missingSteps } from '../../src/domain/questionnaire/answering/completeness.ts';
import { normalise } from '../../src/domain/questionnaire/answering/normalise.ts';
import { draftProblems, stepProblems } from '../../src/domain/questionnaire/answering/validate.ts';
import { networkOf } from '../../src/server/pipeline/limits/limit.ts';
import { html } from '../../src/server/pages/html.ts';
import { readEmergencyQuery } from '../../src/server/pages/emergency/layout.ts';
import { readPin } from '../../src/server/pages/emergency/pin-page.ts';
import { dialOf } from '../../src/server/pages/emergency/view.ts';
import type { TestClient } from '../client.ts';
import { person, type TestPerson } from '../people.ts';
import { startProduct, trialVariables, type Product } from './product.ts';
import { letGuessesAge } from '../start-app.ts';

const length = 100_000;
const filled = (part: string, end = '') =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length) + end;

/** What makes careless patterns try everything: long repetitions that fail at their end. */
const longTexts: Record<string, string> = {
  letters: filled('a', '!'),
  blanks: filled(' ', 'x'),
  'blanks of many kinds': filled(' \t\u00A0\u3000', '\u0000'),
  'line breaks': filled('\r\n', '\r'),
  digits: filled('1', 'x'),
  dots: filled('a.', '@'),
  'at signs': filled('a@'),
  'an address that does not end': `a@${filled('a-.', '-')}`,
  'labels of an address': `a@${filled('a.', '1')}`,
  slashes: filled('1/', '/'),
  'a date and more': `01/01/1950${filled(' ')}x`,
  dashes: filled('-', 'a'),
  colons: filled(':', 'g'),
  'colons and digits': filled('0:', '::'),
  brackets: filled('(0)', '+'),
  'angle brackets': filled('<', '>'),
  ampersands: filled('&amp;', '&'),
  quotes: filled('"', "'"),
  'base64 signs': `data:image/png;base64,iVBORw0KGg${filled('A', '%')}`,
  'a web address': `https://${filled('a/', ' ')}`,
  accents: `a${filled('\u0301\u0323')}`,
  emoji: filled('👩‍'),
  'half surrogates': filled('\uD800'),
  Arabic: filled('ﷺ'),
};

/** Milliseconds for one look at a text of a hundred thousand signs, on a busy machine: linear work takes one or two. */
const allowed = 400;
const today = '2026-11-21';
const context = { today };

const looks: Record<string, (text: string) => unknown> = {
  isEmail: fields.isEmail,
  normaliseEmail: fields.normaliseEmail,
  passwordProblems: (text) => fields.passwordProblems(text, () => true),
  passwordStrength: fields.passwordStrength,
  medicareProblem: fields.medicareProblem,
  birthDateProblem: (text) => fields.birthDateProblem(text, today),
  isoOfDate: fields.isoOfDate,
  postcodeProblem: fields.postcodeProblem,
  stateOfPostcode: fields.stateOfPostcode,
  isLettersAndSpaces: fields.isLettersAndSpaces,
  hasDigit: fields.hasDigit,
  badCharacter: (text) => [badCharacter(text, true), badCharacter(text, false)],
  isTooLong: (text) => isTooLong(text, 2_000),
  signupRequest: (text) =>
    readForm(signupRequest(context), {
      email: text,
      password: text,
      medicareNumber: text,
      birthDate: text,
      accountOwner: text,
      gender: text,
      payload: text,
    }),
  signupFileRequest: (text) =>
    readForm(signupFileRequest(context), {
      email: text,
      password: text,
      firstName: text,
      lastName: text,
      birthDate: text,
    }),
  signinForm: (text) => readForm(signinForm, { email: text, password: text, phone: text }),
  forgotForm: (text) => readForm(forgotForm, { email: text }),
  resetRequest: (text) =>
    readForm(
      resetRequest(() => false),
      { token: text, password: text },
    ),
  draftProblems: (text) =>
    draftProblems(Object.fromEntries([...textAnswerKeys, ...noteKeys].map((key) => [key, text]))),
  'draftProblems of keys': (text) => draftProblems({ [text]: text }),
  'draftProblems of lists': (text) =>
    draftProblems({ minimumQolList: [...text.slice(0, 20_000)], completeAll: [text] }),
  stepProblems: (text) =>
    stepIds.flatMap((step) =>
      stepProblems(
        step,
        Object.fromEntries([...textAnswerKeys, ...noteKeys].map((key) => [key, text])),
        context,
      ),
    ),
  missingSteps: (text) => missingSteps({ firstName: text, dob: text, minimumQolList: [text] }),
  'normalise, of a whole plan as long as it may be': (text) =>
    normalise(
      Object.fromEntries([
        ...textAnswerKeys.map((key) => [key, text.slice(0, 10_000)]),
        ...noteKeys.map((key) => [key, text.slice(0, 2_000)]),
      ]),
    ),
  'a text in a page': (text) => html`<p title="${text}">${text}</p>`.toString(),
  'a PIN': readPin,
  'a telephone number': (text) => dialOf(text.slice(0, 1_000)),
  'a network address': networkOf,
  'the query of a card': (text) =>
    readEmergencyQuery(new URLSearchParams({ v: text, lang: text, from: text, view: text })),
};

describe('a hundred thousand signs', () => {
  it.each(Object.keys(looks))('are looked at by %s without trying everything [security 28]', (name) => {
    const slow = [];
    for (const [kind, text] of Object.entries(longTexts)) {
      const from = performance.now();
      looks[name]!(text);
      const took = performance.now() - from;
      if (took > allowed) slow.push(`${kind}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});

describe('a request that is made to break something', () => {
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
    'with %s in the key against repetition is refused as input, not as a fault [security 28]',
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
    'with %j for an address is refused at the field, so that no mail goes elsewhere [security 28]',
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
    'whose body is %s gets an answer, not a fault [security 28]',
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

  it('cannot say where it comes from: forged proxy headers do not help a guesser [security 13, security 28]', async () => {
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

  it('and names another host gets links to the public address alone [security 28]', async () => {
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
