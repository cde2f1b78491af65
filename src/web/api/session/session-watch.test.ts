import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Left } from './session-left.ts';
import { watchSession, type PageNow, type SessionView } from './session-watch.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Limits for staff, by D-13. */
const staff: Left = { idle: 30 * minute, absolute: 12 * hour };
const customer: Left = { idle: 12 * hour, absolute: 7 * 24 * hour };

/** Opens a server with one session, and a page with that session that checks it each second. */
function open(first: Left, { own = true }: { own?: boolean } = {}) {
  let idleEnds = Date.now() + first.idle;
  const absoluteEnds = Date.now() + first.absolute;
  let answers: 'yes' | 'no' = 'yes';
  const asked: boolean[] = [];
  const views: SessionView[] = [];
  let over = 0;
  const page: PageNow = { visible: true, live: true };
  const left = (): Left => ({ idle: idleEnds - Date.now(), absolute: absoluteEnds - Date.now() });
  const watch = watchSession({
    own,
    ask: async ({ attended }) => {
      asked.push(attended);
      if (answers === 'no') return 'away';
      if (left().idle <= 0 || left().absolute <= 0) return 'over';
      if (attended) idleEnds = Date.now() + first.idle;
      return left();
    },
    onView: (view) => views.push(view),
    onOver: () => (over += 1),
  });
  watch.note(first);
  const timer = setInterval(() => watch.look(page), 1_000);
  return {
    watch,
    page,
    asked,
    over: () => over,
    view: (): SessionView => views.at(-1) ?? { kind: 'on' },
    end: () => (idleEnds = Date.now()),
    renew: () => (idleEnds = Date.now() + first.idle),
    outage: (now: boolean) => (answers = now ? 'no' : 'yes'),
    left,
    stop: () => clearInterval(timer),
  };
}

let page: ReturnType<typeof open>;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-05T09:00:00+10:00') });
});
afterEach(() => {
  page.stop();
  vi.useRealTimers();
});

describe('an idle session', () => {
  it('shows a warning two minutes before its end, and the cover at the end [R-53]', async () => {
    page = open(staff);
    await pass(27 * minute + 58_000);
    expect(page.view()).toEqual({ kind: 'on' });
    await pass(5_000);
    expect(page.view()).toEqual({ kind: 'ending', minutes: 2, last: false });
    await pass(minute);
    expect(page.view()).toEqual({ kind: 'ending', minutes: 1, last: false });
    expect(page.over()).toBe(0);
    await pass(minute);
    expect(page.over()).toBe(1);
  });

  it('sends few requests: none before the warning, then one each half minute [R-53]', async () => {
    page = open(staff);
    await pass(27 * minute);
    expect(page.asked).toEqual([]);
    await pass(3 * minute + 2_000);
    expect(page.over()).toBe(1);
    expect(page.asked.length).toBeLessThanOrEqual(6);
    expect(page.asked).not.toContain(true);
    const before = page.asked.length;
    await pass(hour);
    expect(page.asked).toHaveLength(before);
  });

  it('continues whenever the person wants to stay, however often [R-53]', async () => {
    page = open(staff);
    for (let turn = 0; turn < 3; turn += 1) {
      await pass(28 * minute + 30_000);
      expect(page.view().kind).toBe('ending');
      await expect(page.watch.stay()).resolves.toBe(true);
      expect(page.view()).toEqual({ kind: 'on' });
    }
    expect(page.over()).toBe(0);
  });

  it('shows no warning while another tab keeps it alive: the server is asked first [R-53]', async () => {
    page = open(staff);
    await pass(20 * minute);
    page.renew();
    await pass(20 * minute);
    expect(page.view()).toEqual({ kind: 'on' });
    await pass(9 * minute);
    expect(page.view().kind).toBe('ending');
  });

  it('follows the message of another tab without a request [R-53]', async () => {
    page = open(staff);
    await pass(28 * minute + 30_000);
    expect(page.view().kind).toBe('ending');
    page.renew();
    page.watch.note(page.left());
    expect(page.view()).toEqual({ kind: 'on' });
  });
});

describe('a person who types', () => {
  it('counts as present: the session is renewed, at most once a minute [R-53]', async () => {
    page = open(staff);
    for (let second = 0; second < 40 * 60; second += 2) {
      page.watch.present();
      await pass(2_000);
    }
    expect(page.view()).toEqual({ kind: 'on' });
    expect(page.over()).toBe(0);
    expect(page.asked.filter(Boolean).length).toBeGreaterThan(30);
    expect(page.asked.filter(Boolean).length).toBeLessThanOrEqual(40);
  });

  it('causes four renewals an hour for a customer [R-53]', async () => {
    page = open(customer);
    for (let second = 0; second < 60 * 60; second += 10) {
      page.watch.present();
      await pass(10_000);
    }
    expect(page.asked.filter(Boolean).length).toBeLessThanOrEqual(4);
  });

  it('does not renew the session in the account of another person: saving and reading do [R-53]', async () => {
    page = open(staff, { own: false });
    for (let second = 0; second < 29 * 60; second += 10) {
      page.watch.present();
      await pass(10_000);
    }
    expect(page.asked).not.toContain(true);
    expect(page.view().kind).toBe('ending');
  });
});

