import type { Left } from './session-left.ts';

/** A point in time, by two clocks. */
export type Moment = { wall: number; steady: number };

export const moment = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/**
 * Returns the milliseconds since a moment, by the clock that shows more: one clock stops while a computer sleeps, the other can
 * be set back.
 */
export const since = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady, 0);

/** Actions of the person renew the session after a thirtieth of its idle time, at most once a minute. */
const renewMs = (full: number) => Math.min(Math.max(full / 30, 60_000), 15 * 60_000);

/** Creates the clock of a session: its remaining time, by the last response of the server and the clocks of this page. */
export function createSessionTime() {
  let left: Left | undefined;
  let noted = moment();
  let renewed = moment();
  let full = 0;
  let touched: Moment | undefined;

  /** Returns the remaining time by the last response of the server. */
  const byServer = (): Left => {
    const gone = since(noted);
    return { idle: (left?.idle ?? 0) - gone, absolute: (left?.absolute ?? 0) - gone };
  };

  return {
    isKnown: () => left !== undefined,
    /** Takes the remaining time of a response. */
    note(next: Left): void {
      if (!left || next.idle > byServer().idle + 5_000) renewed = moment();
      left = next;
      full = Math.max(full, next.idle);
      noted = moment();
    },
    /** Notes an action of the person. */
    touch(): void {
      touched = moment();
    },
    /** Whether an action of the person must renew the session now. */
    isRenewalDue: () => left !== undefined && since(renewed) >= renewMs(full),
    /**
     * Returns the remaining time. While the server does not respond (`away`), a person at the page has the full idle time again.
     */
    remaining({ away }: { away: boolean }): Left {
      const said = byServer();
      const present = away && touched ? full - since(touched) : 0;
      return present > 0 ? { idle: Math.max(said.idle, present), absolute: Infinity } : said;
    },
  };
}
