import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page as Screen, Route } from '@playwright/test';
import { build } from 'vite';
import { residents } from '../../src/domain/lists/list.fixture.ts';
import { pageOfRows, type RowsInMemory } from '../../src/domain/lists/page.ts';
import { queryOf, type ListArguments } from '../../src/domain/lists/query.ts';

export type Resident = { id: string; name: string; plan: string; room: number; day: string };

const first = ['Ann', 'Bea', 'Cara', 'Dora', 'Eve'];

/** Residents 1 to `count`, the newest last. */
export const residentsUpTo = (count: number): Resident[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at + 1}`,
    name: `${first[at % 5]} ${String(at + 1).padStart(3, '0')}`,
    plan: at % 3 === 0 ? 'complete' : 'draft',
    room: at + 100,
    day: `2026-${String(1 + Math.floor(at / 28)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  }));

const how: RowsInMemory<typeof residents, Resident> = {
  filters: {
    search: ({ name }, words) => name.toLowerCase().includes(words.toLowerCase()),
    plan: ({ plan }, value) => plan === value,
    invited: ({ day }, { from, to }) => (from ?? '') <= day && day <= (to ?? '9'),
  },
  sorts: { name: ({ name }) => name, created_at: ({ day }) => day },
};

let built: Promise<string> | undefined;

/** Builds the page of e2e/lists/lists-page.tsx, once per worker. Returns the folder, which is removed when the worker ends. */
async function buildPage(): Promise<string> {
  const outDir = join(tmpdir(), `wattle-lists-${process.pid}`);
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../..'),
    base: '/lists-trial/',
    publicDir: false,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'lists-page.tsx'),
        output: { entryFileNames: 'page.js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  });
  return outDir;
}

const html = `<!doctype html><html lang="en"><head><title>Residents</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="wattle-site" content='{"helpHours":{"en":"","zh":""}}'>
<link rel="stylesheet" href="/lists-trial/assets/style.css"></head>
<body><div id="app"></div><script type="module" src="/lists-trial/page.js"></script></body></html>`;

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};

/** Serves the page with the list of residents. `rows` may change, and `answer` may replace the response. */
export async function serveResidents(screen: Screen, rows: Resident[]) {
  const folder = await (built ??= buildPage());
  const served = { rows, answer: (_route: Route, answer: () => Promise<void>): Promise<void> => answer() };
  await screen.route('**/lists-trial/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/residents')) return route.fulfill({ contentType: 'text/html', body: html });
    if (pathname.endsWith('/rows')) {
      const query = queryOf(residents, route.request().postDataJSON() as ListArguments<typeof residents>);
      return served.answer(route, () => route.fulfill({ json: pageOfRows(served.rows, query, how) }));
    }
    const body = await readFile(join(folder, pathname.replace('/lists-trial/', ''))).catch(() => null);
    const contentType = types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain';
    return body ? route.fulfill({ body, contentType }) : route.fulfill({ status: 404 });
  });
  return served;
}