describe('the absolute end of a session', () => {
  it('is announced two minutes before, with the information that staying does not help [R-53]', async () => {
    page = open({ idle: 30 * minute, absolute: 31 * minute });
    await pass(10 * minute);
    await page.watch.stay();
    await pass(19 * minute + 5_000);
    expect(page.view()).toEqual({ kind: 'ending', minutes: 2, last: true });
    await pass(2 * minute);
    expect(page.over()).toBe(1);
  });
});

describe('a computer that slept, or whose clock was set', () => {
  it('covers the page at once when it wakes after the end, and the server decides [R-53]', async () => {
    page = open(staff);
    await pass(5 * minute);
    // Only the machine's own clock advances, and no timer runs.
    vi.setSystemTime(Date.now() + 2 * hour);
    page.watch.look(page.page);
    expect(page.view()).toEqual({ kind: 'covered', away: false });
    await pass(1);
    expect(page.over()).toBe(1);
  });

  it('shows the page again if only the clock was wrong [R-53]', async () => {
    page = open(staff);
    await pass(5 * minute);
    vi.setSystemTime(Date.now() + 2 * hour);
    page.renew();
    page.watch.look(page.page);
    expect(page.view().kind).toBe('covered');
    await pass(1);
    expect(page.view()).toEqual({ kind: 'on' });
    expect(page.over()).toBe(0);
  });

  it('does not extend the session for a clock that was set back [R-53]', async () => {
    page = open(staff);
    await pass(minute);
    vi.setSystemTime(Date.now() - 24 * hour);
    page.end();
    await pass(29 * minute + 2_000);
    expect(page.over()).toBe(1);
  });
});

describe('a server that does not answer', () => {
  it('does not cause a cover over a page in use, however long it takes [R-53]', async () => {
    page = open(staff);
    page.outage(true);
    for (let second = 0; second < 60 * 60; second += 5) {
      page.watch.present();
      await pass(5_000);
    }
    expect(page.view()).toEqual({ kind: 'on' });
    page.outage(false);
    page.watch.present();
    await pass(40_000);
    // The session ended during the outage.
    expect(page.over()).toBe(1);
  });

  it('causes a cover over an unused page, with the reason, until the session proves to be active [R-53]', async () => {
    page = open(staff);
    await pass(20 * minute);
    page.renew();
    page.outage(true);
    await pass(10 * minute + 5_000);
    expect(page.view()).toEqual({ kind: 'covered', away: true });
    expect(page.over()).toBe(0);
    page.outage(false);
    await pass(31_000);
    expect(page.view()).toEqual({ kind: 'on' });
  });

  it('is asked with growing delays, and the page says that the request to stay failed [R-53]', async () => {
    page = open(staff);
    await pass(28 * minute + 30_000);
    page.outage(true);
    await expect(page.watch.stay()).resolves.toBe(false);
    const before = page.asked.length;
    await pass(10 * minute);
    expect(page.asked.length - before).toBeLessThanOrEqual(22);
    expect(page.view()).toEqual({ kind: 'on' });
  });
});

describe('a page without a web socket', () => {
  it('is covered within five seconds of the end, whenever it last asked, and sends no requests while hidden [R-53]', async () => {
    for (const asked of [0, 1_500, 3_000, 4_200, 61_000]) {
      page = open(staff);
      page.page.live = false;
      await pass(asked);
      page.end();
      await pass(5_000);
      expect([asked, page.over()]).toEqual([asked, 1]);
      page.stop();
    }
    page = open(staff);
    page.page.live = false;
    page.page.visible = false;
    await pass(5 * minute);
    expect(page.asked).toEqual([]);
  });

  it('asks at once when it is shown again after a while, and is covered within five seconds [R-53]', async () => {
    for (const hidden of [0, 3_000, 14_000, 5 * minute]) {
      page = open(staff);
      page.page.live = false;
      page.page.visible = false;
      await pass(hidden);
      page.end();
      page.page.visible = true;
      page.watch.look(page.page);
      await pass(5_000);
      expect([hidden, page.over()]).toEqual([hidden, 1]);
      page.stop();
    }
  });

  it('sends at most seventeen requests a minute [R-53]', async () => {
    page = open(staff);
    page.page.live = false;
    await pass(10 * minute);
    expect(page.asked.length).toBeGreaterThanOrEqual(140);
    expect(page.asked.length).toBeLessThanOrEqual(170);
  });

  it('sends no request when it is shown again with a web socket [R-53]', async () => {
    page = open(staff);
    await pass(minute);
    page.watch.look(page.page);
    await pass(10_000);
    expect(page.asked).toEqual([]);
  });
});
