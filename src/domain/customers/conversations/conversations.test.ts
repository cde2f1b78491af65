import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter } from '../../fields.ts';
import { readForm } from '../../inputs/form.ts';
import { conversationForm } from '../../inputs/customers/conversation.ts';
import {
  conversationAnswers,
  conversationOutcomes,
  declinedBefore,
  declinedUntil,
  isEvidence,
  isReminderHeld,
  nextDayOf,
  remindersHeldUntil,
  takeBackProblem,
  type HoldingConversation,
  type PlanningConversation,
} from './conversations.ts';

const days = fc.integer({ min: -1_500, max: 1_500 }).map((shift) => daysAfter('2024-02-29', shift));
const conversations = fc.array(
  fc.record({
    outcome: fc.constantFrom(...conversationOutcomes),
    held_on: days,
    answer: fc.constantFrom(...conversationAnswers, null),
  }),
  { maxLength: 6 },
);

const declined = (held_on: string, answer: HoldingConversation['answer'] = null): HoldingConversation => ({
  outcome: 'declined',
  held_on,
  answer,
});

describe('taking back a conversation', () => {
  const at = new Date('2026-03-24T01:00:00Z');
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const recorded = { recorded_by: 'sam', recorded_at: at, answer: null };

  it('is possible for ten minutes, for the staff member who recorded it [N-07]', () => {
    expect(takeBackProblem(recorded, 'sam', later(9))).toBeNull();
    expect(takeBackProblem(recorded, 'sam', later(10))).toBe('error.conversation.tooLate');
    expect(takeBackProblem(recorded, 'ann', at)).toBe('error.conversation.tooLate');
    expect(takeBackProblem({ ...recorded, recorded_by: null }, 'sam', at)).toBe('error.conversation.tooLate');
  });

  it('is refused once the customer has answered it, with the reason [N-07]', () => {
    for (const answer of conversationAnswers)
      expect(takeBackProblem({ ...recorded, answer }, 'sam', at)).toBe('error.conversation.answered');
  });
});

