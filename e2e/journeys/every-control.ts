import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { shieldGone, tapTwiceAt } from '../taps.ts';
import { expect, test } from '../wattle.ts';
import {
  controlsOf,
  findControls,
  middleOf,
  press,
  stateOf,
  type Control,
  type PageState,
} from './controls.ts';

/** Interval between the two taps of a hand, in milliseconds. */
const gapsMs = [240, 350] as const;

/**
 * Double taps that a busy machine delivers later than this, in milliseconds, are repeated. Check boxes ignore a second change up to
 * 400 ms after the first (`useEcho`), and a change follows its tap by up to 20 ms.
 */
const latestMs = 380;

/**
 * Clears the browser's storage, and prevents the page from storing typed text while it is unloaded. Runs in the page.
 */
const forgetting = `{
  const forget = () => { localStorage.clear(); sessionStorage.clear(); };
  forget();
  addEventListener('pagehide', forget);
  document.addEventListener('visibilitychange', forget);
}`;

/** Number of repetitions before a control is left out, which the test report shows. */
const mostTries = 6;

/** Requests that change data, printing, downloads, new tabs and file choosers, each with its count. */
type Done = Readonly<Record<string, number>>;

/** Result of a press: the state of the page, its requests, and the controls of the layer that it opened. */
type Outcome = { state: PageState; done: Done; inside: Control[] };

/** A path of controls: a control of the page, or one in the layer that the first opens. */
export type Path = readonly [Control] | readonly [Control, Control];

export const nameOf = (path: Path): string => path.map(({ name }) => name).join(' > ');

const lastOf = (path: Path): Control => path[1] ?? path[0];

/** Runs in the page before its own scripts. */
const noting = `window.print = () => window.noted('print');
window.pressedAt = [];
for (const kind of ['pointerdown', 'click'])
  addEventListener(kind, () => window.pressedAt.push(performance.now()), { capture: true });`;

/**
 * A browser window that presses the controls of one page. Requests that would change data fail meanwhile, so that each press
 * starts with the same data.
 */
export class Hand {
  private done: Record<string, number> = {};
  private isPressing = false;
  private turn = 0;
  private base: PageState | undefined;
  private readonly waiting = new Set<unknown>();
  private readonly context: BrowserContext;
  private readonly page: Page;
  private readonly browser: CDPSession;
  private readonly open: () => Promise<void>;
  private readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

  private constructor(page: Page, browser: CDPSession, open: () => Promise<void>, cookies: Hand['cookies']) {
    this.page = page;
    this.context = page.context();
    this.browser = browser;
    this.open = open;
    this.cookies = cookies;
  }

  /** `open` opens the page and waits until everything is loaded. */
  static async at(context: BrowserContext, open: (page: Page) => Promise<void>): Promise<Hand> {
    const page = await context.newPage();
    const browser = await context.newCDPSession(page);
    const hand = new Hand(page, browser, () => open(page), await context.cookies());
    await hand.listen();
    return hand;
  }

  private async listen(): Promise<void> {
    const note = (what: string) => {
      this.done[what] = (this.done[what] ?? 0) + 1;
    };
    const { page, waiting } = this;
    await page.exposeFunction('noted', note);
    await page.addInitScript(noting);
    await findControls(page);
    await page.route('**/*', (route) => {
      const request = route.request();
      const sent = request.postData() ?? '';
      const isRead = request.url().endsWith('/api/graphql') && !/\bmutation\b/.test(sent);
      if (!this.isPressing || request.method() === 'GET' || isRead) return route.fallback();
      note(/mutation (\w+)/.exec(sent)?.[1] ?? `${request.method()} ${new URL(request.url()).pathname}`);
      return route.fulfill({ status: 503, json: { ok: false, error: 'unavailable' } });
    });
    page.on('popup', (popup) => {
      note('new tab');
      void popup.close();
    });
    page.on('download', () => note('download'));
    page.on('filechooser', () => note('file chooser'));
    page.on('request', (request) => waiting.add(request));
    page.on('requestfinished', (request) => waiting.delete(request));
    page.on('requestfailed', (request) => waiting.delete(request));
  }

  /** Waits until the page accepts presses again, has loaded everything, and is unchanged this number of times. */
  private async settled(times = 3): Promise<PageState> {
    await shieldGone(this.page);
    let before = '';
    let state = await stateOf(this.page);
    for (let same = 0; same < times;) {
      await this.page.waitForTimeout(50);
      state = await stateOf(this.page);
      const now = JSON.stringify(state);
      same = now === before && this.waiting.size === 0 ? same + 1 : 0;
      before = now;
    }
    return state;
  }

