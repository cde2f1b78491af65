import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const built = existsSync(resolve(import.meta.dirname, '../../dist/web/index.html'));

describe.runIf(built)('the built web', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ env: { HELP_PHONE: '1800 "quoted" <b>' } });
  });
  afterAll(() => app.close());

  it('answers every address of the web with the page, never from a cache', async () => {
    for (const path of ['/', '/index.html', '/dashboard', '/questionnaire/step4?x=1', '/login']) {
      const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      expect(await response.text()).toContain('<div id="root"');
    }
  });

  it("puts the operator's own values into the page, as text", async () => {
    const html = await (await fetch(app.url)).text();
    expect(html).toContain('1800 \\&quot;quoted\\&quot; &lt;b>');
    expect(html).not.toContain('<b>');
  });

  it('keeps hashed files for a year, and says plainly what is not there', async () => {
    const html = await (await fetch(app.url)).text();
    const asset = /\/assets\/[\w-]+\.js/.exec(html)?.[0];
    const response = await fetch(app.url + asset);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${app.url}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${app.url}/api/none`)).status).toBe(404);
  });
});
