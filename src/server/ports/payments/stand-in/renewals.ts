import type { StandIn, StandInOptions } from './stand-in.ts';

/** Interval between checks for renewals, in milliseconds. The payment company does this itself. */
const intervalMs = 60_000;

/** Renews the payment plans of the stand-in when they are due. A failed check is logged, and repeated at the next interval. */
export function startRenewals(
  standIn: Pick<StandIn, 'runDue'>,
  { clock, log }: Pick<StandInOptions, 'clock' | 'log'>,
): { stop: () => void } {
  const timer = setInterval(() => {
    standIn
      .runDue(clock())
      .catch((error: unknown) => log(`Renewals of the payment stand-in wait (${(error as Error).name}).`));
  }, intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
