/** Writes a line to the operator's log. */
type Write = (details: OutageLine, message: string, level: 'info' | 'error') => void;

/**
 * The content of a line: the reason of the refusals, their number since the last line (in the last line: in total), and the
 * duration.
 */
export type OutageLine = { reason: string; refused: number; seconds?: number };

export type OutageLog = {
  /** Counts a call that was refused as `unavailable` for this reason. */
  refused(reason: string): void;
  /** Records that the reason is present although no call was refused for it. */
  observed(reason: string): void;
  /** True if the reason was present within the last minute. */
  isCurrent(reason: string): boolean;
};

type Outage = { since: number; last: number; total: number; unwritten: number };

const minuteMs = 60_000;

/**
 * Creates the log of calls refused as `unavailable`: one line at once, then one a minute for each reason, and one with the
 * duration after a minute without it. So an outage is never silent, and never floods the log.
 */
export function createOutageLog(write: Write): OutageLog {
  const outages = new Map<string, Outage>();
  let ticking: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const [reason, outage] of outages) {
      if (now - outage.last < minuteMs) {
        write({ reason, refused: outage.unwritten }, 'calls are refused for now', 'error');
        outage.unwritten = 0;
      } else {
        outages.delete(reason);
        const seconds = Math.round((outage.last - outage.since) / 1000);
        write({ reason, refused: outage.total, seconds }, 'calls are served again', 'info');
      }
    }
    if (outages.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  function note(reason: string, refused: number): void {
    const now = performance.now();
    const known = outages.get(reason);
    if (known) {
      known.last = now;
      known.total += refused;
      known.unwritten += refused;
      return;
    }
    outages.set(reason, { since: now, last: now, total: refused, unwritten: 0 });
    ticking ??= setInterval(tick, minuteMs).unref();
    write({ reason, refused }, 'calls are refused for now', 'error');
  }

  return {
    refused: (reason) => note(reason, 1),
    observed: (reason) => note(reason, 0),
    isCurrent(reason) {
      const outage = outages.get(reason);
      return outage !== undefined && performance.now() - outage.last < minuteMs;
    },
  };
}
