import { createSessionChecks } from './session-checks.ts';
import type { Left } from './session-left.ts';
import { createSessionTime } from './session-time.ts';

/** State of the session that a page shows: whether and why it ends. */
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

/** Returns what a page shows with this remaining time; `away` if the server does not respond. */
function viewOf({ idle, absolute }: Left, away: boolean): SessionView {
  const least = Math.min(idle, absolute);
  if (least <= 0) return { kind: 'covered', away };
  if (least > warnMs) return { kind: 'on' };
  return { kind: 'ending', minutes: Math.ceil(least / 60_000), last: absolute <= idle };
}

/**
 * Watches the remaining time of a page's session. The server decides: when the page's own time is over, the page is covered, asks
 * the server, and is uncovered if the session is still active. If the server does not respond, a page in use is not covered.
 */
export function watchSession({ ask, own, onView, onOver }: Outside) {
  const time = createSessionTime();
  const checks = createSessionChecks({ ask, onRemaining: note, onAway: decide, onOver });
  let view: SessionView = { kind: 'on' };
  let page: PageNow = { visible: true, live: false };

  function show(next: SessionView): void {
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    onView(next);
  }

  function note(left: Left): void {
    if (checks.isStopped()) return;
    time.note(left);
    checks.noteResponse();
    decide();
  }

  /** Whether the page must poll the server because there is no web socket. */
  const isPollDue = () => page.visible && !page.live && checks.age() >= pollMs;

  function decide(): void {
    if (!time.isKnown() || checks.isStopped()) return;
    const away = checks.isAway();
    const next = viewOf(time.remaining({ away }), away);
    if (next.kind === 'ending' && checks.age() >= recheckMs) return checks.verify();
    show(next);
    if (next.kind === 'covered' || (next.kind === 'on' && (away || isPollDue()))) checks.verify();
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
      if (!own || checks.isStopped() || view.kind !== 'on') return;
      time.touch();
      if (time.isRenewalDue()) checks.verify({ attended: true });
    },
    /** Asks the server at once, for example because it may have ended the session. */
    check(): void {
      if (!checks.isStopped()) checks.askNow();
    },
    /** Keeps the session alive because the person wants to stay. Returns whether the server received the request. */
    stay: () => checks.renew(time.touch),
    stop: checks.stop,
  };
}

export type SessionWatch = ReturnType<typeof watchSession>;
