import { fullName } from '../../../domain/names.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { useClockTime, useShortDate } from '../../app/dates.ts';
import type { Connection } from './connection-api.ts';

/** Returns the parameters of sentences with the day and the time of an instant. */
export function useMoment(): (instant: string) => { date: string; time: string } {
  const date = useShortDate();
  const time = useClockTime();
  return (instant) => ({ date: date(instant), time: time(instant) });
}

/** Returns the name of a resident or a customer; the other words if it has none. */
export const nameOr = (
  who: { first_name: string | null; last_name: string | null } | null,
  other: string,
): string => (who && fullName(who)) || other;

type Words = Readonly<Record<string, PlainTextKey>>;

const errors: Words = {
  credentials: 'error.integration.credentials',
  unreachable: 'error.integration.unreachable',
  refused: 'error.integration.refused',
};

/** Returns the error that a connection reports; undefined if its last call succeeded. */
export function errorOf({ state, failure }: Connection): PlainTextKey | undefined {
  if (state !== 'failed') return undefined;
  return errors[failure ?? ''] ?? 'error.integration.unexpected';
}

const reasons: Words = {
  credentials: 'integrations.failure.credentials',
  unreachable: 'integrations.failure.unreachable',
  refused: 'integrations.failure.refused',
  locked: 'integrations.failure.locked',
  noPlan: 'integrations.failure.noPlan',
};

/** Returns the reason why a plan was not sent. */
export const reasonOf = (failure: string | null): PlainTextKey =>
  reasons[failure ?? ''] ?? 'integrations.failure.unexpected';
