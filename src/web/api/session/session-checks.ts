import type { Left } from './session-left.ts';
import { moment, since, type Moment } from './session-time.ts';

/** Backoff between requests to a server that does not respond, in milliseconds. */
const waits = { first: 4_000, most: 30_000 };

type ChecksOptions = {
  ask: (how: { attended: boolean }) => Promise<Left | 'over' | 'away'>;
  onRemaining: (left: Left) => void;
  onAway: () => void;
  /** Called when the server says that the session has ended. No call follows. */
  onOver: () => void;
};

/** Creates the checks of a session at the server: one request at a time, with a backoff while it does not respond. */
export function createSessionChecks({ ask, onRemaining, onAway, onOver }: ChecksOptions) {
  let checked = moment();
  let away: { since: Moment; waitMs: number } | undefined;
  let asking: Promise<void> | undefined;
  let stopped = false;

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
      onAway();
    } else onRemaining(answer);
  }

  return {
    /** Asks the server, unless a request is open. */
    askNow(): void {
      asking ??= askOnce(false);
    },
    /** Asks the server, unless a request is pending or the delay after a failure has not passed. */
    verify({ attended = false } = {}): void {
      if (away && since(away.since) < away.waitMs) return;
      asking ??= askOnce(attended);
    },
    /** Renews the session, after the open request. Returns whether the server received the request. */
    async renew(onRenew: () => void): Promise<boolean> {
      await asking;
      if (stopped) return false;
      onRenew();
      asking = askOnce(true);
      await asking;
      return away === undefined;
    },
    /** Notes a response of the server to this or another request. */
    noteResponse(): void {
      checked = moment();
      away = undefined;
    },
    /** Milliseconds since the last check. */
    age: () => since(checked),
    isAway: () => away !== undefined,
    isStopped: () => stopped,
    stop(): void {
      stopped = true;
    },
  };
}
