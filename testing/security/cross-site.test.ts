import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../client.ts';
import { fullAnswers, person, type TestPerson } from '../people.ts';
import {
  productionVariables,
  startProduct,
  startProductProcess,
  trialVariables,
  type ProductProcess,
} from './product.ts';

/** Every route of the server that changes data: method and path, with a value for each parameter. */
async function changingRoutes(): Promise<{ method: string; path: string }[]> {
  const product = await startProduct(trialVariables());
  const tree = product.application.app.printRoutes({ commonPrefix: false });
  await product.close();
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*[├└]── )(\S+) \((.*)\)/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents.splice(Math.max(depth - 1, 0), Infinity, part);
    const path = parents.join('').replaceAll(/:(\w+)/g, (_, name) => (name === 'part' ? '1' : anId));
    return methods
      .split(', ')
      .filter((method) => !['GET', 'HEAD', 'OPTIONS', ''].includes(method))
      .map((method) => ({ method, path }));
  });
}

const anId = '00000000-0000-4000-8000-000000000001';

const changing = await changingRoutes();
const pathsOf = (method: string) =>
  changing.filter((each) => each.method === method && each.path.startsWith('/api/')).map(({ path }) => path);

const routes = pathsOf('POST');

/** The route that every site may call: its only credential is a link with its passcode. */
const openToSites = `/api/shl/${anId}`;

/** The route that takes a form from outside a browser: its only credential is a signed assertion in the form. */
const formRoute = '/api/clinical/token';

/** The connection of a provider to a residential-care system. */
const connectionRoute = '/api/integrations/ecase/system-config';

/** Routes that accept bytes by PUT. */
const putRoutes = pathsOf('PUT').filter((path) => path !== connectionRoute);

/** Routes that accept JSON with another method than POST. */
const jsonRoutes = [
  ['PUT', connectionRoute],
  ...pathsOf('DELETE').map((path) => ['DELETE', path] as const),
] as const;

