import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { customerLoads, firstLoads, type FirstLoad } from './src/web/app/router/first-loads.ts';

const server = 'http://localhost:3000';
const webRoot = realpathSync(join(import.meta.dirname, 'src/web'));
const entry = 'app/main.tsx';

/** Returns the bundler's id of a module of src/web. */
const idOf = (path: string) => normalizePath(join(webRoot, path));

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

const closures = new Map<string, ReadonlySet<string>>();

/** Returns all modules that a module of src/web imports, directly or indirectly, without itself. */
function closureOf(path: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = closures.get(path);
  if (known) return known;
  const start = idOf(path);
  const found = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const other of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  closures.set(path, found);
  return found;
}

const { '/login': login, '/dashboard': dashboard, '/signup': signUp } = firstLoads;
const isTextOf = ({ texts }: FirstLoad, text: string) => texts.some((each) => each === text);

/** Module that runs before the rest of the script is loaded: the server lists it first for browsers with a session. */
const early = 'early/start.ts';
/** The queries that it sends for a customer. */
const earlyQuestions = 'early/plan-questions.ts';
/** Modules that most pages need: loading and error states, dates, and the errors of a dialog. */
const reading = [
  'api/use-read.ts',
  'ui/messages/loaded.tsx',
  'app/dates.ts',
  'forms/errors/problem-list.tsx',
  'ui/buttons/reset-delays.ts',
  'ui/use-is-narrow.ts',
  'api/request-keys.ts',
];
/** Validation of the forms on visitors' pages, which loads after hydration. */
const checks = ['signin', 'signup', 'forgot', 'reset', 'accept-invitation', 'second-step'].map(
  (name) => `../domain/inputs/sign-in/${name}.ts`,
);
/** Pages that a customer reads: their modules load without those of forms. */
const read = [
  'features/dashboard/customer/customer.tsx',
  'features/acp/my-acp.tsx',
  'features/acp/reader-links/reader-links.tsx',
];
/** Modules of every list. */
const lists = [
  'lists/list-view.tsx',
  'lists/list-table.tsx',
  'lists/use-list.ts',
  '../domain/lists/query.ts',
  'ui/email-address.tsx',
];
/** Module through which a customer's pages show a plan: the questions, the answers in words, and the card. */
const plan = ['features/dashboard/customer/customer.tsx'];
/** Module that the steps of the questionnaire need in addition. */
const steps = ['features/questionnaire/page/step.tsx'];
const isOfPlan = (id: string) =>
  /[\\/](web[\\/](plan-view|ui|forms)|domain[\\/](questionnaire|plan|contacts|accounts|typed-text))[\\/]/.test(
    id,
  ) || id.includes('node_modules');
/** Modules of the emergency card, which the steps do not use. */
const isOfCard = (id: string) => /[\\/]features[\\/]emergency-card[\\/]/.test(id);
/** Modules of QR codes, which the second step uses too. */
const isOfCode = (id: string) => /[\\/](ui[\\/]drawings[\\/]qr-\w+\.|node_modules[\\/]uqr[\\/])/.test(id);
/** The list of customers, which staff use most. */
const customers = ['features/customers/table/customers-page.tsx'];

/**
 * Returns the output file of a module that the sign-in page, a visitor's dashboard, a page with data or a list needs; null for other
 * modules, which the bundler assigns. By default the bundler makes some fifty files of these modules, and each costs a round trip on a
 * slow telephone.
 */