  /** Opens the page as in a new window. */
  private async reload(): Promise<PageState> {
    if (this.base) await this.page.evaluate(forgetting);
    // Requests that the page sends while it closes must not be answered.
    await this.page.goto('about:blank');
    this.isPressing = false;
    await this.context.clearCookies();
    await this.context.addCookies(this.cookies);
    this.waiting.clear();
    await this.open();
    this.base = await this.settled();
    this.isPressing = true;
    return this.base;
  }

  /** Returns to the initial state of the page: by Escape where that is enough. */
  private async restore(): Promise<PageState> {
    const { base, done } = this;
    this.done = {};
    if (!base) return this.reload();
    // A refused request leaves its message on the page.
    const isClean = Object.keys(done).every((what) => /^(print|download|new tab|file chooser)$/.test(what));
    let state = await stateOf(this.page);
    for (let times = 0; isClean && state.layers.length > base.layers.length && times < 2; times += 1) {
      await this.page.keyboard.press('Escape');
      state = await this.settled();
    }
    return isClean && JSON.stringify(state) === JSON.stringify(base) ? base : this.reload();
  }

  /** The initial state of the page, and its controls. */
  async look(): Promise<{ state: PageState; controls: Control[] }> {
    const state = await this.reload();
    return { state, controls: await controlsOf(this.page, 'page') };
  }

  /** Opens the layer of the first control of a path. Returns the centre of the last control; null if something covers it. */
  private async lead(path: Path): Promise<{ x: number; y: number } | null> {
    await this.restore();
    for (let isNew = false; ; isNew = true) {
      if (path[1]) {
        await press(this.page, path[0]);
        await this.settled();
      }
      const place = await middleOf(this.page, lastOf(path));
      this.done = {};
      if (place || isNew) return place;
      // Some controls have another name for a while after they were pressed.
      await this.reload();
    }
  }

  /** Returns the result of one press; undefined if something covers the control. `times` as for `settled`. */
  async once(path: Path, times = 4): Promise<Outcome | undefined> {
    if (!(await this.lead(path))) return undefined;
    await press(this.page, lastOf(path));
    const state = await this.settled(times);
    const opensMore = state.layers.length > (this.base?.layers.length ?? 0) + path.length - 1;
    return { state, done: this.done, inside: opensMore ? await controlsOf(this.page, 'layer') : [] };
  }

  /** Returns the result of two taps; undefined if the machine was too busy to make them in time. */
  private async twice(path: Path, gapMs: number): Promise<Pick<Outcome, 'state' | 'done'> | undefined> {
    const touch = (this.page.viewportSize()?.width ?? 0) < 700;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const place = await this.lead(path);
      if (!place) throw new Error(`${nameOf(path)} is not on the screen`);
      await this.page.evaluate('window.pressedAt.length = 0');
      await tapTwiceAt(this.browser, place, { gapMs, touch });
      const [first = 0, ...more] = await this.page.evaluate<number[]>('window.pressedAt ?? []');
      if ((more.at(-1) ?? 0) - first < latestMs) return { state: await this.settled(), done: this.done };
    }
    test.info().annotations.push({ type: 'too busy for', description: nameOf(path) });
    return undefined;
  }

  /** Double-taps a control, and expects the result of one press, or `given`. */
  async expectsOnce(path: Path, given: Pick<Outcome, 'state' | 'done'>): Promise<void> {
    this.turn += 1;
    const gapMs = gapsMs[this.turn % gapsMs.length]!;
    let one = given;
    let two = await this.twice(path, gapMs);
    // A busy machine may have shown the result of one press after it was read.
    if (two && !isDeepStrictEqual(one.state, two.state) && lastOf(path).kind !== 'closer') {
      one = (await this.once(path, 20)) ?? one;
      two = await this.twice(path, gapMs);
    }
    if (!two) return;
    expect.soft(two.state, `${nameOf(path)}, twice in ${gapMs} ms`).toEqual(one.state);
    for (const [what, count] of Object.entries(two.done))
      expect
        .soft(count, `${nameOf(path)}, twice in ${gapMs} ms: ${what}`)
        .toBeLessThanOrEqual(one.done[what] ?? 0);
  }
}