/** Other spellings of the same address, which reach the same route. */
const spelled = (path: string) => [
  path,
  path.replace('/api/', '/%61pi/'),
  path.replace(/\w$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
];

/** The emergency page accepts a PIN; a contact's two pages accept a mailed link, and refuse other sites with an error page. */
const pagesWithoutScript = ['/acp-login/', '/trusted-contact/', '/shared-plan/'].map((page) => page + anId);

it('every route that changes data is one of those below, a page without script, of the read-only interface for clinical systems, or of the stand-in of the payment company, which exists outside production only [security 31]', () => {
  const others = changing.filter(
    ({ method, path }) =>
      !(method === 'POST' ? routes : method === 'PUT' ? putRoutes : []).includes(path) &&
      !jsonRoutes.some(([of, route]) => of === method && route === path) &&
      !path.startsWith('/stripe-stand-in/') &&
      // The interface for clinical systems takes other methods than GET only to refuse them.
      !path.startsWith('/fhir/'),
  );
  expect(others).toEqual(pagesWithoutScript.map((path) => ({ method: 'POST', path })));
  expect(routes).toEqual(expect.arrayContaining(['/api/graphql', '/api/auth/email-password-file']));
  expect(routes.length).toBeGreaterThan(15);
  expect(putRoutes).toContain(`/api/customers/${anId}/files/${anId}/parts/1`);
});

describe.each([
  ['in production', productionVariables],
  ['outside production', trialVariables],
])('another site, %s', (where, variables) => {
  let product: ProductProcess;
  let who: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    product = await startProductProcess(variables());
    who = await person(product.services, { plan: { status: 'complete', answers: fullAnswers() } });
    client = product.client();
    await client.signIn(who.email, who.password);
  });
  afterAll(() => product.close());

  const change = () =>
    JSON.stringify({
      query: 'mutation { updateLanguage(language: "zh") { language } }',
      email: who.email,
      type: 'login',
      password: who.password,
    });
  const language = async () =>
    (
      await product.services.db
        .selectFrom('users')
        .select('language')
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow()
    ).language;

  it.each(routes.filter((route) => route !== openToSites))(
    'is refused at %s, however the address is spelled, and changes nothing [security 31]',
    async (route) => {
      const origins = [
        'https://evil.example',
        'https://wattle.example.evil.example',
        'https://evil-wattle.example',
        'null',
        'http://wattle.example',
        `${product.origin}:8443`,
        '',
      ];
      for (const path of spelled(route)) {
        for (const origin of origins) {
          const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' };
          const response = await client.fetch(path, { method: 'POST', body: change(), headers });
          expect([path, origin, response.status]).toEqual([path, origin, 403]);
          expect(response.headers.getSetCookie()).toEqual([]);
        }
      }
      expect(await language()).toBe('en');
      expect((await client.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(who.userId);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'text/plain; application/json',
    'application/xml',
    '',
  ])(
    'cannot send content types that a plain form can: %j is refused everywhere [security 31]',
    async (type) => {
      for (const route of routes)
        for (const path of spelled(route)) {
          const response = await client.fetch(path, {
            method: 'POST',
            body: new TextEncoder().encode(change()),
            headers: type ? { 'content-type': type } : {},
          });
          const isForm = route === formRoute && type === 'application/x-www-form-urlencoded';
          expect([path, response.status]).toEqual([path, isForm ? 400 : 415]);
        }
      expect(await language()).toBe('en');
    },
  );

  it.each(putRoutes)(
    'cannot send bytes to %s, from any origin or as a plain form [security 31]',
    async (route) => {
      const put = (path: string, headers: Record<string, string>) =>
        client.fetch(path, { method: 'PUT', body: 'x', headers });
      for (const path of spelled(route)) {
        for (const origin of ['https://evil.example', 'null', `${product.origin}:8443`]) {
          const headers = {
            'content-type': 'application/octet-stream',
            origin,
            'sec-fetch-site': 'cross-site',
          };
          expect([path, origin, (await put(path, headers)).status]).toEqual([path, origin, 403]);
        }
        for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json'])
          expect([path, type, (await put(path, { 'content-type': type })).status]).toEqual([path, type, 415]);
      }
    },
  );

  it.each(jsonRoutes)(
    'cannot send JSON by %s to %s, from any origin or as a plain form [security 31]',
    async (method, route) => {
      for (const path of spelled(route)) {
        const status = async (headers: Record<string, string>) =>
          (await client.fetch(path, { method, body: '{}', headers })).status;
        for (const origin of ['https://evil.example', 'null', `${product.origin}:8443`]) {
          const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' };
          expect([path, origin, await status(headers)]).toEqual([path, origin, 403]);
        }
        for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'])
          expect([path, type, await status({ 'content-type': type })]).toEqual([path, type, 415]);
      }
    },
  );

  it.each(['GET', 'HEAD'])(
    'changes nothing by %s, which a link or an image can send [security 31]',
    async (method) => {
      const query = `?query=${encodeURIComponent('mutation { updateLanguage(language: "zh") { id } }')}&token=x&email=${who.email}`;
      for (const route of routes.flatMap(spelled)) {
        const response = await client.fetch(route + query, { method });
        // Where the web is built, an unknown address returns its page.
        if (response.ok) expect(response.headers.get('content-type')).toContain('text/html');
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      expect(await language()).toBe('en');
      expect((await client.graphql('{ currentUser { id } }')).data.currentUser.id).toBe(who.userId);
    },
  );

  it('may not read answers: no response allows another origin, and preflights are refused [security 31]', async () => {
    const response = await client.fetch('/api/graphql', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    for (const name of ['origin', 'methods', 'headers', 'credentials'])
      expect(response.headers.get(`access-control-allow-${name}`)).toBeNull();
  });

  it(`${where === 'in production' ? 'is what the server is by its own name alone' : 'is not the server by the name it was asked by'}: the public address counts [security 31]`, async () => {
    const response = await client.fetch('/api/graphql', {
      method: 'POST',
      body: '{"query":"{ currentUser { id } }"}',
      headers: { 'content-type': 'application/json', origin: product.url },
    });
    expect(response.status).toBe(where === 'in production' ? 403 : 200);
  });

  const sendPin = (headers: Record<string, string>, pin = who.pin) =>
    client.fetch(`/acp-login/${who.shareId}`, {
      method: 'POST',
      body: `pin=${pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  it('cannot submit the PIN form: the plan stays closed and no guess is counted, however the address is spelled [R-09] [security 31]', async () => {
    const wrong = who.pin === '000000' ? '111111' : '000000';
    for (const headers of [
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'https://wattle.example.evil.example' },
    ] as Record<string, string>[]) {
      for (const pin of [who.pin, wrong]) {
        const response = await sendPin(headers, pin);
        expect(response.status).toBe(403);
        expect(response.headers.getSetCookie()).toEqual([]);
        expect(await response.text()).toContain('<form');
      }
    }
    const { rows } = await sql`select 1 from emergency_attempts`.execute(product.services.db);
    expect(rows).toEqual([]);
  });

  it('is not the card’s own page, whose form needs no header: the PIN is its only authority, and it opens no account [R-09] [security 31]', async () => {
    // Without the newer headers, like a browser too old to send them.
    for (const headers of [{ origin: 'null' }, { origin: product.origin }] as Record<string, string>[])
      expect((await sendPin(headers)).status).toBe(303);
    const response = await sendPin({ origin: 'null', 'sec-fetch-site': 'same-origin' });
    expect(response.status).toBe(303);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toContain(`Path=/acp-login/${who.shareId}`);
    expect(cookie).toContain('SameSite=Strict');
    const stranger = product.client();
    const account = await stranger.fetch('/api/graphql', {
      method: 'POST',
      body: '{"query":"{ currentUser { id } }"}',
      headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0]! },
    });
    expect(JSON.parse(await account.text()).data.currentUser).toBeNull();
  });
});
