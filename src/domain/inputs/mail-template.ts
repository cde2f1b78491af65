import type { FieldError } from '../errors.ts';
import { isEmail, normaliseEmail } from '../fields.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import { missingValues, valueList, valuesIn, type MailValues } from '../mail-template.ts';
import { plainTextErrors } from './account-fields.ts';
import { form, text } from './form.ts';
import { problem } from './field-errors.ts';

/** Maximum lengths of the subject and the text of a mail, in characters. */
export const mailLimits = { subject: 150, body: 4_000 } as const;

function wordsErrors(
  field: 'subject' | 'body',
  value: string,
  required: readonly string[],
  known: readonly string[],
): FieldError[] {
  const label: PlainTextKey = field === 'subject' ? 'field.name.mailSubject' : 'field.name.mailText';
  const max = mailLimits[field];
  if (value.trim() === '') return problem(field, 'field.required', { label });
  const plain = plainTextErrors(field, value, { label, max, manyLines: field === 'body' });
  if (plain.length > 0) return plain;
  const missing = missingValues(value, required);
  if (missing.length > 0)
    return problem(field, 'error.settings.templateValues', { list: valueList(missing) });
  const strange = valuesIn(value).filter((name) => !known.includes(name));
  return strange.length > 0
    ? problem(field, 'error.settings.templateUnknown', { list: valueList(strange) })
    : [];
}

/** Form for the text of one mail. The values of the original must still be part of it. */
export const mailTemplateForm = ({ known, inSubject, inBody }: MailValues) =>
  form(
    { subject: text, body: text },
    ({ subject, body }) => [
      // A subject is one line: it has no button.
      ...wordsErrors(
        'subject',
        subject,
        inSubject,
        known.filter((name) => name !== 'button'),
      ),
      ...wordsErrors('body', body, inBody, known),
    ],
    ({ subject, body }) => ({ subject: subject.trim(), body: body.trim().replaceAll('\r\n', '\n') }),
  );

/** Characters that end a name and begin an address in a mail header. */
const addressSign = /[<>@",;:\\()[\]]/;

function senderErrors(name: string): FieldError[] {
  const field = 'sender_name';
  const label: PlainTextKey = 'field.name.senderName';
  if (name.trim() === '') return problem(field, 'field.required', { label });
  const sign = addressSign.exec(name)?.[0];
  if (sign) return problem(field, 'field.badCharacters', { characters: sign });
  return plainTextErrors(field, name, { label, max: 60 });
}

/** Form for the sender's name and the address for replies; '' if no person reads replies. */
export const mailSettingsForm = form(
  { sender_name: text, reply_to: text },
  ({ sender_name, reply_to }) => [
    ...senderErrors(sender_name),
    ...problem('reply_to', reply_to.trim() === '' || isEmail(reply_to) ? undefined : 'field.email.invalid'),
  ],
  ({ sender_name, reply_to }) => ({
    sender_name: sender_name.trim(),
    reply_to: normaliseEmail(reply_to),
  }),
);
