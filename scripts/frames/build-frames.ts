// Part of npm run build: renders the first frame of the pages of src/web/frames/framed-pages.ts to HTML, in each language, and writes
// them into the built web, where the server reads them (src/server/http/frames/first-frames.ts).
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { framedPeople, type FramedPerson } from '../../src/domain/menu/framed-people.ts';
import { framedPages } from '../../src/web/frames/framed-pages.ts';

const root = resolve(import.meta.dirname, '../..');
const web = join(root, 'dist/web');
const rendering = join(root, '.cache/frames');

const common = {
  root: join(root, 'src/web'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
} as const;

/** Builds the page for Node with the same component tree as for a browser, because hydration requires it. */
async function buildPage(): Promise<void> {
  await build({
    ...common,
    plugins: [react()],
    ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
    build: {
      ssr: 'frames/render.tsx',
      outDir: rendering,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'render.js' } },
    },
  });
}

/** Builds the script that runs before the first frame is painted. Not a module: those run too late. Returns its address. */
async function buildBeforePaint(): Promise<string> {
  const [result] = (await build({
    ...common,
    build: {
      outDir: web,
      emptyOutDir: false,
      lib: { entry: 'frames/before-paint.ts', formats: ['iife'], name: 'beforePaint' },
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'assets/before-paint-[hash].js' } },
    },
  })) as Rolldown.RolldownOutput[];
  const file = result?.output[0]?.fileName;
  if (file === undefined) throw new Error('The script before the first frame was not built');
  return `/${file}`;
}

/** Renders one frame. Each has a thread of its own, because modules of a page keep state. */
async function frameOf(path: string, language: string, who: FramedPerson): Promise<string> {
  const worker = new Worker(new URL('render-frame.ts', import.meta.url), {
    workerData: { bundle: join(rendering, 'render.js'), path, language, who },
  });
  const [html] = (await once(worker, 'message')) as [string];
  await worker.terminate();
  return html;
}

/** Renders the frames of one page in both languages. */
async function framesOf(path: string, who: FramedPerson): Promise<Record<string, string>> {
  const [en, zh] = await Promise.all([frameOf(path, 'en', who), frameOf(path, 'zh', who)]);
  return { en, zh };
}

await buildPage();
const beforePaint = await buildBeforePaint();
const frames: Record<string, Record<string, Record<string, string>>> = {};
for (const who of framedPeople) {
  const pages: Record<string, Record<string, string>> = {};
  for (const path of framedPages[who]) pages[path] = await framesOf(path, who);
  frames[who] = pages;
}
writeFileSync(join(web, 'frames.json'), JSON.stringify({ beforePaint, frames }, undefined, 2));
