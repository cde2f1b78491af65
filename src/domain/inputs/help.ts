import type { FieldError } from '../errors.ts';
import { normaliseEmail } from '../fields.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import { emailErrors, plainTextErrors } from './account-fields.ts';
import { form, text } from './form.ts';
import { problem } from './field-errors.ts';

/** Topics of a message to us, as stored. */
export const helpTopics = ['signin', 'plan', 'card', 'payment', 'privacy', 'other'] as const;

/** Text of each topic. */
export const topicTexts = {
  signin: 'help.form.topicSignin',
  plan: 'help.form.topicPlan',
  card: 'help.form.topicCard',
  payment: 'help.form.topicPayment',
  privacy: 'help.form.topicPrivacy',
  other: 'help.form.topicOther',
} as const satisfies Record<(typeof helpTopics)[number], PlainTextKey>;

/** A message to us, as read and stored. */
export type HelpMessage = {
  name: string;
  email: string;
  topic: (typeof helpTopics)[number];
  message: string;
};

/** Maximum number of characters of a message to us. */
export const helpMessageMax = 2_000;

function wordsErrors(
  field: 'name' | 'message',
  value: string,
  more: { max: number; manyLines?: boolean },
): FieldError[] {
  const label = field === 'name' ? 'field.name.yourName' : 'field.name.message';
  return value.trim() === ''
    ? problem(field, 'field.required', { label })
    : plainTextErrors(field, value, { label, ...more });
}

/** Form to write to us (GAP-22). The address is returned trimmed and in lower case, the message as typed. */
export const helpForm = form(
  { name: text, email: text, topic: text, message: text },
  (values) => [
    ...wordsErrors('name', values.name, { max: 100 }),
    ...emailErrors(values.email),
    ...(helpTopics.some((known) => known === values.topic)
      ? []
      : problem('topic', 'field.requiredChoice', { label: 'field.name.topic' })),
    ...wordsErrors('message', values.message, { max: helpMessageMax, manyLines: true }),
  ],
  (values): HelpMessage => ({
    name: values.name.trim(),
    email: normaliseEmail(values.email),
    topic: values.topic as HelpMessage['topic'],
    message: values.message.trim(),
  }),
);
