import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const root = resolve(import.meta.dirname, '../../..');
const built = existsSync(resolve(root, 'dist/web/licences.html'));

describe.runIf(built)('the page of licences', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is sent to visitors, with the security headers, compressed, and checked again at each visit', async () => {
    for (const [encoding, sent] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${app.url}/licences?x=1`, { headers: { 'accept-encoding': encoding } });
      const html = await response.text();
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, sent]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("style-src 'self'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(html).not.toMatch(/<script|<style| style=/);
      for (const [, sheet] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
        const styles = await fetch(app.url + sheet);
        expect([styles.status, styles.headers.get('cache-control')]).toEqual([
          200,
          expect.stringContaining('immutable'),
        ]);
      }
    }
  });

  it('names no version of a package, and no served file lists them', async () => {
    const html = await (await fetch(`${app.url}/licences`)).text();
    expect(html.match(/<b>/g)?.length).toBeGreaterThan(150);
    expect(html).not.toMatch(/<\/b>,? v?\d/);
    const list = await fetch(`${app.url}/bundled-packages.json`);
    expect(await list.text()).not.toContain('react-dom');
  });

  it('names every package of production, what the browser loads, and the fonts, and no folder of the machine', async () => {
    const html = await (await fetch(`${app.url}/licences`)).text();
    const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const missing = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path]) => `<b>${path.split('node_modules/').at(-1)}</b>`)
      .filter((each) => !html.includes(each));
    expect(missing).toEqual([]);
    for (const name of [
      'react',
      'react-dom',
      'react-aria-components',
      '@tanstack/react-router',
      '@tabler/icons-react',
      '@fontsource-variable/atkinson-hyperlegible-next',
      'Atkinson Hyperlegible Next (PDF)',
      'Noto Sans (PDF)',
      'Noto Sans CJK SC (PDF)',
      '@fontsource/dancing-script',
      'lxgw-wenkai-lite-webfont',
      'Dancing Script (PDF)',
      'LXGW WenKai (PDF)',
    ])
      expect(html).toContain(`<b>${name}</b>`);
    expect(html).not.toContain('<pre lang="en"></pre>');
    expect(html).not.toContain('<b>vitest</b>');
    expect(html).not.toContain(root);
  });
});
