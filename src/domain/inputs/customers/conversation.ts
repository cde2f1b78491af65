import {
  conversationOutcomes,
  earliestConversation,
  latestNextDay,
  type ConversationOutcome,
} from '../../customers/conversations/conversations.ts';
import type { FieldError } from '../../errors.ts';
import { parseDate, type IsoDate } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** A conversation as it is recorded. */
export type NewConversation = {
  outcome: ConversationOutcome;
  held_on: IsoDate;
  next_on: IsoDate | null;
};

const outcomeOf = (value: string) => conversationOutcomes.find((known) => known === value);

/** Returns an ISO date of a text DD/MM/YYYY or YYYY-MM-DD; undefined for another text. */
function dateIn(typed: string): IsoDate | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed.trim());
  const parsed = parseDate(iso ? `${iso[3]}/${iso[2]}/${iso[1]}` : typed);
  return 'iso' in parsed ? parsed.iso : undefined;
}

function heldErrors(typed: string, today: IsoDate): FieldError[] {
  const label: PlainTextKey = 'conversation.heldOn';
  if (typed.trim() === '') return problem('held_on', 'field.required', { label });
  const held = dateIn(typed);
  if (held === undefined) return problem('held_on', 'error.conversation.date');
  if (held > today) return problem('held_on', 'error.conversation.future');
  return problem('held_on', held < earliestConversation(today) ? 'error.conversation.tooEarly' : undefined);
}

function nextErrors(typed: string, today: IsoDate): FieldError[] {
  if (typed.trim() === '') return [];
  const next = dateIn(typed);
  if (next === undefined) return problem('next_on', 'error.conversation.date');
  if (next <= today) return problem('next_on', 'error.conversation.nextPast');
  return problem('next_on', next > latestNextDay(today) ? 'error.conversation.nextLate' : undefined);
}

/**
 * Form of a conversation that staff record (N-07). Dates are texts DD/MM/YYYY, as in its fields, or ISO dates. `today` is a
 * Melbourne date: the day is not after it, the next day is.
 */
export const conversationForm = (today: IsoDate) =>
  form(
    { outcome: text, held_on: text, next_on: text },
    ({ outcome, held_on, next_on }) => [
      ...problem('outcome', outcomeOf(outcome) ? undefined : 'error.conversation.outcome'),
      ...heldErrors(held_on, today),
      ...nextErrors(next_on, today),
    ],
    ({ outcome, held_on, next_on }): NewConversation => ({
      outcome: outcomeOf(outcome) ?? 'offered',
      held_on: dateIn(held_on) ?? today,
      next_on: dateIn(next_on) ?? null,
    }),
  );
