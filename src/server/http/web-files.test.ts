import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const built = existsSync(resolve(import.meta.dirname, '../../../dist/web/index.html'));

describe.runIf(built)('the built web', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ env: { HELP_HOURS: '1800 "quoted" <b>' } });
  });
  afterAll(() => app.close());

  const pageAt = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity', ...headers } });
    return { response, html: await response.text() };
  };
  const withSession = { cookie: 'wattle=anything' };
  /** Returns the files that a page loads first, without its main script: those in its head, and those that wait for its first frame. */
  const namedIn = (html: string) => [
    ...[...html.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]* href="([^"]+)"/g)].map(
      (match) => match[1]!,
    ),
    ...(/ data-files="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []),
  ];

  it('answers every address of the web with the page, which is never cached', async () => {
    for (const path of ['/', '/index.html', '/dashboard', '/questionnaire/step4?x=1', '/login']) {
      for (const [headers, cached] of [
        [{}, 'no-store'],
        [withSession, 'no-cache'],
      ] as const) {
        const { response, html } = await pageAt(path, headers);
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, cached]);
        expect(response.headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
        expect(html).toContain('<div id="root"');
      }
    }
  });

  it('marks the page as signed out only for a browser without a session, and forbids storing that page', async () => {
    for (const path of ['/', '/login?returnPath=%2Fmy-acp', '/dashboard', '/settings/profile']) {
      expect((await pageAt(path)).html).toContain('<meta name="wattle-visitor" content="yes">');
      expect((await pageAt(path, { cookie: 'other=1' })).html).toContain('wattle-visitor');
      expect((await pageAt(path, withSession)).html).not.toContain('wattle-visitor');
      // With an invalid cookie too, because validity is checked only by later calls.
      expect((await pageAt(path, { cookie: 'wattle=' })).html).not.toContain('wattle-visitor');
    }
  });

  it('names the files that a page will load, in the language of the browser, each once', async () => {
    const named: Record<string, string[]> = {};
    for (const path of ['/login', '/dashboard', '/signup', '/questionnaire']) {
      for (const language of ['en-AU,en;q=0.9,zh;q=0.8', 'zh-CN,zh;q=0.9']) {
        const { html } = await pageAt(path, { 'accept-language': language });
        const files = namedIn(html);
        expect(new Set(files).size).toBe(files.length);
        for (const file of files) expect([file, (await fetch(app.url + file)).status]).toEqual([file, 200]);
        named[`${path} ${language.slice(0, 2)}`] = files;
      }
    }
    const withName = (page: string, name: string) =>
      named[page]!.filter((file) => file.includes(`/${name}-`));
    for (const page of ['/login', '/dashboard', '/signup']) {
      expect([page, withName(`${page} en`, 'texts-en').length]).toEqual([page, 1]);
      expect(withName(`${page} en`, 'texts-zh')).toEqual([]);
      expect([page, withName(`${page} zh`, 'texts-zh').length]).toEqual([page, 1]);
      expect(withName(`${page} zh`, 'texts-en')).toEqual([]);
    }
    expect(withName('/login en', 'login').length).toBe(1);
    expect(withName('/dashboard en', 'login')).toEqual([]);
    // For a visitor, a page that requires sign-in names the files of the sign-in page; its own files only for a browser with a
    // session.
    expect(named['/questionnaire en']).toEqual(named['/login en']);
    const ownOf = async (path: string) => namedIn((await pageAt(path, withSession)).html);
    const questions = await ownOf('/questionnaire');
    expect(questions.filter((file) => file.includes('/questionnaire-')).length).toBeGreaterThan(0);
    expect(questions.filter((file) => file.includes('/login-'))).toEqual([]);
    const customers = await ownOf('/provider/customers');
    expect(customers.filter((file) => file.includes('/customers-page-')).length).toBeGreaterThan(0);
    expect(customers.filter((file) => file.includes('/login-'))).toEqual([]);
    for (const file of customers) expect([file, (await fetch(app.url + file)).status]).toEqual([file, 200]);
    expect(namedIn((await pageAt('/login?x=/dashboard')).html).toSorted()).toEqual(
      named['/login en']!.toSorted(),
    );
  });

  it('lets a browser with a session request the current user before everything else, by a file and no inline script', async () => {
    const early = /<script type="module" async crossorigin src="(\/assets\/early-[\w-]+\.js)"><\/script>/;
    for (const path of ['/provider/customers', '/dashboard', '/settings/profile']) {
      const { html } = await pageAt(path, withSession);
      const [named, file] = early.exec(html) ?? [];
      expect([path, (await fetch(app.url + file)).status]).toEqual([path, 200]);
      expect(html.indexOf(named ?? '')).toBeLessThan(html.indexOf('href="/assets/'));
      expect(html).not.toMatch(/<script(?![^>]* src=)/);
      expect((await pageAt(path)).html).not.toMatch(early);
    }
  });

  it('gives the rest of the script a lower priority than that, and names most of it on every page', async () => {
    const scripts = (html: string) => html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    for (const path of ['/dashboard', '/settings/profile']) {
      const named = scripts((await pageAt(path, withSession)).html);
      expect([path, named.filter((each) => /\/(?:vendor|app)-/.test(each)).length]).toEqual([path, 2]);
      expect(named.filter((each) => !each.includes('fetchpriority="low"'))).toEqual([]);
    }
    expect(scripts((await pageAt('/login')).html).filter((each) => each.includes('fetchpriority'))).toEqual(
      [],
    );
  });

  it('sends a page compressed to a browser that accepts it, and no more than a first window of 14 kB', async () => {
    const sentFor = async (accepted: string, path = '/signup') => {
      const response = await fetch(app.url + path, { headers: { 'accept-encoding': accepted } });
      return [response.headers.get('content-encoding'), await response.text()] as const;
    };
    const [, plain] = await sentFor('identity');
    expect(plain).toContain('<div id="root" data-frame="en"');
    expect(await sentFor('gzip, deflate, br')).toEqual(['br', plain]);
    expect(await sentFor('gzip;q=0.5')).toEqual(['gzip', plain]);
    expect(await sentFor('br;q=0, gzip')).toEqual(['gzip', plain]);
    expect(await sentFor('br;q=0.0, gzip; q=0')).toEqual([null, plain]);
    // Another page, also the second time.
    for (const path of ['/login', '/signup', '/login'])
      expect((await sentFor('br', path))[1]).toBe((await sentFor('identity', path))[1]);
    const { headers } = await fetch(`${app.url}/signup`, { headers: { 'accept-encoding': 'br' } });
    expect(Number(headers.get('content-length'))).toBeLessThan(14 * 1024);
  });

  it('sends a visitor the first frame of a page, in the language of the browser', async () => {
    const words = {
      '/': 'Write down',
      '/dashboard': 'Write down',
      '/login': 'Sign in',
      '/signup': 'Sign up',
    };
    for (const [path, title] of Object.entries(words)) {
      const { html } = await pageAt(path);
      expect(html).toContain('<html lang="en-AU">');
      expect(html).toContain('<div id="root" data-frame="en"');
      expect(html).toMatch(new RegExp(`<h1[^>]*>${title}`));
    }
    const { html } = await pageAt('/login', { 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(html).toContain('<html lang="zh-Hans">');
    expect(html).toMatch(/<h1[^>]*>登录<\/h1>/);
    // A page that requires sign-in redirects a visitor to it.
    expect((await pageAt('/my-acp')).html).toMatch(/<h1[^>]*>Sign in<\/h1>/);
  });

  it('sends a browser with a session no first frame, nor an address that asks for more than a page', async () => {
    for (const [path, headers] of [
      ['/login', withSession],
      ['/dashboard', withSession],
      ['/login?reason=expired', {}],
      ['/signup?for=someone', {}],
      ['/user/location', {}],
    ] as const)
      expect((await pageAt(path, headers)).html).toContain('<div id="root"></div>');
  });

  it("puts the operator's telephone number into a first frame", async () => {
    const other = await startApp({ env: { HELP_PHONE: '1300 (0) 765' } });
    try {
      const html = await (await fetch(other.url)).text();
      expect(html).toContain('1300\u00a0(0)\u00a0765</a>');
      expect(html).toContain('href="tel:13000765"');
      expect(html).not.toContain('{{');
    } finally {
      await other.close();
    }
  });

  it('lets no browser send a form of a first frame', async () => {
    for (const path of ['/login', '/signup', '/forgot-password']) {
      const forms = (await pageAt(path)).html.match(/<form\b[^>]*>/g) ?? [];
      expect(forms.length).toBeGreaterThan(0);
      for (const form of forms) expect(form).toMatch(/^<form inert.* method="post"/);
    }
  });

  it("puts the operator's own values into the page, as text", async () => {
    const html = await (await fetch(app.url)).text();
    expect(html).toContain('1800 \\&quot;quoted\\&quot; &lt;b>');
    expect(html).not.toContain('<b>');
  });

  it.each(['/verify-email', '/reset-password', '/signup', '/invite'])(
    'gives no other page the address of a page that mailed links open: %s [R-58]',
    async (path) => {
      const { response } = await pageAt(`${path}?token=x`);
      expect(response.status).toBe(200);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await pageAt('/login')).response.headers.get('referrer-policy')).toBe('same-origin');
    },
  );

  it('caches hashed files for a year, and answers 404 for missing files', async () => {
    const html = await (await fetch(app.url)).text();
    const asset = /\/assets\/[\w-]+\.js/.exec(html)?.[0];
    const response = await fetch(app.url + asset);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${app.url}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${app.url}/api/none`)).status).toBe(404);
  });
});
