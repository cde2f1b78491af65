import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../client.ts';
import { fullAnswers, person, type TestPerson } from '../people.ts';
import { productionVariables, startProduct, trialVariables, type Product } from './product.ts';
import { letGuessesAge } from '../start-app.ts';

/** Returns the directives of a content security policy with their values. */
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );

describe.each([
  ['behind https', () => ({ ...trialVariables(), PUBLIC_URL: 'https://wattle.example' }), true],
  ['on this machine alone', trialVariables, false],
  ['in production', productionVariables, true],
] as const)('every answer, %s', (where, variables, secure) => {
  let product: Product;
  let root: string;
  let who: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    // A built web of three files: these tests do not run the real build.
    root = mkdtempSync(join(tmpdir(), 'wattle-web-'));
    mkdirSync(join(root, 'dist/web/assets'), { recursive: true });
    writeFileSync(join(root, 'dist/web/index.html'), '<!doctype html><title>Wattle</title>');
    writeFileSync(join(root, 'dist/web/assets/app-1a2b3c.js'), 'export {}');
    writeFileSync(join(root, 'dist/web/assets/app-1a2b3c.css'), 'body{}');
    product = await startProduct(variables(), root);
    who = await person(product.services, { plan: { status: 'complete', answers: fullAnswers() } });
    client = product.client();
    await client.signIn(who.email, who.password);
  });
  afterAll(async () => {
    await product.close();
    rmSync(root, { recursive: true });
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  type Ask = () => Promise<Response>;
  const get =
    (path: string, method = 'GET'): Ask =>
    () =>
      client.fetch(path, { method });
  const graphql =
    (body: string): Ask =>
    () =>
      client.fetch('/api/graphql', { method: 'POST', body, headers: json });
  const emergency = (pin: string) =>
    client.fetch(`/acp-login/${who.shareId}`, { method: 'POST', body: `pin=${pin}`, headers: form });

  const answers: Record<string, [status: number, ask: Ask]> = {
    'the page': [200, get('/')],
    'the page at an address of its own': [200, get('/questionnaire/step1')],
    'a script': [200, get('/assets/app-1a2b3c.js')],
    'a style sheet': [200, get('/assets/app-1a2b3c.css')],
    'a file that is not there': [404, get('/assets/none.js')],
    'a path out of the folder': [404, get('/assets/..%2f..%2f..%2fpackage.json')],
    'an address that is no text': [404, get('/acp-login/%ED%A0%80')],
    'an address beyond measure': [200, get(`/acp-login/${'x'.repeat(3_000)}`)],
    'an unknown part of the API': [404, get('/api/nothing')],
    data: [200, graphql('{"query":"{ currentUser { id } }"}')],
    'a refused call': [200, graphql('{"query":"{ getUserById(id: \\"x\\") { id } }"}')],
    'a call that is no JSON': [200, graphql('{')],
    'a call by GET': [405, get('/api/graphql?query={currentUser{id}}')],
    'a refused sign-in': [
      401,
      () =>
        client.fetch('/api/auth/email-password', {
          method: 'POST',
          body: '{"type":"login","email":"a@b.cd","password":"x"}',
          headers: json,
        }),
    ],
    'a body that is too large': [
      413,
      () =>
        client.fetch('/api/auth/verify-email', {
          method: 'POST',
          body: `"${'x'.repeat(3_000_000)}"`,
          headers: json,
        }),
    ],
    'a call from another site': [
      403,
      () =>
        client.fetch('/api/graphql', {
          method: 'POST',
          body: '{}',
          headers: { ...json, origin: 'https://evil.example' },
        }),
    ],
    'a call as a plain form': [
      415,
      () => client.fetch('/api/graphql', { method: 'POST', body: 'x', headers: form }),
    ],
    'the PDF': [200, get('/api/acp/plan.pdf')],
    'a PDF that is not there': [404, get('/api/acp/plan.pdf?version=9')],
    'the PIN form': [200, () => new TestClient(product.url).fetch(`/acp-login/${who.shareId}`)],
    'a wrong PIN': [403, () => emergency(who.pin === '000000' ? '111111' : '000000')],
    'a PIN that must wait': [429, () => emergency(who.pin)],
    'whether it lives': [200, get('/healthz')],
    'whether it is ready': [200, get('/readyz')],
    'an OPTIONS request': [404, get('/api/graphql', 'OPTIONS')],
  };

  it.each(Object.keys(answers))(
    '%s has the security headers, and its policy allows no inline script [security 29, security 30]',
    async (name) => {
      const [status, ask] = answers[name]!;
      const { status: found, headers } = await ask();
      if (name === 'an OPTIONS request') expect([404, 405]).toContain(found);
      else expect(found).toBe(status);
      const policy = policyOf(headers);
      expect(headers.get('content-security-policy')).not.toMatch(
        /unsafe-inline|unsafe-eval|unsafe-hashes|\*|http:|data:[^;]*script/,
      );
      expect(policy.get('default-src')).toMatch(/^'(self|none)'$/);
      expect(policy.get('script-src') ?? policy.get('default-src')).toMatch(/^'(self|none)'$/);
      expect(policy.get('object-src') ?? policy.get('default-src')).toBe("'none'");
      expect(policy.get('base-uri')).toBe("'none'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(policy.get('form-action')).toBe("'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      if (secure)
        expect(headers.get('strict-transport-security')).toMatch(/^max-age=(\d{8,}); includeSubDomains/);
      else expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('with a plan, a PIN or an account is stored by no cache [security 22, security 29]', async () => {
    product.advance(3_600_000);
    await letGuessesAge(product.services.db, 3_600_000);
    const opened = await emergency(who.pin);
    expect(opened.status).toBe(303);
    const plan = await client.fetch(`/acp-login/${who.shareId}`);
    expect(await plan.text()).toContain('Doyle');
    const pdf = await client.fetch(`/acp-login/${who.shareId}/plan.pdf`);
    const own = await client.fetch('/api/acp/plan.pdf');
    for (const { headers } of [opened, plan, pdf, own]) {
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
    for (const { headers } of [opened, plan, pdf]) expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const { headers } of [pdf, own]) expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    const data = await graphql('{"query":"{ getEmergencyCard { pin } }"}')();
    // Tests load two copies of the GraphQL library, and a rule used in production refuses the schema of the other copy.
    if (where !== 'in production') expect(await data.text()).toContain(who.pin);
    expect(data.headers.get('cache-control')).toContain('no-store');
    const signIn = await product.client().fetch('/api/auth/email-password', {
      method: 'POST',
      body: JSON.stringify({ type: 'login', email: who.email, password: who.password }),
      headers: json,
    });
    expect(signIn.headers.get('cache-control')).toContain('no-store');
  });

  it('that sets a cookie makes it inaccessible to scripts and other sites, and sends it only over TLS where there is TLS [security 17, security 30]', async () => {
    const { headers } = await product.client().fetch('/api/auth/email-password', {
      method: 'POST',
      body: JSON.stringify({ type: 'login', email: who.email, password: who.password }),
      headers: json,
    });
    product.advance(3_600_000);
    await letGuessesAge(product.services.db, 3_600_000);
    const cookies = [...headers.getSetCookie(), ...(await emergency(who.pin)).headers.getSetCookie()];
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
      expect(/; Secure/i.test(cookie)).toBe(secure);
      expect(cookie.startsWith('__')).toBe(secure);
      expect(cookie).not.toMatch(/; Domain/i);
    }
  });

  it(`${where === 'in production' ? 'is none for' : 'is there for'} the page of mails, which styles mails as they came and frames nothing else [security 29, security 40]`, async () => {
    const response = await client.fetch('/dev/outbox');
    const isPage =
      (await response.text()).includes('outbox') ||
      response.headers.get('content-security-policy')?.includes('style-src-elem');
    if (where === 'in production') {
      expect(policyOf(response.headers).has('style-src-elem')).toBe(false);
      expect((await client.fetch('/dev/outbox.json')).status).toBe(404);
    } else {
      expect(isPage).toBe(true);
      const policy = policyOf(response.headers);
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.has('script-src')).toBe(false);
      expect(policy.get('style-src-attr')).toBe("'unsafe-inline'");
      expect(policy.get('style-src-elem')).not.toContain('unsafe');
    }
  });
});

const web = resolve(import.meta.dirname, '../../dist/web');
const built = (() => {
  try {
    return readdirSync(web).filter((file) => file.endsWith('.html'));
  } catch {
    return [];
  }
})();

describe.runIf(built.length > 0)('the built page', () => {
  it.each(built)(
    '%s has no inline script, style or handler, so that it works under the policy [security 29]',
    (file) => {
      const page = readFileSync(join(web, file), 'utf8');
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/i);
      expect(page).not.toMatch(/<style\b/i);
      expect(page).not.toMatch(/<[^>]+\s(on\w+|style)\s*=/i);
      expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i);
    },
  );
});
