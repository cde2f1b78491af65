import type { Left } from './session-left.ts';

/** What a page shows about the end of its session. */
export type SessionView =
  | { kind: 'on' }
  /** The session ends soon. `last`: it cannot be extended. */
  | { kind: 'ending'; minutes: number; last: boolean }
  /** The time is over, and the server has not confirmed the end yet; `away` if it does not respond. */
  | { kind: 'covered'; away: boolean };

type Outside = {
  ask: (how: { attended: boolean }) => Promise<Left | 'over' | 'away'>;
  /** Whether actions on the page renew the session: not in the account of another person. */
  own: boolean;
  onView: (view: SessionView) => void;
  /** Called when the server says that the session has ended. No call follows. */
  onOver: () => void;
};

/** State of the page at this moment. */
export type PageNow = {
  visible: boolean;
  /** The server reports the end of the session by itself through a web socket. */
  live: boolean;
};

/** Time between the warning and the end, in milliseconds. */
const warnMs = 120_000;

/**
 * Polling interval of a visible page without a web socket, in milliseconds. Together with the response time and the check each
 * second it is less than five seconds.
 */
const pollMs = 3_500;

/** Polling interval while the warning is shown, in milliseconds: another tab may have renewed the session. */
const recheckMs = 30_000;

/** Actions of the person renew the session after a thirtieth of its idle time, at most once a minute. */
const renewMs = (full: number) => Math.min(Math.max(full / 30, 60_000), 15 * 60_000);

/** Backoff between requests to a server that does not respond, in milliseconds. */
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
 * Watches the remaining time of a page's session. The server decides: when the page's own time is over, the page is covered, asks
 * the server, and is uncovered if the session is still active. If the server does not respond, a page in use is not covered.
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

  /** Returns the remaining time by the last response of the server. */
  const byServer = (): Left => {
    const gone = since(noted);
    return { idle: (left?.idle ?? 0) - gone, absolute: (left?.absolute ?? 0) - gone };
  };

  /** Returns the remaining time. While the server does not respond, a person at the page has the full idle time again. */
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

  /** Whether the page must poll the server because there is no web socket. */
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
    /** Takes the remaining time of a response. */
    note,
    /** Checks the session. Call it each second, and when the page is shown or focused. */
    look(now: PageNow): void {
      page = now;
      decide();
    },
    /** Notes that the person types, points or touches. */
    present(): void {
      if (!own || stopped || view.kind !== 'on') return;
      touched = moment();
      if (left && since(renewed) >= renewMs(full)) verify(true);
    },
    /** Asks the server at once, for example because it may have ended the session. */
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
