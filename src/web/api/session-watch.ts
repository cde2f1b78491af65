import type { Left } from './session-left.ts';

/** What a page shows of the end of its session. */
export type SessionView =
  | { kind: 'on' }
  /** It ends soon. `last`: in any case, also when the person stays. */
  | { kind: 'ending'; minutes: number; last: boolean }
  /** Its time is over, and the server has not said so yet; `away` when it does not answer. */
  | { kind: 'covered'; away: boolean };

type Outside = {
  ask: (how: { attended: boolean }) => Promise<Left | 'over' | 'away'>;
  /** Whether what a person does on the page renews the session: not in the account of another. */
  own: boolean;
  onView: (view: SessionView) => void;
  /** The server says that it is over. Nothing comes after it. */
  onOver: () => void;
};

/** The page as it is at this moment. */
export type PageNow = {
  visible: boolean;
  /** The server says by itself when the session ends: there is a web socket. */
  live: boolean;
};

/** So long before the end people are warned, in milliseconds. */
const warnMs = 120_000;

/** How often a visible page without a web socket asks: with the time of the answer and of a look, less than five seconds. */
const pollMs = 3_500;

/** How often a page asks while it warns: another browser tab may have renewed the session. */
const recheckMs = 30_000;

/** What a person does renews the session after a thirtieth of its idle time, at most once a minute. */
const renewMs = (full: number) => Math.min(Math.max(full / 30, 60_000), 15 * 60_000);

/** Waits before the server is asked again that did not answer. */
const waits = { first: 4_000, most: 30_000 };

type Moment = { wall: number; steady: number };

const moment = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/**
 * Returns the milliseconds since a moment, by the clock that shows more: one clock stops while a computer sleeps, the other can
 * be set back.
 */
const since = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady, 0);

/**
 * Watches how long the session of a page lives. The server's word counts: a page that believes that its time is over is covered,
 * asks, and shows itself again when it is wrong. A server that does not answer covers no page at which a person sits.
 */
export function watchSession({ ask, own, onView, onOver }: Outside) {
  let left: Left | undefined;
  let noted = moment();
  let checked = moment();
  let renewed = moment();
  let full = 0;
  let touched: Moment | undefined;
  let away: { since: Moment; waitMs: number } | undefined;
  let view: SessionView = { kind: 'on' };
  let page: PageNow = { visible: true, live: false };
  let asking: Promise<void> | undefined;
  let stopped = false;

  function show(next: SessionView): void {
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    onView(next);
  }

  /** What is left by the server's last word. */
  const byServer = (): Left => {
    const gone = since(noted);
    return { idle: (left?.idle ?? 0) - gone, absolute: (left?.absolute ?? 0) - gone };
  };

  /** The same; while the server does not answer, a person at the page has all the idle time again. */
  function remaining(): Left {
    const said = byServer();
    const present = away && touched ? full - since(touched) : 0;
    return present > 0 ? { idle: Math.max(said.idle, present), absolute: Infinity } : said;
  }

  function note(next: Left): void {
    if (stopped) return;
    if (!left || next.idle > byServer().idle + 5_000) renewed = moment();
    left = next;
    full = Math.max(full, next.idle);
    noted = moment();
    checked = noted;
    away = undefined;
    decide();
  }

  async function askOnce(attended: boolean): Promise<void> {
    const answer = await ask({ attended });
    asking = undefined;
    if (stopped) return;
    checked = moment();
    if (answer === 'over') {
      stopped = true;
      onOver();
    } else if (answer === 'away') {
      away = { since: moment(), waitMs: Math.min((away?.waitMs ?? waits.first / 2) * 2, waits.most) };
      decide();
    } else note(answer);
  }

  function verify(attended = false): void {
    if (away && since(away.since) < away.waitMs) return;
    asking ??= askOnce(attended);
  }

  /** Whether the server has to be asked because it cannot speak by itself. */
  function isPollDue(): boolean {
    return page.visible && !page.live && since(checked) >= pollMs;
  }

  function decide(): void {
    if (!left || stopped) return;
    const { idle, absolute } = remaining();
    const least = Math.min(idle, absolute);
    if (least <= 0) {
      show({ kind: 'covered', away: away !== undefined });
      verify();
    } else if (least <= warnMs) {
      if (since(checked) >= recheckMs) return verify();
      const minutes = Math.ceil(least / 60_000);
      show({ kind: 'ending', minutes, last: absolute <= idle });
    } else {
      show({ kind: 'on' });
      if (away || isPollDue()) verify();
    }
  }

  return {
    /** What an answer of the server says. */
    note,
    /** Time went by, or the page is another, on the screen again or in focus. To be called each second. */
    look(now: PageNow): void {
      page = now;
      decide();
    },
    /** The person types, points or touches. */
    present(): void {
      if (!own || stopped || view.kind !== 'on') return;
      touched = moment();
      if (left && since(renewed) >= renewMs(full)) verify(true);
    },
    /** Asks at once, as when the server may have ended the session. */
    check(): void {
      if (!stopped) asking ??= askOnce(false);
    },
    /** Keeps the session alive because the person wants to stay. Returns whether the server received the request. */
    async stay(): Promise<boolean> {
      await asking;
      if (stopped) return false;
      touched = moment();
      asking = askOnce(true);
      await asking;
      return away === undefined;
    },
    stop(): void {
      stopped = true;
    },
  };
}

export type SessionWatch = ReturnType<typeof watchSession>;
