import { setTimeout as pause } from 'node:timers/promises';
import { byDatabaseClock } from '../db/clock.ts';
import { settleWaiting } from '../features/billing/nightly.ts';
import { foldCustomerCounts, oldestCountChange } from '../features/customers/api.ts';
import { closeEndedImpersonations } from '../features/impersonation/api.ts';
import { confirmOrganisationSessions } from '../features/provider-sign-in/api.ts';
import { fillReports, foldReportMonths, nameEntries } from '../features/reports/api.ts';
import type { Services } from '../pipeline/context.ts';
import type { WriteLine } from '../ports/write-line.ts';
import { codeOf, onceIn } from './queue.ts';

/** Age in seconds at which a change of customer counts that is still locked is logged. */
const lockedTooLongSeconds = 60;

export type RegularWork = {
  /** Starts nothing more, and waits for a running fold, at most `patienceMs` milliseconds. */
  stop(patienceMs: number): Promise<void>;
};

/**
 * Starts the work of every minute (payments whose outcome is unknown, visits of staff that ended, sessions of staff
 * who sign in at their organisation) and of every five seconds
 * (counts of customers, numbers of reports). Every process does it.
 */
export function startRegularWork(services: Services, log: WriteLine): RegularWork {
  const logUnsettled = onceIn(10 * 60_000);
  const settle = () => {
    settleWaiting(services, log).catch((error: unknown) =>
      logUnsettled(() => log(`Payments whose outcome is not known wait (${codeOf(error)}).`, 'error')),
    );
  };
  settle();
  const logUnconfirmed = onceIn(10 * 60_000);
  const minutely = setInterval(() => {
    settle();
    confirmOrganisationSessions(services).catch((error: unknown) =>
      logUnconfirmed(() =>
        log(`Sessions of organisations could not be confirmed (${codeOf(error)}).`, 'error'),
      ),
    );
    byDatabaseClock(services)
      .then(closeEndedImpersonations)
      .catch((error: unknown) =>
        log(`Visits of staff that ended could not be closed (${codeOf(error)}).`, 'error'),
      );
  }, 60_000);
  minutely.unref();
  const folding = startFolding(services, log);
  return {
    async stop(patienceMs) {
      clearInterval(minutely);
      await folding.stop(patienceMs);
    },
  };
}

/** Folds changes of customer counts. Readers add those that are not folded yet, so keeping these few keeps reads fast. */
function startFolding({ db }: Pick<Services, 'db'>, log: WriteLine): RegularWork {
  const logSeldom = onceIn(10 * 60_000);
  let isFilled = false;
  let areNamed = false;
  let folding = Promise.resolve();
  const fold = setInterval(() => {
    folding = folding
      .then(() => foldCustomerCounts(db))
      .then(async ({ skipped }) => {
        // Another server that folds at the same moment also locks rows, but only briefly.
        if (skipped > 0 && (await oldestCountChange(db)) > lockedTooLongSeconds)
          logSeldom(() => log(`Another transaction keeps ${skipped} changes of the customer counts locked.`));
      })
      .catch((error: unknown) =>
        logSeldom(() => log(`Counts of customers could not be folded (${codeOf(error)}).`, 'error')),
      )
      .then(() => foldReportMonths(db))
      .then(async () => {
        isFilled ||= await fillReports(db);
        if (isFilled) areNamed ||= await nameEntries(db);
      })
      .catch((error: unknown) =>
        logSeldom(() => log(`Numbers of reports could not be folded (${codeOf(error)}).`, 'error')),
      );
  }, 5_000);
  fold.unref();
  return {
    async stop(patienceMs) {
      clearInterval(fold);
      await Promise.race([folding, pause(patienceMs, undefined, { ref: false })]);
    },
  };
}