function partOf(id: string, graph: ModuleGraph): string | null {
  const [, language, text = ''] = /[\\/]i18n[\\/](en|zh)[\\/]([\w-]+)\.ts$/.exec(id) ?? [];
  if (language && !isTextOf(login, text)) return text === 'on-behalf' ? `on-behalf-${language}` : null;
  if (language) return isTextOf(dashboard, text) ? `texts-${language}` : `sign-in-texts-${language}`;
  if (id.endsWith('.css')) return null;
  const isOf = (paths: readonly string[]) => paths.some((path) => closureOf(path, graph).has(id));
  const isAmong = (paths: readonly string[]) => paths.some((path) => id === idOf(path)) || isOf(paths);
  if (isAmong([early])) return 'early';
  if (isAmong([earlyQuestions])) return 'early-questions';
  if (isAmong([entry])) return id.includes('node_modules') ? 'vendor' : 'app';
  const isDomain = /[\\/]src[\\/]domain[\\/]/.test(id);
  if (isOf(login.modules)) {
    if (isDomain || isOf(dashboard.modules)) return 'app';
    return isAmong([...read, ...lists]) ? 'actions' : 'forms';
  }
  if (isOf(signUp.modules) && isDomain) return 'account';
  if (isOf(dashboard.modules) || id === idOf('app/layout/layouts.tsx')) return 'frame';
  const isOfFeature = /[\\/]web[\\/]features[\\/]/.test(id);
  if (isAmong(read) && !isOfFeature && (isOf(signUp.modules) || isAmong([...lists, ...customers])))
    return 'reading';
  if (isOf(signUp.modules) && /[\\/]web[\\/](ui|forms)[\\/]/.test(id)) return 'more-fields';
  if (isAmong(checks)) return 'checks';
  if (isAmong(reading)) return 'reading';
  if (isAmong(lists) && !id.includes('node_modules')) return 'lists';
  if (isOfCode(id)) return 'codes';
  if (isAmong(read) && isOfCard(id)) return 'card';
  if (isOfPlan(id) && !isAmong(customers)) {
    if (isAmong(plan)) return 'plan';
    if (isAmong(steps)) return 'steps';
  }
  if (!isAmong(customers)) return null;
  return /features[\\/](customers|duplicates)[\\/]/.test(id) ? 'customers-page' : 'table';
}

/** Parts in order of priority: each contains its modules with their imports, except those in an earlier part. */
const parts = [
  'early',
  'early-questions',
  'vendor',
  'app',
  'actions',
  'forms',
  'account',
  'frame',
  'more-fields',
  'checks',
  'reading',
  'lists',
  'on-behalf-en',
  'on-behalf-zh',
  'plan',
  'steps',
  'codes',
  'card',
  'table',
  'customers-page',
  'texts-en',
  'texts-zh',
  'sign-in-texts-en',
  'sign-in-texts-zh',
].map((part, index, all) => ({
  debugName: part,
  name: (id: string, graph: ModuleGraph) => (partOf(id, graph) === part ? part : null),
  priority: all.length - index,
}));

/**
 * Writes first-loads.json: the files that each page of src/web/app/router/first-loads.ts loads first, by language, for visitors and
 * customers, with a default for all other pages.
 */
function nameFirstLoads(): Plugin {
  return {
    name: 'name-first-loads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      );
      const chunkOf = (path: string) => {
        const id = idOf(path);
        const found = chunks.find(({ moduleIds }) => moduleIds.includes(id));
        if (!found) throw new Error(`No file of the built web contains ${path}`);
        return found;
      };
      const filesOf = ({ modules, texts, isTitledEarly }: FirstLoad, language: string) => {
        const files = new Set<string>();
        const add = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || files.has(`/${chunk.fileName}`)) return;
          files.add(`/${chunk.fileName}`);
          for (const name of chunk.viteMetadata?.importedCss ?? []) files.add(`/${name}`);
          for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
        };
        for (const path of [entry, ...modules]) add(chunkOf(path));
        for (const text of texts) add(chunkOf(`../domain/i18n/${language}/${text}.ts`));
        return [...files].filter((name) => !isTitledEarly || !/\/vendor-[\w-]+\.js$/.test(name));
      };
      const named = (loads: Readonly<Record<string, FirstLoad>>) =>
        Object.fromEntries(
          Object.entries(loads).map(([path, load]) => [
            path,
            { en: filesOf(load, 'en'), zh: filesOf(load, 'zh') },
          ]),
        );
      const every = filesOf({ modules: [], texts: [] }, 'en');
      const visitors = { ...named(firstLoads), '*': { en: every, zh: every } };
      const source = JSON.stringify({ visitors, customers: named(customerLoads) }, undefined, 2);
      this.emitFile({ type: 'asset', fileName: 'first-loads.json', source });
    },
  };
}

/** Writes gzip and Brotli copies of each text file of the build, so that the server need not compress them. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const file = join(folder, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
      }
    },
  };
}

export default defineConfig({
  root: 'src/web',
  publicDir: false,
  // React Aria has its English texts as en-US, which it also uses for the en-AU of the pages.
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }), enforce: 'pre' },
    nameFirstLoads(),
    precompress(),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Read by scripts/licences.ts.
    license: { fileName: 'bundled-packages.json' },
    target: 'es2022',
    // No data URLs: the content security policy allows pictures and fonts only from this site.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: parts } } },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/acp-login': server,
      '/trusted-contact/': server,
      '/shared-plan': server,
      '/dev': server,
      '/fhir': server,
      '/licences': server,
    },
  },
});
