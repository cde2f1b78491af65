import * as z from 'zod/mini';
import type { FieldError } from '../../errors.ts';
import { melbourneTime } from '../../fields.ts';
import { plainTextErrors } from '../../inputs/account-fields.ts';
import { form, text } from '../../inputs/form.ts';
import { problem } from '../../inputs/field-errors.ts';
import { isTooLong } from '../../typed-text/characters.ts';
import { handReceivers, type HandReceiver } from './hand-receivers.ts';

/** Maximum number of characters of another receiver; the texts contain this number too. */
export const otherReceiverMax = 60;

/** A second press within this time is the same handing over, in milliseconds. */
export const samePressMs = 60_000;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Parses a time of day as 'HH:MM' in 24 hours; null for any other text. */
function minutesOf(typed: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed.trim().normalize('NFKC')) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
}

/**
 * Returns the last instant up to `now` at which clocks in Melbourne showed a time of day, as 'HH:MM'; `now` for an empty text.
 * It is at most a day ago. Null for a text that is not a time, and for a time that the clocks skipped.
 */
export function handedAt(typed: string, now: Date): Date | null {
  if (typed.trim() === '') return now;
  const minutes = minutesOf(typed);
  if (minutes === null) return null;
  const shown = minutesOf(melbourneTime(now)) ?? 0;
  const back = (shown - minutes + 24 * 60) % (24 * 60);
  const guess = Math.floor(now.getTime() / minuteMs) * minuteMs - back * minuteMs;
  // The clocks change by an hour twice a year.
  const found = [0, 60, -60]
    .map((shift) => new Date(guess + shift * minuteMs))
    .find(
      (at) =>
        minutesOf(melbourneTime(at)) === minutes &&
        at.getTime() <= now.getTime() &&
        now.getTime() - at.getTime() <= dayMs,
    );
  return found ?? null;
}

/** Returns the receiver in other words as it is stored, without surrounding and repeated blanks. */
const tidy = (typed: string): string => typed.replaceAll(/\p{Zs}+/gu, ' ').trim();

function receiverErrors(receiver: HandReceiver | null, other: string): FieldError[] {
  if (receiver === null) return problem('receiver', 'hospital.error.receiver');
  if (receiver !== 'other') return [];
  if (tidy(other) === '') return problem('receiver_other', 'hospital.error.otherRequired');
  return isTooLong(tidy(other), otherReceiverMax)
    ? problem('receiver_other', 'hospital.error.otherTooLong')
    : plainTextErrors('receiver_other', tidy(other), { label: 'field.name.receiver', max: otherReceiverMax });
}

/** The form for handing a plan over: to whom, and the time of day in Melbourne, empty for now. */
export const handOverForm = form(
  { receiver: z.catch(z.nullable(z.enum(handReceivers)), null), receiver_other: text, time: text },
  ({ receiver, receiver_other, time }) => [
    ...receiverErrors(receiver, receiver_other),
    ...(time.trim() !== '' && minutesOf(time) === null ? problem('time', 'hospital.error.time') : []),
  ],
  ({ receiver, receiver_other, time }) => ({
    receiver: receiver ?? 'other',
    receiver_other: receiver === 'other' ? tidy(receiver_other) : '',
    time: time.trim().normalize('NFKC'),
  }),
);

/** A stay in hospital. */
export type Stay = { beganAt: Date; backAt: Date | null; lookedAt: Date | null };

/** Last stay of a customer as staff see it: in hospital since a time, or back, with the plan due for review. */
export type HospitalState = { kind: 'in' | 'back'; since: Date };

/**
 * Returns the last stay as staff see it. The plan of a customer who is back is due for review until staff reviewed it, or it was signed
 * or confirmed as still right. `planSince`: when the plan in force was last signed, changed, added or confirmed; null without one.
 */
export function hospitalState(stay: Stay | null, planSince: Date | null): HospitalState | null {
  if (stay === null) return null;
  const { beganAt, backAt, lookedAt } = stay;
  if (backAt === null) return { kind: 'in', since: beganAt };
  const isDue = lookedAt === null && planSince !== null && planSince.getTime() <= backAt.getTime();
  return isDue ? { kind: 'back', since: backAt } : null;
}