describe('a conversation that the customer says is not right', () => {
  it('is no evidence [N-07]', () => {
    expect(([null, ...conversationAnswers] as const).map((answer) => isEvidence({ answer }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('reminders after a conversation', () => {
  it('are held for a year after the customer declined [N-07]', () => {
    const held = (today: string) => isReminderHeld([declined('2026-03-24')], today);
    expect([held('2026-03-24'), held('2027-03-23'), held('2027-03-24')]).toEqual([true, true, false]);
    expect(remindersHeldUntil([declined('2026-03-24')], '2026-04-01')).toBe('2027-03-24');
  });

  it('are sent again on 1 March after a refusal on 29 February [N-07]', () => {
    expect(declinedUntil('2024-02-29')).toBe('2025-03-01');
    expect(isReminderHeld([declined('2024-02-29')], '2025-02-28')).toBe(true);
    expect(isReminderHeld([declined('2024-02-29')], '2025-03-01')).toBe(false);
  });

  it('are not held if the customer says that the record is not right [N-07]', () => {
    expect(isReminderHeld([declined('2026-03-24', 'not_right')], '2026-03-25')).toBe(false);
    expect(isReminderHeld([declined('2026-03-24', 'right')], '2026-03-25')).toBe(true);
  });

  it('stay held whatever is recorded after the refusal [N-07]', () => {
    fc.assert(
      fc.property(conversations, days, days, (others, refused, today) => {
        fc.pre(isReminderHeld([declined(refused)], today));
        expect(isReminderHeld([...others, declined(refused)], today)).toBe(true);
      }),
    );
  });

  it('are held by declined conversations only, until the latest of their ends [N-07]', () => {
    fc.assert(
      fc.property(conversations, days, (all, today) => {
        const until = remindersHeldUntil(all, today);
        const counted = all.filter(({ outcome, answer }) => outcome === 'declined' && answer !== 'not_right');
        expect(isReminderHeld(all, today)).toBe(until !== null);
        if (until === null)
          expect(counted.every(({ held_on }) => declinedUntil(held_on) <= today)).toBe(true);
        else {
          expect(until > today).toBe(true);
          expect(counted.some(({ held_on }) => declinedUntil(held_on) === until)).toBe(true);
          expect(isReminderHeld(all, until)).toBe(false);
        }
      }),
    );
  });

  it('are held exactly for the days after `declinedBefore`, by which the database finds them [N-07]', () => {
    fc.assert(
      fc.property(days, days, (refused, today) => {
        expect(isReminderHeld([declined(refused)], today)).toBe(refused > declinedBefore(today));
      }),
    );
  });
});

describe('the form of a conversation', () => {
  const read = (values: object, today = '2026-11-28') =>
    readForm(conversationForm(today), { outcome: 'talked', held_on: '28/11/2026', ...values });
  const messages = (values: object) => {
    const result = read(values);
    return result.ok ? [] : result.fields.map(({ field, message }) => `${field}: ${message}`);
  };

  it('takes today and earlier days up to two years ago, typed or as ISO dates, and an optional next day [N-07]', () => {
    const value = (values: object) => {
      const result = read(values);
      return result.ok ? result.value : result.fields;
    };
    expect(value({})).toEqual({ outcome: 'talked', held_on: '2026-11-28', next_on: null });
    expect(value({ held_on: '2024-11-28', next_on: '01/12/2026' })).toEqual({
      ...{ outcome: 'talked', held_on: '2024-11-28', next_on: '2026-12-01' },
    });
  });

  it('refuses a day in the future, too long ago, missing or not real, at the field [N-07]', () => {
    expect(messages({ held_on: '29/11/2026' })).toEqual(['held_on: error.conversation.future']);
    expect(messages({ held_on: '27/11/2024' })).toEqual(['held_on: error.conversation.tooEarly']);
    expect(messages({ held_on: '' })).toEqual(['held_on: field.required']);
    expect(messages({ held_on: '31/02/2026' })).toEqual(['held_on: error.conversation.date']);
  });

  it('refuses a next day that is not after today, or more than two years away [N-07]', () => {
    expect(messages({ next_on: '28/11/2026' })).toEqual(['next_on: error.conversation.nextPast']);
    expect(messages({ next_on: '29/11/2028' })).toEqual(['next_on: error.conversation.nextLate']);
    expect(messages({ next_on: 'soon' })).toEqual(['next_on: error.conversation.date']);
  });

  it('refuses an unknown outcome [N-07]', () => {
    expect(messages({ outcome: 'refused' })).toEqual(['outcome: error.conversation.outcome']);
  });

  it('never gives a day after today, for any text [N-07]', () => {
    fc.assert(
      fc.property(days, days, fc.string(), (today, held, other) => {
        for (const held_on of [held, other]) {
          const result = readForm(conversationForm(today), { outcome: 'offered', held_on, next_on: '' });
          if (result.ok) expect(result.value.held_on <= today).toBe(true);
        }
      }),
    );
  });
});

describe('the day of the next conversation', () => {
  const talked = (
    held_on: string,
    next_on: string | null,
    more: Partial<PlanningConversation> = {},
  ): PlanningConversation => ({
    ...{ outcome: 'talked', held_on, next_on, answer: null },
    recorded_at: new Date(`${held_on}T02:00:00Z`),
    ...more,
  });

  it('is that of the newest conversation, which replaces the day of an earlier one [N-07]', () => {
    const first = talked('2026-03-24', '2026-04-24');
    expect(nextDayOf([], '2026-05-01')).toBeNull();
    expect(nextDayOf([first], '2026-05-01')).toBe('2026-04-24');
    expect(nextDayOf([talked('2026-04-20', null), first], '2026-05-01')).toBeNull();
    expect(nextDayOf([talked('2026-04-20', '2026-06-20'), first], '2026-05-01')).toBe('2026-06-20');
    const later = talked('2026-03-24', '2026-05-24', { recorded_at: new Date('2026-03-24T05:00:00Z') });
    expect(nextDayOf([later, first], '2026-05-01')).toBe('2026-05-24');
  });

  it('is not that of a conversation that the customer says is not right [N-07]', () => {
    const wrong = talked('2026-04-20', '2026-06-20', { answer: 'not_right' });
    expect(nextDayOf([wrong, talked('2026-03-24', '2026-04-24')], '2026-05-01')).toBe('2026-04-24');
    expect(nextDayOf([wrong], '2026-05-01')).toBeNull();
  });

  it('is none for a year after the customer declined [N-07]', () => {
    const no = talked('2026-03-24', '2026-10-24', { outcome: 'declined' });
    expect(nextDayOf([no], '2026-11-01')).toBeNull();
    expect(nextDayOf([no], '2027-03-24')).toBe('2026-10-24');
  });
});
