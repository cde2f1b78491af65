// A thread of build-frames.ts: renders the first frame of one page and posts its HTML.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { asFrame, siteMarks } from './frame-html.ts';
import type { FramedPerson } from '../../src/domain/menu/framed-people.ts';
import { framedUsers } from '../../src/web/frames/framed-person.ts';

const { bundle, path, language, who } = workerData as {
  bundle: string;
  path: string;
  language: string;
  who: FramedPerson;
};

const nothing = () => undefined;
const element = () => ({ dataset: {}, style: {}, append: nothing, setAttribute: nothing });
const contentOf: Readonly<Record<string, string>> = {
  'wattle-site': JSON.stringify(siteMarks),
  ...(who === 'visitor' && { 'wattle-visitor': 'yes' }),
};

/** The only request of the page before it is rendered: who is signed in. */
const fetchPerson = async () =>
  Response.json({ data: { currentUser: { ...framedUsers[who], language, __typename: 'User' } } });

// Browser globals that modules of the page read when they load. Rendering itself does not use them.
const browser = {
  self: globalThis,
  fetch: fetchPerson,
  window: globalThis,
  location: new URL(`http://localhost${path}`),
  history: { state: null, replaceState: nothing },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
  scrollTo: nothing,
  localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  sessionStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  navigator: { language, languages: [language], userAgent: '', platform: '' },
  document: {
    documentElement: element(),
    body: element(),
    createElement: element,
    addEventListener: nothing,
    querySelectorAll: () => [],
    querySelector(selector: string) {
      const [, name = ''] = /^meta\[name="([\w-]+)"\]$/.exec(selector) ?? [];
      const content = contentOf[name];
      return content === undefined ? null : { getAttribute: () => content };
    },
  },
};
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { renderFrame } = (await import(pathToFileURL(bundle).href)) as {
  renderFrame: (path: string, language: string, who: FramedPerson) => Promise<string>;
};
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(asFrame(await renderFrame(path, language, who)));
